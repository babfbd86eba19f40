/// The semantic traps of a CPU evaluator, numbered as in the survey of the language, and the tests of each.
enum TrapIndex {
    struct Row {
        let number: Int
        let name: String
        /// What it gives here.
        let value: String
        /// Where the value comes from.
        let source: String
    }

    private static func row(_ number: Int, _ name: String, _ value: String, _ source: String) -> Row {
        Row(number: number, name: name, value: value, source: source)
    }

    static let rows: [Row] = [
        row(1, "host language traps", "a value for every operand", "the server must not stop"),
        row(2, "`fmod`", "`fmod(-1, 3)` is −1", "C `fmodf`"),
        row(
            3, "integer `/` and `%`", "x / 0 is x, x % 0 is 0, INT_MIN / −1 is INT_MIN",
            "WGSL, for what Metal leaves open"),
        row(4, "signed overflow", "wraps: INT_MAX + 1 is INT_MIN", "two's complement; hashes rely on it"),
        row(5, "float to integer", "toward zero, saturating; NaN gives 0", "C++ where it is defined, WGSL beyond"),
        row(6, "shift amounts", "the low five bits; `>>` of signed keeps the sign", "WGSL"),
        row(7, "literals", "`1.0` is `float`, `1 / 2` is 0", "the Metal specification"),
        row(8, "`half` arithmetic", "rounds after every operation; infinity above 65504", "IEEE 754 binary16"),
        row(9, "`half` with `float`", "`half3 * 0.5` is `half3`, `half * 0.5` is `float`", "the Metal specification"),
        row(10, "vector to vector", "an error with the constructor to write", "Metal's compiler"),
        row(11, "overload choice", "`pow(10, x)` compiles; `max(0, x)` warns", "C++ ranking"),
        row(12, "fast math", "(1 + 2⁻¹²)² − (1 + 2⁻¹¹) is 0: nothing is fused", "IEEE 754, every operation rounded"),
        row(13, "`min` and `max` of NaN", "the operand that is a number", "IEEE 754 `minNum`, `maxNum`"),
        row(14, "`clamp`", "`fmin(fmax(x, lo), hi)`; NaN gives lo", "the Metal specification"),
        row(15, "`smoothstep`", "its formula, for reversed edges too: 0.84375 at ¼", "the Metal specification"),
        row(16, "`mix`", "extrapolates: `mix(1, 3, 2)` is 5", "the Metal specification"),
        row(17, "`step`, `sign`", "`step(a, a)` is 1; `sign(−0)` is −0", "the Metal specification"),
        row(18, "`fract`", "below 1: 1 − 2⁻²⁴ for −10⁻⁹", "the Metal specification"),
        row(19, "`pow` of negatives", "`pow(-2, 2)` is 4; `powr` gives NaN", "C `powf`"),
        row(20, "`atan2(0, 0)`, `round`, `rint`", "0; `round(2.5)` is 3, `rint(2.5)` is 2", "C"),
        row(21, "`normalize` of zero", "NaN", "x / length(x)"),
        row(22, "sine of large numbers", "sin 10000 within 2⁻²²; finite beyond", "the sine"),
        row(23, "float loop counters", "0.1 is added as binary32 each time", "IEEE 754"),
        row(24, "subnormal numbers", "kept", "IEEE 754"),
        row(25, "sampler defaults", "nearest, clamp to edge, normalized", "the Metal specification"),
        row(26, "texture origin", "top left, while `uv` grows upwards: sampling at `uv` flips", "the device"),
        row(27, "filtering of 32-bit floats", "filtered: the mean of 0 and 1 is ½", "newer GPUs of the phone"),
        row(28, "unbound textures", "size 0, reads (0, 0, 0, 0)", "chosen here"),
        row(
            29, "reads and indices outside", "texels are zero, indices are clamped", "chosen here; never outside memory"
        ),
        row(30, "`clamp_to_zero`", "alpha 1 where the texture has none, else 0", "the Metal specification"),
        row(31, "matrices", "columns first: (1 2, 3 4)·(10, 100) is (310, 420)", "the Metal specification"),
        row(32, "structure layout", "uniforms at 0, 8, 16, 32, size 48", "the Metal specification"),
        row(33, "variables without a value", "zero, with a warning when read", "chosen here"),
        row(34, "derivatives", "differences in 2×2 quads, helper pixels included", "the Metal specification"),
        row(35, "`discard_fragment`", "drops the output; the code runs on", "Metal since iOS 14"),
        row(36, "`select`, vector comparison", "b where c is true; bools by component", "the Metal specification"),
        row(37, "evaluation under masks", "`&&`, `||`, `?:` have no effect where they are not taken", "C++"),
        row(38, "`position` and `uv`", "pixels + ½ from the top; 0…1 from the bottom", "the device"),
        row(39, "own names of the library", "the same parameters hide the library's", "C++, one overload set"),
        row(40, "output store", "clamped, NaN is 0, rounded: 0.5 is 128", "the contract's pinned arithmetic"),
        row(41, "endless loops", "16 384 iterations pass, one more ends the layer", "the contract"),
    ]

    /// The table as Markdown, with the tests of each row.
    static func markdown(tests: [Int: [String]]) -> String {
        let lines = rows.map { row in
            let names = (tests[row.number] ?? []).sorted().map { "`\($0)`" }.joined(separator: ", ")
            return "| \(row.number) | \(row.name) | \(row.value) | \(row.source) | \(names) |"
        }
        return (["| # | trap | here | from | tests |", "|---|---|---|---|---|"] + lines).joined(separator: "\n") + "\n"
    }
}

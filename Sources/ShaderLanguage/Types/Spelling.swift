/// What to write instead of a name that Metal does not have.
enum Spelling {
    /// Names of GLSL, HLSL and Shadertoy, with the Metal way to say the same.
    private static let foreign: [String: String] = {
        var table: [String: String] = [
            "mod": "write `fmod(x, y)`; for negative x GLSL's result is `x - y * floor(x / y)`",
            "inversesqrt": "write `rsqrt(x)`", "dFdx": "write `dfdx(x)`", "dFdy": "write `dfdy(x)`",
            "ddx": "write `dfdx(x)`", "ddy": "write `dfdy(x)`", "lerp": "write `mix(x, y, a)`",
            "frac": "write `fract(x)`", "texture": "write `name.sample(sampler, uv)`",
            "texture2D": "write `name.sample(sampler, uv)`", "texelFetch": "write `name.read(uint2(x, y))`",
            "textureLod": "write `name.sample(sampler, uv, level(0))`", "tex2D": "write `name.sample(sampler, uv)`",
            "textureSize": "write `name.get_width()` and `name.get_height()`",
            "gl_FragCoord": "the entry point's `in.position`, in pixels from the top left",
            "gl_FragColor": "return the colour from the entry point", "fragColor": "return the colour",
            "fragCoord": "the entry point's `in.position`, in pixels from the top left",
            "iTime": "write `uniforms.time`", "iGlobalTime": "write `uniforms.time`",
            "iResolution": "write `uniforms.resolution`", "u_time": "write `uniforms.time`",
            "u_resolution": "write `uniforms.resolution`", "rcp": "write `1.0 / x`", "mul": "write `a * b`",
            "radians": "multiply by `M_PI_F / 180.0`", "degrees": "multiply by `180.0 / M_PI_F`",
            "roundEven": "write `rint(x)`", "atan": "of two arguments it is `atan2(y, x)`",
            "lessThan": "write `a < b`", "lessThanEqual": "write `a <= b`", "greaterThan": "write `a > b`",
            "greaterThanEqual": "write `a >= b`", "equal": "write `a == b`", "notEqual": "write `a != b`",
            "not": "write `!a`", "matrixCompMult": "multiply the columns one by one",
            "inverse": "Metal has no `inverse`; write it for the matrix at hand", "clip": "write `discard_fragment()`",
            "discard": "write `discard_fragment()`", "highp": "leave it out", "mediump": "leave it out",
            "lowp": "leave it out", "precision": "remove the line", "uniform": "use the parameter `uniforms`",
            "varying": "use the parameter `in`", "floatBitsToInt": "write `as_type<int>(x)`",
            "floatBitsToUint": "write `as_type<uint>(x)`", "intBitsToFloat": "write `as_type<float>(x)`",
            "uintBitsToFloat": "write `as_type<float>(x)`", "asuint": "write `as_type<uint>(x)`",
            "asint": "write `as_type<int>(x)`", "asfloat": "write `as_type<float>(x)`", "bitCount": "write `popcount(x)`",
            "saturatef": "write `saturate(x)`", "NULL": "there are no null pointers", "min16float": "write `half`",
            "PI": "write `M_PI_F`", "M_PI": "write `M_PI_F`", "TAU": "write `2.0 * M_PI_F`",
        ]
        for width in 2...4 {
            table["vec\(width)"] = "write `float\(width)`"
            table["ivec\(width)"] = "write `int\(width)`"
            table["uvec\(width)"] = "write `uint\(width)`"
            table["bvec\(width)"] = "write `bool\(width)`"
            table["dvec\(width)"] = "write `float\(width)`"
            table["mat\(width)"] = "write `float\(width)x\(width)`"
            for rows in 2...4 { table["mat\(width)x\(rows)"] = "write `float\(width)x\(rows)`" }
        }
        return table
    }()

    /// The hint for a name of another language; nil when it is none.
    static func hint(for name: String) -> String? { foreign[name] }

    /// Whether a name belongs to another language.
    static func isForeign(_ name: String) -> Bool { foreign[name] != nil }

    /// The candidate that is most like a name; nil when none is near.
    static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.utf8)
        guard wanted.count <= 64 else { return nil }
        let limit = wanted.count <= 3 ? 1 : wanted.count <= 6 ? 2 : 3
        var best: (distance: Int, name: String)?
        for candidate in candidates where candidate != name && abs(candidate.utf8.count - wanted.count) <= limit {
            let found = distance(wanted, Array(candidate.utf8), ignoringCase: true)
            guard found <= limit, found < max(1, wanted.count) else { continue }
            if let current = best, (current.distance, current.name) <= (found, candidate) { continue }
            best = (found, candidate)
        }
        return best?.name
    }

    /// Edits (insert, remove, replace, swap neighbours) between two names.
    private static func distance(_ a: [UInt8], _ b: [UInt8], ignoringCase: Bool) -> Int {
        func fold(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
        let a = a.map(fold)
        let b = b.map(fold)
        var before: [Int] = []
        var previous = Array(0...b.count)
        for i in 0..<a.count {
            var current = [i + 1]
            current.reserveCapacity(b.count + 1)
            for j in 0..<b.count {
                var cost = min(previous[j] + (a[i] == b[j] ? 0 : 1), previous[j + 1] + 1, current[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
                current.append(cost)
            }
            before = previous
            previous = current
        }
        return previous[b.count]
    }
}

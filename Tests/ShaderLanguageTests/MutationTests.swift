import Diagnostics
import Foundation
import ShaderIR
import Testing

@testable import ShaderLanguage

/// Thousands of damaged shaders: whatever comes of them, it is a validated program or an error.
@Suite struct MutationTests {
    /// SplitMix64, so that every run sees the same mutations.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    private static let fragments = [
        "(", ")", "{", "}", "[", "]", ";", ",", "<", ">", "=", "*", "&", "#", "##", "\\\n", "\"", "'", "/*", "*/", "//",
        "#define f f\n", "#define x(a) a a\n", "#if 1\n", "#endif\n", "float", "float3", "float2x2", "half", "int",
        "uint",
        "struct", "return", "for", "while(true)", "switch", "case 1:", "default:", "break;", "continue;", "if", "else",
        "const", "constant", "thread", "&&", "||", "?", ":", "++", "--", "-", "!", "~", "%", "<<", ">>", "1", "0", "-1",
        "2147483647", "1e39", "0x", "1.0h", ".x", ".xyzw", "[0]", "->", "::", "auto", "discard_fragment();", "in",
        "uniforms", "uv", "p", "c", "texture2d<float>", "sampler", "using", "typedef", "enum", "namespace", "void",
        "sin(", "mix(", "clamp(", "template<typename T>", "template<int N>", "template<>", "operator+", "operator[]",
        "S<", "f<3>(", "this->", "*this", "enable_if_t<", "is_same<", "::value", "constexpr", "static_assert(",
        "static", "friend", ": x(1)", "S(", "sizeof", "as_type<uint>(", "auto&", "for (auto x : ", "typename T::", "{{",
        "}}", "= default;", "numeric_limits<", "vec<T, N>", "(&a)[N]", "array<", "__attribute__((", "\u{0}", "\u{FEFF}",
        "é",
    ]

    @Test(arguments: TwinTests.names) func survives(name: String) throws {
        let entry = ShaderCompiler.entryPoint(forFile: name + ".metal")
        survive([try TwinTests.source(name).bytes], entry, seed: UInt64(name.utf8.reduce(0) { $0 &* 31 &+ Int($1) }))
    }

    /// The same with what those shaders do not use: the constructs of the other suites.
    @Test(arguments: 0..<6) func survives(group: Int) {
        let all = TemplateTests.cases + StructureTests.cases + ConstructTests.cases
        let sources = all.indices.filter { $0 % 6 == group }.map { index in
            Array(
                shader(
                    "\(all[index].statements)\nreturn float4(\(all[index].expression));", helpers: all[index].helpers
                )
                .utf8)
        }
        survive(sources, "fragment_test", seed: UInt64(group))
    }

    private func survive(_ originals: [[UInt8]], _ entry: String, seed: UInt64) {
        var generator = Generator(state: seed)
        let start = ContinuousClock.now
        var compiled = 0
        var count = 0
        while count < MutationTests.count, ContinuousClock.now - start < MutationTests.time {
            count += 1
            var bytes = originals[count % originals.count]
            for _ in 0..<Int.random(in: 1...4, using: &generator) { MutationTests.mutate(&bytes, &generator) }
            let result = ShaderCompiler.compile(SourceText(name: "m.metal", bytes: bytes), entryPoint: entry)
            let hasError = result.diagnostics.contains { $0.severity == .error }
            #expect((result.shader == nil) == hasError, "\(String(decoding: bytes, as: UTF8.self))")
            #expect(
                !result.diagnostics.contains { $0.code == "msl.internal" },
                "\(describe(result)) \(String(decoding: bytes, as: UTF8.self))")
            guard let shader = result.shader else { continue }
            compiled += 1
            compareWithUnoptimised(shader, bytes, entry)
        }
        #expect(count >= 50)
        #expect(compiled > 0)
    }

    /// `AMBIENT_MUTATIONS` asks for more of them than an ordinary run has time for.
    private static let count = ProcessInfo.processInfo.environment["AMBIENT_MUTATIONS"].flatMap(Int.init) ?? 400
    private static let time: Duration = count > 400 ? .seconds(3_600) : .seconds(8)

    /// Optimising changes nothing that a pixel shows.
    private func compareWithUnoptimised(_ shader: CompiledShader, _ bytes: [UInt8], _ entry: String) {
        let source = SourceText(name: "m.metal", bytes: bytes)
        // Before it is optimised, a program may be too large.
        guard let plain = ShaderCompiler.compile(source, entryPoint: entry, optimises: false).shader else { return }
        let inputs: [Input: Float] = [
            .uvX: 0.25, .uvY: 0.75, .positionX: 16.5, .positionY: 8.5, .time: 1.5, .resolutionX: 64, .resolutionY: 32,
            .paramX: 3, .paramY: 0.25, .paramZ: 0.5, .paramW: 0.125, .sensitivity: 1,
        ]
        let texels: [[Float]] = (0..<64).map { [Float($0) / 64, 0, 0, 1] }
        let textures = [2: ReferenceEvaluator.Texture(width: 64, height: 1, texels: texels)]
        let first = ReferenceEvaluator.run(shader.program, inputs: inputs, textures: textures, iterationLimit: 1_000)
        let second = ReferenceEvaluator.run(plain.program, inputs: inputs, textures: textures, iterationLimit: 1_000)
        #expect(first.iterations == second.iterations)
        #expect(first.isDiscarded == second.isDiscarded)
        // A tripped pixel's colour is what its variables happened to hold.
        guard first.iterations <= 1_000 else { return }
        for (a, b) in zip(first.color, second.color) {
            #expect(
                a.bitPattern == b.bitPattern || a.isNaN && b.isNaN,
                "\(a) \(b) \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    private static func mutate(_ bytes: inout [UInt8], _ generator: inout Generator) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 1...12, using: &generator))
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: bytes.removeSubrange(place..<end)
        case 1:
            bytes.insert(contentsOf: Array(bytes[place..<end]), at: Int.random(in: 0..<bytes.count, using: &generator))
        case 2: bytes[place] = UInt8.random(in: 0x20...0x7E, using: &generator)
        case 3, 4:
            let fragment = fragments[Int.random(in: 0..<fragments.count, using: &generator)]
            bytes.insert(contentsOf: Array((" " + fragment + " ").utf8), at: place)
        case 5:
            // A whole line twice, or gone.
            let start = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            let stop = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
            if Bool.random(using: &generator) {
                bytes.insert(contentsOf: Array(bytes[start..<stop]), at: start)
            } else {
                bytes.removeSubrange(start..<stop)
            }
        default:
            let fragment = fragments[Int.random(in: 0..<fragments.count, using: &generator)]
            bytes.replaceSubrange(place..<end, with: Array(fragment.utf8))
        }
    }
}

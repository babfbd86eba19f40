import Diagnostics
import Foundation
import ShaderIR
import Testing

@testable import ShaderLanguage

/// Input that wants to crash, hang or fill the memory: a diagnostic in bounded time.
@Suite struct HostileTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var code: String
        var source: @Sendable () -> String
        var testDescription: String { name }
    }

    private static func chain(_ count: Int, _ line: (Int) -> String) -> String {
        (1...count).map(line).joined(separator: "\n")
    }

    static let cases: [Case] = [
        Case(name: "10 000 brackets", code: "msl.nesting") {
            shader(
                "float x = " + String(repeating: "(", count: 10_000) + "1" + String(repeating: ")", count: 10_000) + ";"
            )
        },
        Case(name: "10 000 open brackets", code: "msl.nesting") { shader(String(repeating: "(", count: 10_000)) },
        Case(name: "10 000 blocks", code: "msl.nesting") { shader(String(repeating: "{", count: 10_000)) },
        Case(name: "10 000 square brackets", code: "msl.lambda") {
            shader("a" + String(repeating: "[", count: 10_000))
        },
        Case(name: "10 000 minus signs", code: "msl.nesting") {
            shader("float x = " + String(repeating: "- ", count: 10_000) + "1;")
        },
        Case(name: "10 000 nested ifs", code: "msl.nesting") {
            shader(String(repeating: "if (true) ", count: 10_000) + ";")
        },
        Case(name: "10 000 else ifs", code: "msl.nesting") {
            shader(
                "int i = 0; if (i == 1) {} " + String(repeating: "else if (i == 2) {} ", count: 10_000)
                    + "return float4(1);")
        },
        Case(name: "10 000 conditionals", code: "msl.nesting") {
            shader("return float4(" + String(repeating: "true ? 1.0 : ", count: 10_000) + "0.0);")
        },
        Case(name: "10 000 terms", code: "msl.nesting") {
            shader("return float4(1.0" + String(repeating: " + 1.0", count: 10_000) + ");")
        },
        Case(name: "10 000 braces", code: "msl.nesting") {
            shader("float x = " + String(repeating: "{", count: 10_000))
        },
        Case(name: "10 000 template brackets", code: "msl.nesting") {
            "constant " + String(repeating: "vec<", count: 10_000)
        },
        Case(name: "10 000 subscripts", code: "msl.nesting") {
            shader("float x = a" + String(repeating: "[0]", count: 10_000) + ";")
        },
        Case(name: "10 000 sizeofs", code: "msl.nesting") {
            shader("int x = " + String(repeating: "sizeof(float[", count: 10_000))
        },
        Case(name: "10 000 as_types", code: "msl.nesting") {
            shader("int x = " + String(repeating: "as_type<float[", count: 10_000))
        },
        Case(name: "10 000 assignments", code: "msl.nesting") {
            shader("float x; " + String(repeating: "x = ", count: 10_000) + "1;")
        },
        Case(name: "10 000 calls", code: "msl.nesting") {
            shader("float x = " + String(repeating: "sin(", count: 10_000))
        },
        Case(name: "10 000 casts", code: "msl.nesting") {
            shader("float x = " + String(repeating: "(int)", count: 10_000) + "1;")
        },
        Case(name: "10 000 colons", code: "msl.syntax") {
            shader("float x = " + String(repeating: ":: ", count: 10_000) + "1;")
        },
        Case(name: "10 000 commas", code: "msl.nesting") {
            shader("float x = (1" + String(repeating: ", 1", count: 10_000) + ");")
        },
        Case(name: "10 000 namespaces", code: "msl.syntax") { String(repeating: "namespace a {", count: 10_000) },
        Case(name: "10 000 attributes", code: "msl.syntax") {
            shader("[[a(" + String(repeating: "(", count: 10_000) + "]] float x;")
        },
        Case(name: "10 000 stars", code: "msl.pointer") {
            shader("float " + String(repeating: "*", count: 10_000) + " x;")
        },
        Case(name: "10 000 dimensions", code: "msl.array-size") {
            shader("float x" + String(repeating: "[1]", count: 10_000) + ";")
        },
        Case(name: "an endless enumeration of names", code: "msl.redefinition") {
            shader(String(repeating: "float x; ", count: 10_000))
        },
        Case(name: "10 000 entry points", code: "msl.entry-point-missing") {
            chain(10_000) { "fragment float4 f\($0)() {}" }
        },
        Case(name: "10 000 #ifs", code: "msl.nesting") { String(repeating: "#if 1\n", count: 10_000) },
        Case(name: "#if with 10 000 brackets", code: "msl.preprocessor") {
            "#if " + String(repeating: "(", count: 10_000)
        },
        Case(name: "2³⁰ tokens from macros", code: "msl.macro-limit") {
            "#define M0 x x\n" + chain(30) { "#define M\($0) M\($0 - 1) M\($0 - 1)" } + "\nfloat y = M30;"
        },
        Case(name: "2³⁰ tokens from arguments", code: "msl.macro-limit") {
            "#define F(x) x x\nfloat y = " + String(repeating: "F(", count: 30) + "z"
                + String(repeating: ")", count: 30) + ";"
        },
        Case(name: "1 000 macros in a chain", code: "msl.nesting") {
            "#define M0 1\n" + chain(1_000) { "#define M\($0) M\($0 - 1)" } + "\nconstant float y = M1000;"
        },
        Case(name: "macros in a circle", code: "msl.unknown-name") {
            "#define A B\n#define B A\n#define F(x) G(F(x))\n#define G(x) F(G(x))\n" + shader("return float4(A);")
        },
        Case(name: "2³⁰ calls", code: "msl.program-size") {
            "static float f0(float x) { return sin(x); }\n"
                + chain(30) { "static float f\($0)(float x) { return f\($0 - 1)(x) + f\($0 - 1)(x + 1.0); }" } + "\n"
                + shader("return float4(f30(in.uv.x));")
        },
        Case(name: "2 000 functions in a chain", code: "msl.call-depth") {
            "static float f0(float x) { return sin(x); }\n"
                + chain(2_000) { "static float f\($0)(float x) { return f\($0 - 1)(x); }" } + "\n"
                + shader("return float4(f2000(in.uv.x));")
        },
        Case(name: "mutual recursion", code: "msl.recursion") {
            "float g(float x); float f(float x) { return g(x); } float g(float x) { return f(x); }"
                + shader("return float4(f(1.0));")
        },
        Case(name: "2³⁰ fields", code: "msl.structure-size") {
            "struct S0 { float4 a; };\n" + chain(30) { "struct S\($0) { S\($0 - 1) a, b; };" }
                + shader("S30 s; return float4(1);")
        },
        Case(name: "1 000 structures in each other", code: "msl.structure-size") {
            "struct S0 { float a; };\n" + chain(1_000) { "struct S\($0) { S\($0 - 1) a; };" }
                + shader("S1000 s; return float4(1);")
        },
        Case(name: "a structure in itself", code: "msl.unknown-type") {
            "struct S { S s; float x; };\n" + shader("return float4(1);")
        },
        Case(name: "an array of arrays of arrays", code: "msl.array-size") {
            shader("float a[16384][16384][16384]; return float4(1);")
        },
        Case(name: "arrays that together are too large", code: "msl.array-size") {
            shader(
                "float a[9000]; float b[9000]; int i = int(in.uv.x); a[i] = 1.0; b[i] = 2.0; return float4(a[i + 1] + b[i + 1]);"
            )
        },
        Case(name: "a negative array", code: "msl.array-size") { shader("float a[-5]; return float4(1);") },
        Case(name: "a name of a megabyte", code: "msl.name-length") {
            "float " + String(repeating: "a", count: 400_000) + ";"
        },
        Case(name: "a number of half a megabyte", code: "msl.name-length") {
            "constant float x = 1" + String(repeating: "0", count: 400_000) + ";"
        },
        Case(name: "300 000 tokens", code: "msl.too-many-tokens") { String(repeating: ";", count: 300_000) },
        Case(name: "600 KiB", code: "msl.too-large") { String(repeating: " ", count: 600 * 1024) },
        Case(name: "nothing", code: "msl.empty") { "" },
        Case(name: "a comment without an end", code: "msl.syntax") { "/*" + String(repeating: "*", count: 100_000) },
    ]

    @Test(arguments: cases) func isRefused(_ test: Case) {
        let start = ContinuousClock.now
        let result = compile(test.source())
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(result.shader == nil)
        #expect(result.diagnostics.contains { $0.code == test.code }, "\(describe(result).prefix(2_000))")
        #expect(result.diagnostics.count <= DiagnosticSink.errorLimit + DiagnosticSink.warningLimit)
        #expect(!result.diagnostics.contains { $0.code == "msl.internal" })
    }

    @Test(arguments: [
        (Array("MTLB\0\0\0\0".utf8), "msl.metal-library"), ([0x66, 0x6C, 0, 0x61], "msl.binary"),
        ([0xFF, 0xFE, 0x66, 0x00], "msl.encoding"), ([0x2F, 0x2F, 0xFC, 0x0A], "msl.encoding"),
        ((0..<5_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13 | 1) }, "msl.encoding"),
    ])
    func isNoText(bytes: [UInt8], code: String) {
        let result = ShaderCompiler.compile(SourceText(name: "x.metal", bytes: bytes), entryPoint: "fragment_x")
        #expect(result.diagnostics.map(\.code) == [code])
    }

    /// What is large but in order compiles, in time.
    @Test func largeSwitch() throws {
        let labels = HostileTests.chain(10_000) { "case \($0): x = \($0).0; break;" }
        let start = ContinuousClock.now
        let result = try run(
            shader("float x = 0.0; switch (int(uniforms.time)) { \(labels) default: x = -1.0; } return float4(x);"),
            inputs: [.time: 7_777])
        #expect(result.color[0] == 7_777)
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test func longButFlat() throws {
        let lines = HostileTests.chain(5_000) { "x = x * 1.0001 + float(\($0)) * uniforms.time;" }
        let start = ContinuousClock.now
        #expect(compile(shader("float x = 0.0;\n\(lines)\nreturn float4(x);")).shader != nil)
        #expect(ContinuousClock.now - start < .seconds(5))
        let comments = String(repeating: "// nothing\n", count: 40_000)
        #expect(compile(comments + shader("return float4(1);")).shader != nil)
    }

    /// Deep nesting within the limits must not need more stack than a thread has.
    @Test func deepButAllowed() async throws {
        let deep = String(repeating: "(", count: 100) + "in.uv.x" + String(repeating: ")", count: 100)
        let blocks =
            String(repeating: "{ if (in.uv.x < 2.0) ", count: 40) + "x += \(deep);" + String(repeating: "}", count: 40)
        let terms = String(repeating: " + in.uv.x", count: 250)
        let source = shader("float x = 0.0\(terms); \(blocks) return float4(x);")
        let finished = Mutex(false)
        let thread = Thread {
            let result = compile(source)
            finished.set(result.shader != nil)
        }
        thread.stackSize = 2 << 20
        thread.start()
        while !thread.isFinished { try await Task.sleep(for: .milliseconds(5)) }
        #expect(finished.value)
    }

    /// A lock around a value, for the thread above.
    private final class Mutex: @unchecked Sendable {
        private let lock = NSLock()
        private var stored: Bool
        init(_ value: Bool) { stored = value }
        var value: Bool { lock.withLock { stored } }
        func set(_ value: Bool) { lock.withLock { stored = value } }
    }
}

import Foundation
import Testing

@testable import ShaderLanguage

/// Templates, constant expressions and structures that want to take forever, or all memory, or all of the stack.
@Suite struct TemplateHostileTests {
    typealias Case = HostileTests.Case

    private static func chain(_ count: Int, _ line: (Int) -> String) -> String {
        (1...count).map(line).joined(separator: "\n")
    }

    static let cases: [Case] = [
        Case(name: "templates that double", code: "msl.template-limit") {
            "template<int N> float f(float x) { return f<2 * N>(x) + f<2 * N + 1>(x); }"
                + shader("return float4(f<1>(1.0));")
        },
        Case(name: "1 500 instances", code: "msl.template-limit") {
            "template<int N> float f(float x) { return x; }"
                + shader("float x = 0.0; " + chain(1_500) { "x += f<\($0)>(1.0);" } + " return float4(x);")
        },
        Case(name: "a structure in itself", code: "msl.template-limit") {
            "template<int N> struct S { S<N + 1> inner; };" + shader("S<0> s; return float4(1);")
        },
        Case(name: "an instance in itself", code: "msl.template-limit") {
            "template<typename T> struct P { P<P<T>> y; };" + shader("P<float> s; return float4(1);")
        },
        Case(name: "constants of constants", code: "msl.template-limit") {
            "template<int N> struct S { static constexpr constant int n = S<N + 1>::n; };"
                + shader("return float4(S<0>::n);")
        },
        Case(name: "an endless constant", code: "msl.not-constant") {
            "constexpr int f() { int x = 0; while (true) { x++; } return x; }"
                + shader("float a[f()]; return float4(1);")
        },
        Case(name: "a constant of 10⁹ steps", code: "msl.not-constant") {
            "constexpr int f(int n) { return n == 0 ? 1 : f(n - 1) + f(n - 1); }"
                + shader("float a[f(30)]; return float4(1);")
        },
        Case(name: "1 000 slow constants", code: "msl.not-constant") {
            "constexpr int f(int m) { int x = 0; for (int i = 0; i < m; i++) { x += i % 3; } return x; }\n"
                + shader(
                    chain(1_000) { "const int a\($0) = f(2000 + \($0));" }
                        + " float z[f(1900)]; return float4(a1000);")
        },
        Case(name: "variables that double", code: "msl.not-constant") {
            shader(
                "const int2 a0 = int2(1); " + chain(60) { "const int2 a\($0) = a\($0 - 1) + a\($0 - 1);" }
                    + " float z[a60.x]; return float4(1);")
        },
        Case(name: "1 500 overloads", code: "msl.program-size") {
            chain(1_500) { "float f(thread float (&x)[\($0)]) { return 1.0; }" } + shader("return float4(1);")
        },
        Case(name: "overloads by calls", code: "msl.program-size") {
            chain(990) { "float f(thread float (&x)[\($0)]) { return 1.0; }" }
                + shader("float a[3]; float x = 0.0; " + chain(8_000) { _ in "x += f(a);" } + " return float4(x);")
        },
        Case(name: "arrays of constructed structures", code: "msl.program-size") {
            "struct P { float x = 1.0; };"
                + shader(chain(100) { "P a\($0)[16384]; a\($0)[int(in.uv.x)].x = 2.0;" } + " return float4(1);")
        },
        Case(name: "arrays with values", code: "msl.program-size") {
            shader(chain(100) { "float a\($0)[16384] = {1.0}; a\($0)[int(in.uv.x)] = 2.0;" } + " return float4(1);")
        },
        Case(name: "results that need each other, deeply", code: "msl.nesting") {
            "struct S { "
                + chain(20) { "auto f\($0)() { return f\($0 + 1)()\(String(repeating: " + 1.0", count: 250)); }" }
                + " auto f21() { return 1.0; } };" + shader("S s; return float4(s.f1());")
        },
        Case(name: "results that need themselves", code: "msl.auto") {
            "struct S { auto f() { return g(); } auto g() { return f(); } };" + shader("S s; return float4(s.f());")
        },
        Case(name: "constructors that need themselves", code: "msl.recursion") {
            "struct S { float x; S() : S(1.0) {} S(float a) : S() {} };" + shader("S s; return float4(s.x);")
        },
    ]

    /// On a stack of 2 MiB, as a thread of the host may have.
    @Test(arguments: cases) func isRefused(_ test: Case) async throws {
        let source = test.source()
        let outcome = Outcome()
        let thread = Thread {
            // Measured here: the test itself may wait for others.
            let start = ContinuousClock.now
            let result = compile(source)
            outcome.set(result, ContinuousClock.now - start)
        }
        thread.stackSize = 2 << 20
        thread.start()
        while !thread.isFinished { try await Task.sleep(for: .milliseconds(5)) }
        #expect(outcome.time < .seconds(8))
        let result = try #require(outcome.value)
        #expect(result.shader == nil)
        #expect(result.diagnostics.contains { $0.code == test.code }, "\(describe(result).prefix(2_000))")
        #expect(!result.diagnostics.contains { $0.code == "msl.internal" })
    }

    /// Names of instances stay short, however their arguments are called.
    @Test func namesThatDouble() {
        let types = TemplateHostileTests.chain(30) { "using P\($0) = P<P\($0 - 1), P\($0 - 1)>;" }
        let source = shader(
            "P30 p; return float4(p);",
            helpers: "template<typename A, typename B> struct P { float x; }; using P0 = float;\n\(types)")
        let result = compile(source)
        #expect(result.shader == nil)
        #expect(result.diagnostics.allSatisfy { $0.message.utf8.count < 1_000 })
    }

    private final class Outcome: @unchecked Sendable {
        private let lock = NSLock()
        private var stored: (result: ShaderCompilation, time: Duration)?
        var value: ShaderCompilation? { lock.withLock { stored?.result } }
        var time: Duration { lock.withLock { stored?.time ?? .zero } }
        func set(_ result: ShaderCompilation, _ time: Duration) { lock.withLock { stored = (result, time) } }
    }
}

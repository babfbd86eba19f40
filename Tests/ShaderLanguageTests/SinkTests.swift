import Diagnostics
import Testing

@testable import ShaderLanguage

/// How diagnostics are collected: each once, in the order of the text, and not more than a person reads.
@Suite struct SinkTests {
    private func places(_ source: String) -> [String] {
        compile(source).diagnostics.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.code)" }
    }

    /// A mistake in a helper that is called many times, or in a macro that is used twice on a line.
    @Test func once() {
        let helper = Marked(
            "float f(float x) { return ¦nothing * x; }\n" + shader("return float4(f(1.0) + f(2.0) + f(f(3.0)));"))
        #expect(places(helper.source) == ["\(helper.places[0]) msl.unknown-name"])
        let macro = Marked("#define TWO(x) (nothing(x) + nothing(x))\n" + shader("return float4(¦TWO(1.0));"))
        #expect(places(macro.source) == ["\(macro.places[0]) msl.unknown-function"])
        let uses = Marked(
            "#define BAD (1.0 % 2.0)\n" + shader("float a = ¦BAD;\nfloat b = ¦BAD;\nreturn float4(a + b);"))
        #expect(places(uses.source) == uses.places.map { "\($0) msl.operator" })
    }

    /// Two mistakes of one kind in one macro are two.
    @Test func differentMistakesAtOnePlace() {
        let result = compile("#define PAIR (first + second)\n" + shader("return float4(PAIR);"))
        #expect(result.diagnostics.map(\.message) == ["`first` is not declared", "`second` is not declared"])
    }

    /// What every stage of the compiler finds comes in the order of the text.
    @Test func inOrder() {
        let source = Marked(
            """
            float f(float x) { return ¦first; }
            #include ¦"noise.h"
            fragment float4 fragment_test(VertexOut in [[stage_in]]) {
                ¦vec3 a = vec3(1.0);
                float b = 1.0 + ¦;
                return float4(a, 1.0) + ¦in.uv;
            }
            #¦foo
            """)
        let found = places(source.source.replacing("return first", with: "return x % 2"))
        #expect(
            found == [
                "1:27 msl.operator", "\(source.places[1]) msl.include", "\(source.places[2]) msl.foreign-name",
                "\(source.places[3]) msl.syntax", "\(source.places[5]) msl.preprocessor",
            ], "\(found)")
    }

    /// 25 errors and 50 warnings are shown of any number.
    @Test func isCapped() {
        let errors = compile(shader((0..<300).map { "int a\($0) = x\($0);" }.joined(separator: "\n")))
        #expect(errors.diagnostics.count == DiagnosticSink.shownErrorLimit)
        #expect(errors.diagnostics.last?.message == "`x24` is not declared")
        let warnings = compile(
            shader((0..<300).map { "float a\($0) = max(0, in.uv.x);" }.joined(separator: "\n") + "return float4(1);"))
        #expect(warnings.shader != nil)
        #expect(warnings.diagnostics.count == DiagnosticSink.warningLimit)
        #expect(warnings.shader?.diagnostics.count == DiagnosticSink.warningLimit)
    }

    /// A name of any length makes no long message.
    @Test func messagesAreShort() throws {
        let name = String(repeating: "a", count: 1_000)
        let error = try #require(compile(shader("return float4(\(name));")).diagnostics.first)
        #expect(error.code == "msl.unknown-name")
        #expect(error.message.count <= DiagnosticSink.messageLimit + 1)
        #expect(error.message.hasSuffix("…"))
    }

    /// After a mistake that takes the rest of the text with it, that alone is reported.
    @Test(arguments: [
        "/* no end", "#define F(x) x\nF(1", "#if 1\nfoo bar baz",
        "#define A A1 A1\n#define A1 \(String(repeating: "x ", count: 90_000))\nA A A",
    ])
    func fatal(text: String) { #expect(compile(text).diagnostics.count == 1) }

    /// After an include that is refused, what it may have declared is not missed; other mistakes are.
    @Test func afterInclude() {
        let source =
            "#include \"noise.h\"\n"
            + shader("Light l = makeLight(SCALE); float x = snoise(in.uv) * mod(1.0, 2.0); return float4(x % 2.0);")
        #expect(compile(source).diagnostics.map(\.code) == ["msl.include", "msl.foreign-name", "msl.operator"])
    }

    /// What an unused function and a used one have in common is an error, in whichever order they come.
    @Test(arguments: ["return float4(a(1.0));", "return float4(b(1.0));"]) func usedAndUnused(body: String) {
        let helpers = """
            #define BODY { threadgroup_barrier(mem_flags::mem_none); return x; }
            float a(float x); float b(float x) BODY float a(float x) BODY
            """
        let result = compile(shader(body, helpers: helpers))
        #expect(result.diagnostics.map(\.code) == ["msl.barrier", "msl.barrier"])
        #expect(result.diagnostics.count { $0.severity == .error } == 1)
        let template = "template<typename T> T f(T x, texture2d<float> t) { t.write(x, uint2(0)); return x; }"
        let twice = shader(
            "return float4(f(1.0, image));",
            helpers: template + " float unused(texture2d<float> t) { return float(f(1, t)); }")
        #expect(compile(twice).shader == nil)
        #expect(compile(twice).diagnostics.map(\.code) == ["msl.texture-write"])
        let unused = shader(
            "return float4(1);", helpers: template + " float unused(texture2d<float> t) { return float(f(1, t)); }")
        #expect(compile(unused).shader != nil)
    }

    /// A declaration before the definition may have the parameters of another stage too.
    @Test func forwardDeclarationOfAnotherStage() {
        let helpers = "float f(threadgroup float* p); float f(threadgroup float* p) { return 1.0; }"
        let result = compile(shader("return float4(1);", helpers: helpers))
        #expect(result.shader != nil, "\(describe(result))")
    }

    /// What is found only while something is tried is found again when it counts.
    @Test func triedFirst() {
        let helpers = "template<typename T> floau f(T x) { return 2.0; } float f(int x) { return 1.0; }"
        #expect(!codes(shader("return float4(f(1u));", helpers: helpers)).contains("msl.internal"))
    }
}

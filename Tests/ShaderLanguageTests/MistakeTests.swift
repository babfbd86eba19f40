import Testing

@testable import ShaderLanguage

/// Ordinary mistakes: each by its own code, once, at its place.
@Suite struct MistakeTests {
    static let grammar: [Mistake] = [
        Mistake("syntax", "float x = 1.0¦\nreturn float4(x);", hint: "missing `;`"),
        Mistake("syntax", "float x = (1.0 + ¦; return float4(x);"),
        Mistake("syntax", "float x = sin(1.0¦; return float4(x);"),
        Mistake("syntax", "float x = sin(1.0) ¦2.0; return float4(x);"),
        Mistake("syntax", "if ¦in.uv.x > 0.5 { return float4(1); } return float4(0);"),
        Mistake("syntax", "for (int i = 0; i < 3¦) { } return float4(0);"),
        Mistake("syntax", "return float4(0);", helpers: "float f(float x) ¦return x; }"),
        Mistake("syntax", "return float4(0);", helpers: "struct S { float x ¦};"),
        Mistake("syntax", "return float4(0);", helpers: "¦} float f() { return 1.0; }"),
        Mistake("character", "return float4(¦§);"),
        Mistake("number", "int i = ¦99999999999; return float4(i);"),
        Mistake("number", "float x = ¦1.0f2; return float4(x);"),
        Mistake("number", "return float4(¦08);"),
        Mistake("call", "float x = 1.0; return float4(¦x(1.0));"),
        Mistake("break", "¦break; return float4(1);"),
        Mistake("break", "¦continue; return float4(1);"),
        Mistake("case", "¦case 1: return float4(1);"),
        Mistake("switch", "switch (¦1.0) { default: break; } return float4(1);"),
        Mistake("switch", "switch (1) { case 1: break; case ¦1: break; } return float4(1);"),
        Mistake("switch", "switch (1) { default: break; ¦default: break; } return float4(1);"),
        Mistake("range-for", "for (float x : ¦3.0) { } return float4(1);"),
        Mistake("preprocessor", "return float4(1);", helpers: "#¦error stop"),
        Mistake("preprocessor", "return float4(1);", helpers: "#¦endif"),
        Mistake("preprocessor", "return float4(1);", helpers: "#if 1 / ¦0\n#endif"),
        Mistake("preprocessor", "return float4(1);", helpers: "#¦foo"),
        Mistake("preprocessor", "return float4(1);", helpers: "#¦define"),
    ]

    static let names: [Mistake] = [
        Mistake("unknown-name", "float colour = 1.0; return float4(¦color);", hint: "did you mean `colour`?"),
        Mistake("unknown-function", "return float4(¦smothstep(0.0, 1.0, 0.5));", hint: "did you mean `smoothstep`?"),
        Mistake("unknown-member", "return float4(uniforms.¦tiem);", hint: "did you mean `time`?"),
        Mistake("unknown-type", "¦flaot x = 1.0; return float4(x);", hint: "did you mean `float`?"),
        Mistake("undefined-function", "return float4(f());", helpers: "float ¦f();"),
        Mistake("redefinition", "float x = 1; float ¦x = 2; return float4(x);"),
        Mistake(
            "redefinition", "return float4(1);",
            helpers: "float f(float x) { return x; } float ¦f(float y) { return 1.0; }"
        ),
        Mistake("no-overload", "return float4(¦f(1.0, 2.0));", helpers: "float f(float x) { return x; }"),
        Mistake("no-overload", "return float4(¦length(1.0));", hint: "abs(x)"),
        Mistake("no-overload", "float x = 1.0; return float4(is_function_constant_defined(¦x));"),
        Mistake("no-overload", "return float4(is_null_texture(¦in.uv));"),
        Mistake("swizzle", "return float4(in.uv.¦z);"), Mistake("swizzle", "return float4(in.uv.¦xr, 0, 1);"),
        Mistake("member", "constant AmbientShaderUniforms* p = &uniforms; return float4(p.¦time);", hint: "->time"),
        Mistake("member", "return float4(in->¦uv, 0, 1);", hint: "`.uv`"),
        Mistake("method", "return float4(in.uv.¦length());", hint: "length(…)"),
    ]

    static let types: [Mistake] = [
        Mistake("type-mismatch", "float x = ¦in; return float4(x);"),
        Mistake("type-mismatch", "float x = ¦in.uv; return float4(x);", hint: "such as `.x`"),
        Mistake("assignment", "const float x = 1.0; ¦x = 2.0; return float4(x);"),
        Mistake("assignment", "float2 v = 0; ¦v.xx = float2(1.0); return float4(1);"),
        Mistake("auto", "auto ¦x; return float4(1);"), Mistake("void", "void ¦x; return float4(1);"),
        Mistake("array-size", "float a[¦0]; return float4(1);"),
        Mistake("array-size", "¦float a[100000]; return float4(a[0]);"),
        Mistake("not-constant", "float a[¦int(uniforms.time)]; return float4(a[0]);"),
        Mistake("address", "float x = *¦1.0; return float4(x);"),
        Mistake("address", "f(&¦1.0); return float4(1);", helpers: "void f(thread float* p) { }"),
        Mistake("binding", "texture2d<float> ¦t; return float4(1);"),
        Mistake("cast", "return float4(¦as_type<int>(in.uv).x);"), Mistake("cast", "return ¦(float4)in.uv;"),
        Mistake("condition", "if (¦in.uv) return float4(1); return float4(0);", hint: "any(…)"),
        Mistake("constructor", "return ¦float4(in.uv, 1);", hint: "it needs 4 components; these are 3"),
        Mistake("index", "return float4(in.uv[¦0.5]);", hint: "int(…)"),
        Mistake("initializer", "float a[2] = {1, 2, ¦3}; return float4(a[0]);"),
        Mistake("operator", "return float4(¦5.0 % 3.0);", hint: "fmod(a, b)"),
        Mistake("operator", "return float4(¦!in);"),
        Mistake("reference", "thread float& ¦r; return float4(1);"),
        Mistake("sampler", "constexpr sampler s(¦filter::cubic); return image.sample(s, in.uv);"),
        Mistake("return", "return float4(f());", helpers: "float f() { ¦return; }"),
        Mistake("return", "return float4(1);", helpers: "void f() { return ¦1.0; }"),
        Mistake("field-type", "S s; return float4(1);", helpers: "struct S { thread float& ¦x; float y; };"),
        Mistake("parameter-type", "return float4(1);", helpers: "void f(void ¦x) { }"),
        Mistake("pointer", "return float4(1);", helpers: "void f(thread ¦float** x) { }"),
        Mistake("program-scope", "return float4(k);", helpers: "float ¦k = 1.0;", hint: "write `constant float k"),
        Mistake("result-type", "return float4(1);", helpers: "¦texture2d<float> f(texture2d<float> t) { return t; }"),
        Mistake(
            "template", "return float4(1);",
            helpers: "template <typename T, int N> struct S { T x; };\ntemplate <int N> struct ¦S<float, N> { int x; };"
        ),
        Mistake(
            "template-limit", "return float4(f<0>(1.0));",
            helpers: "template <int N> float ¦f(float x) { return f<N + 1>(x); }"),
        Mistake("variadic", "return float4(1);", helpers: "template <typename¦... T> float f(T... x) { return 1.0; }"),
        Mistake("decltype", "¦decltype(1.0) x = 1.0; return float4(x);"),
        Mistake("static-assert", "static_assert(¦1 == 2, \"never\"); return float4(1);"),
        Mistake("bit-field", "return float4(1);", helpers: "struct S { unsigned a ¦: 3; };"),
        Mistake("anonymous-structure", "return float4(1);", helpers: "struct S { ¦struct { float x; }; };"),
        Mistake(
            "reference-result", "return float4(1);",
            helpers: "thread float& ¦f(thread float& a, bool b) { if (b) return a; return a; }"),
    ]

    static let limits: [Mistake] = [
        Mistake("empty", file: ""), Mistake("binary", file: "// ¦\0"),
        Mistake("too-large", file: String(repeating: " ", count: 600 * 1024)),
        Mistake("too-many-tokens", file: String(repeating: ";", count: 200_000) + "¦;"),
        Mistake("name-length", "float ¦" + String(repeating: "a", count: 1_025) + " = 1.0; return float4(1);"),
        Mistake(
            "macro-limit", "return float4(¦B);",
            helpers: "#define A " + String(repeating: "1 + ", count: 9_999) + "1\n#define B "
                + String(repeating: "A + ", count: 50) + "1"),
        Mistake(
            "nesting",
            "return float4(" + String(repeating: "(", count: 198) + "¦(1.0" + String(repeating: ")", count: 200) + ";"),
        Mistake("structure-size", "return float4(1);", helpers: "struct ¦S { float4 a[4000]; float b[999]; };"),
        Mistake(
            "too-many-names", "return float4(1);",
            helpers: (1...64).map {
                "namespace n\($0) { constant float x = 1.0; } using namespace \($0 == 64 ? "¦" : "")n\($0);"
            }.joined(separator: "\n")),
        Mistake(
            "call-depth", "return float4(f64(1.0));",
            helpers: "float f0(float x) { return x; }\nfloat f1(float x) { return f0(x); }\n"
                + (2...64).map { "float f\($0)(float x) { return \($0 == 2 ? "¦" : "")f\($0 - 1)(x); }" }.joined(
                    separator: "\n")),
        Mistake(
            "program-size",
            file: "float f0(float x) { return sin(x); }\n"
                + (1...60).map { "float f\($0)(float x) { return f\($0 - 1)(x) + f\($0 - 1)(x + 1.0); }" }.joined(
                    separator: "\n")
                + "\nfragment float4 ¦fragment_test(VertexOut in [[stage_in]]) { return float4(f60(in.uv.x)); }"),
    ]

    @Test(arguments: grammar + names + types + limits) func isRefused(_ mistake: Mistake) { mistake.check() }

    /// No code is without a case, but for the file's encoding (which no string shows) and faults of the compiler.
    @Test func everyCodeHasACase() {
        var tested = Set(
            (MistakeTests.grammar + MistakeTests.names + MistakeTests.types + MistakeTests.limits
                + RejectionTests.survey
                + RejectionTests.others + SpellingTests.glsl + SpellingTests.hlsl + WarningTests.bindings
                + WarningTests.dead + WarningTests.unset).map(\.code))
        tested.formUnion(["encoding", "internal"])
        #expect(Set(DiagnosticCatalog.kinds.map(\.code)).symmetricDifference(tested).sorted() == [])
    }
}

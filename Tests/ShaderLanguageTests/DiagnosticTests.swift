import Diagnostics
import Foundation
import Testing

@testable import ShaderLanguage

/// What is said about mistakes: each once, at its place, with what to do.
@Suite struct DiagnosticTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var body: String
        var code: String
        var hint: String?
        var helpers = ""
        var testDescription: String { body.isEmpty ? helpers : body }
    }

    static let cases: [Case] = [
        Case(body: "vec3 c = vec3(1.0); return float4(c, 1);", code: "msl.foreign-name", hint: "write `float3`"),
        Case(body: "float x = mod(1.0, 2.0); return float4(x);", code: "msl.foreign-name", hint: "write `fmod(x, y)`"),
        Case(body: "return texture(image, in.uv);", code: "msl.foreign-name", hint: "write `name.sample(sampler, uv)`"),
        Case(body: "return float4(inversesqrt(2.0));", code: "msl.foreign-name", hint: "write `rsqrt(x)`"),
        Case(body: "return float4(dFdx(in.uv.x));", code: "msl.foreign-name", hint: "write `dfdx(x)`"),
        Case(body: "return float4(gl_FragCoord.xy, 0, 1);", code: "msl.foreign-name", hint: "in.position"),
        Case(body: "return float4(lerp(0.0, 1.0, 0.5));", code: "msl.foreign-name", hint: "write `mix(x, y, a)`"),
        Case(body: "return float4(frac(0.5));", code: "msl.foreign-name", hint: "write `fract(x)`"),
        Case(body: "return float4(iTime);", code: "msl.foreign-name", hint: "write `uniforms.time`"),
        Case(
            body: "mat2 m = mat2(1.0); return float4(m[0], 0, 1);", code: "msl.foreign-name", hint: "write `float2x2`"),
        Case(body: "discard; return float4(0);", code: "msl.foreign-name", hint: "write `discard_fragment()`"),
        Case(body: "return float4(atan(1.0, 2.0));", code: "msl.foreign-name", hint: "atan2(y, x)"),
        Case(body: "return float4(length(1.0));", code: "msl.no-overload", hint: "abs(x)"),
        Case(
            body: "float colour = 1.0; return float4(color);", code: "msl.unknown-name", hint: "did you mean `colour`?"),
        Case(
            body: "return float4(smothstep(0.0, 1.0, 0.5));", code: "msl.unknown-function",
            hint: "did you mean `smoothstep`?"),
        Case(body: "return float4(uniforms.tiem);", code: "msl.unknown-member", hint: "did you mean `time`?"),
        Case(body: "return float4(in.uv.z);", code: "msl.swizzle"),
        Case(body: "return float4(in.uv.st, 0, 1);", code: "msl.swizzle", hint: "write `xyzw` or `rgba`"),
        Case(body: "flaot x = 1.0; return float4(x);", code: "msl.unknown-type", hint: "did you mean `float`?"),
        Case(
            body: "float3 c = in.uv; return float4(c, 1);", code: "msl.vector-conversion", hint: "with all components"),
        Case(body: "return float4(in.uv, 1);", code: "msl.constructor", hint: "it needs 4 components; these are 3"),
        Case(body: "return float3(1.0);", code: "msl.vector-conversion", hint: "write `float4(…)` with all components"),
        Case(body: "float x = 5.0 % 3.0; return float4(x);", code: "msl.operator", hint: "write `fmod(a, b)`"),
        Case(body: "const float x = 1.0; x = 2.0; return float4(x);", code: "msl.assignment"),
        Case(body: "uniforms.time = 2.0; return float4(1);", code: "msl.assignment", hint: "copy it"),
        Case(body: "float2 v; v.xx = float2(1.0); return float4(1);", code: "msl.assignment"),
        Case(
            body: "return float4(f(1.0, 2.0));", code: "msl.no-overload", hint: "it takes f(float)",
            helpers: "float f(float x) { return x; }"),
        Case(
            body: "set(&uniforms.time); return float4(1);", code: "msl.no-overload",
            helpers: "void set(thread float* x) { *x = 1.0; }"),
        Case(body: "double x = 1.0; return float4(x);", code: "msl.double"),
        Case(body: "threadgroup float x; return float4(1);", code: "msl.threadgroup"),
        Case(body: "long x = 1; return float4(x);", code: "msl.wide-integer"),
        Case(body: "goto end; return float4(1);", code: "msl.goto"),
        Case(body: "auto f = [](float x) { return x; }; return float4(1);", code: "msl.lambda"),
        Case(body: "image.write(float4(1), uint2(0)); return float4(1);", code: "msl.texture-write"),
        Case(body: "return image.sample(in.uv, in.uv);", code: "msl.no-overload", hint: "sampler(filter::linear)"),
        Case(body: "return image.read(int2(0));", code: "msl.no-overload", hint: "write `uint2(…)`"),
        Case(body: "atomic_fetch_add_explicit(1, 2, 3); return float4(1);", code: "msl.atomic"),
        Case(body: "threadgroup_barrier(1); return float4(1);", code: "msl.barrier"),
        Case(body: "int i = 99999999999; return float4(i);", code: "msl.number"),
        Case(body: "float x = 1.0f2; return float4(x);", code: "msl.number"),
        Case(body: "float x = 1; float x = 2; return float4(x);", code: "msl.redefinition"),
        Case(body: "break; return float4(1);", code: "msl.break"),
        Case(body: "switch (1.0) { default: break; } return float4(1);", code: "msl.switch"),
        Case(body: "switch (1) { case 1: break; case 1: break; } return float4(1);", code: "msl.switch"),
        Case(body: "float a[100000]; return float4(a[0]);", code: "msl.array-size"),
        Case(body: "float a[int(uniforms.time)]; return float4(a[0]);", code: "msl.not-constant"),
        Case(body: "return float4(\"red\");", code: "msl.string"),
        Case(body: "return float4(1.0 § 2.0);", code: "msl.syntax"),
        Case(body: "return float4(§);", code: "msl.character"),
        Case(
            body: "return f(3);", code: "msl.recursion", hint: "use a loop",
            helpers: "float4 f(int n) { return n > 0 ? f(n - 1) : float4(1); }"),
        Case(body: "return float4(f());", code: "msl.undefined-function", helpers: "float f();"),
        Case(
            body: "return float4(k);", code: "msl.program-scope", hint: "write `constant float k",
            helpers: "float k = 1.0;"),
        Case(
            body: "return float4(1);", code: "msl.include", hint: "copy what the shader needs",
            helpers: "#include \"common.h\""),
        Case(body: "return float4(1);", code: "msl.preprocessor", helpers: "#error stop"),
        Case(
            body: "return float4(1);", code: "msl.template",
            helpers: "template <template <typename> class T> float f(T<float> x) { return 1.0; }"),
        Case(
            body: "return float4(1);", code: "msl.redefinition", hint: "the host defines it",
            helpers: "struct VertexOut { float4 position [[position]]; float2 st; };"),
        Case(
            body: "return float4(f(0.0));", code: "msl.foreign-name", hint: "thread float&",
            helpers: "float f(inout float x) { return x; }"),
        Case(body: "return vec;", code: "msl.unknown-name"),
    ]

    @Test(arguments: cases) func mistake(in test: Case) {
        let result = compile(shader(test.body, helpers: test.helpers))
        let errors = result.diagnostics.filter { $0.severity == .error }
        #expect(result.shader == nil)
        #expect(errors.map(\.code) == [test.code], "\(describe(result))")
        if let hint = test.hint {
            #expect(errors.first?.hint?.contains(hint) ?? false, "\(describe(result))")
        }
    }

    /// Several mistakes, each once and on its own line, without those that follow from them.
    @Test func severalErrors() {
        let result = compile(
            """
            constant float3 broken = vec3(1.0);
            static float helper(float x) { return x + unknown; }

            fragment float4 fragment_test(VertexOut in [[stage_in]]) {
                float3 a = broken * 2.0;
                float b = helper(1.0)
                float c = b + ;
                float d = nothing + nothing;
                return float4(a, d) + in.colour;
            }
            """)
        let places = result.diagnostics.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.code)" }
        #expect(
            places == [
                "1:26 msl.foreign-name", "2:43 msl.unknown-name", "6:26 msl.syntax", "7:19 msl.syntax",
                "8:15 msl.unknown-name", "9:30 msl.unknown-member",
            ])
    }

    /// Spans survive the preprocessor: the place is where the author used the macro.
    @Test func placesInMacros() throws {
        let source = "#define TWICE(x) ((x) * dobule(x))\n" + shader("return float4(TWICE(3.0));")
        let error = try #require(compile(source).diagnostics.first)
        #expect(error.code == "msl.unknown-function")
        let body = shader("return float4(TWICE(3.0));")
        let line = try #require(
            body.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("TWICE") })
        #expect(error.location?.line == line + 2)
        #expect(error.location?.column == 15)
    }

    /// Lines are those of the file, whatever its line ends, continued lines and byte-order mark.
    @Test(arguments: ["\n", "\r\n", "\r"]) func linesOfTheFile(end: String) throws {
        let text = [
            "\u{FEFF}// ü", "#define A \\", "  1.0", "", "fragment float4 fragment_test(float4 p [[position]]) {",
            "  return float4(B);", "}",
        ]
        .joined(separator: end)
        let error = try #require(compile(text).diagnostics.first)
        #expect(error.location?.line == 6)
        #expect(error.location?.column == 17)
    }

    @Test func missingEntryPoint() throws {
        let source =
            "fragment float4 fragment_bar(float4 p [[position]]) { return p; }\nfragment float4 other(float4 p [[position]]) { return p; }"
        let error = try #require(compile(source, entryPoint: "fragment_bars").diagnostics.first)
        #expect(error.code == "msl.entry-point-missing")
        #expect(error.message == "the file has no fragment function `fragment_bars`, only `fragment_bar`, `other`")
        #expect(error.hint?.hasPrefix("rename `fragment_bar` to `fragment_bars`") ?? false)
        #expect(codes("float4 fragment_test() { return float4(1); }") == ["msl.entry-point-missing"])
        #expect(codes("// nothing\n") == ["msl.entry-point-missing"])
        #expect(codes("[[stitchable]] half4 f(float2 p) { return half4(1); }") == ["msl.stitchable"])
    }

    @Test func entryParameters() {
        #expect(
            codes("fragment float4 fragment_test(float4 p [[position]], uint id [[instance_id]]) { return p; }")
                == ["msl.entry-input"])
        #expect(
            codes("fragment float4 fragment_test(constant float4& c [[buffer(3)]]) { return c; }") == [
                "msl.unbound-buffer"
            ])
        #expect(codes("fragment float3 fragment_test(float4 p [[position]]) { return p.xyz; }") == ["msl.entry-result"])
        #expect(codes("fragment float4 fragment_test(float x) { return float4(x); }") == ["msl.entry-input"])
        #expect(
            codes(
                "fragment float4 fragment_test(float4 p [[position]], texture2d<float, access::write> t [[texture(0)]]) { return p; }"
            )
                == ["msl.texture-write"])
    }

    /// What only an unused function does is a warning.
    @Test func unusedFunction() {
        let helpers = "static float unused(threadgroup float* p) { threadgroup_barrier(1); return 1.0; }"
        let result = compile(shader("return float4(1);", helpers: helpers))
        #expect(result.shader != nil)
        #expect(Set(result.diagnostics.map(\.severity)) == [.warning])
    }

    @Test func warnings() {
        #expect(codes(shader("float a[2] = {1.0, 2.0}; return float4(a[2]);")) == ["msl.index-range"])
        #expect(
            codes(shader("return float4(f(1.0));", helpers: "float f(float x) { if (x > 0.0) return 1.0; }"))
                == ["msl.missing-return"])
    }

    @Test func renderedDiagnostic() throws {
        let source = SourceText(
            name: "Bad.metal",
            text: "fragment float4 fragment_bad(float4 p [[position]]) {\n    return float4(vec3(1.0), 1.0);\n}\n")
        let error = try #require(ShaderCompiler.compile(source, entryPoint: "fragment_bad").diagnostics.first)
        #expect(
            error.rendered() == """
                ambient: Bad.metal:2:19: error: `vec3` is not a function of Metal [msl.foreign-name]
                      return float4(vec3(1.0), 1.0);
                                    ^^^^
                  hint: write `float3`
                """)
    }
}

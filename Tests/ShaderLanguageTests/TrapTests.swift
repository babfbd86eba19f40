import Foundation
import ShaderIR
import Testing

@testable import ShaderLanguage

/// The semantic traps of the language survey (its section 3), by number.
///
/// Values follow from the Metal specification, C++ or IEEE 754 as each row says.
@Suite struct TrapTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var trap: Int
        var expression: String
        var expected: Float
        var statements = ""
        var helpers = ""
        var tolerance: Float = 0

        init(
            _ trap: Int, _ expression: String, _ expected: Float, after statements: String = "", helpers: String = "",
            tolerance: Float = 0
        ) {
            self.trap = trap
            self.expression = expression
            self.expected = expected
            self.statements = statements
            self.helpers = helpers
            self.tolerance = tolerance
        }

        var testDescription: String { "\(trap): \(expression)" }
    }

    /// `zero`, `one` and `three` are not known at compile time, so that the evaluator computes, not the compiler.
    static let prologue = """
        float one = uniforms.time;
        float zero = one - 1.0;
        int izero = int(zero);
        uint uzero = uint(zero);
        float3 v = float3(1.0, 2.0, 3.0) * one;

        """

    static let arithmetic: [Case] = [
        // 2: C fmodf, sign of the dividend.
        Case(2, "fmod(-1.0 * one, 3.0)", -1), Case(2, "fmod(5.5 * one, 2.0)", 1.5),
        // 3: truncation; x / 0 = x and x % 0 = 0; INT_MIN / -1 wraps.
        Case(3, "float((-7 + izero) / 2)", -3), Case(3, "float((-7 + izero) % 2)", -1),
        Case(3, "float((7 + izero) / izero)", 7), Case(3, "float((7 + izero) % izero)", 0),
        Case(3, "float((INT_MIN + izero) / -1)", -2_147_483_648), Case(3, "float((INT_MIN + izero) % -1)", 0),
        Case(3, "float(uint(7 + izero) / uzero)", 7), Case(3, "float(4294967295u / (2u + uzero))", 2_147_483_648),
        // 4: signed overflow wraps.
        Case(4, "float(INT_MAX + 1 + izero)", -2_147_483_648), Case(4, "float((65537 + izero) * 65537)", 131_073),
        // 5: toward zero, saturating, NaN to 0.
        Case(5, "float(int(-1.7 * one))", -1), Case(5, "float(uint(-0.1 * one))", 0),
        Case(5, "float(int(1e20 * one))", 2_147_483_648), Case(5, "float(int(zero / zero))", 0),
        Case(5, "float(uint(-5.0 * one))", 0), Case(5, "float(uint(1e20 * one))", 4_294_967_296),
        // 6: the low five bits of the amount; arithmetic for signed.
        Case(6, "float(1 << (33 + izero))", 2), Case(6, "float((-8 + izero) >> 1)", -4),
        Case(6, "float(uint(0x80000000u + uzero) >> 31u)", 1),
        // 7: no double; integers stay integers.
        Case(7, "float(1 / 2)", 0),
        Case(7, "(0.1 + 0.2) == 0.3 ? 1.0 : 0.0", 0.1 as Float + 0.2 == 0.3 as Float ? 1 : 0),
        Case(7, "16777216.0 + 1.0", 16_777_216), Case(7, "1e-3f * 1000.0", 1),
        // 8: half rounds after each operation; half with float is float.
        Case(8, "float(half(2048.0h) + half(1.0h))", 2048), Case(8, "float(half(2048.0h * half(one)) + 1.0)", 2049),
        Case(8, "float(half(one) / 3.0h)", 0.333251953125), Case(8, "float(half(65504.0 * one) * 2.0h)", .infinity),
        Case(8, "float(half(0.1 * one))", 0.0999755859375),
        // 9: a half vector converts the scalar, a half scalar is converted.
        Case(9, "float((half3(half(one)) * 0.1).x)", 0.0999755859375), Case(9, "half(one) * 0.1", 0.1),
        // 11: C++ overload ranking over the library.
        Case(11, "pow(10, 2.0 * one)", 100, tolerance: 1e-4), Case(11, "fmax(0.5 * one, 0)", 0.5),
        Case(
            11, "f(1.0h) + f(1) * 10.0 + f(1.0) * 100.0", 112,
            helpers: "float f(float x) { return 1.0; } float f(half x) { return 2.0; } float f(int x) { return 1.0; }"),
        // 13, 14: the number wins.
        Case(13, "min(zero / zero, 2.0)", 2), Case(13, "max(2.0, zero / zero)", 2),
        Case(14, "clamp(zero / zero, 0.25, 0.75)", 0.25), Case(14, "saturate(zero / zero)", 0),
        Case(14, "clamp(5.0 * one, 0.0, 1.0)", 1),
        // 15: reversed edges fall; equal edges are a step.
        Case(15, "smoothstep(1.0, 0.0, 0.25 * one)", 0.84375), Case(15, "smoothstep(0.0, 1.0, 0.25 * one)", 0.15625),
        Case(15, "smoothstep(0.5, 0.5, 0.6 * one)", 1), Case(15, "smoothstep(0.5, 0.5, 0.4 * one)", 0),
        Case(15, "smoothstep(0.5, 0.5, 0.5 * one)", 0),
        // 16: extrapolates.
        Case(16, "mix(1.0, 3.0, 2.0 * one)", 5), Case(16, "mix(1.0, 3.0, -1.0 * one)", -1),
        // 17.
        Case(17, "step(0.5, 0.5 * one)", 1), Case(17, "step(0.5, 0.4 * one)", 0), Case(17, "sign(zero / zero)", 0),
        Case(17, "1.0 / sign(-0.0 * one)", -.infinity), Case(17, "sign(-3.0 * one)", -1),
        // 18: below 1 even for tiny negatives.
        Case(18, "fract(-1e-9 * one)", 0x1.FFFFFEp-1), Case(18, "fract(-0.25 * one)", 0.75),
        // 19: C pow.
        Case(19, "pow(-2.0 * one, 2.0)", 4), Case(19, "isnan(powr(-2.0 * one, 2.0)) ? 1.0 : 0.0", 1),
        // 20.
        Case(20, "atan2(zero, zero)", 0), Case(20, "round(2.5 * one)", 3), Case(20, "round(-2.5 * one)", -3),
        Case(20, "round(0.49999997 * one)", 0), Case(20, "rint(2.5 * one)", 2), Case(20, "rint(3.5 * one)", 4),
        Case(20, "round(8388609.0 * one)", 8_388_609),
        // 21.
        Case(21, "isnan(normalize(float3(zero)).x) ? 1.0 : 0.0", 1),
        Case(21, "normalize(float2(3.0, 4.0) * one).y", 0.8),
        // 22: within 2⁻²² of the sine for |x| ≤ 10⁴ (sin 10000 and cos 10000 to 15 digits), finite beyond.
        Case(22, "sin(10000.0 * one)", -0.305614388888252, tolerance: 0x1p-22),
        Case(22, "cos(10000.0 * one)", -0.952155368259015, tolerance: 0x1p-22),
        Case(22, "abs(sin(1e30 * one)) <= 1.0 ? 1.0 : 0.0", 1),
        // 24: subnormal numbers are kept, as IEEE 754 says: 10⁻⁴⁰ is 71362 · 2⁻¹⁴⁹.
        Case(24, "float(as_type<uint>(1e-40 * one))", 71_362), Case(24, "0x1p-149 * one > 0.0 ? 1.0 : 0.0", 1),
        Case(24, "0x1p-126 * one * 0.5 * 2.0", 0x1p-126),
        // 36: select takes b where c is true.
        Case(36, "select(1.0, 2.0, one > 0.5)", 2), Case(36, "select(v, float3(9.0), v == 2.0).y", 9),
        Case(36, "all(v == v) ? 1.0 : 0.0", 1), Case(36, "any(v > 2.5) ? 1.0 : 0.0", 1),
    ]

    /// The rows of one trap.
    static func rows(_ trap: Int) -> [Case] { arithmetic.filter { $0.trap == trap } }

    private func check(_ test: Case, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
        let value = try evaluate(
            test.expression, after: TrapTests.prologue + test.statements, helpers: test.helpers, inputs: [.time: 1])
        #expect(
            value == test.expected || abs(value - test.expected) <= test.tolerance, "\(value)",
            sourceLocation: sourceLocation)
    }

    @Test(arguments: rows(2)) func trap2FmodTruncates(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(3)) func trap3IntegerDivision(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(4)) func trap4SignedOverflow(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(5)) func trap5FloatToInt(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(6)) func trap6ShiftAmounts(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(7)) func trap7Literals(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(8)) func trap8HalfArithmetic(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(9)) func trap9HalfVectorWithFloat(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(11)) func trap11OverloadRanking(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(13)) func trap13MinMaxOfNaN(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(14)) func trap14ClampComposition(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(15)) func trap15SmoothstepReversed(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(16)) func trap16MixExtrapolates(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(17)) func trap17StepAndSign(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(18)) func trap18FractBelowOne(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(19)) func trap19PowOfNegatives(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(20)) func trap20AtanAndRounding(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(21)) func trap21NormalizeZero(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(22)) func trap22SineOfLargeNumbers(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(24)) func trap24Subnormals(_ test: Case) throws { try check(test) }

    @Test(arguments: rows(36)) func trap36SelectAndCompare(_ test: Case) throws { try check(test) }

    /// 10: vectors do not convert to vectors by themselves; the hint names the constructor.
    @Test func trap10VectorConversion() {
        let result = compile(shader("int3 i = int3(1); float3 f = i; return float4(f, 1);"))
        #expect(result.diagnostics.map(\.code) == ["msl.vector-conversion"])
        #expect(result.diagnostics.first?.hint == "write `float3(…)`")
        #expect(codes(shader("return float4(float3(1) * half3(1), 1);")) == ["msl.vector-conversion"])
    }

    /// 11: an ambiguous call is taken as meant, with a warning.
    @Test func trap11AmbiguousCall() throws {
        let source = shader("return float4(max(0, uniforms.time));")
        #expect(codes(source) == ["msl.ambiguous-call"])
        #expect(try run(source, inputs: [.time: 0.5]).color[0] == 0.5)
    }

    /// 12: nothing is contracted: (1 + 2⁻¹²)² − 1 − 2⁻¹¹ is 0 in two roundings, 2⁻²⁴ fused.
    @Test func trap12NoContraction() throws {
        let x: Float = 1 + 0x1p-12
        let value = try evaluate("t * t - (1.0 + 0x1p-11)", after: "float t = uniforms.time;", inputs: [.time: x])
        #expect(value == 0)
    }

    /// 23: a float counter accumulates its rounding: 0.1 added ten times is less than 1 … or not.
    @Test func trap23FloatLoopCounter() throws {
        var counter: Float = 0
        var expected = 0
        while counter < 1 {
            expected += 1
            counter += 0.1
        }
        let value = try evaluate(
            "float(n)", after: "int n = 0; for (float x = 0.0; x < 1.0; x += 0.1) { n++; }")
        #expect(value == Float(expected))
    }

    /// 25: a sampler without settings is nearest, clamped to the edge.
    @Test func trap25SamplerDefault() throws {
        let program = try #require(
            compile(shader("constexpr sampler s; return image.sample(s, in.uv);")).shader?.program.program)
        #expect(program.textures == [1])
        #expect(program.text.contains("= sample (nearest, clampToEdge) texture1 "))
    }

    /// 28: an unbound texture has size 0 and reads zero.
    @Test func trap28UnboundTexture() throws {
        let size = shader("return float4(image.get_width(), image.get_height(), image.read(uint2(0, 0)).a, 1);")
        #expect(try run(size).color == [0, 0, 0, 1])
        #expect(try run(shader("return image.sample(sampler(), in.uv);")).color == [0, 0, 0, 0])
    }

    /// 29: reads outside a texture give zero.
    @Test func trap29ReadsOutside() throws {
        let texture = ReferenceEvaluator.Texture(width: 2, height: 1, texels: [[0.25, 0, 0, 1], [0.5, 0, 0, 1]])
        let read = shader("return float4(image.read(uint2(1, 0)).r, image.read(uint2(2, 0)).r, image.get_width(), 1);")
        #expect(try run(read, textures: [1: texture]).color == [0.5, 0, 2, 1])
    }

    /// 29: indices are clamped.
    @Test(arguments: [(-1, 10), (0, 10), (1, 20), (2, 30), (3, 30), (1_000_000, 30)])
    func trap29ClampedIndex(index: Int, expected: Float) throws {
        let inputs: [Input: Float] = [.time: Float(index)]
        let value = try evaluate(
            "a[int(uniforms.time)]", after: "float a[3] = {10.0, 20.0, 30.0}; a[0] += 0.0;", inputs: inputs)
        #expect(value == expected)
        let table = try evaluate(
            "t[int(uniforms.time)]", helpers: "constant float t[3] = {10.0, 20.0, 30.0};", inputs: inputs)
        #expect(table == expected)
        let vector = try evaluate(
            "v[int(uniforms.time)]", after: "float3 v = float3(10.0, 20.0, 30.0);", inputs: inputs)
        #expect(vector == expected)
    }

    /// 31: columns first; `m * v` and `v * m` differ.
    @Test func trap31Matrices() throws {
        let body = """
            float2x2 m = float2x2(1.0, 2.0, 3.0, 4.0);
            float2 v = float2(10.0, 100.0) * uniforms.time;
            float2 a = m * v;
            float2 b = v * m;
            """
        // Columns (1, 2) and (3, 4): m·v = (310, 420), v·m = (210, 430).
        let result = try run(shader(body + "return float4(a, b);"), inputs: [.time: 1])
        #expect(result.color == [310, 420, 210, 430])
        #expect(try evaluate("m[1][0]", after: body, inputs: [.time: 1]) == 3)
        #expect(try evaluate("(m * m)[1][0]", after: body, inputs: [.time: 1]) == 15)
        #expect(try evaluate("float3x3(2.0)[1][1] + float3x3(2.0)[1][0]", inputs: [.time: 1]) == 2)
        #expect(try evaluate("determinant(m)", after: body, inputs: [.time: 1]) == -2)
        #expect(try evaluate("transpose(m)[1][0]", after: body, inputs: [.time: 1]) == 2)
    }

    /// 32: the uniform block's layout, from the prelude's own structure.
    @Test func trap32UniformLayout() throws {
        var sink = DiagnosticSink(sources: Prelude.processed.sources)
        let tree = Parser.parse(Prelude.processed.tokens, entryPoint: "", sink: &sink)
        let program = Checker.check(tree, entryPoint: "", sink: &sink)
        let index = try #require(program.shapes.structures.firstIndex { $0.name == "AmbientShaderUniforms" })
        let structure = program.shapes.structures[index]
        #expect(program.shapes.fieldOffsets(of: structure) == [0, 8, 16, 32])
        #expect(program.shapes.layout(of: .structure(index)).size == 48)
        #expect(structure.fields.map(\.name) == ["time", "resolution", "params", "sensitivity"])
        #expect(program.shapes.layout(of: .matrix(.float, columns: 3, rows: 3)).size == 48)
        #expect(program.shapes.layout(of: .packed(.float, 3)).size == 12)
    }

    /// 33: what is not initialised is zero.
    @Test func trap33Uninitialised() throws {
        #expect(try evaluate("x + y.z + a[2]", after: "float x; float3 y = {}; float a[4];") == 0)
        // Anew in each round of a loop.
        let value = try evaluate(
            "s", after: "float s = 0.0; for (int i = 0; i < 3; i++) { float x; x += 1.0; s += x; }")
        #expect(value == 3)
    }

    /// 35: discard drops the output, and the code runs on.
    @Test func trap35Discard() throws {
        let result = try run(
            shader("if (uniforms.time > 0.5) discard_fragment(); return float4(0.5);"), inputs: [.time: 1])
        #expect(result.isDiscarded)
        #expect(result.color[0] == 0.5)
        #expect(
            try run(shader("if (uniforms.time > 0.5) discard_fragment(); return float4(0.5);")).isDiscarded == false)
    }

    /// 36: a comparison of vectors is no condition.
    @Test func trap36VectorCondition() {
        let result = compile(shader("if (in.uv == in.uv) return float4(1); return float4(0);"))
        #expect(result.diagnostics.map(\.code) == ["msl.condition"])
        #expect(result.diagnostics.first?.hint == "use `all(…)` or `any(…)`")
    }

    /// 37: what is not evaluated has no effect.
    @Test(arguments: [(0, 0), (1, 1)]) func trap37ShortCircuit(time: Float, expected: Float) throws {
        let helpers = "bool touch(thread int& n) { n++; return true; }"
        let inputs: [Input: Float] = [.time: time]
        #expect(
            try evaluate(
                "float(n)", after: "int n = 0; bool b = uniforms.time > 0.5 && touch(n);", helpers: helpers,
                inputs: inputs) == expected)
        #expect(
            try evaluate(
                "float(n)", after: "int n = 0; bool b = uniforms.time < 0.5 || touch(n);", helpers: helpers,
                inputs: inputs) == expected)
        #expect(
            try evaluate(
                "float(n)", after: "int n = 0; bool b = uniforms.time > 0.5 ? touch(n) : false;", helpers: helpers,
                inputs: inputs) == expected)
    }

    /// 38: `position` is in pixels from the top left, `uv` is 0…1.
    @Test func trap38Position() throws {
        let result = try run(
            shader("return float4(in.position.xy / uniforms.resolution, in.uv);"),
            inputs: [
                .positionX: 3.5, .positionY: 0.5, .resolutionX: 8, .resolutionY: 4, .uvX: 0.4375, .uvY: 0.875,
            ])
        #expect(result.color == [0.4375, 0.125, 0.4375, 0.875])
    }

    /// 39: a shader's own function of a library name hides the library's for the same parameters only.
    @Test func trap39OwnFunctions() throws {
        let helpers =
            "float distance(float2 a, float2 b) { return 42.0; } float mod(float x, float y) { return x - y * floor(x / y); }"
        #expect(try evaluate("distance(in.uv, in.uv)", helpers: helpers) == 42)
        #expect(try evaluate("distance(float3(0.0), float3(3.0, 4.0, 0.0))", helpers: helpers) == 5)
        #expect(try evaluate("mod(-1.0, 3.0)", helpers: helpers) == 2)
    }

    /// 40: half results are widened.
    @Test func trap40HalfResult() throws {
        let source = """
            fragment half4 fragment_test(VertexOut in [[stage_in]]) { return half4(half3(0.1h), 1.0h); }
            """
        #expect(try run(source).color == [0.0999755859375, 0.0999755859375, 0.0999755859375, 1])
    }

    /// 41: one entry into a body is one iteration, however the loop is written.
    @Test(arguments: [
        "for (int i = 0; i < 5; i++) { x += 1.0; }", "int i = 0; while (i < 5) { i++; x += 1.0; }",
        "int i = 0; do { i++; x += 1.0; } while (i < 5);", "int i = 0; while (true) { x += 1.0; if (++i == 5) break; }",
        "for (int i = 0; ; ) { x += 1.0; i++; if (i < 5) continue; break; }",
        "int n = int(uniforms.time); for (int i = 0; i < n; i++) x += 1.0;",
    ])
    func trap41Iterations(loop: String) throws {
        let result = try run(shader("float x = 0.0; \(loop) return float4(x);"), inputs: [.time: 5])
        #expect(result.color[0] == 5)
        #expect(result.iterations == 5)
    }
}

import Diagnostics
import Foundation
import ShaderIR
import Testing

@testable import ShaderLanguage

/// Constructs of the language, by the values that C++ gives them.
@Suite struct LanguageTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var expression: String
        var expected: Float
        var statements = ""
        var helpers = ""
        var warnings: [String] = []
        var testDescription: String { name }

        /// Compares the value: optimised, as lowered, and where the compiler knows no operand.
        func check(sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
            let result = "return float4(\(expression), 0, 0, 1);"
            let plain = shader("\(statements)\n\(result)", helpers: helpers)
            #expect(try run(plain, sourceLocation: sourceLocation).color[0] == expected, sourceLocation: sourceLocation)
            #expect(codes(plain) == warnings, sourceLocation: sourceLocation)
            let lowered = ShaderCompiler.compile(
                SourceText(name: "t", text: plain), entryPoint: "fragment_test", optimises: false)
            let program = try #require(lowered.shader?.program, sourceLocation: sourceLocation)
            #expect(ReferenceEvaluator.run(program).color[0] == expected, sourceLocation: sourceLocation)
            let looped = shader(
                "for (int once = 0; once < 2 * int(uniforms.time); once++) { \(statements)\n"
                    + "if (once == int(uniforms.time)) \(result) }\nreturn float4(0);", helpers: helpers)
            let inputs: [Input: Float] = [.time: 1]
            let direct = try run(plain, inputs: inputs, sourceLocation: sourceLocation).color[0]
            #expect(
                try run(looped, inputs: inputs, sourceLocation: sourceLocation).color[0] == direct,
                sourceLocation: sourceLocation)
        }
    }

    static let cases: [Case] = [
        Case(name: "precedence", expression: "1.0 + 2.0 * 3.0 - 4.0 / 2.0", expected: 5),
        Case(name: "bit operators", expression: "float((6 & 3) | (8 ^ 12) | (~0 & 64) | 1 << 8)", expected: 326),
        Case(name: "comparison chain", expression: "(1 < 2) == (3 >= 3) ? 1.0 : 0.0", expected: 1),
        Case(
            name: "compound assignment", expression: "float(i)", expected: 6,
            statements: "int i = 3; i += 4; i *= 2; i -= 1; i /= 2; i %= 5; i |= 6; i ^= 1; i <<= 1; i >>= 1; i &= 15;"),
        Case(
            name: "increment", expression: "float(a * 100 + b * 10 + i)", expected: 132,
            statements: "int i = 1; int a = i++; int b = ++i; i--; "),
        Case(name: "int += float", expression: "float(i)", expected: 3, statements: "int i = 1; i += 2.7;"),
        Case(name: "comma", expression: "(1.0, 2.0)", expected: 2),
        Case(
            name: "nested conditional", expression: "t < 1.0 ? 1.0 : t < 2.0 ? 2.0 : 3.0", expected: 3,
            statements: "float t = uniforms.time + 2.5;"),
        Case(
            name: "swizzles", expression: "v.x * 1000.0 + v.y * 100.0 + v.z * 10.0 + v.w", expected: 4321,
            statements: "float4 v = float4(1.0, 2.0, 3.0, 4.0); v.xyzw = v.wzyx; v.rg = float2(4.0, 3.0);"),
        Case(
            name: "swizzle update", expression: "v.x + v.y * 10.0 + v.z * 100.0", expected: 642,
            statements: "float3 v = float3(1.0, 2.0, 3.0); v.zx *= 2.0; v.y += 2.0;"),
        Case(
            name: "component by index", expression: "v[0] + v[1] * 10.0 + v[2] * 100.0", expected: 171,
            statements: "float3 v = float3(1.0); int i = 1 + int(uniforms.time); v[i] = 7.0;"),
        Case(
            name: "matrix column by index", expression: "m[1].y + m[0].x", expected: 9,
            statements: "float2x2 m = float2x2(1.0); m[1] = float2(7.0, 8.0); int i = int(uniforms.time); m[i].y = 5.0;"
        ),
        Case(
            name: "array in a loop", expression: "s", expected: 14,
            statements: """
                float a[4]; for (int i = 0; i < 4; i++) a[i] = float(i * i);
                float s = 0.0; for (int i = 0; i < 4; ++i) { s += a[i]; }
                """),
        Case(
            name: "rows and columns", expression: "float(k[1][2] + k[i][1] * 10 + k[9][9] * 100)", expected: 646,
            statements: "int k[2][3] = {{1, 2, 3}, {4, 5, 6}}; int i = 1 + int(uniforms.time); k[i][1] = 4;",
            warnings: ["msl.index-range", "msl.index-range"]),
        Case(
            name: "braces left out", expression: "float(k[2][0] * 10 + k[1][1])", expected: 54,
            statements: "int k[3][2] = {1, 2, 3, 4, 5, 6};"),
        Case(
            name: "array of vectors", expression: "p[i].x + p[1].y", expected: 6,
            statements: "float2 p[2] = {float2(1.0, 2.0), {3.0, 5.0}}; int i = int(uniforms.time);"),
        Case(
            name: "constant table", expression: "kernels[i].weight + sum(kernels[1].offset)", expected: 8.5,
            statements: "int i = int(uniforms.time);",
            helpers: """
                struct Tap { float2 offset; float weight; };
                constant Tap kernels[] = {{float2(0.0, 1.0), 0.5}, {{3.0, 5.0}, 0.25}};
                float sum(float2 v) { return v.x + v.y; }
                """),
        Case(
            name: "structures", expression: "l.color.y + m.color.y * 10.0 + l.power", expected: 77,
            statements: "Light l = {float3(1.0, 2.0, 3.0), 5.0}; Light m = l; m.color.y = 7.0;",
            helpers: "struct Light { float3 color; float power; };"),
        Case(
            name: "structure by value and result", expression: "l.power + twice(l).power", expected: 15,
            statements: "Light l; l.power = 5.0;",
            helpers:
                "typedef struct { float3 color; float power; } Light; Light twice(Light l) { l.power *= 2.0; return l; }"
        ),
        Case(
            name: "designated and braced results", expression: "make(3.0).b + Pair{.b = 4.0}.b", expected: 7,
            helpers: "struct Pair { float a, b; }; Pair make(float x) { return {1.0, x}; }"),
        Case(
            name: "references", expression: "x + y * 10.0", expected: 21,
            statements:
                "float x = 2.0, y = 1.0; swap(x, y); swap(x, y); thread float& r = y; r += 1.0; r *= 1.0; swap(x, x); x -= 1.0;",
            helpers: "void swap(thread float& a, thread float& b) { float t = a; a = b; b = t; }"),
        Case(
            name: "reference to a component", expression: "v.y", expected: 9,
            statements: "float3 v = float3(1.0); set(v.y); ", helpers: "void set(thread float &x) { x = 9.0; }"),
        Case(
            name: "pointers", expression: "v.y + x", expected: 12,
            statements: "float3 v = float3(1.0); float x = 1.0; set(&v, &x);",
            helpers: "void set(thread float3* p, thread float *q) { p->y = 9.0; *q += 1.0; q[0] += 1.0; }"),
        Case(
            name: "array argument", expression: "total(a) + a[0]", expected: 13,
            statements: "float a[3] = {1.0, 2.0, 3.0};",
            helpers: "float total(thread float a[3]) { a[0] += 3.0; return a[0] + a[1] + a[2]; }"),
        Case(
            name: "arrays as pointers", expression: "total(table, 3) + a[1] * 10.0", expected: 76,
            statements: "float a[2] = {1.0, 2.0}; fill(a); ",
            helpers: """
                constant float table[3] = {1.0, 2.0, 3.0};
                float total(constant float* t, int n) { float s = 0.0; for (int i = 0; i < n; i++) s += t[i]; return s; }
                void fill(thread float* t) { t[1] = 7.0; }
                """),
        Case(
            name: "early returns", expression: "f(0.0) + f(1.0) * 10.0 + f(2.0) * 100.0", expected: 321,
            helpers: """
                float f(float x) {
                    if (x < 0.5) return 1.0;
                    for (int i = 0; i < 10; i++) { if (float(i) > x) { if (x > 1.5) return 3.0; break; } }
                    return 2.0;
                }
                """),
        Case(
            name: "overloads and defaults", expression: "f(1.0) + f(float2(1.0, 2.0)) + f(1) + g() + g(5.0)",
            expected: 115,
            helpers: """
                float f(float x) { return 1.0; } float f(float2 x) { return 10.0; } float f(int x) { return 97.0; }
                float g(float x = 2.0) { return x; }
                """),
        Case(
            name: "forward declaration", expression: "early(2.0)", expected: 6,
            helpers:
                "float late(float x); float early(float x) { return late(x) * 2.0; } float late(float x) { return x + 1.0; }"
        ),
        Case(
            name: "switch falls through", expression: "f(0) + f(1) * 10.0 + f(2) * 100.0 + f(7) * 1000.0",
            expected: 5_423,
            helpers: """
                float f(int k) {
                    float x = 0.0;
                    switch (k) {
                    case 0: x += 1.0;
                    case 1: x += 2.0; break;
                    case 2: { x += 4.0; break; }
                    default: x += 5.0;
                    }
                    return x;
                }
                """),
        Case(
            name: "default first", expression: "f(1) + f(2) * 10.0 + f(9) * 100.0", expected: 321,
            helpers: """
                float f(int k) {
                    switch (k) {
                    default: return 3.0;
                    case 1: return 1.0;
                    case 2: case 3: return 2.0;
                    }
                }
                """),
        Case(
            name: "switch in a loop", expression: "x", expected: 13,
            statements: """
                float x = 0.0;
                for (int i = 0; i < 5; i++) {
                    switch (i) { case 1: continue; case 3: break; default: x += float(i); }
                    x += 1.0;
                    if (i == 4) { x += 3.0; }
                }
                """),
        Case(
            name: "scopes and shadowing", expression: "x", expected: 1,
            statements:
                "float x = 1.0; { float x = 5.0; x += 1.0; } for (int x = 0; x < 2; x++) {} if (true) { float x = 3.0; }"
        ),
        Case(
            name: "macros", expression: "SQUARE(3.0) + TAU_ISH + CAT(va, lue)", expected: 22,
            statements: "float value = 7.0;",
            helpers: "#define SQUARE(x) ((x) * (x))\n#define TAU_ISH 6.0\n#define CAT(a, b) a##b\n#undef NOTHING"),
        Case(
            name: "conditional compilation", expression: "A + B", expected: 7,
            helpers: """
                #if defined(__METAL_VERSION__) && __METAL_VERSION__ >= 200
                #define A 3.0
                #else
                #error no
                #endif
                #ifdef NOPE
                #define B garbage(((
                #elif 1 + 1 == 2
                #define B 4.0
                #else
                #define B 5.0
                #endif
                """),
        Case(
            name: "namespaces", expression: "a::f(1.0) + g() + a::b::k", expected: 24,
            helpers: """
                namespace a { constant float k = 20.0; float f(float x) { return x + 1.0; } namespace b { constant float k = 2.0; } }
                using namespace a;
                float g() { return k; }
                """),
        Case(
            name: "enumerations", expression: "float(big + int(Kind::small) + f(Size::large))", expected: 16,
            helpers: """
                enum { tiny = 1, big };
                enum class Kind { none, small = 4 };
                enum class Size : uint { little = 8, large };
                int f(Size s) { return s == Size::large ? 10 : 0; }
                """),
        Case(
            name: "typedef and using", expression: "f(real(2.0)).x", expected: 4,
            helpers: "typedef float real; using color = float3; color f(real x) { return color(x * x); }"),
        Case(
            name: "auto, casts, as_type", expression: "a + (float)b + float(c) + as_type<float>(0x40000000u)",
            expected: 10.5,
            statements: "auto a = 1.5; int b = (int)3.9; auto c = static_cast<uint>(4.2);"),
        Case(
            name: "narrow integers", expression: "float(c) + float(u) + float(s)", expected: -128 + 44 - 32_768,
            statements: "char c = 127; c += 1; uchar u = 200; u += 100; short s = 32767; s++;"),
        Case(
            name: "narrow vectors", expression: "float(v.x)", expected: 44,
            statements: "uchar2 v = uchar2(200); v += uchar2(100);"),
        Case(
            name: "packed vectors", expression: "p.y + dot(float3(p), float3(1.0))", expected: 8,
            statements: "packed_float3 p = packed_float3(1.0, 2.0, 3.0);"),
        Case(
            name: "other names of types", expression: "a.x + float(b) + float(c.y) + d.z", expected: 10,
            statements:
                "simd_float3 a = vector_float3(1.0); uint32_t b = 2; metal::uint2 c = vec<uint, 2>(3u); vec<float, 3> d = float3(4.0);"
        ),
        Case(
            name: "library in its namespaces",
            expression: "metal::max(1.0, 2.0) + fast::abs(-1.0) + precise::floor(3.5) + metal::precise::sqrt(4.0)",
            expected: 8),
        Case(
            name: "sincos, modf, frexp", expression: "c + whole * 10.0 + rest + m + float(e) * 100.0", expected: 331.5,
            statements: """
                float c; sincos(uniforms.time, c); float whole; float rest = modf(3.25, whole) - 0.5;
                int e; float m = frexp(6.0, e);
                """),
        Case(name: "ldexp", expression: "ldexp(0.75, 3) + ldexp(1.0, -1)", expected: 6.5),
        Case(
            name: "integer functions", expression: "float(popcount(255u) + clz(1) + ctz(8) + abs(-5))",
            expected: 8 + 31 + 3 + 5),
        Case(name: "rotate and extract", expression: "float(rotate(0x80000001u, 1u))", expected: 3),
        Case(
            name: "median, min3, max3",
            expression: "median3(3.0, 1.0, 2.0) + min3(3.0, 1.0, 2.0) * 10.0 + max3(3.0, 1.0, 2.0) * 100.0",
            expected: 312),
        Case(name: "reflect", expression: "reflect(float2(1.0, -1.0), float2(0.0, 1.0)).y", expected: 1),
        Case(
            name: "refract straight", expression: "refract(float3(0.0, 0.0, -1.0), float3(0.0, 0.0, 1.0), 0.5).z",
            expected: -1),
        Case(name: "cross", expression: "cross(float3(1.0, 0.0, 0.0), float3(0.0, 1.0, 0.0)).z", expected: 1),
        Case(name: "faceforward", expression: "faceforward(float2(1.0), float2(1.0), float2(1.0)).x", expected: -1),
        Case(
            name: "splat arguments",
            expression: "clamp(float3(2.0, 0.5, -1.0), 0.0, 1.0).x + mix(float2(1.0), float2(3.0), 0.5).y", expected: 3),
        Case(
            name: "constants",
            expression: "M_PI_F > 3.14159 && isinf(INFINITY) && isnan(NAN) ? FLT_EPSILON * 8388608.0 : 0.0", expected: 1
        ),
        Case(
            name: "hexadecimal", expression: "float(0xFF) + 0x1p4 + float(0b101) + 1'000.0 + float(010)",
            expected: 255 + 16 + 5 + 1000 + 8),
        Case(name: "sizeof", expression: "float(sizeof(float3) + sizeof(AmbientShaderUniforms))", expected: 64),
        Case(name: "the prelude's hsv", expression: "ambient_hsv2rgb(float3(1.0 / 3.0, 1.0, 0.5)).g", expected: 0.5),
        Case(
            name: "attributes and empty statements", expression: "x", expected: 2,
            statements: ";; [[maybe_unused]] float x = 2.0;;"),
        Case(
            name: "bool arithmetic", expression: "float(b + true) + (b & true ? 1.0 : 0.0)", expected: 3,
            statements: "bool b = 2.0;"),
    ]

    @Test(arguments: cases) func value(of test: Case) throws { try test.check() }

    /// A name of a type can name a variable as well.
    @Test func namesOfTypes() throws {
        let source = """
            fragment float4 fragment_test(VertexOut in [[stage_in]], texture2d<float> t [[texture(0)]]) {
                constexpr sampler sampler(filter::linear);
                return t.sample(sampler, in.uv);
            }
            """
        #expect(compile(source).shader != nil, "\(describe(compile(source)))")
    }

    // MARK: - Entry points

    @Test func entryPointNames() {
        #expect(ShaderCompiler.entryPoint(forFile: "Theme/Shaders/GradientWash.metal") == "fragment_gradientwash")
        #expect(ShaderCompiler.entryPoint(forFile: "Bars.metal") == "fragment_bars")
        #expect(ShaderCompiler.entryPoint(forFile: "a.b.metal") == "fragment_a.b")
    }

    /// Other entry points are listed or ignored, whatever they use.
    @Test func otherEntryPoints() throws {
        let source = """
            #include <metal_stdlib>
            using namespace metal;
            vertex VertexOut vertex_main(uint id [[vertex_id]], device float4* p [[buffer(0)]]) {
                VertexOut out; out.position = p[id]; return out;
            }
            kernel void sum(texture2d<float, access::write> t [[texture(0)]], uint2 id [[thread_position_in_grid]]) {
                threadgroup float x[32]; t.write(float4(x[0]), id); threadgroup_barrier(mem_flags::mem_threadgroup);
            }
            fragment float4 fragment_other(VertexOut in [[stage_in]]) { return double4(goto_nowhere); }
            fragment float4 fragment_test(VertexOut in [[stage_in]]) { return float4(in.uv, 0.0, 1.0); }
            """
        let result = compile(source)
        #expect(result.diagnostics.isEmpty, "\(describe(result))")
        #expect(result.entryPoints == ["fragment_other", "fragment_test"])
    }

    /// A file that repeats what the prelude has.
    @Test func repeatedPrelude() {
        let result = compile(ShaderCompiler.prelude + shader("return float4(1);"))
        #expect(result.diagnostics.isEmpty, "\(describe(result))")
    }

    @Test func uniformsByPointerAndOwnStructure() throws {
        let source = """
            struct Mine { float t; float2 size; packed_float4 p; float s; };
            fragment float4 fragment_test(float4 where [[position]], constant Mine* u [[buffer(0)]],
                                          constant float* raw [[buffer(0)]]) {
                return float4(u->t, u[0].size.y, (*u).p[2], u->s + raw[4] + raw[int(where.x)]);
            }
            """
        let inputs: [Input: Float] = [
            .time: 1, .resolutionX: 2, .resolutionY: 3, .paramX: 4, .paramZ: 5, .sensitivity: 6, .positionX: 2,
        ]
        #expect(try run(source, inputs: inputs).color == [1, 3, 5, 12])
    }

    @Test func colorStructure() throws {
        let source = """
            struct Out { float depth; half4 color [[color(0)]]; };
            [[fragment]] Out fragment_test(VertexOut in [[stage_in]]) { Out o; o.depth = 3.0; o.color = half4(0.5h); return o; }
            """
        #expect(try run(source).color == [0.5, 0.5, 0.5, 0.5])
    }

    @Test func texturesAndSamplersAsArguments() throws {
        let source = """
            constexpr sampler linear(coord::normalized, filter::linear, address::repeat);
            constexpr sampler edges(mag_filter::linear, s_address::mirrored_repeat, t_address::clamp_to_zero, coord::pixel);
            static float4 get(texture2d<float, access::sample> t, sampler s, float2 uv) { return t.sample(s, uv); }
            fragment float4 fragment_test(VertexOut in [[stage_in]], texture2d<float> a [[texture(0)]],
                texture2d<half> b [[texture(AmbientShaderTexturePackageBaseIndex)]], texture1d<float> c [[texture(2)]]) {
                float4 x = get(a, linear, in.uv) + get(a, edges, in.uv) + float4(b.sample(sampler(filter::nearest), in.uv));
                return x + c.sample(linear, 0.5) + a.sample(linear, in.uv, level(0), int2(1, 0)) + c.read(3u);
            }
            """
        let result = compile(source)
        let program = try #require(result.shader?.program.program, "\(describe(result))")
        #expect(program.textures == [0, 2, 4])
        #expect(program.text.contains("sample (linear, repeats) texture0"))
        #expect(program.text.contains("sample (linear/nearest, mirroredRepeat/clampToZero, pixel) texture0"))
        #expect(program.text.contains("sample (nearest, clampToEdge) texture4"))
        #expect(program.text.contains("read texture2"))
    }

    /// An unused branch over a texture leaves no fetch.
    @Test func constantConditions() throws {
        let program = try #require(
            compile(shader("if (false) return image.sample(sampler(), in.uv); return float4(0.5);")).shader)
        #expect(program.usesTextures.isEmpty)
    }
}

import Diagnostics
import Testing

@testable import ShaderLanguage

/// Smaller constructs of the language, by the values that C++ and the Metal specification give them.
@Suite struct ConstructTests {
    typealias Case = LanguageTests.Case

    static let cases: [Case] = [
        Case(
            name: "loops over arrays", expression: "s", expected: 60,
            statements: """
                float a[3] = {1.0, 2.0, 3.0}; float s = 0.0;
                for (float x : a) s += x;
                for (auto x : a) { if (x == 2.0) continue; s += x; }
                for (thread float& x : a) x *= 5.0;
                for (const auto x : a) s += x;
                for (float x : {5.0, 10.0, 5.0}) { s += x; if (x == 10.0) break; }
                for (constant float& k : table) s += k;
                s += 2.0;
                """, helpers: "constant float table[2] = {1.0, 2.0};"),
        Case(
            name: "loops over rows", expression: "float(n)", expected: 21,
            statements: "int k[2][3] = {{1, 2, 3}, {4, 5, 6}}; int n = 0; for (auto row : k) for (int x : row) n += x;"),
        Case(
            name: "array<T, N>", expression: "a[2] + float(a.size()) + total(a)", expected: 12,
            statements: "array<float, 3> a = {1.0, 2.0, 3.0};",
            helpers: "float total(array<float, 3> a) { float s = 0.0; for (float x : a) s += x; return s; }"),
        Case(
            name: "anonymous enumerations with names", expression: "float(f(two) + three)", expected: 25,
            helpers:
                "typedef enum { one = 1, two, three = 5 } Number; typedef enum Other { four = 4 } Other; int f(Number n) { return n == two ? 20 : 0; }"
        ),
        Case(
            name: "switch over enumerations", expression: "f(Kind::b) + f(Kind::c) * 10.0", expected: 32,
            helpers: """
                enum class Kind : uchar { a, b = 4, c };
                float f(Kind k) { switch (k) { case Kind::a: return 1.0; case Kind::b: return 2.0; case Kind::c: return 3.0; } return 0.0; }
                """),
        Case(
            name: "attributes everywhere", expression: "f(x) + s.v", expected: 5,
            statements:
                "float x [[maybe_unused]] __attribute__((aligned(16))) = 2.0; __attribute__((unused)) S s = {1.0}; [[clang::loop(unroll(full))]] for (int i = 0; i < 1; i++) {}",
            helpers: """
                struct __attribute__((packed)) S { float v [[clang::annotate("a, b")]]; } __attribute__((aligned(4)));
                static inline __attribute__((always_inline)) float f(thread const float& x) __attribute__((const));
                [[nodiscard]] static inline __attribute__((always_inline, used)) float f(thread const float& x) { return x * 2.0; }
                enum [[clang::flag_enum]] E { e1 [[deprecated("old")]] = 1, e2 __attribute__((unused)) };
                """),
        Case(
            name: "sizes",
            expression: "float(sizeof(a) + sizeof(x) + sizeof(float3) + alignof(float4) + sizeof x + sizeof(half2[2]))",
            expected: 88, statements: "float a[4]; float3 x;", helpers: ""),
        Case(
            name: "limits of floats",
            expression:
                "numeric_limits<float>::max() == FLT_MAX && numeric_limits<float>::lowest() == -FLT_MAX && numeric_limits<float>::min() == FLT_MIN ? numeric_limits<float>::epsilon() * 8388608.0 : 0.0",
            expected: 1),
        Case(
            name: "infinity",
            expression: "isinf(metal::numeric_limits<float>::infinity()) ? float(numeric_limits<half>::max()) : 0.0",
            expected: 65_504),
        Case(
            name: "limits of integers",
            expression:
                "float(numeric_limits<short>::min()) + float(numeric_limits<uchar>::max()) + (numeric_limits<uint>::max() == 0xFFFFFFFFu && numeric_limits<int>::min() == INT_MIN ? 1.0 : 0.0) + float(numeric_limits<int>::digits)",
            expected: -32_768 + 255 + 1 + 31),
        Case(
            name: "constexpr functions", expression: "a[3] + float(fib(10)) + b[0]", expected: 59,
            statements: "float a[square(2)] = {1.0, 2.0, 3.0, 4.0}; constexpr int n = count(); float b[n] = {0.0};",
            helpers: """
                constexpr int square(int x) { return x * x; }
                constexpr int fib(int n) { int a = 0, b = 1; for (int i = 0; i < n; i++) { int t = a + b; a = b; b = t; } return a; }
                constexpr int count() { int k[3] = {1, 2, 3}; int s = 0; for (int i = 0; i < 3; ++i) { if (k[i] == 2) continue; s += k[i]; } return s; }
                static_assert(fib(10) == 55, "fibonacci");
                static_assert(square(3) > max(4, 8) && sizeof(float3) == 16);
                """),
        Case(
            name: "constants of arrays and structures are constant", expression: "float(a[1]) + float(b[0])",
            expected: 7,
            statements: "int a[k[1]] = {1, 2}; int b[p.n] = {5};",
            helpers: "constant int k[2] = {1, 2}; struct P { int m, n; }; constant P p = {1, 3};"),
        Case(
            name: "if constexpr", expression: "x", expected: 2,
            statements: "float x = 1.0; if constexpr (sizeof(float) == 4) { x = 2.0; } else { x = nothing.at.all; }"),
        Case(
            name: "auto results", expression: "f(2.0).y + g(1)", expected: 7.5,
            helpers: "auto f(float x) { return float2(x, x * 2.0); } auto g(int x) -> float { return float(x) + 2.5; }"),
        Case(
            name: "nested namespaces", expression: "a::b::f() + b::k + c::k + f()", expected: 9,
            helpers: """
                namespace a::b { constant float k = 2.0; inline float f() { return k + 1.0; } }
                inline namespace v1 { }
                using namespace a;
                namespace c = a::b;
                float f() { using namespace a::b; return 2.0; }
                """),
        Case(
            name: "address spaces are not overloads", expression: "f(table) + f(a)", expected: 4,
            statements: "float a[2] = {1.0, 0.0};",
            helpers: """
                constant float table[2] = {3.0, 0.0};
                float f(constant float* p) { return p[0]; } float f(thread const float* p) { return p[0]; } float f(device const float* p) { return p[0]; }
                """),
        Case(
            name: "pointer arithmetic", expression: "p[1] + *(p + 2) + *(q - 1) + r[1]", expected: 13,
            statements:
                "float a[4] = {1.0, 2.0, 3.0, 4.0}; thread float* p = a; thread float* q = &a[3]; thread float* r = p + 2; a[3] += 1.0;"
        ),
        Case(
            name: "pointers to elements as arguments", expression: "a[2] + a[3]", expected: 30,
            statements: "float a[4] = {0.0}; set(&a[2], 10.0); set(a + 3, 20.0);",
            helpers: "void set(thread float* p, float v) { *p = v; }"),
        Case(
            name: "references to arrays", expression: "a[1] + r[0]", expected: 12,
            statements: "float a[2] = {5.0, 1.0}; thread float (&r)[2] = a; set(a);",
            helpers: "void set(thread float (&v)[2]) { v[1] = 7.0; }"),
        Case(
            name: "conditional types",
            expression: "(t > 5.0 ? 1 : 2.5) + (t < 5.0 ? half(0.5) : 2.0) + float(t > 1.0 ? 1u : -1)",
            expected: 4_294_967_296,
            statements: "float t = uniforms.time;"),
        Case(
            name: "half literals and matrices",
            expression: "float((m * half2(1.0h, 2.h)).x) + 1.0H * 0.5f + float(.5h)", expected: 8,
            statements: "half2x2 m = half2x2(half2(1.0h, 2.0h), half2(3.0h));"),
        Case(
            name: "numbers in every form",
            expression:
                "1. + .5 + 1e1 + 1.5E-1f * 10.0 + 0x1p-1 + 0x.8p1 + 1.f + float(0x1F) + float(017) + float(0b11u) + float(1'0) + float(2U) + float(3l) + 1e+1",
            expected: 89.5),
        Case(
            name: "vectors of narrow integers", expression: "float(a.x + b.y + int(c.z) + d.w)",
            expected: 127 - 1 + 200 - 5,
            statements:
                "char4 a = char4(127); short2 b = short2(32767) + short2(1); b = short2(-1); uchar3 c = uchar3(200); ushort4 e = ushort4(65535) + ushort4(1); char4 d = char4(-5); d += char4(e);"
        ),
        Case(
            name: "vectors of bools",
            expression:
                "float(all(b)) + float(any(!b)) * 10.0 + float((b && bool2(true, false)).x) * 100.0 + (b.y ? 0.0 : 1000.0)",
            expected: 1_110,
            statements: "bool2 b = float2(1.0, 2.0) < float2(1.5);"),
        Case(
            name: "counters of size_t", expression: "s", expected: 6,
            statements:
                "float s = 0.0; float a[3] = {1.0, 2.0, 3.0}; for (size_t i = 0; i < sizeof(a) / sizeof(a[0]); ++i) s += a[i]; ptrdiff_t d = -1; s += float(d + 1);"
        ),
        Case(
            name: "words for operators",
            expression:
                "(true and not false ? 1.0 : 0.0) + float(6 bitand 3) + float(1 bitor 4) + float(compl 0 xor -1) + (1 not_eq 2 or false ? 10.0 : 0.0)",
            expected: 18),
        Case(
            name: "as_type of narrow types",
            expression:
                "float(as_type<ushort>(1.0h)) + float(as_type<half>(ushort(0x4000))) + float(as_type<short>(ushort(65535))) + float(as_type<char>(uchar(200)))",
            expected: 0x3C00 + 2 - 1 - 56),
        Case(
            name: "as_type of vectors",
            expression:
                "float(as_type<uint>(half2(1.0h, -2.0h)) == 0xC0003C00u) + float(as_type<half2>(0x3C004000u).y) + float(as_type<uchar4>(0x04030201u).w) + float(as_type<uint>(uchar4(1, 2, 3, 4)) >> 24) + float(as_type<ushort2>(0x00020001u).y) + as_type<float2>(uint2(0x3F800000u)).y",
            expected: 1 + 1 + 4 + 4 + 2 + 1),
        Case(
            name: "as_type to wider vectors",
            expression:
                "float(as_type<uint2>(half4(0.0h, 0.0h, 1.0h, 0.0h)).y) + float(as_type<int2>(short4(0, 0, -1, -1)).y)",
            expected: 0x3C00 - 1),
        Case(
            name: "halves below the normal ones",
            expression:
                "float(as_type<half>(ushort(1))) * 16777216.0 + float(as_type<ushort>(half(0x1p-24))) + float(as_type<ushort>(half(INFINITY))) + float(as_type<ushort>(-0.0h)) + (isinf(as_type<half>(ushort(0xFC00))) && isnan(as_type<half>(ushort(0x7E01))) ? 1.0 : 0.0)",
            expected: 1 + 1 + 0x7C00 + 0x8000 + 1),
        Case(
            name: "compound literals and functional casts",
            expression: "((P){1.0, 2.0}).y + P{3.0, 4.0}.x + float((int)2.9 + int{3})", expected: 10,
            helpers: "struct P { float x, y; };"),
        Case(
            name: "packed vectors in braces", expression: "a.y + b.z + S{{1.0, 2.0, 3.0}}.p.z", expected: 9,
            statements: "packed_float3 a{1.0, 2.0, 3.0}; packed_float3 b = packed_float3{2.0, 3.0, 4.0};",
            helpers: "struct S { packed_float3 p; };"),
        Case(
            name: "static locals that are constant", expression: "f(1) + f(2)", expected: 30,
            helpers: "float f(int i) { static constant float k[3] = {0.0, 10.0, 20.0}; return k[i]; }"),
        Case(
            name: "macros that make functions", expression: "add(1.0, 2.0) + mul(3.0, 4.0)", expected: 15,
            helpers:
                "#define DEFINE(name, op) \\\n    static float name(float a, float b) { return a op b; }\nDEFINE(add, +)\nDEFINE(mul, *)"
        ),
        Case(
            name: "typedefs of arrays and several names", expression: "r[1] + x + y.y", expected: 9,
            statements: "Row r = {1.0, 2.0}; real x = 3.0; pair y = pair(4.0);",
            helpers: "typedef float Row[2]; typedef float real; typedef float2 pair, couple;"),
        Case(
            name: "types inside of functions", expression: "x + float(two) + f", expected: 6,
            statements:
                "typedef float real; using number = int; enum { one = 1, two }; real x = 1.0; number n = 3; float f = float(n);"
        ),
        Case(
            name: "const references to values", expression: "f(1.0 + 2.0) + r", expected: 13,
            statements: "const thread float& r = 10.0;", helpers: "float f(const thread float& x) { return x; }"),
        Case(
            name: "assignment as a place", expression: "float(a + n)", expected: 12,
            statements: "int a = 1; int n = 0; (a = f(n)) += 4;",
            helpers: "int f(thread int& n) { n++; return 7; }"),
        Case(name: "a null texture", expression: "is_null_texture(image) ? 1.0 : 2.0", expected: 1),
        Case(
            name: "function constants that nobody sets",
            expression: "k + (is_function_constant_defined(raw) ? 1.0 : 2.0)", expected: 4.5,
            helpers:
                "constant float raw [[function_constant(0)]]; constant float k = is_function_constant_defined(raw) ? raw : 2.5;"
        ),
    ]

    @Test(arguments: cases) func value(of test: Case) throws { try test.check() }

    /// A variable of the program that is constant but not `constant` is taken as such, as one can only mean it.
    @Test(arguments: ["static const float", "const float", "constexpr float", "static constexpr float"])
    func constantsOfTheProgram(type: String) throws {
        let source = shader("return float4(k);", helpers: "\(type) k = 2.0;")
        #expect(codes(source) == ["msl.program-scope"])
        #expect(try run(source).color[0] == 2)
        #expect(codes(shader("return float4(k);", helpers: "\(type) constant k = 2.0;")) == [])
    }

    /// The candidates of an ambiguous call are listed.
    @Test func ambiguousCandidates() throws {
        let warning = try #require(compile(shader("return float4(max(0, uniforms.time));")).diagnostics.first)
        #expect(warning.message.contains("taken as (float, float), and could be "))
        #expect(warning.message.contains("(int, int)"))
    }

    @Test(arguments: [
        ("for (float x : 3.0) {} return float4(1);", "", "msl.range-for"),
        ("return float4(k);", "constant float k [[function_constant(0)]];", "msl.function-constant"),
        ("static_assert(1 == 2, \"never\"); return float4(1);", "", "msl.static-assert"),
        ("float x = 1.0; static_assert(x > 0.0); return float4(1);", "", "msl.not-constant"),
        ("float a[f(2)]; return float4(1);", "int f(int x) { return x; }", "msl.not-constant"),
        (
            "float a[f()]; return float4(1);", "constexpr int f() { int x = 0; while (true) { x++; } return x; }",
            "msl.not-constant"
        ),
        ("return float4(as_type<uint>(half3(1.0h)));", "", "msl.cast"),
        ("return float4(as_type<float>(true));", "", "msl.cast"),
        ("texture2d<float>{1.0}; return float4(1);", "", "msl.initializer"),
        ("decltype(1.0) x = 1.0; return float4(x);", "", "msl.decltype"),
        ("ulong x = 1; return float4(x);", "", "msl.wide-integer"),
    ])
    func refused(body: String, helpers: String, code: String) {
        let result = compile(shader(body, helpers: helpers))
        #expect(result.shader == nil)
        #expect(result.diagnostics.first { $0.severity == .error }?.code == code, "\(describe(result))")
    }

    // MARK: - Inputs

    /// What is the same in every pixel here.
    @Test func inputsOfTheEntry() throws {
        let source = """
            fragment float4 fragment_test(float4 p [[position]], bool front [[front_facing]], uint s [[sample_id]],
                                          uint mask [[sample_mask]], ushort layer [[render_target_array_index]]) {
                return float4(front ? 1.0 : 0.0, float(s), float(mask), float(layer));
            }
            """
        #expect(codes(source) == [])
        #expect(try run(source).color == [1, 0, 1, 0])
        let point =
            "fragment float4 fragment_test(float2 c [[point_coord]], float4 d [[color(0)]]) { return float4(c, d.xy); }"
        #expect(codes(point) == ["msl.unbound-input", "msl.unbound-input"])
        #expect(try run(point).color == [0, 0, 0, 0])
    }

    /// `[[user(locn0)]]` is what a translator passes as its first value; names of the host's match.
    @Test func stageInputs() throws {
        let translated = """
            struct In { float4 where [[position]]; float2 v [[user(locn0)]]; int mode [[user(locn1), flat]]; };
            fragment float4 fragment_test(In in [[stage_in]]) { return float4(in.v, in.where.x, float(in.mode)); }
            """
        #expect(codes(translated) == ["msl.unbound-input"])
        #expect(try run(translated, inputs: [.uvX: 0.25, .uvY: 0.5, .positionX: 3.5]).color == [0.25, 0.5, 3.5, 0])
        let named = """
            struct In { half2 t [[user(uv), center_no_perspective]]; };
            fragment float4 fragment_test(In in [[stage_in]]) { return float4(float2(in.t), 0, 0); }
            """
        #expect(codes(named) == [])
        #expect(try run(named, inputs: [.uvX: 0.1]).color[0] == 0.0999755859375)
    }

    /// A typedef that says the same as the prelude, and a repeated index.
    @Test func repeatedInOtherWords() throws {
        let source = """
            typedef struct { float4 position [[position]]; float2 uv; } VertexOut;
            struct AmbientShaderUniforms { float time; float2 resolution; float4 params; float sensitivity; };
            #define AmbientShaderUniformBufferIndex 0
            enum Textures { AmbientShaderTexturePreviousIndex = 0, AmbientShaderTextureOriginalIndex = 1 };
            constant uint AmbientShaderTextureAudioLevelsIndex = 2;
            static float3 ambient_hsv2rgb(float3 hsv) {
                float3 p = clamp(abs(fmod(hsv.x * 6.0 + float3(0.0, 4.0, 2.0), 6.0) - 3.0) - 1.0, 0.0, 1.0);
                p = p * p * (3.0 - 2.0 * p);
                return hsv.z * mix(float3(1.0), p, hsv.y);
            }
            """
        #expect(codes(source + shader("return float4(ambient_hsv2rgb(float3(0.0, 0.0, 1.0)), 1);")) == [])
    }

    // MARK: - Textures

    /// Counter-clockwise from the lower left of the four texels, as the specification has it: (0, 1), (1, 1), (1, 0), (0, 0).
    @Test func gather() throws {
        let texture = ReferenceEvaluator.Texture(
            width: 2, height: 2, texels: [[1, 5, 0, 1], [2, 6, 0, 1], [3, 7, 0, 1], [4, 8, 0, 1]])
        let source = shader("constexpr sampler s(filter::linear); return image.gather(s, float2(0.5));")
        #expect(try run(source, textures: [1: texture]).color == [3, 4, 2, 1])
        let green = shader("constexpr sampler s; return image.gather(s, float2(0.5), int2(0), component::y);")
        #expect(try run(green, textures: [1: texture]).color == [7, 8, 6, 5])
        let moved = shader("constexpr sampler s(coord::pixel); return image.gather(s, float2(1.0), int2(-1, 0));")
        // One column to the left, which the edge repeats.
        #expect(try run(moved, textures: [1: texture]).color == [3, 3, 1, 1])
        #expect(try run(source).color == [0, 0, 0, 0])
    }

    @Test func otherStagesAreReadOver() {
        let source = """
            template<typename T> [[kernel]] void reduce(device T* p [[buffer(0)]]) { simd_sum(p[0]); }
            template [[host_name("reduce_float")]] kernel void reduce<float>(device float* p [[buffer(0)]]);
            [[object, max_total_threads_per_threadgroup(64)]] void o(object_data float& p [[payload]]) { goto x; }
            [[mesh]] void m(mesh<V, void, 3, 1, topology::triangle> out) { virtual; }
            [[visible]] float4 v(float4 x) { return asm(x); }
            fragment float4 fragment_test(float4 p [[position]]) { return p; }
            """
        #expect(codes(source) == [])
    }
}

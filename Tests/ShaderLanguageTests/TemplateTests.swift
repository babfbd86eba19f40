import Diagnostics
import Testing

@testable import ShaderLanguage

/// Templates of functions, structures and types, by the values that C++ gives them.
@Suite struct TemplateTests {
    typealias Case = LanguageTests.Case

    static let cases: [Case] = [
        Case(
            name: "deduced from each argument", expression: "twice(2.0) + twice(float2(3.0)).y + float(twice(4))",
            expected: 18, helpers: "template<typename T> T twice(T x) { return x + x; }"),
        Case(
            name: "written arguments", expression: "cast<float>(7) / 2.0 + float(cast<int>(2.9))", expected: 5.5,
            helpers: "template<typename To, typename From> To cast(From x) { return To(x); }"),
        Case(
            name: "GLSL's mod",
            expression: "mod(-1.0, 3.0) + mod(float2(-1.0, 5.0), 3.0).y + mod(float3(7.0), float3(4.0)).z",
            expected: 7,
            helpers: "template<typename Tx, typename Ty> inline Tx mod(Tx x, Ty y) { return x - y * floor(x / y); }"),
        Case(
            name: "numbers as arguments", expression: "sum<3>(2.0) + sum<5>(1.0)", expected: 11,
            helpers:
                "template<int N> float sum(float x) { float s = 0.0; for (int i = 0; i < N; i++) s += x; return s; }"),
        Case(
            name: "default arguments", expression: "scaled(3.0) + scaled<10>(1.0)", expected: 16,
            helpers: "template<int N = 2, typename T = float> T scaled(T x) { return x * T(N); }"),
        Case(
            name: "the size of an array", expression: "total(a) + total(b)", expected: 33,
            statements: "float a[2] = {1.0, 2.0}; float b[3] = {10.0, 10.0, 10.0};",
            helpers: """
                template<typename T, size_t N> T total(thread const T (&v)[N]) {
                    T s = T(0); for (size_t i = 0; i < N; i++) s += v[i]; return s;
                }
                """),
        Case(
            name: "parts of types",
            expression: "first(float3(5.0, 1.0, 2.0)) + float(count(int4(0))) + corner(float2x3(2.0))",
            expected: 11,
            helpers: """
                template<typename T, int N> T first(vec<T, N> v) { return v[0]; }
                template<typename T, int N> int count(vec<T, N> v) { return N; }
                template<typename T, int C, int R> T corner(matrix<T, C, R> m) { return m[0][0]; }
                """),
        Case(
            name: "an ordinary function first", expression: "f(1.0) + f(1) * 10.0 + f(1u) * 100.0", expected: 212,
            helpers:
                "template<typename T> float f(T x) { return 2.0; } float f(int x) { return 1.0; } float f(float x) { return 2.0; }"
        ),
        Case(
            name: "the more special template", expression: "f(1.0) + f(float2(1.0)) * 10.0 + f(float3(1.0)) * 100.0",
            expected: 321,
            helpers: """
                template<typename T> float f(T x) { return 1.0; }
                template<typename T> float f(vec<T, 2> x) { return 2.0; }
                template<typename T> float f(vec<T, 3> x) { return 3.0; }
                """),
        Case(
            name: "a full specialisation", expression: "f(1.0) + f(1) * 10.0", expected: 21,
            helpers: "template<typename T> float f(T x) { return 1.0; } template<> float f<int>(int x) { return 2.0; }"),
        Case(
            name: "templates that call each other", expression: "power<5>(2.0)", expected: 32,
            helpers: """
                template<int N> float power(float x) { if constexpr (N == 0) { return 1.0; } else { return x * power<N - 1>(x); } }
                """),
        Case(
            name: "by reference", expression: "a * 10.0 + b", expected: 21,
            statements: "float a = 1.0, b = 2.0; swap(a, b);",
            helpers: "template<typename T> void swap(thread T& x, thread T& y) { T t = x; x = y; y = t; }"),
        Case(
            name: "by pointer", expression: "v.y", expected: 8,
            statements: "float3 v = float3(1.0); set(&v, float3(8.0));",
            helpers: "template<typename T> void set(thread T* p, T x) { *p = x; }"),
        Case(
            name: "enable_if chooses", expression: "kind(1) + kind(1.0) * 10.0 + kind(int3(1)) * 100.0", expected: 121,
            helpers: """
                template<typename T, typename E = typename enable_if<is_integral<T>::value>::type> float kind(T x) { return 1.0; }
                template<typename T, enable_if_t<is_floating_point_v<T>, int> = 0> float kind(T x) { return 2.0; }
                """),
        Case(
            name: "traits", expression: "f<float>() + f<int>() * 10.0 + f<half3>() * 100.0", expected: 123,
            helpers: """
                template<typename T> float f() {
                    return is_same<T, int>::value ? 2.0 : is_floating_point<T>::value && !is_same_v<T, float> ? 1.0 : 3.0;
                }
                """),
        Case(
            name: "conditional types",
            expression: "float(conditional_t<true, int, float>(2.7)) + make_scalar_t<float3>(1.5)",
            expected: 3.5),
        Case(
            name: "structures", expression: "p.a + p.b.y + sum(p)", expected: 10,
            statements: "Pair<float, float2> p = {1.0, float2(2.0, 4.0)};",
            helpers: """
                template<typename A, typename B> struct Pair { A a; B b; };
                template<typename A, typename B> float sum(Pair<A, B> p) { return float(p.a) + p.b.y; }
                """),
        Case(
            name: "structures of structures", expression: "b.items[1].v + b.items[2].v", expected: 5,
            statements: "Box<Box<float, 1>, 3> b; b.items[1].items[0] = 0.0; b.items[1].v = 2.0; b.items[2].v = 3.0;",
            helpers: "template<typename T, int N> struct Box { T items[N]; float v; };"),
        Case(
            name: "a specialised structure", expression: "S<float>().v() + S<int>().v() * 10.0", expected: 21,
            helpers: """
                template<typename T> struct S { float v() const { return 1.0; } };
                template<> struct S<int> { float v() const { return 2.0; } };
                """),
        Case(
            name: "constants of structures", expression: "float(Size<4>::squared) + Size<3>::twice(1.5)", expected: 19,
            helpers: """
                template<int N> struct Size {
                    static constexpr constant int squared = N * N;
                    static float twice(float x) { return x * 2.0; }
                };
                """),
        Case(
            name: "names of types", expression: "v.z + float(w.x)", expected: 3,
            statements: "v3<float> v = v3<float>(1.0); v3<int> w = v3<int>(2);",
            helpers: "template<typename T> using v3 = vec<T, 3>;"),
        Case(
            name: "an array with bounds of its own", expression: "a[1] + a[k] + table[2]", expected: 9,
            statements:
                "spvUnsafeArray<float, 3> a = spvUnsafeArray<float, 3>({ 1.0, 2.0, 3.0 }); int k = int(uniforms.time) + 2; a[k] += 1.0; a[1] *= 1.0;",
            helpers: """
                template<typename T, size_t Num>
                struct spvUnsafeArray {
                    T elements[Num ? Num : 1];
                    thread T& operator [] (size_t pos) thread { return elements[pos]; }
                    constexpr const thread T& operator [] (size_t pos) const thread { return elements[pos]; }
                    device T& operator [] (size_t pos) device { return elements[pos]; }
                    constexpr const device T& operator [] (size_t pos) const device { return elements[pos]; }
                    constexpr const constant T& operator [] (size_t pos) const constant { return elements[pos]; }
                    threadgroup T& operator [] (size_t pos) threadgroup { return elements[pos]; }
                };
                constant spvUnsafeArray<float, 3> table = spvUnsafeArray<float, 3>({ 1.0, 2.0, 3.0 });
                """),
        Case(
            name: "methods that are templates", expression: "a.get<float>(2) + a.scaled(2)", expected: 11,
            statements: "A a; a.x = 4.5;",
            helpers: """
                struct A { float x; template<typename T> T scaled(T n) const { return T(x) * n; }
                    template<typename T> T get(int n) const { return T(n) + 1.0; } };
                """),
        Case(
            name: "explicit instantiations are read over", expression: "f(2.0)", expected: 4,
            helpers: "template<typename T> T f(T x) { return x + x; } template float f<float>(float x);"),
        Case(
            name: "declared before it is defined", expression: "f(2.0)", expected: 4,
            helpers: "template<typename T> T f(T x); template<typename T> T f(T x) { return x + x; }"),
        Case(
            name: "comparisons inside of arguments",
            expression: "float(size<(3 > 2)>()) + float(size<(8 >> 1) == 4>())",
            expected: 2, helpers: "template<bool B> int size() { return B ? 1 : 0; }"),
        Case(
            name: "a template of a library name", expression: "float(sign(-3)) + sign(2.0)", expected: 0,
            helpers: """
                template<typename T, typename E = typename enable_if<is_integral<T>::value>::type>
                inline T sign(T x) { return select(select(select(x, T(0), x == T(0)), T(1), x > T(0)), T(-1), x < T(0)); }
                """),
        Case(
            name: "copies of arrays", expression: "a[1] + b[0]", expected: 3,
            statements: "float a[2]; copy(a, table); float b[2]; copy(b, a);",
            helpers: """
                constant float table[2] = {1.0, 2.0};
                template<typename T, uint A> inline void copy(thread T (&dst)[A], constant T (&src)[A]) { for (uint i = 0; i < A; i++) { dst[i] = src[i]; } }
                template<typename T, uint A> inline void copy(thread T (&dst)[A], thread const T (&src)[A]) { for (uint i = 0; i < A; i++) { dst[i] = src[i]; } }
                template<typename T, uint A> inline void copy(threadgroup T (&dst)[A], thread const T (&src)[A]) { for (uint i = 0; i < A; i++) { dst[i] = src[i]; } }
                """),
        Case(
            name: "functions as objects", expression: "apply(Square(), 3.0) + apply(Add{2.0}, 3.0)", expected: 14,
            helpers: """
                struct Square { float operator()(float x) const { return x * x; } };
                struct Add { float n; float operator()(float x) const { return x + n; } };
                template<typename F> float apply(F f, float x) { return f(x); }
                """),
    ]

    @Test(arguments: cases) func value(of test: Case) throws { try test.check() }

    /// A mistake in a template is reported once, with the instance that has it.
    @Test func mistakesInInstances() throws {
        let result = compile(
            shader(
                "return float4(f(1.0) + f(2.0) + float(f(3)));",
                helpers: "template<typename T> T f(T x) { return x.nothing; }"))
        #expect(result.diagnostics.map(\.code) == ["msl.unknown-member"])
        #expect(result.diagnostics.first?.message.hasSuffix("(in `f<float>`)") ?? false, "\(describe(result))")
    }

    /// What is wrong only for arguments that nobody gives is no mistake.
    @Test func unusedTemplates() {
        let helpers = """
            template<typename T> T f(T x) { return x.nothing; }
            template<typename T> struct S { T a; typename T::inner b; };
            """
        #expect(codes(shader("return float4(1);", helpers: helpers)) == [])
    }

    @Test(arguments: [
        ("return float4(f(1.0, 2));", "template<typename T> T f(T a, T b) { return a; }", "msl.no-overload"),
        ("return float4(f<0>(1.0));", "template<int N> float f(float x) { return f<N + 1>(x); }", "msl.template-limit"),
        ("S<0> s; return float4(1);", "template<int N> struct S { S<N + 1> s; };", "msl.template-limit"),
        ("S s; return float4(1);", "template<int N> struct S { float a[N]; };", "msl.unknown-type"),
        ("S<float> s; return float4(1);", "template<int N> struct S { float a[N]; };", "msl.template"),
        ("S<0> s; return float4(1);", "template<int N> struct S { float a[N]; };", "msl.array-size"),
        ("return float4(1);", "template<typename... T> float f(T... x) { return 1.0; }", "msl.variadic"),
        (
            "return float4(f(1.0));",
            "template<typename T> T f(T x) { static_assert(sizeof(T) == 8, \"wide\"); return x; }", "msl.static-assert"
        ),
        ("return float4(f(1));", "template<typename T> T f(T x) { return f(x); }", "msl.recursion"),
    ])
    func refused(body: String, helpers: String, code: String) {
        let result = compile(shader(body, helpers: helpers))
        #expect(result.shader == nil)
        #expect(result.diagnostics.first { $0.severity == .error }?.code == code, "\(describe(result))")
    }
}

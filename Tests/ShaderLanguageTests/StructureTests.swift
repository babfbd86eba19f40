import Diagnostics
import Testing

@testable import ShaderLanguage

/// Methods, constructors, operators and first values of structures, by the values that C++ gives them.
@Suite struct StructureTests {
    typealias Case = LanguageTests.Case

    static let cases: [Case] = [
        Case(
            name: "methods", expression: "r.at(2.0).x + r.length()", expected: 8,
            statements: "Ray r = {float3(1.0, 2.0, 3.0), float3(0.5)};",
            helpers: """
                struct Ray {
                    float3 origin; float3 direction;
                    float3 at(float t) const { return origin + direction * t; }
                    float length() const { return sum(this->origin); }
                    float sum(float3 v) const { return v.x + v.y + v.z; }
                };
                """),
        Case(
            name: "methods that change", expression: "c.n + c.bump().n", expected: 7,
            statements: "Counter c; c.n = 0.0; c.bump(); c.bump().bump();",
            helpers: "struct Counter { float n; thread Counter& bump() { n += 1.0; return *this; } };"),
        Case(
            name: "methods of constants", expression: "k.twice()", expected: 6,
            helpers: "struct K { float v; float twice() const { return v * 2.0; } }; constant K k = {3.0};"),
        Case(
            name: "const chooses", expression: "f(s) + s.which() * 10.0", expected: 12, statements: "S s;",
            helpers:
                "struct S { float which() { return 1.0; } float which() const { return 2.0; } }; float f(thread const S& s) { return s.which(); }"
        ),
        Case(
            name: "static methods and constants", expression: "Maths::half_of(5.0) + Maths::k + float(m.count)",
            expected: 9.5,
            statements: "Maths m;",
            helpers: """
                struct Maths { static constant constexpr float k = 4.0; int count = 3;
                    static float half_of(float x) { return x * 0.5; } };
                """),
        Case(
            name: "constructors", expression: "a.x + a.y + b.x + b.y + c.y + d.x", expected: 22,
            statements: "V a; V b = V(3.0, 4.0); V c(5.0); V d{6.0, 0.0};",
            helpers: """
                struct V { float x, y;
                    V() : x(1.0), y(2.0) {}
                    V(float a, float b) : x(a), y(b) {}
                    explicit V(float a) { x = a; y = a + 1.0; if (a > 4.0) return; y = 100.0; } };
                """),
        Case(
            name: "constructors that delegate and default", expression: "V(2.0).y + V().y", expected: 7,
            helpers:
                "struct V { float x, y = 5.0; V() = default; V(float a, float b) : x(a), y(b) {} V(float a) : V(a, a) {} };"
        ),
        Case(
            name: "converting constructors", expression: "f(V(3.0)) + v.x", expected: 7, statements: "V v = 4.0;",
            helpers: "struct V { float x; V(float a) : x(a) {} }; float f(V v) { return v.x; }"),
        Case(
            name: "first values", expression: "a.n + b.n * 10.0 + c.v.y + float(d[1].n)", expected: 32.5,
            statements: "P a; P b = {2.0}; P c = {}; P d[2];",
            helpers: "struct P { float n = 5.0; float2 v = float2(1.0, 2.5); };"),
        Case(
            name: "first values of fields that are structures", expression: "o.inner.n + o.k", expected: 12,
            statements: "Outer o;",
            helpers: "struct Inner { float n = 5.0; }; struct Outer { Inner inner; float k = 7.0; };"),
        Case(
            name: "operators of structures", expression: "p.re * 100.0 + p.im * 10.0 + q.re + (a == a ? 0.5 : 0.0)",
            expected: -398.5,
            statements:
                "C a = {1.0, 2.0}, b = {3.0, 4.0}; C p = a * b; C q = a + b; q -= a; q = -q; q += C{4.0 + 0.0, 0.0};",
            helpers: """
                struct C { float re, im;
                    C operator+(C o) const { return {re + o.re, im + o.im}; }
                    C operator-() const { return C{-re, -im}; }
                    thread C& operator-=(thread const C& o) { re -= o.re; im -= o.im; return *this; } };
                C operator*(C a, C b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
                bool operator==(C a, C b) { return a.re == b.re && a.im == b.im; }
                thread C& operator+=(thread C& a, C b) { a = a + b; return a; }
                """),
        Case(
            name: "operators with numbers, and friends", expression: "(2.0 * v).x + (v * 3.0).x + (v < v ? 1.0 : 0.0)",
            expected: 5,
            statements: "V v = {1.0};",
            helpers: """
                struct V { float x;
                    friend V operator*(float s, V v) { return V{v.x * s}; }
                    friend V operator*(V v, float s) { return s * v; }
                    bool operator<(V o) const { return x < o.x; } };
                """),
        Case(
            name: "index, call and step operators", expression: "m[1] + m(2.0) + m.n + (m++).n + (++m).n", expected: 33,
            statements: "M m; m.n = 3.0; m[0] = 5.0; m[1] = m[0] + 1.0;",
            helpers: """
                struct M { float a[2]; float n;
                    thread float& operator[](int i) { return a[i]; }
                    float operator()(float x) const { return x * a[0] + a[1]; }
                    thread M& operator++() { n += 1.0; return *this; }
                    M operator++(int) { M old = *this; n += 1.0; return old; } };
                """),
        Case(
            name: "operators in namespaces", expression: "(a + a).x", expected: 2, statements: "n::V a = {1.0};",
            helpers: "namespace n { struct V { float x; }; V operator+(V a, V b) { return {a.x + b.x}; } }"),
        Case(
            name: "functions found by their arguments", expression: "twice(v)", expected: 4,
            statements: "n::V v = {2.0};",
            helpers: "namespace n { struct V { float x; }; float twice(V v) { return v.x * 2.0; } }"),
        Case(
            name: "defined outside", expression: "s.f(2.0) + S::g(1.0)", expected: 9, statements: "S s = {3.0};",
            helpers:
                "struct S { float x; float f(float y) const; static float g(float y); }; float S::f(float y) const { return x * y; } float S::g(float y) { return y + 2.0; }"
        ),
        Case(
            name: "types inside of types", expression: "float(A::big) + i.v + float(k)", expected: 10,
            statements: "A::Inner i = {3.0}; A::number k = 5;",
            helpers: "struct A { enum { small = 1, big }; struct Inner { float v; }; using number = int; Inner one; };"),
        Case(
            name: "nested braces", expression: "o.a[1].y + o.b.x + o.a[0].x", expected: 6,
            statements: "O o = {{{1.0, 2.0}, {0.0, 2.0}}, {3.0, 0.0}};",
            helpers: "struct P { float x, y; }; struct O { P a[2]; P b; };"),
        Case(
            name: "braces left out of structures", expression: "o.a[1].y * 100.0 + o.b.x * 10.0 + o.c", expected: 456,
            statements: "O o = {1.0, 2.0, 3.0, 4.0, 5.0, 0.0, 6.0};",
            helpers: "struct P { float x, y; }; struct O { P a[2]; P b; float c; };"),
        Case(
            name: "a field from an expression, then the rest", expression: "o.p.y + o.c", expected: 9,
            statements: "P p = {1.0, 2.0}; O o = {p, 7.0};",
            helpers: "struct P { float x, y; }; struct O { P p; float c; };"),
        Case(
            name: "lists as arguments", expression: "f({1.0, 2.0}) + g({3.0, 4.0})", expected: 9,
            helpers: "struct P { float x, y; }; float f(P p) { return p.y; } float g(float2 v) { return v.x + v.y; }"),
        Case(
            name: "structures inside of functions", expression: "s.twice() + k.v", expected: 11,
            statements: "struct S { float v; float twice() const { return v * 2.0; } } k = {5.0}; S s = {3.0};"),
        Case(
            name: "a reference to an element", expression: "s.a[1] + pick(s, 0)", expected: 12,
            statements: "S s; s.a[0] = 5.0; pick(s, 1) = 6.0; pick(s, 1) += 1.0;",
            helpers: "struct S { float a[2]; }; thread float& pick(thread S& s, int i) { return s.a[i]; }"),
        Case(
            name: "a field of the name of a type", expression: "s.S2 + s.f()", expected: 5, statements: "S s = {2.0};",
            helpers:
                "struct S2 { float x; }; struct S { float S2; float f() const { float S = 3.0; S += 0.0; return S; } };"
        ),
        Case(
            name: "a shader's own method named like the library's", expression: "v.length() + v.dot(v)", expected: 30,
            statements: "V v = {float2(3.0, 4.0)};",
            helpers:
                "struct V { float2 d; float length() const { return ::length(d); } float dot(V o) const { return metal::dot(d, o.d); } };"
        ),
    ]

    @Test(arguments: cases) func value(of test: Case) throws { try test.check() }

    @Test(arguments: [
        ("V v; return float4(v.x);", "struct V { float x; V(float a) : x(a) {} };", "msl.constructor"),
        ("V v = V(1.0, 2.0); return float4(v.x);", "struct V { float x; V(float a) : x(a) {} };", "msl.constructor"),
        ("V v = {1.0}; return float4((v + v).x);", "struct V { float x; };", "msl.type-mismatch"),
        ("V v; v.nothing(); return float4(1);", "struct V { float x; void none() {} };", "msl.unknown-member"),
        (
            "k.set(); return float4(1);", "struct K { float x; void set() { x = 1.0; } }; constant K k = {1.0};",
            "msl.no-overload"
        ),
        (
            "S s; return float4(s.f());", "struct S { float x; float f() const { x = 1.0; return x; } };",
            "msl.assignment"
        ),
        ("return float4(1);", "struct S { virtual float f() { return 1.0; } };", "msl.virtual"),
        ("return float4(1);", "struct S { ~S() {} };", "msl.class"),
        ("return float4(1);", "struct A {}; struct B : A {};", "msl.inheritance"),
        ("return float4(1);", "struct S { float x; operator float() const { return x; } };", "msl.operator"),
        ("return float4(1);", "struct S { unsigned a : 3; };", "msl.bit-field"),
        (
            "S s; return float4(s.pick(0));",
            "struct S { float a, b; thread float& pick(int i) { if (i == 0) return a; return b; } };",
            "msl.reference-result"
        ),
        ("return float4(S::f());", "struct S { float x; float f() { return x; } };", "msl.no-overload"),
        ("return float4(this->x);", "", "msl.method"),
        ("Args a; return float4(1);", "struct Args { texture2d<float> t; device float* p; };", "msl.argument-buffer"),
    ])
    func refused(body: String, helpers: String, code: String) {
        let result = compile(shader(body, helpers: helpers))
        #expect(result.shader == nil)
        #expect(result.diagnostics.first { $0.severity == .error }?.code == code, "\(describe(result))")
    }

    /// Structures of other stages may hold what a fragment shader cannot.
    @Test func structuresOfOtherStages() {
        let helpers =
            "struct Args { texture2d<float> t [[id(0)]]; device float* p; long n; }; struct Grid { atomic_uint n; };"
        #expect(codes(shader("return float4(1);", helpers: helpers)) == [])
    }
}

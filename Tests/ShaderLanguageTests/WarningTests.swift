import Diagnostics
import Testing

@testable import ShaderLanguage

/// What compiles and will not look as meant.
@Suite struct WarningTests {
    private static func warning(_ code: String, _ body: String, helpers: String = "", hint: String? = nil) -> Mistake {
        Mistake(code, body, helpers: helpers, hint: hint, severity: .warning)
    }

    private static func warning(_ code: String, file: String, hint: String? = nil) -> Mistake {
        Mistake(code, file: file, hint: hint, severity: .warning)
    }

    static let bindings: [Mistake] = [
        warning(
            "unbound-buffer", file: "fragment float4 fragment_test(constant float4& ¦c [[buffer(1)]]) { return c; }"),
        warning(
            "unbound-buffer",
            file: "fragment float4 fragment_test(device const float4* ¦c [[buffer(3)]]) { return c[2]; }"
        ),
        warning(
            "unbound-sampler",
            file: """
                fragment float4 fragment_test(texture2d<float> t [[texture(0)]], sampler ¦s [[sampler(0)]]) {
                    return t.sample(s, float2(0.5));
                }
                """, hint: "constexpr sampler"),
        warning(
            "unbound-texture",
            file: "fragment float4 fragment_test(texture2d<float> ¦t [[texture(32)]]) { return t.read(uint2(0)); }"),
        warning(
            "unbound-input",
            file: """
                struct Mine { float4 position [[position]]; float2 uv; float3 normal; };
                fragment float4 fragment_test(Mine ¦in [[stage_in]]) { return float4(in.normal, 1); }
                """),
        warning(
            "unbound-input",
            file: "fragment float4 fragment_test(float4 p [[position]], float4 c [[¦color(0)]]) { return p + c; }"),
        warning("index-range", "float a[2] = {1.0, 2.0}; return float4(a[¦2]);"),
        warning("missing-return", "return float4(f(1.0));", helpers: "float ¦f(float x) { if (x > 0.0) return 1.0; }"),
        warning("ambiguous-call", "return float4(¦max(0, in.uv.x));"),
        warning("macro-redefined", "return float4(A);", helpers: "#define A 1.0\n#define ¦A 2.0"),
        warning("preprocessor", "return float4(1);", helpers: "#¦warning look here"),
    ]

    @Test(arguments: bindings) func isSaid(_ mistake: Mistake) { mistake.check() }

    /// Every index that the host binds, and those of a package's textures.
    @Test(arguments: [0, 1, 2, 3, 4, 5, 31]) func boundTexture(index: Int) {
        let source =
            "fragment float4 fragment_test(texture2d<float> t [[texture(\(index))]]) { return t.read(uint2(0)); }"
        #expect(codes(source) == [])
    }

    // MARK: - Dead code

    static let dead: [Mistake] = [
        warning("dead-code", "return float4(1); ¦return float4(0);"),
        warning("dead-code", "float x = 1.0; return float4(x); ¦x = 2.0; x = 3.0;"),
        warning("dead-code", "for (int i = 0; i < 3; i++) { break; ¦i++; } return float4(1);"),
        warning("dead-code", "for (int i = 0; i < 3; i++) { continue; ¦i++; } return float4(1);"),
        warning("dead-code", "if (in.uv.x > 0.5) { return float4(1); ¦discard_fragment(); } return float4(0);"),
        warning("dead-code", "{ return float4(1); } ¦float x = 1.0; return float4(x);"),
        warning(
            "dead-code",
            "if (in.uv.x > 0.5) { return float4(1); } else { return float4(0); } ¦float x = 1.0; return float4(x);"
        ),
        warning(
            "dead-code", "switch (int(in.uv.x)) { case 0: return float4(1); ¦discard_fragment(); } return float4(0);"),
    ]

    @Test(arguments: dead) func isDead(_ mistake: Mistake) { mistake.check() }

    static let alive = [
        "discard_fragment(); return float4(1);", "if (in.uv.x > 0.5) return float4(1); return float4(0);",
        "if (in.uv.x > 0.5) { return float4(1); } else { return float4(0); } return float4(0.5);",
        "switch (int(in.uv.x)) { case 0: return float4(1); break; default: break; } return float4(0);",
        "switch (int(in.uv.x)) { case 0: return float4(1); case 1: return float4(0.5); default: return float4(0); }",
        "for (;;) { if (in.uv.x > 0.5) break; discard_fragment(); break; } return float4(0);",
        "return float4(1);;", "while (true) { return float4(1); } return float4(0);",
        "do { continue; } while (false); return float4(0);",
    ]

    @Test(arguments: alive) func isAlive(body: String) { #expect(codes(shader(body)) == []) }

    // MARK: - Reads before a value

    static let unset: [Mistake] = [
        warning("read-before-set", "float x; return float4(¦x);"),
        warning("read-before-set", "float x; ¦x += 1.0; return float4(x);"),
        warning("read-before-set", "int i; ¦i++; return float4(i);"),
        warning("read-before-set", "float x; float y = ¦x * x + x; return float4(y);"),
        warning("read-before-set", "float3 c; c.x = 1.0; return float4(¦c, 1.0);"),
        warning("read-before-set", "float3 c; c.xy = in.uv; return float4(¦c.z);"),
        warning("read-before-set", "float3 c; c[0] = 1.0; return float4(c[0] + ¦c[1]);"),
        warning("read-before-set", "float a[4]; return float4(¦a[1]);"),
        warning("read-before-set", "VertexOut v; return float4(¦v.uv, 0, 1);"),
        warning("read-before-set", "float2x2 m; return float4(¦m[0], 0, 1);"),
        warning("read-before-set", "float x; if (in.uv.x > 0.5) x = 1.0; return float4(¦x);"),
        warning("read-before-set", "float x; if (in.uv.x > 0.5) { x = 1.0; } else { } return float4(¦x);"),
        warning(
            "read-before-set",
            "float x; if (in.uv.x > 0.5) { if (in.uv.y > 0.5) x = 1.0; } else { x = 2.0; } return float4(¦x);"
        ),
        warning("read-before-set", "float x; if (in.uv.x > 0.5) return float4(¦x); x = 1.0; return float4(x);"),
        warning("read-before-set", "float x; bool b = in.uv.x > 0.5 && (x = 1.0) > 0.0; return float4(b, ¦x, 0, 1);"),
        warning("read-before-set", "float x; for (int i = 0; i < 3; i++) { ¦x += 1.0; } return float4(x);"),
        warning("read-before-set", "float x; while (¦x < 3.0) { x = 4.0; } return float4(x);"),
        warning("read-before-set", "for (int i = 0; i < 3; i++) { float x; ¦x += 1.0; } return float4(1);"),
        warning(
            "read-before-set",
            "float x; switch (int(in.uv.x)) { case 0: x = 1.0; break; case 1: break; default: x = 2.0; } return float4(¦x);"
        ),
        warning(
            "read-before-set",
            "float x; switch (int(in.uv.x)) { case 0: x = 1.0; break; default: discard_fragment(); } return float4(¦x);"
        ),
        warning("read-before-set", "return float4(f(1.0));", helpers: "float f(float a) { float b; return a + ¦b; }"),
        warning("read-before-set", "float x; return float4(sin(¦x));"),
        warning("read-before-set", "float x; return float4(f(¦x));", helpers: "float f(float a) { return a; }"),
        warning("read-before-set", "float x; return float4(in.uv.x > 0.5 ? ¦x : 1.0);"),
        warning("read-before-set", "int i; float a[2] = {1, 2}; return float4(a[¦i]);"),
    ]

    @Test(arguments: unset) func isUnset(_ mistake: Mistake) { mistake.check() }

    static let set = [
        "float x = 1.0; return float4(x);", "float x; x = 1.0; return float4(x);",
        "float3 c = {}; return float4(c, 1);",
        "float3 c; c.x = 1.0; c.yz = in.uv; return float4(c, 1);", "float3 c; c.rgb = float3(1); return float4(c, 1);",
        "float3 c; for (int i = 0; i < 3; i++) c[i] = 1.0; return float4(c, 1);",
        "float3 c; c.x = 1.0; return float4(c.x);", "float2 c; c[0] = 1.0; c[1] = 2.0; return float4(c, 0, 1);",
        "float x; if (in.uv.x > 0.5) x = 1.0; else x = 2.0; return float4(x);",
        "float x; if (in.uv.x > 0.5) { x = 1.0; } else { return float4(0); } return float4(x);",
        "float x; if (in.uv.x > 0.5) x = 1.0; else if (in.uv.x > 0.2) x = 2.0; else x = 3.0; return float4(x);",
        "float x; bool b = in.uv.x > 0.5; if (b) x = 1.0; if (b) return float4(x); return float4(0);",
        "float x; bool b = in.uv.x > 0.5; if (b) x = 1.0; if (!b) x = 2.0; return float4(x);",
        "float x; bool b = in.uv.x > 0.5; if (b) x = 1.0; if (!b) return float4(0); return float4(x);",
        "float x; bool b = in.uv.x > 0.5; if (b) x = 1.0; return b ? float4(x) : float4(0);",
        "float x; for (int i = 0; i < 3; i++) { x = float(i); } return float4(x);",
        "float p, s = 0.0; for (int i = 0; i < 3; i++) { if (i > 0) s += p; p = float(i); } return float4(s);",
        "float x; do { x = 1.0; } while (x < 0.5); return float4(x);",
        "float x; while (true) { x = 1.0; break; } return float4(x);",
        "int i; for (i = 0; i < 3; i++) { } return float4(i);",
        "float x; for (int i = 0; i < 9; i++) { if (i == 3) { x = 1.0; break; } } return float4(x);",
        "float x; switch (int(in.uv.x) & 1) { case 0: x = 1.0; break; case 1: x = 2.0; break; } return float4(x);",
        "float x; switch (int(in.uv.x)) { case 0: x = 1.0; break; default: x = 2.0; break; } return float4(x);",
        "float x; switch (int(in.uv.x)) { case 0: case 1: x = 1.0; break; default: return float4(0); } return float4(x);",
        "float x; switch (int(in.uv.x)) { case 0: x = 1.0; default: x = 2.0; } return float4(x);",
        "float a[4]; a[0] = 1.0; return float4(a[0]);",
        "float a[4]; for (int i = 0; i < 4; i++) a[i] = 1.0; return float4(a[2]);",
        "VertexOut v; v.uv = in.uv; return float4(v.uv, 0, 1);",
        "float2x2 m; m[0] = in.uv; m[1] = in.uv; return float4(m[0], m[1]);",
        "VertexOut v; if (in.uv.x > 0.5) v.uv = in.uv; return float4(v.uv, 0, 1);",
        "float c; float s = sincos(in.uv.x, c); return float4(s, c, 0, 1);", "float x; set(x); return float4(x);",
        "float x; setByPointer(&x); return float4(x);", "float a[2]; setAll(a); return float4(a[0]);",
        "float x; thread float& r = x; r = 1.0; return float4(x);",
        "float whole; float rest = modf(in.uv.x, whole); return float4(whole, rest, 0, 1);",
        "float x, y = x = 1.0; return float4(x + y);", "float x; return float4((x = 1.0) + x);",
    ]

    @Test(arguments: set) func isSet(body: String) {
        let helpers = """
            void set(thread float& x) { x = 1.0; }
            void setByPointer(thread float* x) { *x = 1.0; }
            void setAll(thread float* x) { x[0] = 1.0; }
            """
        let result = compile(shader(body, helpers: helpers))
        #expect(result.shader != nil && result.diagnostics.isEmpty, "\(describe(result))")
    }

    /// A variable is complained about once, and not where something else is wrong.
    @Test func onceAndOnlyThen() {
        #expect(
            codes(shader("float x; float y = x; float z = x + y; return float4(x + y + z);")) == ["msl.read-before-set"]
        )
        #expect(codes(shader("float x; return float4(x + unknown);")) == ["msl.unknown-name"])
    }
}

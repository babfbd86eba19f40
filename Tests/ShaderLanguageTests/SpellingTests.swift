import Testing

@testable import ShaderLanguage

/// Words of GLSL, HLSL and Shadertoy get the Metal one.
@Suite struct SpellingTests {
    static let glsl: [Mistake] = [
        Mistake("foreign-name", "¦vec2 a = vec2(1.0); return float4(a, a);", hint: "write `float2`"),
        Mistake("foreign-name", "¦vec3 a = vec3(1.0); return float4(a, 1);", hint: "write `float3`"),
        Mistake("foreign-name", "return ¦vec4(1.0);", hint: "write `float4`"),
        Mistake("foreign-name", "¦ivec2 a = ivec2(1); return float4(a.x);", hint: "write `int2`"),
        Mistake("foreign-name", "¦uvec3 a = uvec3(1); return float4(a.x);", hint: "write `uint3`"),
        Mistake("foreign-name", "¦bvec4 a = bvec4(true); return float4(a.x);", hint: "write `bool4`"),
        Mistake("foreign-name", "¦mat2 m = mat2(1.0); return float4(m[0], m[1]);", hint: "write `float2x2`"),
        Mistake("foreign-name", "¦mat3 m = mat3(1.0); return float4(m[0], 1);", hint: "write `float3x3`"),
        Mistake("foreign-name", "¦mat4 m = mat4(1.0); return m[0];", hint: "write `float4x4`"),
        Mistake("foreign-name", "return float4(¦mod(in.uv.x, 1.0));", hint: "fmod(x, y)"),
        Mistake("foreign-name", "return float4(¦atan(in.uv.y, in.uv.x));", hint: "write `atan2(y, x)`"),
        Mistake("foreign-name", "return ¦texture(image, in.uv);", hint: "write `name.sample(sampler, uv)`"),
        Mistake("foreign-name", "return ¦texture2D(image, in.uv);", hint: "write `name.sample(sampler, uv)`"),
        Mistake("foreign-name", "return ¦texelFetch(image, int2(0), 0);", hint: "name.read(uint2(x, y))"),
        Mistake("foreign-name", "return float4(¦inversesqrt(in.uv.x));", hint: "write `rsqrt(x)`"),
        Mistake("foreign-name", "return float4(¦dFdx(in.uv.x));", hint: "write `dfdx(x)`"),
        Mistake("foreign-name", "return float4(¦dFdy(in.uv.x));", hint: "write `dfdy(x)`"),
        Mistake("foreign-name", "return ¦gl_FragCoord;", hint: "in.position"),
        Mistake("foreign-name", "¦gl_FragColor = float4(1); return float4(1);", hint: "return the colour"),
        Mistake("foreign-name", "¦fragColor = float4(1); return float4(1);", hint: "return the colour"),
        Mistake("foreign-name", "return float4(¦iTime);", hint: "write `uniforms.time`"),
        Mistake("foreign-name", "return float4(in.position.xy / ¦iResolution.xy, 0, 1);", hint: "uniforms.resolution"),
        Mistake("foreign-name", "return float4(¦radians(90.0));", hint: "M_PI_F / 180.0"),
        Mistake("foreign-name", "return float4(all(¦lessThan(in.uv, in.uv)));", hint: "write `a < b`"),
        Mistake("foreign-name", "¦discard; return float4(1);", hint: "discard_fragment()"),
        Mistake("foreign-name", "¦highp float x = 1.0; return float4(1);", hint: "leave it out"),
        Mistake("foreign-name", "¦precision highp float; return float4(1);", hint: "remove the line"),
        Mistake("foreign-name", "float a[2] = ¦float[2](1.0, 2.0); return float4(1);", hint: "write `{…}`"),
        Mistake("foreign-name", "return float4(time);", helpers: "¦uniform float time;", hint: "`uniforms`"),
        Mistake("foreign-name", "return float4(v, 0, 1);", helpers: "¦varying vec2 v;", hint: "parameter `in`"),
        Mistake("foreign-name", "return float4(1);", helpers: "¦precision mediump float;", hint: "remove the line"),
        Mistake("foreign-name", "return float4(1);", helpers: "¦in vec2 position;"),
        Mistake("foreign-name", "return float4(1);", helpers: "¦out vec4 color;"),
        Mistake("foreign-name", "return float4(1);", helpers: "¦layout(location = 0) out vec4 color;"),
        Mistake("foreign-name", "return float4(1);", helpers: "#¦version 300 es"),
        Mistake("foreign-name", "return float4(1);", helpers: "#¦extension GL_OES_standard_derivatives : enable"),
        Mistake(
            "foreign-name", "float y; f(1.0, y); return float4(y);",
            helpers: "void f(float x, ¦out float y) { y = x; }", hint: "thread float& name"),
        Mistake(
            "foreign-name", "float y = 1.0; f(y); return float4(y);", helpers: "void f(¦inout float y) { y += 1.0; }",
            hint: "thread float& name"),
        Mistake("foreign-name", "return float4(f(1.0));", helpers: "float f(¦in float y) { return y; }"),
        Mistake("swizzle", "return float4(in.uv.¦st, 0, 1);", hint: "write `xyzw` or `rgba`"),
    ]

    static let hlsl: [Mistake] = [
        Mistake("foreign-name", "return float4(¦lerp(0.0, 1.0, in.uv.x));", hint: "write `mix(x, y, a)`"),
        Mistake("foreign-name", "return float4(¦frac(in.uv.x));", hint: "write `fract(x)`"),
        Mistake("foreign-name", "return ¦mul(float4x4(1.0), float4(1));", hint: "write `a * b`"),
        Mistake("foreign-name", "return float4(¦ddx(in.uv.x));", hint: "write `dfdx(x)`"),
        Mistake("foreign-name", "return float4(¦ddy(in.uv.x));", hint: "write `dfdy(x)`"),
        Mistake("foreign-name", "return ¦tex2D(image, in.uv);", hint: "write `name.sample(sampler, uv)`"),
        Mistake("foreign-name", "return image.¦Sample(sampler(), in.uv);", hint: "write `name.sample(sampler, uv)`"),
        Mistake("foreign-name", "¦clip(in.uv.x - 0.5); return float4(1);", hint: "discard_fragment()"),
        Mistake("foreign-name", "¦fixed4 c = fixed4(1.0); return float4(c);", hint: "write `half4`"),
        Mistake("foreign-name", "return float4(¦asuint(1.0));", hint: "as_type<uint>"),
        Mistake("foreign-name", "¦[unroll] for (int i = 0; i < 4; i++) {} return float4(1);", hint: "leave it out"),
        Mistake("foreign-name", "return tint;", helpers: "¦cbuffer Constants : register(b0) { float4 tint; };"),
        Mistake("foreign-name", "return float4(1);", helpers: "¦Texture2D noise : ¦register(t0);"),
        Mistake(
            "foreign-name", "return float4(1);", helpers: "struct V { float4 pos : ¦SV_Position; };",
            hint: "[[position]]"),
        Mistake(
            "foreign-name",
            file: "fragment float4 fragment_test(VertexOut in [[stage_in]]) : ¦SV_Target { return float4(1); }",
            hint: "leave it out"),
        Mistake("foreign-name", "return float4(f(1));", helpers: "float f(float x : ¦TEXCOORD0) { return x; }"),
    ]

    @Test(arguments: glsl) func isNotGLSL(_ mistake: Mistake) { mistake.check() }

    @Test(arguments: hlsl) func isNotHLSL(_ mistake: Mistake) { mistake.check() }

    /// What HLSL and GLSL have in common with Metal is no mistake.
    @Test func sharedNames() {
        let body = """
            float x = saturate(in.uv.x) + rsqrt(1.0 + in.uv.y) + fmod(in.uv.x, 0.5) + atan2(in.uv.y, in.uv.x);
            return float4(x) * float4x4(1.0) + smoothstep(0.0, 1.0, x) + half4(1.0h).x;
            """
        #expect(codes(shader(body)) == [])
    }

    /// A shader may use any of these names for its own.
    @Test func ownNames() {
        let helpers = """
            static float mod(float x, float y) { return x - y * floor(x / y); }
            static float lerp(float a, float b, float t) { return a + (b - a) * t; }
            struct ray { float3 origin; float3 direction; };
            struct mesh { float size; };
            static float texture(float2 uv) { return uv.x; }
            """
        let body = """
            float in_ = 1.0, out = 2.0, uniform = 3.0, shared = 4.0, layout = 5.0, fixed = 6.0, flat = 7.0;
            ray r = {float3(0.0), float3(1.0)};
            mesh m = {2.0};
            float precision = mod(out, 2.0) + lerp(uniform, shared, 0.5) + texture(in.uv) + r.origin.x + m.size;
            out = in_; layout += fixed; flat *= 2.0;
            return float4(precision + out + layout + flat);
            """
        #expect(codes(shader(body, helpers: helpers)) == [])
    }

    /// A fragment of a Shadertoy: every foreign word once, however often it stands there.
    @Test func shadertoy() {
        let source = """
            void mainImage(out vec4 fragColor, in vec2 fragCoord) {
                vec2 uv = fragCoord / iResolution.xy;
                vec3 col = 0.5 + 0.5 * cos(iTime + uv.xyx + vec3(0, 2, 4));
                fragColor = vec4(col, 1.0);
            }
            """
        let result = compile(source)
        let found = result.diagnostics.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.code)" }
        #expect(
            found == [
                "1:1 msl.entry-point-missing", "1:16 msl.foreign-name", "1:20 msl.foreign-name",
                "1:36 msl.foreign-name", "1:39 msl.foreign-name", "2:27 msl.foreign-name", "3:5 msl.foreign-name",
                "3:32 msl.foreign-name",
            ], "\(describe(result))")
    }
}

#include <metal_stdlib>
using namespace metal;
#define iTime uniforms.time
#define iResolution uniforms.resolution
#define S(a, b, t) smoothstep(a, b, t)
#define rot(a) float2x2(cos(a), -sin(a), sin(a), cos(a))
#define SAT(x) clamp(x, 0., 1.)
#define LOOP(n) for (int i = 0; i < n; i++)
#if 0
broken {{{
#endif
#ifndef PI
#define PI M_PI_F
#endif
struct Ray { float3 ro, rd; Ray() = default; Ray(float3 o, float3 d) : ro(o), rd(normalize(d)) {} float3 operator()(float t) const { return ro + rd * t; } };
struct Material { float3 albedo = float3(0.8); float rough{0.5}; bool emissive = false; };
enum class Shape : int { sphere, box, plane, };
struct Hit { float t; Shape shape; Material mat; bool valid() const { return t < 1e3; } };
template <typename T> static T sq(T x) { return x * x; }
template <typename T, typename U> auto lerp2(T a, T b, U t) -> T { return a + (b - a) * t; }
namespace sdf { inline float sphere(float3 p, float r) { return length(p) - r; } inline float plane(float3 p) { return p.y; } }
static float map(float3 p, thread Shape &which) {
    float a = sdf::sphere(p - float3(0, 1, 0), 1.), b = sdf::plane(p);
    which = a < b ? Shape::sphere : Shape::plane;
    return min(a, b);
}
static Hit trace(const thread Ray &r) {
    Hit h { 0, Shape::plane, {} };
    LOOP(64) { Shape s; float d = map(r(h.t), s); h.shape = s; if (d < 1e-3) break; h.t += d; if (h.t > 20.) { h.t = 1e9; break; } }
    switch (h.shape) { case Shape::sphere: h.mat.albedo = float3(1, .2, .1); break; case Shape::plane: { h.mat.rough = 1; break; } default: break; }
    return h;
}
fragment half4 fragment_test(VertexOut in [[stage_in]], constant AmbientShaderUniforms &uniforms [[buffer(AmbientShaderUniformBufferIndex)]], texture2d<float, access::sample> prev [[texture(AmbientShaderTexturePreviousIndex)]]) {
    float2 p = (in.uv - .5) * float2(iResolution.x / iResolution.y, 1) * rot(iTime * .1);
    const Ray r(float3(0, 1, -4), float3(p, 1.));
    auto h = trace(r);
    float3 col = h.valid() ? h.mat.albedo * SAT(1. - h.t * .05) : float3(S(-1., 1., p.y));
    float weights[] = { .2270270270, .1945945946, .1216216216 };
    constexpr sampler s(filter::linear, address::mirrored_repeat, coord::normalized);
    const float2 texel = 1.0 / float2(prev.get_width(), prev.get_height());
    for (uint i = 0; i < sizeof(weights) / sizeof(weights[0]); ++i) col += prev.sample(s, in.uv + texel * float2(i, 0)).rgb * weights[i];
    col = lerp2(col, sq(col), .5);
    uint seed = uint(in.position.x) * 1973u + uint(in.position.y) * 9277u | 1u;
    seed ^= seed << 13; seed ^= seed >> 17; seed ^= seed << 5;
    col += (float(seed) / float(0xffffffffu) - .5) / 255.;
    float3x3 m = float3x3(1, 0, 0, 0, 1, 0, 0, 0, 1);
    m[1] = normalize(m[1]); m *= 2.; col = transpose(m) * col * .5;
    if (any(isnan(col)) || !all(isfinite(col))) return half4(0, 0, 0, 1);
    return half4(half3(col), 1.h);
}

#pragma clang diagnostic ignored "-Wmissing-prototypes"

#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

struct U
{
    float time;
    float2 resolution;
    float4 params;
    float sensitivity;
};

struct fragment_test_out
{
    float4 o_color [[color(0)]];
};

struct fragment_test_in
{
    float2 v_uv [[user(locn0)]];
};

static inline __attribute__((always_inline))
uint3 pcg3d(thread uint3& v)
{
    v = (v * uint3(1664525u)) + uint3(1013904223u);
    v.x += (v.y * v.z);
    v.y += (v.z * v.x);
    v.z += (v.x * v.y);
    v ^= (v >> uint3(16u));
    v.x += (v.y * v.z);
    v.y += (v.z * v.x);
    v.z += (v.x * v.y);
    return v;
}

fragment fragment_test_out fragment_test(fragment_test_in in [[stage_in]], float4 gl_FragCoord [[position]])
{
    fragment_test_out out = {};
    uint3 param = uint3(uint2(gl_FragCoord.xy), 7u);
    uint3 _102 = pcg3d(param);
    uint3 r = _102;
    int3 s = int3(r) % int3(13);
    s = clamp(s, int3(-5), int3(5));
    s = (abs(s) + max(s, int3(0))) - min(s, int3(2));
    bool3 q = s >= int3(1);
    int2 e = int2(in.v_uv * 10.0) << int2(2);
    e = (~e) | int2(3);
    uint z = uint(e.x) / 3u;
    int y = (-7) / int((in.v_uv.x * 3.0) + 1.0);
    out.o_color = float4((float3(r) * 2.3283064365386962890625e-10) + float3(q), float(((s.x + (s.y * s.z)) + e.y) + y) + float(z & 255u));
    return out;
}


#pragma clang diagnostic ignored "-Wmissing-prototypes"

#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

struct Ray
{
    float3 o;
    float3 d;
};

struct Hit
{
    float t;
    float3 n;
    Ray r;
    short ok;
};

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
float map(thread const float3& p)
{
    return fast::min(length(p) - 1.0, p.y + 1.0);
}

static inline __attribute__((always_inline))
Hit march(thread const Ray& r)
{
    Hit h = Hit{ 0.0, float3(0.0), r, false };
    for (int i = 0; i < 40; i++)
    {
        float3 param = r.o + (r.d * h.t);
        float d = map(param);
        if (d < 0.001000000047497451305389404296875)
        {
            h.ok = short(true);
            break;
        }
        h.t += d;
        if (h.t > 20.0)
        {
            break;
        }
    }
    float2 e = float2(0.001000000047497451305389404296875, 0.0);
    float3 p = r.o + (r.d * h.t);
    float3 param_1 = p + e.xyy;
    float3 param_2 = p - e.xyy;
    float3 param_3 = p + e.yxy;
    float3 param_4 = p - e.yxy;
    float3 param_5 = p + e.yyx;
    float3 param_6 = p - e.yyx;
    h.n = fast::normalize(float3(map(param_1) - map(param_2), map(param_3) - map(param_4), map(param_5) - map(param_6)));
    return h;
}

fragment fragment_test_out fragment_test(fragment_test_in in [[stage_in]], constant U& u [[buffer(0)]])
{
    fragment_test_out out = {};
    Ray r;
    r.o = float3(0.0, 0.0, -3.0);
    r.d = fast::normalize(float3((in.v_uv * 2.0) - float2(1.0), 1.5));
    Ray param = r;
    Hit h = march(param);
    Hit g = h;
    g.r.d.x += u.params.x;
    float3 _186;
    if (bool(h.ok))
    {
        _186 = (h.n * 0.5) + float3(0.5);
    }
    else
    {
        _186 = float3(0.100000001490116119384765625) + (g.r.d * 0.0);
    }
    float3 c = _186;
    out.o_color = float4(pow(c, float3(0.4545454680919647216796875)), 1.0);
    return out;
}


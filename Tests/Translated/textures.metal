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

fragment fragment_test_out fragment_test(fragment_test_in in [[stage_in]], texture2d<float> t [[texture(0)]], texture2d<float> t2 [[texture(1)]], sampler tSmplr [[sampler(0)]], sampler t2Smplr [[sampler(1)]])
{
    fragment_test_out out = {};
    float4 a = t.sample(tSmplr, in.v_uv);
    float4 b = t.sample(tSmplr, (in.v_uv * 2.0), level(0.0));
    float4 c = t.read(uint2(int2(in.v_uv * float2(int2(t.get_width(), t.get_height())))), 0);
    float4 d = t.sample(tSmplr, in.v_uv, int2(1, -1));
    float4 e = t2.sample(t2Smplr, in.v_uv, gradient2d(dfdx(in.v_uv), dfdy(in.v_uv)));
    float4 f = t.gather(tSmplr, in.v_uv, int2(0), component::x);
    float4 g = t.gather(tSmplr, in.v_uv, int2(0), component::z);
    float4 h = t2.sample(t2Smplr, in.v_uv, bias(0.5));
    float3 _78 = float3(in.v_uv, 1.0);
    float4 p = t.sample(tSmplr, _78.xy / _78.z);
    out.o_color = (((((((((a + b) + c) + d) + e) + f) + g) + h) + p) / float4(9.0)) + float4(fwidth(in.v_uv.x));
    return out;
}


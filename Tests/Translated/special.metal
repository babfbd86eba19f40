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

fragment fragment_test_out fragment_test(fragment_test_in in [[stage_in]])
{
    fragment_test_out out = {};
    float inf = as_type<float>(0x7f800000u /* inf */);
    float x = (in.v_uv.x * 4.0) - 2.0;
    bool n = isnan(sqrt(x));
    bool i = isinf(x / (in.v_uv.y - in.v_uv.y));
    float a = precise::atan2(x, in.v_uv.y);
    float b = atan(x);
    float c = rsqrt(abs(x) + 0.100000001490116119384765625);
    float d = ((exp(x) + log(abs(x) + 1.0)) + log2(3.0 + x)) + pow(abs(x), 1.5);
    float e = (((rint(x * 3.0) + round(x)) + trunc(x)) + ceil(x)) + floor(x);
    float f = ((smoothstep(-1.0, 1.0, x) + step(0.0, x)) + fast::clamp(x, -0.5, 0.5)) + mix(1.0, 2.0, x);
    float g = ((((((fast::min(x, inf) + fma(x, 2.0, 1.0)) + tan(x * 0.300000011920928955078125)) + precise::tanh(x)) + fast::sinh(x)) + fast::cosh(x)) + asin(x * 0.4000000059604644775390625)) + acos(x * 0.4000000059604644775390625);
    float l = ((((length(float3(in.v_uv, x)) + distance(in.v_uv, float2(0.5))) + dot(in.v_uv, in.v_uv)) + abs(x)) + abs(x - 1.0)) + sign(x);
    float3 cr = cross(float3(in.v_uv, 1.0), float3(1.0, 0.0, x));
    out.o_color = float4((a + b) + c, (d + float(n)) + (i ? 0.5 : 0.0), e + f, (g + l) + cr.y);
    return out;
}


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
    float3 a = float3(in.v_uv, 0.5);
    float3x3 m = float3x3(float3(a), float3(a.yzx), float3(a.zxy));
    a = m * a;
    out.o_color = float4(exp2(a) * 0.20000000298023223876953125, 1.0);
    return out;
}


#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

constant int N_tmp [[function_constant(4)]];
constant int N = is_function_constant_defined(N_tmp) ? N_tmp : 3;
constant float K_tmp [[function_constant(3)]];
constant float K = is_function_constant_defined(K_tmp) ? K_tmp : 2.5;

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
    float4 second [[color(1)]];
};

struct fragment_test_in
{
    float2 v_uv [[user(locn0)]];
    int mode [[user(locn1)]];
    float3 extra [[user(locn2), center_no_perspective]];
};

fragment fragment_test_out fragment_test(fragment_test_in in [[stage_in]])
{
    fragment_test_out out = {};
    float acc = 0.0;
    for (int i = 0; i < N; i++)
    {
        acc += (K * in.v_uv.x);
    }
    out.o_color = (float4(in.v_uv, acc, 1.0) + float4(in.extra * 0.0, 0.0)) + float4(float(in.mode));
    out.second = float4(1.0);
    return out;
}


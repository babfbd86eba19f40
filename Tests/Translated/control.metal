#pragma clang diagnostic ignored "-Wmissing-prototypes"
#pragma clang diagnostic ignored "-Wmissing-braces"

#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

template<typename T, size_t Num>
struct spvUnsafeArray
{
    T elements[Num ? Num : 1];
    
    thread T& operator [] (size_t pos) thread
    {
        return elements[pos];
    }
    constexpr const thread T& operator [] (size_t pos) const thread
    {
        return elements[pos];
    }
    
    device T& operator [] (size_t pos) device
    {
        return elements[pos];
    }
    constexpr const device T& operator [] (size_t pos) const device
    {
        return elements[pos];
    }
    
    constexpr const constant T& operator [] (size_t pos) const constant
    {
        return elements[pos];
    }
    
    threadgroup T& operator [] (size_t pos) threadgroup
    {
        return elements[pos];
    }
    constexpr const threadgroup T& operator [] (size_t pos) const threadgroup
    {
        return elements[pos];
    }
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
float pick(thread const int& k, thread float2& v_uv)
{
    switch (k)
    {
        case 0:
        {
            return 0.100000001490116119384765625;
        }
        case 1:
        case 2:
        {
            if (v_uv.x > 0.5)
            {
                break;
            }
            return 0.4000000059604644775390625;
        }
        case 3:
        {
            return 0.699999988079071044921875;
        }
        default:
        {
            return 0.89999997615814208984375;
        }
    }
    return 0.25;
}

static inline __attribute__((always_inline))
void swap(thread float3& a, thread float3& b)
{
    b = a.zyx;
    a = a.yzx;
}

fragment fragment_test_out fragment_test(fragment_test_in in [[stage_in]], float4 gl_FragCoord [[position]], bool gl_FrontFacing [[front_facing]])
{
    fragment_test_out out = {};
    float s = 0.0;
    int i = 0;
    do
    {
        i++;
        if ((i & 1) == 0)
        {
            continue;
        }
        int param = i;
        s += pick(param, in.v_uv);
    } while ((i < 9) && (s < 4.0));
    for (;;)
    {
        s *= 0.5;
        if (s < 0.300000011920928955078125)
        {
            break;
        }
        continue;
    }
    float3 a = float3(in.v_uv, s);
    float3 param_1 = a;
    float3 param_2;
    swap(param_1, param_2);
    a = param_1;
    float3 b = param_2;
    uint n = 7u;
    while (n > 0u)
    {
        n = n >> uint(1);
        s += (float(n) * 0.00999999977648258209228515625);
    }
    spvUnsafeArray<spvUnsafeArray<float, 3>, 2> k;
    for (int x = 0; x < 2; x++)
    {
        for (int y = 0; y < 3; y++)
        {
            k[x][y] = float((x * 3) + y);
        }
    }
    if (gl_FragCoord.x < (-10.0))
    {
        discard_fragment();
    }
    out.o_color = float4(a.x + b.y, s, k[1][int(in.v_uv.y * 3.0)] * 0.20000000298023223876953125, gl_FrontFacing ? 1.0 : 0.5);
    return out;
}


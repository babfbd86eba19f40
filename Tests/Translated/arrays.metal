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

struct S
{
    float3 c;
    float w;
};

struct U
{
    float time;
    float2 resolution;
    float4 params;
    float sensitivity;
};

constant spvUnsafeArray<float, 5> _49 = spvUnsafeArray<float, 5>({ 0.100000001490116119384765625, 0.20000000298023223876953125, 0.4000000059604644775390625, 0.20000000298023223876953125, 0.100000001490116119384765625 });
constant spvUnsafeArray<float3, 3> _75 = spvUnsafeArray<float3, 3>({ float3(1.0, 0.0, 0.0), float3(0.0, 1.0, 0.0), float3(0.0, 0.0, 1.0) });
constant spvUnsafeArray<S, 2> _98 = spvUnsafeArray<S, 2>({ S{ float3(1.0, 2.0, 3.0), 0.5 }, S{ float3(4.0, 5.0, 6.0), 0.25 } });

struct fragment_test_out
{
    float4 o_color [[color(0)]];
};

struct fragment_test_in
{
    float2 v_uv [[user(locn0)]];
};

static inline __attribute__((always_inline))
float sum(thread const spvUnsafeArray<float, 5>& a)
{
    float s = 0.0;
    for (int i = 0; i < 5; i++)
    {
        s += (a[i] * float(i));
    }
    return s;
}

fragment fragment_test_out fragment_test(fragment_test_in in [[stage_in]])
{
    fragment_test_out out = {};
    spvUnsafeArray<float, 5> a = spvUnsafeArray<float, 5>({ 0.100000001490116119384765625, 0.20000000298023223876953125, 0.4000000059604644775390625, 0.20000000298023223876953125, 0.100000001490116119384765625 });
    int k = int(in.v_uv.x * 5.0);
    a[k] += 1.0;
    float3 p = _75[k % 3];
    spvUnsafeArray<S, 2> l = spvUnsafeArray<S, 2>({ S{ float3(1.0, 2.0, 3.0), 0.5 }, S{ float3(4.0, 5.0, 6.0), 0.25 } });
    int _100 = k & 1;
    l[_100].w *= 2.0;
    spvUnsafeArray<float, 5> param;
    param = a;
    out.o_color = float4(((p * sum(param)) * 0.100000001490116119384765625) + ((l[k & 1].c * l[k & 1].w) * 0.100000001490116119384765625), 1.0);
    return out;
}


#pragma clang diagnostic ignored "-Wmissing-prototypes"

#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

// Implementation of the GLSL findLSB() function
template<typename T>
inline T spvFindLSB(T x)
{
    return select(ctz(x), T(-1), x == T(0));
}

// Implementation of the signed GLSL findMSB() function
template<typename T>
inline T spvFindSMSB(T x)
{
    T v = select(x, T(-1) - x, x < T(0));
    return select(clz(T(0)) - (clz(v) + T(1)), T(-1), v == T(0));
}

// Implementation of the unsigned GLSL findMSB() function
template<typename T>
inline T spvFindUMSB(T x)
{
    return select(clz(T(0)) - (clz(x) + T(1)), T(-1), x == T(0));
}

struct ResType
{
    uint _m0;
    uint _m1;
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

fragment fragment_test_out fragment_test(fragment_test_in in [[stage_in]])
{
    fragment_test_out out = {};
    uint x = uint(in.v_uv.x * 1000.0);
    int y = int(in.v_uv.y * 1000.0) - 500;
    uint a = extract_bits(x, uint(3), uint(5));
    uint b = insert_bits(x, 21u, uint(2), uint(6));
    uint c = reverse_bits(x);
    int d = spvFindLSB(y);
    int e = spvFindSMSB(y);
    int f = int(popcount(x));
    int g = int(spvFindUMSB(x));
    int h = extract_bits(y, uint(1), uint(6));
    uint bits = as_type<uint>(in.v_uv.x);
    float back = as_type<float>(bits ^ 1u);
    uint p = pack_float_to_unorm4x8(float4(in.v_uv, 0.25, 1.0));
    float4 q = unpack_unorm4x8_to_float(p);
    uint r = as_type<uint>(half2(in.v_uv));
    float2 s = float2(as_type<half2>(r));
    uint t = pack_float_to_snorm2x16((in.v_uv * 2.0) - float2(1.0));
    float2 w = unpack_snorm2x16_to_float(t);
    ResType _104;
    _104._m0 = x + 4294967295u;
    _104._m1 = select(uint(1), uint(0), _104._m0 >= max(x, 4294967295u));
    uint carry = _104._m1;
    uint add = _104._m0;
    ResType _111;
    _111._m0 = x * 123456789u;
    _111._m1 = mulhi(x, 123456789u);
    uint lsb = _111._m0;
    uint msb = _111._m1;
    out.o_color = float4(float(a + (b % 7u)) + float(c >> uint(24)), float((((d + e) + f) + g) + h), ((back + q.y) + s.x) + w.y, ((float(add & 15u) + float(carry)) + float(msb)) + float(lsb & 7u));
    return out;
}


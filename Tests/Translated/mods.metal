#pragma clang diagnostic ignored "-Wmissing-prototypes"

#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

// Implementation of the GLSL mod() function, which is slightly different than Metal fmod()
template<typename Tx, typename Ty>
inline Tx mod(Tx x, Ty y)
{
    return x - y * floor(x / y);
}

// Implementation of the GLSL degrees() function
template<typename T>
inline T degrees(T r)
{
    return r * T(57.2957795131);
}

// Implementation of the GLSL sign() function for integer types
template<typename T, typename E = typename enable_if<is_integral<T>::value>::type>
inline T sign(T x)
{
    return select(select(select(x, T(0), x == T(0)), T(1), x > T(0)), T(-1), x < T(0));
}

template<typename T>
[[clang::optnone]] T spvReflect(T i, T n)
{
    return i - T(2) * i * n * n;
}

struct ResType
{
    float _m0;
    int _m1;
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
float hash(thread const float2& p)
{
    return fract(sin(dot(p, float2(127.09999847412109375, 311.70001220703125))) * 43758.546875);
}

static inline __attribute__((always_inline))
float _noise(thread const float2& p)
{
    float2 i = floor(p);
    float2 f = fract(p);
    f = (f * f) * (float2(3.0) - (f * 2.0));
    float2 param = i;
    float2 param_1 = i + float2(1.0, 0.0);
    float2 param_2 = i + float2(0.0, 1.0);
    float2 param_3 = i + float2(1.0);
    return mix(mix(hash(param), hash(param_1), f.x), mix(hash(param_2), hash(param_3), f.x), f.y);
}

fragment fragment_test_out fragment_test(fragment_test_in in [[stage_in]])
{
    fragment_test_out out = {};
    float m = mod((in.v_uv.x * 7.0) - 3.0, 2.0);
    float2 n = mod((in.v_uv * 5.0) - float2(2.0), float2(1.5));
    float3 o = mod(float3(in.v_uv, 1.0) * 9.0, float3(2.0));
    float r = 1.57079637050628662109375 + (degrees(in.v_uv.x) * 0.001000000047497451305389404296875);
    bool3 b = o < float3(1.0);
    float3 s = select(float3(1.0), o, b);
    float3 t = faceforward(o, s, float3(0.0, 1.0, 0.0));
    float3 v = reflect(o, fast::normalize(s));
    float3 w = refract(fast::normalize(o + float3(0.100000001490116119384765625)), fast::normalize(s), 0.699999988079071044921875);
    float z = (-0.8544003963470458984375) + spvReflect(m, 1.0);
    int sg = sign(int(m * 10.0) - 5);
    float ip;
    float _167 = modf(m * 3.2999999523162841796875, ip);
    float fr = _167;
    ResType _173;
    _173._m0 = frexp(m + 1.0, _173._m1);
    int ex = _173._m1;
    float fx = _173._m0;
    float ld = ldexp(fx, ex + 1);
    float2 param = in.v_uv * 8.0;
    out.o_color = float4((((m + n.x) + float(sg)) + fr) + ip, float(all(b)) + (any(not(b)) ? 2.0 : 0.5), (((s.x + t.y) + v.z) + w.x) + z, ((((_noise(param) + ld) + r) + asinh(m)) + atanh(0.300000011920928955078125 * fr)) + acosh(1.0 + m));
    return out;
}


//
//  Shaders.metal
//
#include <metal_stdlib>
#import <simd/simd.h>
using namespace metal;
#pragma mark - Types
typedef struct { float4 position [[position]]; float2 texCoord; } RasterizerData;
typedef struct { vector_float2 position; vector_float2 textureCoordinate; } AAPLVertex;
vertex RasterizerData vertexShader(uint vertexID [[ vertex_id ]], constant AAPLVertex *vertices [[ buffer(0) ]], constant vector_uint2 *viewportSizePointer [[ buffer(1) ]]) {
    RasterizerData out; float2 p = vertices[vertexID].position.xy; out.position = vector_float4(p, 0.0, 1.0); return out; }
constant float PI = 3.14159265359;
constant const float TWO_PI = 2.0 * PI;
constant float2x2 m2 = float2x2(0.8, -0.6, 0.6, 0.8);
constant half3 kRec709Luma = half3(0.2126, 0.7152, 0.0722);
float rand(float2 co){ return fract(sin(dot(co.xy ,float2(12.9898,78.233))) * 43758.5453); }
float2x2 rotate(float a) { return float2x2(cos(a), sin(a), -sin(a), cos(a)); }
float sdBox( float3 p, float3 b ) { float3 q = abs(p) - b; return length(max(q,0.0)) + min(max(q.x,max(q.y,q.z)),0.0); }
float3 palette(float t, float3 a, float3 b, float3 c, float3 d) { return a + b*cos( 6.28318*(c*t+d) ); }
static inline float opSmoothUnion( float d1, float d2, float k ) { float h = clamp( 0.5 + 0.5*(d2-d1)/k, 0.0, 1.0 ); return mix( d2, d1, h ) - k*h*(1.0-h); }
float fbm(float2 st) {
    float value = 0.0, amplitude = .5; float2 shift = float2(100.0);
    float2x2 rot = float2x2(cos(0.5), sin(0.5), -sin(0.5), cos(0.50));
    for (int i = 0, n = 5; i < n; ++i, amplitude *= 0.5) { value += amplitude * rand(st); st = rot * st * 2.0 + shift; }
    return value;
}
fragment float4 fragment_test(RasterizerData in [[stage_in]], texture2d<half> colorTexture [[ texture(0) ]], constant float &time [[buffer(0)]], constant float2 *size [[buffer(1)]])
{
    constexpr sampler textureSampler (mag_filter::linear,
                                      min_filter::linear, mip_filter::linear, address::repeat, max_anisotropy(4), lod_clamp(0.0f, 1.0f));
    const half4 colorSample = colorTexture.sample(textureSampler, in.texCoord);
    half luma = dot(colorSample.rgb, kRec709Luma);
    float2 uv = (in.position.xy * 2. - size[0]) / min(size->x, size->y);
    uv *= rotate(time);
    float d = length(uv); if (d > 0.5) { d = -d; } else if (d < .1) d *= 2;
    float3 col = palette(d + time * .4, float3(.5), float3(.5), float3(1), float3(0.263,0.416,0.557));
    d = sin(d*8 + time)/8; d = abs(d); d = 0.02 / d;
    col *= d; col = pow(col, 1.2); col.rg = col.gr; col += fbm(uv) * (luma > 0.5h ? 1 : 0);
    uint2 gid = uint2(in.position.xy); bool odd = (gid.x & 1) ^ (gid.y & 1);
    int i = 10; while (i --> 0) { if (i == 5) continue; col.x += float(i) * .001; }
    return float4(saturate(col), 1) * (odd ? 1.0 : 0.9);
}

#include <metal_stdlib>
using namespace metal;

// A wash of two hues over the whole screen that slides slowly back and forth.
//
//   params.x  hueA   hue at the start of the direction, 0…1
//   params.y  hueB   hue at its end
//   params.z  angle  direction in radians: 0 points right, pi/2 points up
//   params.w  speed  drift, in there-and-back journeys a second
//
// All four slots are taken, so the opacity is a constant here.

static constant float kOpacity = 0.5;
static constant float kSaturation = 0.66;
static constant float kBrightness = 0.84;
static constant float kDrift = 0.1;     // how far the wash slides, as a share of its length
static constant float kBend = 0.07;     // how much the lines of equal colour curve

fragment float4 fragment_gradientwash(
    VertexOut in [[stage_in]],
    constant AmbientShaderUniforms &uniforms [[buffer(AmbientShaderUniformBufferIndex)]]) {
    float hueA = uniforms.params.x;
    float hueB = uniforms.params.y;
    float angle = uniforms.params.z;
    float turn = uniforms.time * uniforms.params.w * 2.0 * M_PI_F;

    // 0 in the corner where the direction starts, 1 in the opposite one, whatever the angle.
    float2 direction = float2(cos(angle), sin(angle));
    float2 centred = in.uv - 0.5;
    float span = abs(direction.x) + abs(direction.y);
    float along = dot(centred, direction) / span + 0.5;
    float aside = dot(centred, float2(-direction.y, direction.x));

    along += kDrift * sin(turn);
    along += kBend * sin(aside * 4.0 + turn);

    // Mixing colours, not hues, keeps the middle calm: no rainbow between the two ends.
    float3 start = ambient_hsv2rgb(float3(hueA, kSaturation, kBrightness));
    float3 end = ambient_hsv2rgb(float3(hueB, kSaturation, kBrightness));
    float3 colour = mix(start, end, smoothstep(0.15, 1.05, along));

    return float4(colour, kOpacity);
}

#include <metal_stdlib>
using namespace metal;

// Rings that leave the middle of the screen one after the other, slow down and fade, like the
// circles a drop makes on still water.
//
//   params.x  speed      rings a second, per ring in flight
//   params.y  ringWidth  thickness, with the shorter side of the screen as 1
//   params.z  hue        0…1
//   params.w  maxRadius  where a ring has faded away, in the same measure

static constant int kRings = 3;
static constant float kStrength = 0.46;

fragment float4 fragment_radialpulse(
    VertexOut in [[stage_in]],
    constant AmbientShaderUniforms &uniforms [[buffer(AmbientShaderUniformBufferIndex)]]) {
    float speed = uniforms.params.x;
    float ringWidth = max(uniforms.params.y, 0.0005);
    float hue = uniforms.params.z;
    float maxRadius = uniforms.params.w;

    // Circles on every screen: the shorter side counts 1.
    float shortSide = min(uniforms.resolution.x, uniforms.resolution.y);
    float2 centred = (in.uv - 0.5) * uniforms.resolution / shortSide;
    float radius = length(centred);
    float pixel = 1.0 / shortSide;

    float strength = 0.0;
    for (int ring = 0; ring < kRings; ring++) {
        // 0 when the ring is born, 1 when it has gone; it starts fast and comes to rest.
        float age = fract(uniforms.time * speed + float(ring) / float(kRings));
        float front = maxRadius * (1.0 - (1.0 - age) * (1.0 - age));
        float life = smoothstep(0.0, 0.25, age) * (1.0 - smoothstep(0.45, 1.0, age));

        // A clear front with a wake behind it, on the side of the middle.
        float behind = front - radius;
        float crest = exp(-(behind * behind) / (ringWidth * ringWidth));
        float wake = smoothstep(-pixel, pixel, behind) * exp(-behind / (6.0 * ringWidth));
        strength += life * (0.75 * crest + 0.25 * wake);
    }

    float3 colour = ambient_hsv2rgb(float3(hue, 0.28, 1.0));
    return float4(colour, saturate(strength) * kStrength);
}

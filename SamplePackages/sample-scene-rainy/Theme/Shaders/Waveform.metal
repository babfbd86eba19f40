#include <metal_stdlib>
using namespace metal;

// A glowing thread across the screen that swells with the sound: low notes in the middle,
// high notes towards both ends.
//
//   params.x  minHalfHeight  half thickness without sound, as a share of the height
//   params.y  hue            0…1
//   params.z, params.w       unused
//
// Input: audioLevels. The thread never gets thinner than minHalfHeight, so "no signal" and
// "not rendering" look different.

static constant float kCentre = 0.28;     // height of the thread, from the bottom of the screen
static constant float kReach = 0.2;       // half thickness at level 1, as a share of the height
static constant float kSway = 0.012;      // how far the thread swings up and down
static constant int kTaps = 3;            // levels averaged on either side

static float waveform_level(texture2d<float> levels, float place) {
    constexpr sampler linearly(filter::linear, address::clamp_to_edge);

    // A small tent filter rounds off the steps between neighbouring bands.
    float sum = 0.0;
    float weights = 0.0;
    for (int tap = -kTaps; tap <= kTaps; tap++) {
        float weight = float(kTaps + 1) - abs(float(tap));
        sum += weight * levels.sample(linearly, float2(place + float(tap) / 64.0, 0.5)).r;
        weights += weight;
    }
    return sum / weights;
}

fragment float4 fragment_waveform(
    VertexOut in [[stage_in]],
    constant AmbientShaderUniforms &uniforms [[buffer(AmbientShaderUniformBufferIndex)]],
    texture2d<float> audioLevels [[texture(AmbientShaderTextureAudioLevelsIndex)]]) {
    float minHalfHeight = max(uniforms.params.x, 0.0);
    float hue = uniforms.params.y;
    float pixel = 1.0 / uniforms.resolution.y;

    // 0 in the middle of the screen, 1 at its left and right edge.
    float outward = abs(in.uv.x * 2.0 - 1.0);
    float fade = 1.0 - smoothstep(0.45, 0.98, outward);

    float level = saturate(waveform_level(audioLevels, outward) * uniforms.sensitivity);
    float halfHeight = max(minHalfHeight, level * kReach * fade);

    // Two slow swings that never meet, so the thread does not look like a sine.
    float sway = sin(in.uv.x * 7.0 + uniforms.time * 0.7) + 0.6 * sin(in.uv.x * 12.0 - uniforms.time * 0.45);
    float away = abs(in.uv.y - kCentre - kSway * sway);

    // The body is a veil with a bright rim; beyond the rim a glow dies away.
    float inside = 1.0 - smoothstep(halfHeight - pixel, halfHeight + pixel, away);
    float rim = exp(-abs(away - halfHeight) / (2.5 * pixel));
    float depth = away / max(halfHeight, pixel);
    float body = inside * mix(0.28, 0.6, depth * depth);
    float outside = max(away - halfHeight, 0.0);
    float glow = 0.3 * exp(-outside * 28.0) * (1.0 - inside);

    float3 colour = ambient_hsv2rgb(float3(hue + 0.08 * (in.uv.x - 0.5), 0.4, 1.0));
    colour = mix(colour, float3(1.0), 0.6 * rim);

    return float4(colour, saturate(body + 0.6 * rim + glow) * fade);
}

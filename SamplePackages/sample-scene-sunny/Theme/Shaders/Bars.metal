#include <metal_stdlib>
using namespace metal;

// The spectrum as a row of rounded bars, low notes on the left.
//
//   params.x  gapRatio      share of each column that stays empty, 0…0.9
//   params.y  cornerRadius  0 square, 1 fully round
//   params.z  idleFloor     level below which no bar falls, 0…1
//   params.w  unused
//
// Input: audioLevels. The idle floor does not depend on it: a row of low bars means "no signal",
// no bars at all means "not rendering".

static constant float kMargin = 0.06;      // empty space left and right, as a share of the width
static constant float kBaseline = 0.07;    // where the bars stand, from the bottom of the screen
static constant float kTallest = 0.36;     // a bar at level 1, as a share of the height
static constant uint kDefaultCount = 64;   // columns when no texture is bound

fragment float4 fragment_bars(
    VertexOut in [[stage_in]],
    constant AmbientShaderUniforms &uniforms [[buffer(AmbientShaderUniformBufferIndex)]],
    texture2d<float> audioLevels [[texture(AmbientShaderTextureAudioLevelsIndex)]]) {
    float gapRatio = clamp(uniforms.params.x, 0.0, 0.9);
    float cornerRadius = clamp(uniforms.params.y, 0.0, 1.0);
    float idleFloor = clamp(uniforms.params.z, 0.0, 1.0);

    bool silent = audioLevels.get_width() == 0;
    uint count = silent ? kDefaultCount : audioLevels.get_width();

    // Which column this pixel is in, and how far it is from the column's middle, in pixels.
    float position = (in.uv.x - kMargin) / (1.0 - 2.0 * kMargin) * float(count);
    float columnWidth = uniforms.resolution.x * (1.0 - 2.0 * kMargin) / float(count);
    float halfWidth = 0.5 * columnWidth * (1.0 - gapRatio);
    int column = int(floor(position));
    float across = (position - float(column) - 0.5) * columnWidth;

    // Margins and gaps are done here; a pixel of slack leaves room for the soft edge.
    if (column < 0 || column >= int(count) || abs(across) > halfWidth + 1.0) {
        return float4(0.0);
    }

    float level = 0.0;
    if (!silent) {
        level = saturate(audioLevels.read(uint2(uint(column), 0)).r * uniforms.sensitivity);
    }

    // With nothing to show the row breathes: a slow ripple, a quarter of the floor high.
    float ripple = 1.0 + 0.25 * sin(uniforms.time * 1.2 - float(column) * 0.3);
    float height = max(level, idleFloor * ripple) * kTallest * uniforms.resolution.y;

    // Signed distance to a rounded box, in pixels: negative inside.
    float2 halfSize = float2(halfWidth, 0.5 * height);
    float radius = cornerRadius * min(halfSize.x, halfSize.y);
    float up = (in.uv.y - kBaseline) * uniforms.resolution.y;
    float2 corner = abs(float2(across, up - halfSize.y)) - halfSize + radius;
    float signedDistance = length(max(corner, 0.0)) + min(max(corner.x, corner.y), 0.0) - radius;

    // One pixel, give or take a slope. Across a gap the neighbour may belong to another bar, of another height: without
    // the limit the edge would be as wide as the difference.
    float edge = clamp(fwidth(signedDistance), 0.7, 1.5);
    float coverage = saturate(0.5 - signedDistance / edge);

    // Amber on the left to rose on the right, brightest at the tip.
    float share = (float(column) + 0.5) / float(count);
    float tip = saturate(up / max(height, 1.0));
    float3 colour = ambient_hsv2rgb(float3(fract(1.08 - 0.16 * share), 0.3, 1.0));
    colour = mix(colour, float3(1.0), 0.4 * tip);

    return float4(colour, coverage * mix(0.55, 0.95, tip));
}

#include <metal_stdlib>
using namespace metal;

// Soft points of light in three depths, each drifting at its own pace.
//
//   params.x  density  cells of the grid over the shorter side of the screen; one point a cell
//   params.y  speed    drift upwards, in short sides a second; negative falls
//   params.z  hue      0…1
//   params.w  size     radius of a point as a share of its cell, 0…0.4

static constant int kDepths = 3;

// Three numbers in 0…1 that belong to a cell of the grid. Whole-number arithmetic gives every
// device the same points, which the usual sin() of a large number does not.
static float3 particles_random(int2 cell, int depth) {
    uint h = uint(cell.x) * 0x9E3779B1u + uint(cell.y) * 0x85EBCA77u + uint(depth) * 0xC2B2AE3Du;
    h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
    h = (h ^ (h >> 12)) * 0x297A2D39u;
    h = h ^ (h >> 15);
    return float3(float(h & 1023u), float((h >> 10) & 1023u), float((h >> 20) & 1023u)) / 1023.0;
}

fragment float4 fragment_particles(
    VertexOut in [[stage_in]],
    constant AmbientShaderUniforms &uniforms [[buffer(AmbientShaderUniformBufferIndex)]]) {
    float density = max(uniforms.params.x, 1.0);
    float speed = uniforms.params.y;
    float hue = uniforms.params.z;
    float size = clamp(uniforms.params.w, 0.0, 0.4);

    // Square cells on every screen: the shorter side counts 1.
    float2 place = in.uv * uniforms.resolution / min(uniforms.resolution.x, uniforms.resolution.y);

    float3 light = float3(0.0);
    float cover = 0.0;
    for (int depth = 0; depth < kDepths; depth++) {
        // The further away, the smaller, slower and dimmer.
        float nearness = 1.0 - float(depth) / float(kDepths);
        float scale = density * (1.0 + 0.7 * float(depth));
        float2 grid = place * scale;
        grid.y -= uniforms.time * speed * scale * (0.4 + 0.6 * nearness);
        grid.x += 0.37 * float(depth);

        float2 cell = floor(grid);
        float3 random = particles_random(int2(cell), depth);

        // The point wanders in its cell, and never so far that the border would cut it.
        float turn = 2.0 * M_PI_F * (random.z + uniforms.time * 0.05 * (0.5 + random.x));
        float radius = size * (0.45 + 0.55 * random.z);
        float2 home = 0.5 + (random.xy - 0.5) * 1.6 * (0.5 - radius);
        float2 centre = home + float2(cos(turn), sin(turn)) * 0.2 * (0.5 - radius);
        float away = length(grid - cell - centre) / max(radius, 0.0001);

        float disc = 1.0 - smoothstep(0.0, 1.0, away);
        float twinkle = 0.55 + 0.45 * sin(uniforms.time * (0.4 + random.y) + random.x * 6.0);
        float strength = disc * disc * twinkle * (0.35 + 0.65 * nearness);

        // Half of the cells stay empty, or the grid would show.
        strength *= step(0.5, fract(random.x * 7.0 + random.y * 3.0));

        float3 colour = ambient_hsv2rgb(float3(hue + 0.08 * (random.y - 0.5), 0.35, 1.0));
        light += colour * strength * (1.0 - cover);
        cover += strength * (1.0 - cover);
    }

    // The sum holds colours times their cover; what leaves here is plain colour and alpha.
    return float4(light / max(cover, 0.0001), cover * 0.85);
}

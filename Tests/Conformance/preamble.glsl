#version 450
layout(std140, binding = 0) uniform Uniforms { float time; vec2 resolution; vec4 params; float sensitivity; } uniforms;
layout(binding = 2) uniform sampler2D levels;
layout(binding = 4) uniform sampler2D picture;
layout(binding = 5) uniform sampler2D tile;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;

// A number as a colour that 8 bits a channel keep exactly: the upper 24 bits of a float, all of an integer folded.
vec4 bits(uint v) { return vec4(vec3((uvec3(v) >> uvec3(16, 8, 0)) & 255u) / 255.0, 1.0); }
vec4 show(float v) { return bits(floatBitsToUint(v) >> 8); }
vec4 show(uint v) { return bits(v ^ (v >> 24)); }
vec4 show(int v) { return show(uint(v)); }
vec4 show(bool v) { return bits(v ? 0xffffffu : 0u); }

// A hash of integers alone, the same everywhere.
uint hash(uint v) {
    v ^= v >> 16; v *= 0x7feb352du;
    v ^= v >> 15; v *= 0x846ca68bu;
    return v ^ (v >> 16);
}
uint hash(ivec2 p, uint seed) { return hash(uint(p.x) + hash(uint(p.y) + hash(seed))); }
// 0 up to but not 1, with 24 bits.
float random(ivec2 p, uint seed) { return float(hash(p, seed) >> 8) / 16777216.0; }

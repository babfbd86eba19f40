// The audio levels: 64 × 1 floats.
//! compare: floats
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    float level = texelFetch(levels, ivec2(p.x % 64, 0), 0).r;
    colour = show(p.y < 32 ? level : level * level * uniforms.sensitivity);
}

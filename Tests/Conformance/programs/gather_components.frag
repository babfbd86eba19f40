// The four texels around a point, one component each.
//! sampler: nearest repeat
//! tolerance: 0 because texels are stored as they are read
void main() {
    vec2 at = (floor(gl_FragCoord.xy) + vec2(0.7, 0.3)) / vec2(23.0, 17.0);
    vec4 g = gl_FragCoord.x < 32.0 ? textureGather(picture, at) : gl_FragCoord.x < 64.0 ? textureGather(picture, at, 1) : textureGather(picture, at, 2);
    colour = vec4(int(gl_FragCoord.y) % 2 == 0 ? g.xyz : g.wzy, 1.0);
}

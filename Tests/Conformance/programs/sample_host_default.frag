// No sampler of the shader's own: the one that the host does not bind is nearest, clamped to the edge.
//! tolerance: 0 because the coordinates keep away from the edges of texels
vec4 through(sampler2D s, vec2 at) { return texture(s, at); }
void main() {
    vec2 at = (floor(gl_FragCoord.xy * 0.5) + 0.4) / vec2(23.0, 17.0);
    colour = vec4(at.x < 0.5 ? through(picture, at).rgb : through(tile, at * 1.25 - 0.2).rgb, 1.0);
}

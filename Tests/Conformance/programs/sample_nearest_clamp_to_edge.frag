// The picture from −1.5 to 2.5, nearest, clamp_to_edge.
//! sampler: nearest clamp_to_edge
//! tolerance: 0 because the coordinates keep away from the edges of texels
void main() {
    vec2 at = (floor(gl_FragCoord.xy) * vec2(23.0, 17.0) * 4.0 / vec2(96.0, 64.0) + 0.3) / vec2(23.0, 17.0) - 1.5;
    colour = vec4(texture(picture, at).rgb, 1.0);
}

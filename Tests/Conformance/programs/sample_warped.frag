// What one texture says bends the coordinates of another.
//! sampler: linear mirrored_repeat
//! tolerance: 3 share 1 % because a bend that differs by 1/255 moves the picture by a tenth of a texel
void main() {
    vec2 bend = texture(tile, uv * 1.5).rg - 0.5;
    vec3 c = texture(picture, uv * 0.5 + bend * 0.1).rgb;
    colour = vec4(mix(c, vec3(bend + 0.5, 0.5), 0.5), 1.0);
}

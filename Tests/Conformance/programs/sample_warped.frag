// What one texture says bends the coordinates of another.
//! sampler: linear mirrored_repeat
void main() {
    vec2 bend = texture(tile, uv * 1.5).rg - 0.5;
    vec3 c = texture(picture, uv * 0.5 + bend * 0.1).rgb;
    colour = vec4(mix(c, vec3(bend + 0.5, 0.5), 0.5), 1.0);
}

// Bars that follow the audio levels, sampled with normalised coordinates.
void main() {
    float level = texture(levels, vec2((floor(uv.x * 32.0) * 2.0 + 0.5) / 64.0, 0.5)).r;
    colour = vec4(step(uv.y, level) * vec3(0.2 + 0.8 * level, 0.6, 1.0 - level), 1.0);
}

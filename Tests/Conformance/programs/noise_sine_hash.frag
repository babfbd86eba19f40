// The hash of most shaders: the last bit of its sine decides the number, so 400 cells a pixel are averaged.
//! size: 32x16
float random(vec2 v) { return fract(sin(dot(v, vec2(12.9898, 78.233))) * 43758.5453); }
void main() {
    float sum = 0.0, squares = 0.0;
    for (int i = 0; i < 400; i++) { float r = random(floor(gl_FragCoord.xy) * 20.0 + vec2(i % 20, i / 20)); sum += r; squares += r * r; }
    colour = vec4(sum / 400.0, squares / 400.0, 0.5, 1.0);
}

// Value noise in five octaves over an integer hash.
float noise(vec2 v) {
    ivec2 i = ivec2(floor(v));
    vec2 f = fract(v), s = f * f * (3.0 - 2.0 * f);
    return mix(mix(random(i, 1u), random(i + ivec2(1, 0), 1u), s.x), mix(random(i + ivec2(0, 1), 1u), random(i + ivec2(1, 1), 1u), s.x), s.y);
}
void main() {
    vec2 v = gl_FragCoord.xy * 0.06;
    float sum = 0.0, weight = 0.5;
    for (int i = 0; i < 5; i++) { sum += noise(v) * weight; v = mat2(0.8, 0.6, -0.6, 0.8) * v * 2.02 + 3.7; weight *= 0.5; }
    colour = vec4(sum, sum * sum, smoothstep(0.3, 0.7, sum), 1.0);
}

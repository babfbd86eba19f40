// Noise that bends noise that bends noise.
float noise(vec2 v) {
    ivec2 i = ivec2(floor(v));
    vec2 f = fract(v), s = f * f * (3.0 - 2.0 * f);
    return mix(mix(random(i, 1u), random(i + ivec2(1, 0), 1u), s.x), mix(random(i + ivec2(0, 1), 1u), random(i + ivec2(1, 1), 1u), s.x), s.y);
}
float fbm(vec2 v) { float r = 0.0, a = 0.5; for (int i = 0; i < 4; i++) { r += a * noise(v); v = v * 2.03 + vec2(17.3, 9.1); a *= 0.5; } return r; }
void main() {
    vec2 v = gl_FragCoord.xy * 0.04 + uniforms.time;
    vec2 q = vec2(fbm(v), fbm(v + vec2(5.2, 1.3)));
    vec2 r = vec2(fbm(v + 4.0 * q + vec2(1.7, 9.2)), fbm(v + 4.0 * q + vec2(8.3, 2.8)));
    float f = fbm(v + 4.0 * r);
    colour = vec4(mix(mix(vec3(0.1, 0.6, 0.7), vec3(0.7, 0.7, 0.5), f), vec3(0.9, 0.4, 0.2), q.x * r.y), 1.0);
}

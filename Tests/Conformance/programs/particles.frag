// Forty points of light on orbits, added up.
void main() {
    vec2 v = (gl_FragCoord.xy * 2.0 - uniforms.resolution) / uniforms.resolution.y;
    vec3 c = vec3(0.0);
    for (int i = 0; i < 40; i++) {
        float f = float(i), a = f * 2.399963 + uniforms.time * (0.3 + 0.02 * f), r = 0.15 + 0.03 * f;
        vec2 d = v - vec2(cos(a) * r, sin(a * 1.1) * r * 0.7);
        c += (0.5 + 0.5 * cos(f * 0.4 + vec3(0.0, 2.0, 4.0))) * 0.002 / (dot(d, d) + 0.002);
    }
    colour = vec4(1.0 - exp(-c), 1.0);
}

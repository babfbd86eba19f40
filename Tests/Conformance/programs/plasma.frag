// Sums of sines, as old demos have them.
void main() {
    vec2 p = gl_FragCoord.xy * 0.08;
    float t = uniforms.time, v = sin(p.x + t) + sin(p.y * 1.3 - t) + sin((p.x + p.y) * 0.7 + t) + sin(length(p - vec2(4.0, 3.0)) * 2.0);
    colour = vec4(0.5 + 0.5 * sin(v * 1.5 + vec3(0.0, 2.1, 4.2)), 1.0);
}

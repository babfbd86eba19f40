// Hue, saturation and value to colour, and back.
vec3 rgb(vec3 c) { vec3 p = abs(mod(c.x * 6.0 + vec3(0.0, 4.0, 2.0), 6.0) - 3.0) - 1.0; return c.z * mix(vec3(1.0), clamp(p, 0.0, 1.0), c.y); }
vec3 hsv(vec3 c) {
    vec4 k = vec4(0.0, -1.0 / 3.0, 2.0 / 3.0, -1.0), p = mix(vec4(c.bg, k.wz), vec4(c.gb, k.xy), step(c.b, c.g)), q = mix(vec4(p.xyw, c.r), vec4(c.r, p.yzx), step(p.x, c.r));
    float d = q.x - min(q.w, q.y);
    return vec3(abs(q.z + (q.w - q.y) / (6.0 * d + 1e-10)), d / (q.x + 1e-10), q.x);
}
void main() {
    vec2 p = (gl_FragCoord.xy - vec2(48.3, 32.2)) / 40.0;
    vec3 c = rgb(vec3(atan(p.y, p.x) / 6.2831853 + 0.5, min(length(p), 1.0), 0.9));
    colour = vec4(gl_FragCoord.y < 48.0 ? c : hsv(c) * vec3(0.9, 1.0, 1.0), 1.0);
}

// A Julia set with smooth colours.
//! tolerance: 1 share 0.5 % because near the edge a rounding can change a count
void main() {
    vec2 z = (gl_FragCoord.xy - vec2(48.0, 32.0)) / 24.0;
    const vec2 c = vec2(-0.79, 0.15);
    float n = 0.0;
    for (int i = 0; i < 80; i++) { if (dot(z, z) > 64.0) break; z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c; n += 1.0; }
    float s = n < 80.0 ? n - log2(log2(dot(z, z))) + 3.0 : 0.0;
    colour = vec4(0.5 + 0.5 * cos(0.2 * s + vec3(0.0, 0.8, 1.6)), 1.0);
}

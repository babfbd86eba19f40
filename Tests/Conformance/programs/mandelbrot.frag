// The Mandelbrot set: a count of turns that the last bit decides at the edge.
void main() {
    vec2 c = (gl_FragCoord.xy - vec2(62.0, 32.0)) / 27.0, z = vec2(0.0);
    int n = 0;
    for (; n < 64; n++) { z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c; if (dot(z, z) > 16.0) break; }
    float v = float(n) / 64.0;
    colour = vec4(v, sqrt(v), n == 64 ? 0.0 : 1.0 - v, 1.0);
}

// One name for several types and counts, with conversions of arguments.
float f(float a) { return a * 0.5; }
float f(vec2 a) { return a.x * a.y; }
float f(vec3 a) { return dot(a, vec3(0.1, 0.2, 0.3)); }
float f(float a, float b) { return a + b * 0.1; }
float f(int a) { return float(a % 10) * 0.1; }
float f(uint a) { return float(a % 7u) * 0.125; }
float f(mat2 a) { return a[0][1]; }
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    colour = vec4(f(uv.x) + f(p.x) * 0.25, f(uv) + f(uint(p.y)) * 0.5, f(vec3(uv, 1.0)) + f(uv.x, 2) * 0.25 + f(mat2(0.1)), 1.0);
}

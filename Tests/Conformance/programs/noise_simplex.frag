// Simplex noise with the polynomial permutation.
vec3 mod289(vec3 v) { return v - floor(v * (1.0 / 289.0)) * 289.0; }
vec2 mod289(vec2 v) { return v - floor(v * (1.0 / 289.0)) * 289.0; }
vec3 permute(vec3 v) { return mod289((v * 34.0 + 1.0) * v); }
float simplex(vec2 v) {
    const vec4 c = vec4(0.211324865405187, 0.366025403784439, -0.577350269189626, 0.024390243902439);
    vec2 i = floor(v + dot(v, c.yy)), x0 = v - i + dot(i, c.xx);
    vec2 i1 = x0.x > x0.y ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
    vec4 x12 = x0.xyxy + c.xxzz;
    x12.xy -= i1;
    i = mod289(i);
    vec3 p = permute(permute(i.y + vec3(0.0, i1.y, 1.0)) + i.x + vec3(0.0, i1.x, 1.0));
    vec3 m = max(0.5 - vec3(dot(x0, x0), dot(x12.xy, x12.xy), dot(x12.zw, x12.zw)), 0.0);
    m = m * m; m = m * m;
    vec3 x = 2.0 * fract(p * c.www) - 1.0, h = abs(x) - 0.5, a0 = x - floor(x + 0.5);
    m *= 1.79284291400159 - 0.85373472095314 * (a0 * a0 + h * h);
    vec3 g = vec3(a0.x * x0.x + h.x * x0.y, a0.yz * x12.xz + h.yz * x12.yw);
    return 130.0 * dot(m, g);
}
void main() {
    vec2 v = gl_FragCoord.xy * 0.05;
    colour = vec4(0.5 + 0.5 * simplex(v), 0.5 + 0.5 * simplex(v * 2.0 + 7.0), 0.5 + 0.5 * simplex(-v), 1.0);
}

// Gradient noise with derivatives found by differences.
vec2 gradient(ivec2 i) { float a = random(i, 4u) * 6.2831853; return vec2(cos(a), sin(a)); }
float noise(vec2 v) {
    ivec2 i = ivec2(floor(v));
    vec2 f = fract(v), s = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    float a = dot(gradient(i), f), b = dot(gradient(i + ivec2(1, 0)), f - vec2(1, 0));
    float c = dot(gradient(i + ivec2(0, 1)), f - vec2(0, 1)), d = dot(gradient(i + ivec2(1, 1)), f - vec2(1, 1));
    return mix(mix(a, b, s.x), mix(c, d, s.x), s.y);
}
void main() {
    vec2 v = gl_FragCoord.xy * 0.08;
    float n = noise(v), e = 0.05;
    vec2 slope = vec2(noise(v + vec2(e, 0)) - n, noise(v + vec2(0, e)) - n) / e;
    colour = vec4(0.5 + 0.5 * n, 0.5 + 0.25 * slope, 1.0);
}

// Distance fields: circle, box, rounded box, segment, hexagon, smooth union.
float box(vec2 p, vec2 b) { vec2 d = abs(p) - b; return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0); }
float segment(vec2 p, vec2 a, vec2 b) { vec2 pa = p - a, ba = b - a; return length(pa - ba * clamp(dot(pa, ba) / dot(ba, ba), 0.0, 1.0)); }
float hexagon(vec2 p, float r) {
    const vec3 k = vec3(-0.866025404, 0.5, 0.577350269);
    p = abs(p); p -= 2.0 * min(dot(k.xy, p), 0.0) * k.xy; p -= vec2(clamp(p.x, -k.z * r, k.z * r), r);
    return length(p) * sign(p.y);
}
float smooth_union(float a, float b, float k) { float h = clamp(0.5 + 0.5 * (b - a) / k, 0.0, 1.0); return mix(b, a, h) - k * h * (1.0 - h); }
void main() {
    vec2 p = (gl_FragCoord.xy * 2.0 - uniforms.resolution) / uniforms.resolution.y;
    float d = smooth_union(length(p - vec2(0.4, 0.2)) - 0.3, box(p + vec2(0.5, 0.1), vec2(0.3, 0.2)) - 0.05, 0.3);
    d = min(d, segment(p, vec2(-1.2, -0.8), vec2(1.1, -0.6)) - 0.04);
    d = min(d, max(hexagon(p - vec2(1.0, 0.5), 0.3), -(length(p - vec2(1.0, 0.5)) - 0.15)));
    vec3 c = vec3(1.0) - sign(d) * vec3(0.1, 0.4, 0.7);
    c *= 1.0 - exp(-4.0 * abs(d));
    c *= 0.8 + 0.2 * cos(60.0 * d);
    colour = vec4(mix(c, vec3(1.0), 1.0 - smoothstep(0.0, 0.02, abs(d))), 1.0);
}

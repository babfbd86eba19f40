// A ray march over spheres and a floor, with a normal, a shadow and fog.
float map(vec3 p) { vec3 q = p; q.xz = mod(q.xz + 2.0, 4.0) - 2.0; return min(length(q - vec3(0, 0.6, 0)) - 0.6, p.y); }
vec3 normal(vec3 p) { const vec2 e = vec2(0.002, 0.0); return normalize(vec3(map(p + e.xyy) - map(p - e.xyy), map(p + e.yxy) - map(p - e.yxy), map(p + e.yyx) - map(p - e.yyx))); }
float march(vec3 from, vec3 along, float far) {
    float t = 0.02;
    for (int i = 0; i < 96; i++) { float d = map(from + along * t); if (d < 0.001 * t) return t; t += d; if (t > far) break; }
    return -1.0;
}
void main() {
    vec2 p = (gl_FragCoord.xy * 2.0 - uniforms.resolution) / uniforms.resolution.y;
    vec3 from = vec3(1.0, 1.6, -5.0), along = normalize(vec3(p.x, -p.y, 1.8)), sun = normalize(vec3(0.6, 0.7, -0.4)), c = vec3(0.5, 0.7, 0.9);
    float t = march(from, along, 25.0);
    if (t > 0.0) {
        vec3 at = from + along * t, n = normal(at);
        float light = max(dot(n, sun), 0.0) * (march(at + n * 0.01, sun, 8.0) > 0.0 ? 0.3 : 1.0);
        vec3 base = at.y < 0.01 ? vec3(0.4) + 0.2 * step(0.5, fract((floor(at.x) + floor(at.z)) * 0.5)) : vec3(0.8, 0.3, 0.2);
        c = mix(base * (0.2 + 0.8 * light), c, 1.0 - exp(-0.01 * t * t));
    }
    colour = vec4(sqrt(c), 1.0);
}

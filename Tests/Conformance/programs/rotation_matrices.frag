// A cube turned by three rotations, cut by a ray.
mat3 turned(vec3 a) {
    vec3 s = sin(a), c = cos(a);
    return mat3(c.z, s.z, 0, -s.z, c.z, 0, 0, 0, 1) * mat3(c.y, 0, -s.y, 0, 1, 0, s.y, 0, c.y) * mat3(1, 0, 0, 0, c.x, s.x, 0, -s.x, c.x);
}
void main() {
    vec2 p = (gl_FragCoord.xy - vec2(48.0, 32.0)) / 26.0;
    mat3 m = turned(vec3(0.5, uniforms.time, 0.3));
    vec3 from = transpose(m) * vec3(p, -4.0), along = inverse(m) * vec3(0, 0, 1), inv = 1.0 / along;
    vec3 a = (-0.8 - from) * inv, b = (0.8 - from) * inv, near = min(a, b), far = max(a, b);
    float t = max(max(near.x, near.y), near.z), u = min(min(far.x, far.y), far.z);
    if (t > u) { colour = vec4(0.1, 0.15, 0.2, 1.0); return; }
    vec3 n = -sign(along) * step(near.yzx, near.xyz) * step(near.zxy, near.xyz);
    colour = vec4(0.5 + 0.4 * (m * n), 1.0);
}

// Chains of `?:` with vectors, and one inside the condition of another.
void main() {
    vec2 v = uv * 4.0;
    vec3 a = v.x < 1.0 ? vec3(1, 0, 0) : v.x < 2.0 ? vec3(0, 1, v.y * 0.25) : v.y < (v.x < 3.0 ? 1.0 : 3.0) ? vec3(v * 0.25, 1) : vec3(0.5);
    float s = (v.y > 2.0 ? v.x : v.y) > 1.5 ? 0.5 : 1.0;
    colour = vec4(a * s, 1.0);
}

// Derivatives of vectors, and a normal from them.
void main() {
    vec2 p = gl_FragCoord.xy * 0.1;
    vec3 surface = vec3(p, sin(p.x) * cos(p.y));
    vec3 n = normalize(cross(dFdx(surface), dFdy(surface)));
    colour = vec4(n * 0.5 + 0.5, 1.0);
}

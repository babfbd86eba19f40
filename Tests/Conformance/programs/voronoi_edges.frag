// Distance to the edges of cells that move in time.
vec2 point(ivec2 c) { return 0.5 + 0.4 * sin(uniforms.time + 6.2831853 * vec2(random(c, 1u), random(c, 2u))); }
void main() {
    vec2 v = gl_FragCoord.xy / 14.0;
    ivec2 cell = ivec2(floor(v)), nearest = cell;
    float best = 8.0, edge = 8.0;
    for (int j = -1; j <= 1; j++) for (int i = -1; i <= 1; i++) {
        ivec2 c = cell + ivec2(i, j); vec2 r = vec2(c) + point(c) - v;
        if (dot(r, r) < best) { best = dot(r, r); nearest = c; }
    }
    vec2 mine = vec2(nearest) + point(nearest) - v;
    for (int j = -2; j <= 2; j++) for (int i = -2; i <= 2; i++) {
        ivec2 c = nearest + ivec2(i, j); if (c == nearest) continue;
        vec2 r = vec2(c) + point(c) - v;
        edge = min(edge, dot(0.5 * (mine + r), normalize(r - mine)));
    }
    colour = vec4(smoothstep(0.02, 0.08, edge) * vec3(edge * 2.0, 0.5, sqrt(best)), 1.0);
}

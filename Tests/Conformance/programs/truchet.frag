// Truchet tiles with antialiased arcs.
void main() {
    vec2 v = gl_FragCoord.xy / 12.0;
    ivec2 i = ivec2(floor(v));
    vec2 f = fract(v);
    if ((hash(i, 3u) & 1u) != 0u) f.x = 1.0 - f.x;
    float d = min(abs(length(f) - 0.5), abs(length(f - 1.0) - 0.5));
    colour = vec4(vec3(smoothstep(0.2, 0.12, d)) * vec3(0.9, 0.7, 0.4) + vec3(0.05, 0.1, 0.2), 1.0);
}

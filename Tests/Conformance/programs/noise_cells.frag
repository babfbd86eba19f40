// Cellular noise: the nearest and second nearest of random points.
void main() {
    vec2 v = gl_FragCoord.xy / 11.0;
    ivec2 cell = ivec2(floor(v));
    float first = 8.0, second = 8.0;
    uint owner = 0u;
    for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) {
        ivec2 c = cell + ivec2(x, y);
        float d = distance(v, vec2(c) + vec2(random(c, 1u), random(c, 2u)));
        if (d < first) { second = first; first = d; owner = hash(c, 9u); } else if (d < second) second = d;
    }
    colour = vec4(first, clamp(second - first, 0.0, 1.0), float(owner & 255u) / 255.0, 1.0);
}

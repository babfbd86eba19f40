// Antialiased rings and a grid from fwidth.
void main() {
    vec2 v = (gl_FragCoord.xy - 40.0) / 12.0;
    float r = length(v) * 2.0, w = fwidth(r);
    float ring = smoothstep(w, 0.0, abs(fract(r) - 0.5));
    vec2 g = abs(fract(v) - 0.5) / fwidth(v);
    colour = vec4(ring, clamp(1.0 - min(g.x, g.y), 0.0, 1.0), clamp(abs(dFdx(r)) * 4.0, 0.0, 1.0), 1.0);
}

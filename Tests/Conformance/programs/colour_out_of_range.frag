// Colours below 0 and above 1 are clamped, and rounded to the nearest of 255; no number is a tie.
//! tolerance: 0 because the same numbers are stored
void main() {
    vec2 p = floor(gl_FragCoord.xy);
    colour = vec4((p.x - 24.0) / 47.0, (p.x * 64.0 + p.y) / 6143.0, 2.0 - p.y / 15.0, 1.0);
}

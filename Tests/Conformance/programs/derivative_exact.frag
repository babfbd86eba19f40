// Derivatives of whole numbers are exact: over a 2 × 2 quad, to the right and down.
//! compare: exact
//! size: 97x65
void main() {
    vec2 p = floor(gl_FragCoord.xy);
    float f = p.x * p.x + 3.0 * p.y + p.x * p.y;
    float d[3] = float[](dFdx(f), dFdy(f), fwidth(f));
    colour = show(d[int(p.x / 2.0) % 3]);
}

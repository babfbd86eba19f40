// Half of the columns end before the derivative; whole quads do.
void main() {
    int column = int(gl_FragCoord.x) / 8;
    if (column % 2 == 1) { colour = vec4(0.1, 0.2, 0.3, 1.0); return; }
    float v = gl_FragCoord.x * 0.071 + gl_FragCoord.y * 0.03;
    colour = vec4(dFdx(v) * 5.0, dFdy(v) * 10.0, fwidth(v), 1.0);
}

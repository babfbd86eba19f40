// `discard` from a loop in a function, with numbers set before.
void visit(int limit) {
    for (int i = 0; i < limit; i++) {
        if (i * i == 49 + int(gl_FragCoord.y)) discard;
    }
}
void main() {
    colour = vec4(uv.yx, 0.25, 1.0);
    visit(int(gl_FragCoord.x) / 6);
    colour.b = 0.75;
}

// A switch inside a case of another, with loops around.
//! compare: exact
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    int r = 0;
    for (int i = 0; i < 6; i++) {
        switch ((p.x + i) % 4) {
            case 0:
                switch ((p.y + i) % 3) { case 0: r += 1; break; case 1: r += 10; default: r += 100; }
                break;
            case 1: if (r > 300) break; r += 1000; break;
            case 2: for (int j = 0; j < 5; j++) { if (j == p.y % 5) break; r += j; }
            default: r ^= i;
        }
    }
    colour = show(r);
}

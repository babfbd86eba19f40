// A return out of two loops, in a function and in `main`.
//! compare: exact
int find(int wanted) {
    for (int i = 1; i < 40; i++)
        for (int j = i; j < 40; j++)
            if (i * i + j * j == wanted) return i * 100 + j;
    return -1;
}
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    int found = find(p.x + 3 * p.y);
    if (found < 0) { colour = show(p.x); return; }
    for (int k = 0; k < 10; k++) {
        if (k == found % 10) { colour = show(found * 10 + k); return; }
    }
    colour = show(-7);
}

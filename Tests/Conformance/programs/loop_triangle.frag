// Three levels, where each bound is the counter outside.
//! compare: exact
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    uint code = 0u;
    for (int i = 0; i <= p.x % 6; i++)
        for (int j = 0; j <= i; j++) {
            int k = j;
            while (k-- > p.y % 4) { code = code * 31u + uint(i * 16 + j * 4 + k); if (code % 11u == 3u) break; }
        }
    colour = show(code);
}

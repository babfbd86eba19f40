// Collatz: how many steps to 1; `while` with a data-dependent end.
//! compare: exact
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    uint n = uint(p.y * 96 + p.x + 1);
    int steps = 0;
    while (n != 1u) {
        n = (n & 1u) == 0u ? n >> 1 : 3u * n + 1u;
        steps++;
    }
    colour = show(steps);
}

// Two counters, a comma, an empty body, and a loop that never runs.
//! compare: exact
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    int i, j, met = 0;
    for (i = p.x, j = p.y + 90; i < j; i += 3, j -= 2);
    for (int k = 5; k < 5; k++) met = 999;
    for (;;) { if (++met > p.x % 9) break; }
    colour = show(i * 10000 + j * 10 + met);
}

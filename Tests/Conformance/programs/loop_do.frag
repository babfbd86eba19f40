// `do` with `continue`, which goes to the condition: the greatest common divisor, and a count.
//! compare: exact
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    int a = p.x * 6 + 6, b = p.y * 4 + 4, turns = 0;
    do {
        turns += 1;
        if (a > b) { a -= b; continue; }
        b -= a;
        if (turns > 50) break;
    } while (a != 0 && b != 0);
    colour = show((a + b) * 1000 + turns);
}

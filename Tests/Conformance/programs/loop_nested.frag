// Nested loops with break and continue at both levels.
//! compare: exact
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    int sum = 0;
    for (int i = 0; i < p.x % 13 + 2; i++) {
        if (i == p.y % 5) continue;
        for (int j = i; j < 20; j += 2) {
            if (j == p.x % 7 + 6) break;
            if ((j ^ p.y) % 3 == 0) continue;
            sum += i * j + 1;
        }
        if (sum > 400) break;
    }
    colour = show(sum);
}

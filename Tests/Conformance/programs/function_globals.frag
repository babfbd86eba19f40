// Variables of the whole program, changed by functions that call functions.
//! compare: exact
int depth = 3, log_ = 0;
const int base = 7;
int seed;
void note(int v) { log_ = log_ * base + v; depth--; }
int next() { seed = seed * 1103515245 + 12345; note(seed >> 16 & 3); return seed >> 8 & 0xff; }
int leaf(int n) { note(n & 1); return n + next(); }
int twice(int n) { int a = leaf(n), b = leaf(a); return a ^ b; }
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    seed = p.x * 131 + p.y;
    int r = twice(p.x) + twice(p.y);
    colour = show(r + log_ * 3 + depth * 101);
}

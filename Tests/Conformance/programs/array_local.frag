// Sorting a local array: reads and writes at computed places.
//! compare: exact
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    uint a[9];
    for (int i = 0; i < a.length(); i++) a[i] = hash(p, uint(i)) % 1000u;
    for (int i = 1; i < 9; i++) {
        uint v = a[i];
        int j = i - 1;
        while (j >= 0 && a[j] > v) { a[j + 1] = a[j]; j--; }
        a[j + 1] = v;
    }
    colour = show(a[p.x % 9] * 1000u + a[4]);
}

// Arrays as arguments, in, out and in-out, and as results.
//! compare: exact
float total(float a[4]) { float s = 0.0; for (int i = 0; i < 4; i++) { s += a[i]; a[i] = 0.0; } return s; }
void fill(out float a[4], float from) { for (int i = 0; i < 4; i++) a[i] = from + float(i) * 0.5; }
void rotate(inout float a[4]) { float first = a[0]; for (int i = 0; i < 3; i++) a[i] = a[i + 1]; a[3] = first; }
float[4] doubled(float a[4]) { for (int i = 0; i < 4; i++) a[i] *= 2.0; return a; }
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    float a[4];
    fill(a, float(p.x));
    for (int i = 0; i < p.y % 5; i++) rotate(a);
    float b[4] = doubled(a);
    if (p.x % 3 == 0) { b = a; b[p.y % 4] += float(p.x % 2); }
    bool same = a == b;
    colour = show(total(a) * 100.0 + b[p.x % 4] + a[2] + (same ? 0.25 : 0.0));
}

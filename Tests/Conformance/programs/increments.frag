// Prefix and postfix, on scalars, components and elements.
//! compare: exact
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    int i = p.x, a[3] = int[](1, 2, 3);
    int r = i++ * 3 + ++i;
    ivec3 v = ivec3(p, r);
    v.y--; ++v.zx; int old = v.x--;
    a[i % 3]++; a[(i + 1) % 3] += a[i % 3]--;
    vec2 f = vec2(p); f++; f.x -= f.y--;
    colour = show(r + v.x * 3 + v.y * 5 + v.z * 7 + old * 11 + a[0] * 13 + a[1] * 17 + a[2] * 19 + int(f.x - f.y) * 23);
}

// Arrays of vectors and matrices with every index computed.
//! compare: floats
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    mat3 m[3];
    for (int i = 0; i < 3; i++) { m[i] = mat3(float(i + 1)); m[i][i] += vec3(p.xy, i) * 0.125; m[i][(i + 1) % 3][i] = -2.5; }
    vec3 v[2] = vec3[](vec3(p, 1.0), vec3(1.0, p.yx));
    v[p.x & 1] += 0.5;
    vec3 r = m[p.x % 3] * v[p.y & 1];
    colour = show(r[(p.x + p.y) % 3] + m[p.y % 3][p.x % 3][(p.x / 3) % 3]);
}

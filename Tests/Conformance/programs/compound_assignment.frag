// Every compound assignment of integers and floats.
//! compare: exact
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    int i = p.x * 77 + p.y; i += 5; i -= p.y; i *= 3; i /= 2; i %= 1000; i <<= 2; i >>= 1; i &= 0x7ff; i |= 0x1000; i ^= p.x;
    uvec2 u = uvec2(p); u += 3u; u *= uvec2(5u, 7u); u <<= uvec2(1u, 3u); u ^= u.yx; u %= 1000u;
    vec3 f = vec3(p, 2.0); f += 1.5; f *= vec3(2, 0.5, 4); f /= 8.0; f -= f.zxy; f.xy *= f.yx;
    colour = show(uint(i) + u.x * 3u + u.y + floatBitsToUint(f.x + f.y * f.z));
}

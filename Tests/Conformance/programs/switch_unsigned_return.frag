// A switch over an unsigned number whose cases return; labels above 2³¹.
//! compare: exact
int name(uint v) {
    switch (v) {
        case 0u: return 5;
        case 0xfffffff0u: return 6;
        case 0x80000000u: return 7;
        case 17u: { if (uniforms.time > 1.0) return 8; return 9; }
    }
    return int(v % 97u);
}
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    uint v = p.y % 4 == 0 ? 0xfffffff0u + uint(p.x % 3) : p.y % 4 == 1 ? uint(p.x) << 31 : uint(p.x % 20);
    colour = show(name(v));
}

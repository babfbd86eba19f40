// Cases that share a body, that fall through, and a default in the middle.
//! compare: exact
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    int result = p.y;
    switch (p.x % 11) {
        case 0: case 3: result += 10; break;
        case 1: result *= 3;
        case 2: result += 100; break;
        default: result -= 7;
        case 8: result ^= 0x55; break;
        case 9: { int inner = result * 2; result = inner + 1; }
        case 10: result <<= 2;
    }
    colour = show(result);
}

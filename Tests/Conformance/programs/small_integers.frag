// 8- and 16-bit integers wrap at their own width.
//! compare: exact
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    int16_t a = int16_t(p.x * 700 - 20000), b = int16_t(p.y * 500);
    uint8_t c = uint8_t(p.x * 3), d = uint8_t(p.y * 5);
    uint16_t e = uint16_t(p.x) * uint16_t(1000);
    int8_t f = int8_t(p.y * 4);
    a = a + b; c = c * d; d += c; f = f - int8_t(100); a *= int16_t(3);
    colour = show(int(a) + int(c) * 3 + int(d) * 7 + int(e) * 11 + int(f) * 13);
}

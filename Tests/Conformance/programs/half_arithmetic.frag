// 16-bit floats, rounded after every operation.
//! compare: floats
//! tolerance: 0 because both round to nearest even
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    float16_t a = float16_t(float(p.x) * 0.37 - 9.0), b = float16_t(float(p.y) * 1.13 + 0.3);
    float16_t r[6] = float16_t[](a + b, a - b, a * b, a / b, a * a + b, float16_t(3.3) * b);
    colour = show(float(r[p.x % 6]));
}

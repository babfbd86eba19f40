// 16-bit vectors, matrices and functions.
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
void main() {
    f16vec3 c = f16vec3(vec3(uv, uv.x * uv.y));
    c = mix(c, f16vec3(1.0, 0.5, 0.25), float16_t(0.3)) * float16_t(0.9);
    c = clamp(c + f16vec3(dot(c, c)) * float16_t(0.1), f16vec3(0.0), f16vec3(1.0));
    c = c.zxy * max(c, f16vec3(0.4)) + abs(fract(c * float16_t(3.0)) - float16_t(0.5)) * float16_t(0.2);
    colour = vec4(vec3(c), 1.0);
}

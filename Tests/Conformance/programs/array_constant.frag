// Constant tables of numbers, vectors and arrays.
const int primes[8] = int[](2, 3, 5, 7, 11, 13, 17, 19);
const vec3 palette[5] = vec3[](vec3(0.9, 0.2, 0.1), vec3(0.1, 0.8, 0.3), vec3(0.2, 0.3, 0.9), vec3(0.8, 0.8, 0.1), vec3(0.5));
const float kernel[3][3] = float[3][3](float[](0.1, 0.2, 0.3), float[](0.4, 0.5, 0.6), float[](0.7, 0.8, 0.9));
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    vec3 c = palette[p.x / 4 % palette.length()];
    c *= kernel[p.y % 3][p.x % 3];
    c += 0.02 * float(primes[p.y / 8]);
    colour = vec4(c, 1.0);
}

// A smooth tile, much enlarged and turned, linear.
//! sampler: linear repeat
//! tolerance: 2 because Mesa weighs texels of 8 bits with 8 bits
void main() {
    mat2 turn = mat2(0.8, 0.6, -0.6, 0.8);
    colour = vec4(texture(tile, turn * (uv - 0.3) * 0.7).rgb, 1.0);
}

// A smooth tile, much enlarged and turned, linear.
//! sampler: linear repeat
void main() {
    mat2 turn = mat2(0.8, 0.6, -0.6, 0.8);
    colour = vec4(texture(tile, turn * (uv - 0.3) * 0.7).rgb, 1.0);
}

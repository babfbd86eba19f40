// The picture from −1.5 to 2.5, linear, repeat.
//! sampler: linear repeat
//! tolerance: 2 because Mesa weighs texels of 8 bits with 8 bits
void main() {
    vec2 at = (floor(gl_FragCoord.xy) * vec2(23.0, 17.0) * 4.0 / vec2(96.0, 64.0) + 0.3) / vec2(23.0, 17.0) - 1.5;
    colour = vec4(texture(picture, at).rgb, 1.0);
}

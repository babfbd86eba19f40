// `textureLod`, `textureGrad` and offsets in texels.
//! sampler: nearest repeat
//! tolerance: 0 because the coordinates keep away from the edges of texels
void main() {
    vec2 at = (floor(gl_FragCoord.xy) + 0.4) / vec2(23.0, 17.0);
    vec3 a = textureLod(picture, at, 0.0).rgb, b = textureOffset(picture, at, ivec2(2, -3)).rgb;
    vec3 c = textureGrad(picture, at, vec2(0.01, 0.0), vec2(0.0, 0.01)).rgb, d = textureLodOffset(picture, at, 0.0, ivec2(-4, 1)).rgb;
    int band = int(gl_FragCoord.x) / 24;
    colour = vec4(band == 0 ? a : band == 1 ? b : band == 2 ? c : d, 1.0);
}

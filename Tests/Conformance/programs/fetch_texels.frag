// Texels by number.
//! tolerance: 0 because texels are stored as they are read
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy), size = textureSize(picture, 0);
    vec4 a = texelFetch(picture, p % size, 0), b = texelFetch(tile, ivec2(p.x % 16, 7 - p.y % 8), 0);
    colour = vec4(p.x < 32 ? a.rgb : p.x < 64 ? b.rgb : vec3(a.a, a.g, b.b), 1.0);
}

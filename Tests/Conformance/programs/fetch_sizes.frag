// The sizes of three textures.
//! compare: exact
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    ivec2 sizes[3] = ivec2[](textureSize(picture, 0), textureSize(tile, 0), textureSize(levels, 0));
    ivec2 s = sizes[p.x % 3];
    colour = show(s.x * 1000 + s.y + p.y);
}

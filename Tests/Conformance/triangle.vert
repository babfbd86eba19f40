#version 450
// One triangle over the whole target; `uv` as in `VertexOut`, with (0, 0) at the bottom left.
layout(location = 0) out vec2 uv;
void main() {
    vec2 corner = vec2(gl_VertexIndex == 1 ? 2.0 : 0.0, gl_VertexIndex == 2 ? 2.0 : 0.0);
    uv = vec2(corner.x, 1.0 - corner.y);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}

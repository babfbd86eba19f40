// `gl_FragCoord` grows downwards from the top left, `uv` upwards from the bottom left.
void main() {
    vec2 p = gl_FragCoord.xy / uniforms.resolution;
    colour = vec4(uv.x, uv.y, abs(p.x - uv.x) + abs(p.y + uv.y - 1.0), 1.0);
    if (int(gl_FragCoord.y) == 3) colour = vec4(p, gl_FragCoord.z, 1.0);
}

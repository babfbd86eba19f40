// Reads with repeats, writes to parts in any order, through functions too.
void swap(inout vec2 v) { v = v.yx; }
void main() {
    vec4 v = vec4(uv, uv.x * uv.y, 1.0 - uv.x);
    v.zx = v.xw; v.yw += v.xx * 0.25; swap(v.xy); swap(v.wz);
    vec3 c = v.bgr; c.rb = c.br; c.g = v.stpq.q; c.xyz = c.zzy * 0.5 + v.aaa * 0.25;
    int i = int(gl_FragCoord.x) % 3;
    c[i] = 1.0 - c[i];
    vec3 d = c; d[int(gl_FragCoord.y) % 3] = c[2 - i];
    colour = vec4(d, 1.0);
}

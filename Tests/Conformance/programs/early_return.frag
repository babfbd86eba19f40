// Rows and diagonals return one after another.
vec3 shade(vec2 v) {
    if (v.x < 0.2) return vec3(v, 0.1);
    if (v.y < 0.3) { if (v.x + v.y > 0.8) return vec3(0.9, v); }
    else if (v.x > 0.9) return v.yxx;
    float d = length(v - 0.5);
    if (d < 0.2) return vec3(d * 4.0);
    return vec3(v.x * v.y, d, 0.3);
}
void main() {
    if (mod(gl_FragCoord.y, 16.0) < 2.0) { colour = vec4(0.2, 0.4, 0.8, 1.0); return; }
    colour = vec4(shade(uv), 1.0);
    if (gl_FragCoord.x > 80.0) return;
    colour.g = 1.0 - colour.g;
}

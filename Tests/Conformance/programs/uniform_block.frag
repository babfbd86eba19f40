// Every field of the uniform block.
//! compare: floats
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    float fields[8] = float[](uniforms.time, uniforms.resolution.x, uniforms.resolution.y, uniforms.params.x, uniforms.params.y,
                              uniforms.params.z, uniforms.params.w, uniforms.sensitivity);
    colour = show(fields[p.x % 8] * float(p.y + 1) + uniforms.params[p.y % 4]);
}

// Float counters add up their rounding: the number of turns has to agree.
//! compare: exact
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    float step = 0.01 + float(p.x) * 0.003;
    int turns = 0;
    float total = 0.0;
    for (float t = 0.0; t < 1.0 + float(p.y) * 0.05; t += step) { turns++; total += t; }
    colour = show(turns + int(floatBitsToUint(total) >> 4));
}

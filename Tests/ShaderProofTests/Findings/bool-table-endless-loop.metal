// Bools of constant tables were no whole masks: pixels that took such a branch were not counted in loops.
constant bool table[4] = {true, true, true, true};
fragment float4 fragment_fuzz(VertexOut in [[stage_in]]) {
    if (table[int(in.uv[0] * 2.0)]) {
        for (int i = 0; i < 3; i++) {
        }
    }
    return float4(1.0);
}

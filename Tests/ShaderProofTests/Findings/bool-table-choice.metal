// A choice by a bool of a constant table took one bit of each.
constant bool table[3] = {false, false, true};
fragment float4 fragment_fuzz(VertexOut in [[stage_in]]) {
    return float4(table[int(in.position.y)] ? 0.25 : 1.0);
}

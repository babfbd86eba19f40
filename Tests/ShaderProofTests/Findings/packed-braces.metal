// Braces after a packed vector's type called each other without end.
fragment float4 fragment_fuzz(VertexOut in [[stage_in]]) {
    packed_float3 a = {in.uv.x, 0.5, 1.0};
    packed_float2 b = packed_float2{0.25, in.uv.y};
    return float4(float3(a), b.y);
}

#include <metal_stdlib>
using namespace metal;

// The counter never changes, so nothing after the loop is ever reached; it was written down all the same, in part.
fragment float4 fragment_fuzz(VertexOut in [[stage_in]]) {
    float sum = 0.0;
    for (int i = 0; i < 5; 1.0) sum += in.uv.x;
    return float4(sum * 0.5, sum, sum, 1.0);
}

#include <metal_stdlib>
#include <metal_math>
using namespace metal;
struct Complex { float re, im;
  Complex(float re = 0, float im = 0) : re(re), im(im) {}
  Complex operator*(Complex o) const { return Complex(re*o.re - im*o.im, re*o.im + im*o.re); }
  Complex operator+(Complex o) const { return {re+o.re, im+o.im}; }
  float sqmag() const { return re*re + im*im; }
};
template<typename T, int N> struct Stack { T data[N]; int top = 0;
  void push(T v) { if (top < N) data[top++] = v; }
  T pop() { return data[--top]; }
  bool empty() const { return top == 0; }
};
class Random { private: uint state; public:
  Random(uint seed) : state(seed) {}
  uint next() { state = state * 747796405u + 2891336453u; uint w = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u; return (w >> 22u) ^ w; }
  float uniform() { return float(next()) / float(UINT_MAX); }
};
static constant array<float3, 4> colors = { float3(1,0,0), float3(0,1,0), float3(0,0,1), float3(1) };
constant float kernel3[3][3] = { {1,2,1}, {2,4,2}, {1,2,1} };
inline float3 hsv(float h) { return saturate(abs(fmod(h * 6 + float3(0, 4, 2), 6) - 3) - 1); }
METAL_FUNC float4 blend(float4 a, float4 b) { return a + b * (1 - a.a); }
fragment float4 fragment_test(VertexOut in [[stage_in]], constant AmbientShaderUniforms& u [[buffer(0)]]) {
  Complex z, c = {in.uv.x * 3 - 2, in.uv.y * 2 - 1};
  int n = 0;
  for (; n < 40 && z.sqmag() < 4; ++n) z = z * z + c;
  Random rng(uint(in.position.x) + 1);
  Stack<float, 8> st; st.push(rng.uniform()); st.push(2.0f); float sum = 0; while (!st.empty()) sum += st.pop();
  float acc = 0; for (auto row : kernel3) for (float k : row) acc += k;
  float3 col = colors[n % colors.size()] * (acc / 16) + hsv(float(n) / 40) * .5 + sum * .01;
  vec<float, 3> v = vec<float, 3>(col); matrix<float, 3, 3> I(1.0f);
  ushort2 q = ushort2(in.position.xy); short w = short(q.x) - 5; 
  half h = half(w) * 0.1h + 1; packed_float3 pf = v; float3 back = float3(pf) + pf * 2;
  return blend(float4(I * back * float(h), 1), float4(select(float3(0), float3(1), v > 0.5), 1));
}

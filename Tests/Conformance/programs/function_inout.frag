// `inout` of whole variables, components, elements and fields; copies go back in order.
//! compare: exact
struct Pair { int a; int b; };
void step(inout int x, inout int y) { int t = x; x = y + 1; y = t * 2; }
void reset(out ivec2 v, in int from) { v = ivec2(from, from * 3); from = 9; }
int consume(inout Pair pair, int n) { pair.a += n; pair.b -= pair.a; return pair.a * pair.b; }
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    int a = p.x, b = p.y, list[3] = int[](4, 5, 6);
    step(a, b); step(b, list[p.x % 3]); step(list[0], list[2]);
    ivec2 v; reset(v, a); step(v.y, v.x);
    Pair pair = Pair(a, b);
    int c = consume(pair, 3) + consume(pair, pair.b);
    step(pair.a, pair.b);
    colour = show(a + b * 3 + c * 5 + list[0] * 7 + list[1] * 11 + list[2] * 13 + v.x * 17 + v.y * 19 + pair.a * 23 + pair.b * 29);
}

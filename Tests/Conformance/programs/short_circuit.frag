// The right side of && and || runs only where the left side leaves the answer open.
//! compare: exact
int calls = 0;
bool touch(bool answer) { calls += 1; return answer; }
bool change(inout int v) { v += 5; return v > 40; }
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    int v = p.y;
    bool a = p.x % 2 == 0 && touch(p.x % 3 == 0) || touch(p.y % 2 == 0);
    bool b = p.x < 20 || change(v) && touch(true);
    if (a ^^ b) v += 1000;
    if (!(a && change(v))) v += 50000;
    colour = show(v + calls * 100000);
}

// `break` leaves the switch, `continue` the turn, `return` everything.
//! compare: exact
int machine(uint code) {
    int state = 0, total = 0;
    for (int turn = 0; turn < 24; turn++) {
        switch (state) {
            case 0: state = (code & 1u) != 0u ? 2 : 1; break;
            case 1: total += 3; state = int(code >> 1) % 3; break;
            case 2: total += turn; state = 3; if ((code & 4u) != 0u) continue; total++; break;
            case 3: if (total > 120) return -total; state = 0; total += 7; break;
        }
        code = hash(code);
    }
    return total;
}
void main() { colour = show(machine(hash(ivec2(gl_FragCoord.xy), 5u))); }

import FrameCore
import Testing

struct RationalTests {
    @Test("values are in lowest terms with a positive denominator")
    func lowestTerms() {
        #expect(Rational(6, -4).description == "-3/2")
        #expect(Rational(0, -7) == .zero)
        #expect(Rational(5, 0) == .zero)
        #expect(Rational(30_000, 1000) == Rational(30))
    }

    @Test(
        "floor and ceiling",
        arguments: [(7, 2, 3, 4), (-7, 2, -4, -3), (6, 2, 3, 3), (-6, 2, -3, -3), (0, 1, 0, 0), (1, 1000, 0, 1)])
    func floors(top: Int64, bottom: Int64, floor: Int, ceiling: Int) {
        #expect(Rational(top, bottom).floor == floor)
        #expect(Rational(top, bottom).ceiling == ceiling)
    }

    @Test("modulo is the remainder of the floored division")
    func modulo() {
        #expect(Rational(7, 2).modulo(Rational(3)) == Rational(1, 2))
        #expect(Rational(-1, 2).modulo(Rational(3)) == Rational(5, 2))
        #expect(Rational(9).modulo(Rational(3)) == .zero)
        #expect(Rational(9).modulo(.zero) == .zero)
        #expect(Rational(9).modulo(Rational(-3)) == .zero)
        // 10⁶ s and 1/90001 s in a loop of 10.01 s: 10⁸ = 1001 · 99900 + 100, so the remainder is 1 + 1/90001.
        #expect((Rational(1_000_000) + Rational(1, 90_001)).modulo(Rational(1001, 100)) == Rational(90_002, 90_001))
        // Where the quotient has 100 bits.
        let period = Rational(3, 1_000_000_007)
        let remainder = Rational(Int64.max, 999_999_937).modulo(period)
        #expect(remainder >= .zero && remainder < period)
    }

    @Test("nothing traps at the ends of the range")
    func ends() {
        let largest = Rational(Int64.max, 1)
        #expect((largest + .one).numerator == Int64.max)
        #expect(Rational(Int.min).numerator == -Int64.max)
        #expect((largest * largest).numerator == Int64.max)
        #expect((-largest * largest).numerator == -Int64.max)
        let tiny = Rational(1, Int64.max)
        #expect(tiny * tiny == .zero)
        #expect(largest.floor == Int.max)
        #expect((largest - Rational(1, 2)).ceiling >= Int.max - 1)
        #expect((largest / tiny).double == 9_223_372_036_854_775_808)
        #expect(Rational(Int64.min, Int64.min) == .one)
    }

    @Test("arithmetic against identities")
    func identities() {
        var random = Numbers(seed: 1)
        for _ in 0..<500 {
            let a = random.fraction(bits: 30)
            let b = random.fraction(bits: 30)
            #expect(a + b - b == a)
            #expect(b == .zero || a * b / b == a)
            #expect((a < b) == (b - a > .zero))
            #expect(a - Rational(a.floor) >= .zero && a - Rational(a.floor) < .one)
        }
    }

    /// The oracle is whole-number arithmetic for floats, and the processor's division where it rounds only once.
    @Test("float and double are rounded once, to nearest, ties to even")
    func rounding() {
        var random = Numbers(seed: 2)
        for round in 0..<3000 {
            let bits = 1 + round % 63
            let value = random.fraction(bits: bits)
            #expect(isNearest(value.float, value.numerator, value.denominator), "\(value)")
            if bits <= 53 {
                #expect(value.double == Double(value.numerator) / Double(value.denominator), "\(value)")
            }
        }
    }

    @Test("floats that a detour over double would round wrongly")
    func doubleRounding() {
        // 1 + 2⁻²⁴ + 2⁻⁵⁴ lies above the middle between 1 and 1 + 2⁻²³; as a double it is the middle.
        let value = Rational((1 << 54) + (1 << 30) + 1, 1 << 54)
        #expect(value.float == 1 + Float.ulpOfOne)
        #expect(Float(value.double) == 1)
        #expect(Rational((1 << 24) + 1, 1 << 24).float == 1)
        #expect(Rational((1 << 24) + 3, 1 << 24).float == 1 + 2 * Float.ulpOfOne)
        #expect(Rational(1, 3).float == 0x1.555556p-2)
        #expect(Rational(1, 30).float == 0x1.111112p-5)
        #expect(Rational(-1, 10).float == -0x1.99999ap-4)
        // 2⁶² + 2⁹ + 1 lies above a middle of doubles; its numerator alone is a tie of the conversion's second half.
        #expect(Rational((1 << 62) + (1 << 9) + 1, 1).double == 0x1.0000000000001p62)
        #expect(Rational((1 << 62) + (1 << 9) + 1, 3).double == 0x1.5555555555556p60)
    }

    /// Whether no other float is nearer to top/bottom: compares |f − t/b| with that of both neighbours.
    private func isNearest(_ float: Float, _ top: Int64, _ bottom: Int64) -> Bool {
        let size = abs(float)
        let magnitude = Int128(abs(top))
        if size == 0 { return top == 0 }
        // size = s · 2^e; the value lies within half an ulp: |2·(t/b) − 2·size| ≤ ulp, at equality s is even.
        let exponent = Int(size.exponent) - 23
        let significand = Int128(size.significandBitPattern | 1 << 23)
        // |t − b·s·2^e| · 2 <= b·2^e, scaled by 2^-e when e is negative.
        let scaledTop = exponent < 0 ? Wide(magnitude).shifted(-exponent) : Wide(magnitude)
        let unit = exponent < 0 ? Wide(Int128(bottom)) : Wide(Int128(bottom)).shifted(exponent)
        let low = unit.times(2 * significand - 1)
        let high = unit.times(2 * significand + 1)
        let twice = scaledTop.shifted(1)
        if twice == low || twice == high { return significand % 2 == 0 && (float < 0) == (top < 0) }
        // Below a power of two the neighbour is half as far.
        let isPower = significand == 1 << 23
        let lower = isPower ? unit.times(4 * significand - 1) : unit.times(4 * significand - 2)
        return twice.shifted(1) >= lower && twice <= high && (float < 0) == (top < 0)
    }
}

/// Whole numbers of 32-bit digits, least first: schoolbook arithmetic as an oracle.
private struct Wide: Comparable {
    var digits: [UInt32]

    init(_ value: Int128) {
        digits =
            (0..<4).map { UInt32(truncatingIfNeeded: value >> Int128(32 * $0)) } + [UInt32](repeating: 0, count: 12)
    }

    func times(_ factor: Int128) -> Wide {
        var result = Wide(0)
        let other = Wide(factor).digits
        for (i, a) in digits.enumerated() {
            var carry: UInt64 = 0
            for (j, b) in other.enumerated() where i + j < result.digits.count {
                let sum = UInt64(a) * UInt64(b) + UInt64(result.digits[i + j]) + carry
                result.digits[i + j] = UInt32(truncatingIfNeeded: sum)
                carry = sum >> 32
            }
        }
        return result
    }

    func shifted(_ bits: Int) -> Wide {
        var value = times(1 << Int128(bits % 32))
        let words = bits / 32
        value.digits = Array(([UInt32](repeating: 0, count: words) + value.digits).prefix(digits.count))
        return value
    }

    static func < (left: Wide, right: Wide) -> Bool {
        left.digits.reversed().lexicographicallyPrecedes(right.digits.reversed())
    }
}

/// splitmix64.
struct Numbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func fraction(bits: Int) -> Rational {
        let mask = UInt64(1) << UInt64(bits) - 1
        let top = Int64(next() & mask)
        return Rational(next() % 2 == 0 ? top : -top, Int64(next() & mask) + (bits < 63 ? 1 : 0))
    }
}

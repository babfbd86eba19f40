/// Random numbers that depend on a seed only: SplitMix64 (Steele, Lea and Flood, 2014).
///
/// Choices are made by this type's own functions, not by the standard library's, whose algorithms may change.
public struct SeededRandom: Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    /// One of 2⁶⁴ independent sequences of a seed, no two of which begin in the same place.
    public init(seed: UInt64, stream: UInt64) {
        var outer = SeededRandom(seed: seed)
        var inner = SeededRandom(seed: outer.next() ^ stream)
        state = inner.next()
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// A number in `0 ..< limit`, each equally likely; 0 where the limit is not positive.
    public mutating func next(below limit: Int) -> Int {
        guard limit > 1 else { return 0 }
        let limit = UInt64(limit)
        // The low half of the product tells the few draws that would favour some numbers.
        let surplus = (0 &- limit) % limit
        while true {
            let product = next().multipliedFullWidth(by: limit)
            if product.low >= surplus { return Int(product.high) }
        }
    }

    /// The elements in an order drawn from all orders alike (Fisher and Yates).
    public mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var result = elements
        for last in stride(from: result.count - 1, to: 0, by: -1) {
            result.swapAt(last, next(below: last + 1))
        }
        return result
    }
}

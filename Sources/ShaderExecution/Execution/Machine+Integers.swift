import ShaderIR

/// The operations on integers and truth values.
extension Machine {
    private typealias Unsigned = SIMD16<UInt32>

    func operateInteger(_ step: Step) {
        switch step.operation {
        case .addInt: map(step) { (a: Words, b: Words) -> Words in a &+ b }
        case .subtractInt: map(step) { (a: Words, b: Words) -> Words in a &- b }
        case .multiplyInt: map(step) { (a: Words, b: Words) -> Words in a &* b }
        case .bitAnd, .logicalAnd: map(step) { (a: Words, b: Words) -> Words in a & b }
        case .bitOr, .logicalOr: map(step) { (a: Words, b: Words) -> Words in a | b }
        case .bitXor, .logicalXor: map(step) { (a: Words, b: Words) -> Words in a ^ b }
        case .bitNot, .logicalNot: map(step) { (a: Words) -> Words in ~a }
        case .negateInt: map(step) { (a: Words) -> Words in Words.zero &- a }
        case .shiftLeft, .shiftRightLogical, .shiftRightArithmetic:
            if step.b.stride == 0 { shiftUniformly(step) } else { operateByLane(step) }
        case .minimumSigned: map(step) { (a: Words, b: Words) -> Words in Self.choose(Self.words(b .< a), b, a) }
        case .maximumSigned: map(step) { (a: Words, b: Words) -> Words in Self.choose(Self.words(a .< b), b, a) }
        case .minimumUnsigned:
            map(step) { (a: Words, b: Words) -> Words in Self.choose(Self.words(Self.flip(b) .< Self.flip(a)), b, a) }
        case .maximumUnsigned:
            map(step) { (a: Words, b: Words) -> Words in Self.choose(Self.words(Self.flip(a) .< Self.flip(b)), b, a) }
        case .equalInt: map(step) { (a: Words, b: Words) -> Words in Self.words(a .== b) }
        case .notEqualInt: map(step) { (a: Words, b: Words) -> Words in ~Self.words(a .== b) }
        case .lessSigned: map(step) { (a: Words, b: Words) -> Words in Self.words(a .< b) }
        case .lessEqualSigned: map(step) { (a: Words, b: Words) -> Words in ~Self.words(b .< a) }
        case .lessUnsigned: map(step) { (a: Words, b: Words) -> Words in Self.words(Self.flip(a) .< Self.flip(b)) }
        case .lessEqualUnsigned:
            map(step) { (a: Words, b: Words) -> Words in ~Self.words(Self.flip(b) .< Self.flip(a)) }
        case .signExtend8: extend(step, 24)
        case .signExtend16: extend(step, 16)
        case .zeroExtend8: map(step) { (a: Words) -> Words in a & Words(repeating: 0xFF) }
        case .zeroExtend16: map(step) { (a: Words) -> Words in a & Words(repeating: 0xFFFF) }
        case .boolToInt: map(step) { (a: Words) -> Words in a & Words(repeating: 1) }
        case .boolToFloat: map(step) { (a: Words) -> Words in a & Words(repeating: 0x3F80_0000) }
        case .floatFromBits: map(step) { (a: Words) -> Words in a }
        default: operateByLane(step)
        }
    }

    /// For operations that vector units do not have.
    private func operateByLane(_ step: Step) {
        switch step.operation {
        case .shiftLeft: mapUnsigned(step) { $0 &<< ($1 & 31) }
        case .shiftRightLogical: mapUnsigned(step) { $0 &>> ($1 & 31) }
        case .shiftRightArithmetic: mapSigned(step) { $0 &>> ($1 & 31) }
        case .divideSigned: mapSigned(step) { Self.quotient($0, $1) }
        case .remainderSigned: mapSigned(step) { $0 &- Self.product($0, $1) }
        case .divideUnsigned: mapUnsigned(step) { $1 == 0 ? $0 : $0 / $1 }
        case .remainderUnsigned: mapUnsigned(step) { $1 == 0 ? 0 : $0 % $1 }
        case .multiplyHighSigned: mapSigned(step) { Int32(truncatingIfNeeded: (Int64($0) &* Int64($1)) >> 32) }
        case .multiplyHighUnsigned: mapUnsigned(step) { UInt32(truncatingIfNeeded: (UInt64($0) &* UInt64($1)) >> 32) }
        case .countLeadingZeros: mapUnsigned(step) { a, _ in UInt32(truncatingIfNeeded: a.leadingZeroBitCount) }
        case .countTrailingZeros: mapUnsigned(step) { a, _ in UInt32(truncatingIfNeeded: a.trailingZeroBitCount) }
        case .countOneBits: mapUnsigned(step) { a, _ in UInt32(truncatingIfNeeded: a.nonzeroBitCount) }
        case .reverseBits: mapUnsigned(step) { a, _ in Self.reversed(a) }
        default: break
        }
    }

    /// With the top bit flipped, unsigned order is signed order.
    @inline(__always) private static func flip(_ a: Words) -> Words { a ^ Words(repeating: .min) }

    /// Truncating; x / 0 = x, and the one quotient that does not fit wraps.
    @inline(__always) private static func quotient(_ a: Int32, _ b: Int32) -> Int32 {
        b == 0 ? a : a.dividedReportingOverflow(by: b).partialValue
    }

    @inline(__always) private static func product(_ a: Int32, _ b: Int32) -> Int32 {
        b == 0 ? a : quotient(a, b) &* b
    }

    @inline(__always) private static func reversed(_ a: UInt32) -> UInt32 {
        var x = a
        x = (x >> 1) & 0x5555_5555 | (x & 0x5555_5555) << 1
        x = (x >> 2) & 0x3333_3333 | (x & 0x3333_3333) << 2
        x = (x >> 4) & 0x0F0F_0F0F | (x & 0x0F0F_0F0F) << 4
        return x.byteSwapped
    }

    /// Repeats the top bit of the low `32 − count` bits.
    @inline(__always) private func extend(_ step: Step, _ count: Int32) {
        let distance = Words(repeating: count)
        map(step) { (a: Words) -> Words in (a &<< distance) &>> distance }
    }

    /// Shifts by the low five bits of a uniform distance, which is one instruction.
    private func shiftUniformly(_ step: Step) {
        let distance = memory[Int(step.b.offset)][0] & 31
        let signed = Words(repeating: distance)
        let unsigned = Unsigned(repeating: UInt32(bitPattern: distance))
        switch step.operation {
        case .shiftLeft: map(step) { (a: Words) -> Words in a &<< signed }
        case .shiftRightLogical: map(step) { (a: Unsigned) -> Unsigned in a &>> unsigned }
        default: map(step) { (a: Words) -> Words in a &>> signed }
        }
    }

    @inline(__always) private func mapSigned(_ step: Step, _ body: (Int32, Int32) -> Int32) {
        map(step) { (a: Words, b: Words) -> Words in
            var result = Words.zero
            for lane in 0..<16 { result[lane] = body(a[lane], b[lane]) }
            return result
        }
    }

    @inline(__always) private func mapUnsigned(_ step: Step, _ body: (UInt32, UInt32) -> UInt32) {
        mapSigned(step) { Int32(bitPattern: body(UInt32(bitPattern: $0), UInt32(bitPattern: $1))) }
    }
}

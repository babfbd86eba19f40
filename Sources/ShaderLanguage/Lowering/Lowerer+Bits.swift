import ShaderIR

extension Lowerer {
    /// The same bits as scalars of another type: joined and split where the sizes differ.
    mutating func reinterpreted(_ values: [ValueID], from source: Type, to target: Type) -> [ValueID] {
        guard let from = source.element, let to = target.element else { return values }
        let raw = values.map { emitter.bits(of: $0, from) }
        var pieces = raw
        if from.size > to.size {
            // Little-endian: the low part is the first.
            let parts = from.size / to.size
            pieces = raw.flatMap { whole in
                (0..<parts).map { part in
                    let distance = emitter.int(part * to.size * 8)
                    let shifted = part == 0 ? whole : emitter.apply(.shiftRightLogical, whole, distance)
                    let mask = emitter.constant(.int, bits: UInt32.max >> UInt32(32 - to.size * 8))
                    return emitter.apply(.bitAnd, shifted, mask)
                }
            }
        } else if from.size < to.size {
            let parts = to.size / from.size
            pieces = stride(from: 0, to: raw.count - raw.count % parts, by: parts).map { start in
                var whole = raw[start]
                for part in 1..<parts {
                    let distance = emitter.int(part * from.size * 8)
                    let shifted = emitter.apply(.shiftLeft, raw[start + part], distance)
                    whole = emitter.apply(.bitOr, whole, shifted)
                }
                return whole
            }
        }
        return pieces.map { emitter.scalar(fromBits: $0, to) }
    }
}

extension Emitter {
    /// The bits of a scalar, those above its size zero.
    mutating func bits(of value: ValueID, _ scalar: Scalar) -> ValueID {
        switch scalar {
        case .float: return apply(.floatBits, value)
        case .half: return halfBits(value)
        case .char: return apply(.zeroExtend8, value)
        case .short: return apply(.zeroExtend16, value)
        default: return value
        }
    }

    /// The scalar with given bits; those above its size are zero.
    mutating func scalar(fromBits bits: ValueID, _ scalar: Scalar) -> ValueID {
        switch scalar {
        case .float: return apply(.floatFromBits, bits)
        case .half: return half(fromBits: bits)
        default: return wrap(bits, scalar)
        }
    }

    /// The 16 bits of a value that is rounded to half.
    private mutating func halfBits(_ value: ValueID) -> ValueID {
        let bits = apply(.floatBits, value)
        let magnitudeMask = constant(.int, bits: 0x7FFF_FFFF)
        let magnitude = apply(.bitAnd, bits, magnitudeMask)
        let sixteen = int(16)
        let high = apply(.shiftRightLogical, bits, sixteen)
        let signMask = int(0x8000)
        let sign = apply(.bitAnd, high, signMask)
        // From 2⁻¹⁴ on: the exponent's bias is 112 less, and 13 bits of the fraction are zero.
        let bias = constant(.int, bits: 0x3800_0000)
        let rebiased = apply(.subtractInt, magnitude, bias)
        let thirteen = int(13)
        let normal = apply(.shiftRightLogical, rebiased, thirteen)
        // Below: whole steps of 2⁻²⁴.
        let size = apply(.absoluteFloat, value)
        let scale = float(0x1p24)
        let steps = multiply(size, scale)
        let small = apply(.floatToUnsigned, steps)
        let least = constant(.int, bits: 0x3880_0000)
        let isSmall = apply(.lessUnsigned, magnitude, least)
        let finite = select(isSmall, small, normal)
        let infinity = constant(.int, bits: 0x7F80_0000)
        let isFinite = apply(.lessUnsigned, magnitude, infinity)
        let isInfinite = apply(.equalInt, magnitude, infinity)
        let infiniteBits = int(0x7C00)
        let nanBits = int(0x7E00)
        let special = select(isInfinite, infiniteBits, nanBits)
        let result = select(isFinite, finite, special)
        return apply(.bitOr, result, sign)
    }

    private mutating func half(fromBits bits: ValueID) -> ValueID {
        let magnitudeMask = int(0x7FFF)
        let magnitude = apply(.bitAnd, bits, magnitudeMask)
        let signMask = int(0x8000)
        let signBit = apply(.bitAnd, bits, signMask)
        let sixteen = int(16)
        let sign = apply(.shiftLeft, signBit, sixteen)
        let thirteen = int(13)
        let shifted = apply(.shiftLeft, magnitude, thirteen)
        let bias = constant(.int, bits: 0x3800_0000)
        let normal = apply(.addInt, shifted, bias)
        let steps = apply(.unsignedToFloat, magnitude)
        let scale = float(0x1p-24)
        let scaled = multiply(steps, scale)
        let small = apply(.floatBits, scaled)
        let infinity = constant(.int, bits: 0x7F80_0000)
        let special = apply(.bitOr, shifted, infinity)
        let least = int(0x0400)
        let isSmall = apply(.lessUnsigned, magnitude, least)
        let limit = int(0x7C00)
        let isFinite = apply(.lessUnsigned, magnitude, limit)
        let finite = select(isSmall, small, normal)
        let whole = select(isFinite, finite, special)
        let signed = apply(.bitOr, whole, sign)
        return apply(.floatFromBits, signed)
    }
}

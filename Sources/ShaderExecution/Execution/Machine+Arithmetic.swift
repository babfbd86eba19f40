import ShaderIR

/// Loops over the live chunks.
extension Machine {
    @inline(__always) func map<A, R>(_ step: Step, _ body: (A) -> R) {
        let target = UnsafeMutableRawPointer(memory + Int(step.target)).assumingMemoryBound(to: R.self)
        let a = UnsafeRawPointer(memory + Int(step.a.offset)).assumingMemoryBound(to: A.self)
        let strideA = Int(step.a.stride)
        for run in 0..<runCount {
            let (start, count) = runs[run]
            for chunk in start..<start &+ count { target[chunk] = body(a[chunk &* strideA]) }
        }
    }

    /// A uniform second operand is loaded once; the planner puts those of commutative operations there.
    @inline(__always) func map<A, B, R>(_ step: Step, _ body: (A, B) -> R) {
        let target = UnsafeMutableRawPointer(memory + Int(step.target)).assumingMemoryBound(to: R.self)
        let a = UnsafeRawPointer(memory + Int(step.a.offset)).assumingMemoryBound(to: A.self)
        let b = UnsafeRawPointer(memory + Int(step.b.offset)).assumingMemoryBound(to: B.self)
        let strideA = Int(step.a.stride)
        if step.b.stride == 0 {
            let value = b[0]
            for run in 0..<runCount {
                let (start, count) = runs[run]
                for chunk in start..<start &+ count { target[chunk] = body(a[chunk &* strideA], value) }
            }
        } else {
            for run in 0..<runCount {
                let (start, count) = runs[run]
                for chunk in start..<start &+ count { target[chunk] = body(a[chunk &* strideA], b[chunk]) }
            }
        }
    }

    @inline(__always) func map<A, B, C, R>(_ step: Step, _ body: (A, B, C) -> R) {
        let target = UnsafeMutableRawPointer(memory + Int(step.target)).assumingMemoryBound(to: R.self)
        let a = UnsafeRawPointer(memory + Int(step.a.offset)).assumingMemoryBound(to: A.self)
        let b = UnsafeRawPointer(memory + Int(step.b.offset)).assumingMemoryBound(to: B.self)
        let c = UnsafeRawPointer(memory + Int(step.c.offset)).assumingMemoryBound(to: C.self)
        let strideA = Int(step.a.stride)
        let strideC = Int(step.c.stride)
        if step.b.stride == 0 {
            let value = b[0]
            for run in 0..<runCount {
                let (start, count) = runs[run]
                for chunk in start..<start &+ count {
                    target[chunk] = body(a[chunk &* strideA], value, c[chunk &* strideC])
                }
            }
        } else {
            for run in 0..<runCount {
                let (start, count) = runs[run]
                for chunk in start..<start &+ count {
                    target[chunk] = body(a[chunk &* strideA], b[chunk], c[chunk &* strideC])
                }
            }
        }
    }

    /// The lanes of the elementary functions, of which two make a chunk.
    @inline(__always) func mapLanes(_ step: Step, _ body: (VectorLanes) -> VectorLanes) {
        let target = UnsafeMutableRawPointer(memory + Int(step.target)).assumingMemoryBound(to: VectorLanes.self)
        let a = UnsafeRawPointer(memory + Int(step.a.offset)).assumingMemoryBound(to: VectorLanes.self)
        let strideA = Int(step.a.stride)
        for run in 0..<runCount {
            let (start, count) = runs[run]
            for half in start &* 2..<(start &+ count) &* 2 {
                target[half] = body(a[(half >> 1) &* strideA &* 2 &+ half & 1])
            }
        }
    }

    @inline(__always) func mapLanes(_ step: Step, _ body: (VectorLanes, VectorLanes) -> VectorLanes) {
        let target = UnsafeMutableRawPointer(memory + Int(step.target)).assumingMemoryBound(to: VectorLanes.self)
        let a = UnsafeRawPointer(memory + Int(step.a.offset)).assumingMemoryBound(to: VectorLanes.self)
        let b = UnsafeRawPointer(memory + Int(step.b.offset)).assumingMemoryBound(to: VectorLanes.self)
        let strideA = Int(step.a.stride)
        let strideB = Int(step.b.stride)
        for run in 0..<runCount {
            let (start, count) = runs[run]
            for half in start &* 2..<(start &+ count) &* 2 {
                let (chunk, odd) = (half >> 1, half & 1)
                target[half] = body(a[chunk &* strideA &* 2 &+ odd], b[chunk &* strideB &* 2 &+ odd])
            }
        }
    }

    @inline(__always) static func words(_ mask: SIMDMask<Words>) -> Words { unsafeBitCast(mask, to: Words.self) }

    /// `a` in the lanes that are all ones, `b` in those that are zero.
    @inline(__always) static func choose(_ mask: Words, _ a: Words, _ b: Words) -> Words { (a & mask) | (b & ~mask) }
}

/// The operations on numbers.
extension Machine {
    func operate(_ step: Step) {
        switch step.operation {
        case .addFloat: map(step) { (a: Floats, b: Floats) -> Floats in a + b }
        case .subtractFloat: map(step) { (a: Floats, b: Floats) -> Floats in a - b }
        case .multiplyFloat: map(step) { (a: Floats, b: Floats) -> Floats in a * b }
        case .divideFloat: map(step) { (a: Floats, b: Floats) -> Floats in a / b }
        case .minimumFloat:
            if isUniformNumber(step.b) {
                map(step) { (a: Floats, b: Floats) -> Floats in b.replacing(with: a, where: a .<= b) }
            } else {
                map(step) { (a: Floats, b: Floats) -> Floats in a.replacing(with: b, where: (b .< a) .| (a .!= a)) }
            }
        case .maximumFloat:
            if isUniformNumber(step.b) {
                map(step) { (a: Floats, b: Floats) -> Floats in b.replacing(with: a, where: b .<= a) }
            } else {
                map(step) { (a: Floats, b: Floats) -> Floats in a.replacing(with: b, where: (a .< b) .| (a .!= a)) }
            }
        case .negateFloat: map(step) { (a: Words) -> Words in a ^ Words(repeating: .min) }
        case .absoluteFloat: map(step) { (a: Words) -> Words in a & Words(repeating: .max) }
        case .squareRoot: map(step) { (a: Floats) -> Floats in a.squareRoot() }
        case .lessFloat: map(step) { (a: Floats, b: Floats) -> Words in Self.words(a .< b) }
        case .lessEqualFloat: map(step) { (a: Floats, b: Floats) -> Words in Self.words(a .<= b) }
        case .equalFloat: map(step) { (a: Floats, b: Floats) -> Words in Self.words(a .== b) }
        case .notEqualFloat: map(step) { (a: Floats, b: Floats) -> Words in Self.words(a .!= b) }
        case .derivativeX:
            map(step) { (a: Floats) -> Floats in
                let difference = a.oddHalf - a.evenHalf
                var result = Floats.zero
                result.evenHalf = difference
                result.oddHalf = difference
                return result
            }
        case .derivativeY:
            map(step) { (a: Floats) -> Floats in
                let difference = a.highHalf - a.lowHalf
                return Floats(lowHalf: difference, highHalf: difference)
            }
        case .select: map(step) { (a: Words, b: Words, c: Words) -> Words in Self.choose(a, b, c) }
        case .signedToFloat: mapLanes(step) { $0.bits.converted }
        case .remainderFloat, .powFloat, .atan2Float, .copySignFloat, .floor, .ceiling, .truncate, .roundEven, .sine,
            .cosine, .tangent, .arcSine, .arcCosine, .arcTangent, .hyperbolicSine, .hyperbolicCosine,
            .hyperbolicTangent, .exponential, .exponential2, .logarithm, .logarithm2, .logarithm10, .roundToHalf,
            .floatToSigned, .floatToUnsigned, .unsignedToFloat, .floatBits:
            operateElementary(step)
        default: operateInteger(step)
        }
    }

    /// Whether an operand is uniform and not NaN, so that one comparison tells which of two is chosen.
    private func isUniformNumber(_ operand: Operand) -> Bool {
        if operand.stride != 0 { return false }
        let value = Float(bitPattern: UInt32(bitPattern: memory[Int(operand.offset)][0]))
        return value == value
    }

    private func operateElementary(_ step: Step) {
        switch step.operation {
        case .remainderFloat: mapLanes(step) { Elementary.remainder($0, $1) }
        case .powFloat: mapLanes(step) { Elementary.power($0, $1) }
        case .atan2Float: mapLanes(step) { Elementary.arcTangent(y: $0, x: $1) }
        case .copySignFloat: mapLanes(step) { Elementary.copySign($0, $1) }
        case .floor: mapLanes(step) { Elementary.floor($0) }
        case .ceiling: mapLanes(step) { Elementary.ceiling($0) }
        case .truncate: mapLanes(step) { Elementary.truncate($0) }
        case .roundEven: mapLanes(step) { Elementary.roundEven($0) }
        case .sine: mapLanes(step) { Elementary.sine($0) }
        case .cosine: mapLanes(step) { Elementary.cosine($0) }
        case .tangent: mapLanes(step) { Elementary.tangent($0) }
        case .arcSine: mapLanes(step) { Elementary.arcSine($0) }
        case .arcCosine: mapLanes(step) { Elementary.arcCosine($0) }
        case .arcTangent: mapLanes(step) { Elementary.arcTangent($0) }
        case .hyperbolicSine: mapLanes(step) { Elementary.hyperbolicSine($0) }
        case .hyperbolicCosine: mapLanes(step) { Elementary.hyperbolicCosine($0) }
        case .hyperbolicTangent: mapLanes(step) { Elementary.hyperbolicTangent($0) }
        case .exponential: mapLanes(step) { Elementary.exponential($0) }
        case .exponential2: mapLanes(step) { Elementary.exponential2($0) }
        case .logarithm: mapLanes(step) { Elementary.logarithm($0) }
        case .logarithm2: mapLanes(step) { Elementary.logarithm2($0) }
        case .logarithm10: mapLanes(step) { Elementary.logarithm10($0) }
        case .roundToHalf: mapLanes(step) { Elementary.roundToHalf($0) }
        case .floatToSigned: mapLanes(step) { Elementary.signed($0).asFloatBits }
        case .floatToUnsigned: mapLanes(step) { Elementary.unsigned($0).asFloatBits }
        case .unsignedToFloat: mapLanes(step) { Elementary.float(unsigned: $0.bits) }
        case .floatBits: mapLanes(step) { Elementary.bits($0).asFloatBits }
        default: break
        }
    }
}

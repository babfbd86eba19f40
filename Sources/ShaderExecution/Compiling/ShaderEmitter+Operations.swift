import ShaderIR

/// The operations on numbers.
extension ShaderEmitter {
    func floats(_ value: Int, scalar: Bool) -> EmittedFloats {
        EmittedFloats(code: code, name: operand(value, scalar: scalar), isScalar: scalar)
    }

    func integers(_ value: Int, scalar: Bool) -> EmittedIntegers {
        EmittedIntegers(code: code, name: operand(value, scalar: scalar), isScalar: scalar)
    }

    func mask(_ value: Int, scalar: Bool) -> EmittedMask {
        EmittedMask(code: code, name: operand(value, scalar: scalar), isScalar: scalar)
    }

    /// Emits what computes a value.
    func computed(_ value: Int) -> Emitted? {
        let scalar = isScalar(value)
        switch draft.instructions[value] {
        case .operation(let operation, let a, let b, let c):
            let name = operate(operation, a.index, b.index, c.index, value, scalar)
            return name.map { Emitted(name: $0, isScalar: scalar) }
        case .element(let array, let index): return element(array.index, index.index)
        case .tableElement(let table, let index): return tableElement(table.index, index.index, scalar)
        case .textureSize, .constant, .input, .load, .fetched: return nil
        }
    }

    private func operate(
        _ operation: Operation, _ a: Int, _ b: Int, _ c: Int, _ value: Int, _ scalar: Bool
    ) -> String? {
        switch operation {
        case .addFloat: return (floats(a, scalar: scalar) + floats(b, scalar: scalar)).name
        case .subtractFloat: return (floats(a, scalar: scalar) - floats(b, scalar: scalar)).name
        case .multiplyFloat: return (floats(a, scalar: scalar) * floats(b, scalar: scalar)).name
        case .divideFloat: return (floats(a, scalar: scalar) / floats(b, scalar: scalar)).name
        case .minimumFloat: return extreme(a, b, scalar, isMinimum: true)
        case .maximumFloat: return extreme(a, b, scalar, isMinimum: false)
        case .negateFloat: return floats(a, scalar: scalar).negated.name
        case .absoluteFloat: return floats(a, scalar: scalar).intrinsic("fabs").name
        case .squareRoot: return floats(a, scalar: scalar).squareRoot().name
        case .floor, .ceiling, .truncate, .roundEven: return round(operation, floats(a, scalar: scalar)).name
        case .lessFloat: return compare("olt", a, b, scalar)
        case .lessEqualFloat: return compare("ole", a, b, scalar)
        case .equalFloat: return compare("oeq", a, b, scalar)
        case .notEqualFloat: return compare("une", a, b, scalar)
        case .derivativeX, .derivativeY: return derivative(floats(a, scalar: scalar), operation == .derivativeX)
        case .select:
            return mask(a, scalar: scalar).choose(
                draft.types[value], operand(b, scalar: scalar), operand(c, scalar: scalar))
        case .boolToFloat:
            let one = code.constant(.float, bits: Float(1).bitPattern, isScalar: scalar)
            let zero = code.constant(.float, bits: 0, isScalar: scalar)
            return mask(a, scalar: scalar).choose(.float, one, zero)
        case .signedToFloat: return integers(a, scalar: scalar).converted.name
        case .unsignedToFloat:
            let x = integers(a, scalar: scalar)
            return code.emit("uitofp \(x.type) \(x.name) to \(code.type(.float, isScalar: scalar))")
        case .floatToSigned: return signed(floats(a, scalar: scalar)).name
        case .floatToUnsigned: return unsigned(floats(a, scalar: scalar)).name
        case .floatFromBits: return integers(a, scalar: scalar).asFloatBits.name
        case .remainderFloat:
            return Elementary.remainder(floats(a, scalar: scalar), floats(b, scalar: scalar)).name
        case .powFloat: return Elementary.power(floats(a, scalar: scalar), floats(b, scalar: scalar)).name
        case .atan2Float:
            return Elementary.arcTangent(y: floats(a, scalar: scalar), x: floats(b, scalar: scalar)).name
        case .copySignFloat: return Elementary.copySign(floats(a, scalar: scalar), floats(b, scalar: scalar)).name
        case .floatBits: return Elementary.bits(floats(a, scalar: scalar)).name
        default: return elementary(operation, a, scalar) ?? operateInteger(operation, a, b, scalar)
        }
    }

    private func elementary(_ operation: Operation, _ a: Int, _ scalar: Bool) -> String? {
        let function: (EmittedFloats) -> EmittedFloats
        switch operation {
        case .sine: function = Elementary.sine
        case .cosine: function = Elementary.cosine
        case .tangent: function = Elementary.tangent
        case .arcSine: function = Elementary.arcSine
        case .arcCosine: function = Elementary.arcCosine
        case .arcTangent: function = Elementary.arcTangent
        case .hyperbolicSine: function = Elementary.hyperbolicSine
        case .hyperbolicCosine: function = Elementary.hyperbolicCosine
        case .hyperbolicTangent: function = Elementary.hyperbolicTangent
        case .exponential: function = Elementary.exponential
        case .exponential2: function = Elementary.exponential2
        case .logarithm: function = Elementary.logarithm
        case .logarithm2: function = Elementary.logarithm2
        case .logarithm10: function = Elementary.logarithm10
        case .roundToHalf: function = Elementary.roundToHalf
        default: return nil
        }
        return function(floats(a, scalar: scalar)).name
    }

    private func compare(_ predicate: String, _ a: Int, _ b: Int, _ scalar: Bool) -> String {
        floats(a, scalar: scalar).compare(predicate, floats(b, scalar: scalar)).name
    }

    /// To a whole number, by an instruction where there is one.
    func round(_ operation: Operation, _ x: EmittedFloats) -> EmittedFloats {
        switch (operation, code.target.hasRounding) {
        case (.floor, true): x.intrinsic("floor")
        case (.ceiling, true): x.intrinsic("ceil")
        case (.truncate, true): x.intrinsic("trunc")
        case (_, true): x.intrinsic("roundeven")
        case (.floor, false): Elementary.floor(x)
        case (.ceiling, false): Elementary.ceiling(x)
        case (.truncate, false): Elementary.truncate(x)
        case (_, false): Elementary.roundEven(x)
        }
    }

    // MARK: - Minimum and maximum

    /// `b < a || a is NaN ? b : a`, or with `a < b` for the maximum.
    ///
    /// The processor's own minimum is `x < y ? x : y`, which is it where one operand is known to be a number, in the
    /// right order; only equal zeros of different signs need more than that.
    private func extreme(_ a: Int, _ b: Int, _ scalar: Bool, isMinimum: Bool) -> String {
        let (x, y) = (floats(a, scalar: scalar), floats(b, scalar: scalar))
        let before = isMinimum ? "olt" : "ogt"
        if isNumber(a) { return y.compare(before, x).choose(.float, y.name, x.name) }
        if isNumber(b) {
            let orEqual = isMinimum ? "ole" : "oge"
            return x.compare(isNonzeroConstant(b) ? before : orEqual, y).choose(.float, x.name, y.name)
        }
        let quick = y.compare(before, x).choose(.float, y.name, x.name)
        return x.compare("uno", x).choose(.float, y.name, quick)
    }

    private func isNonzeroConstant(_ value: Int) -> Bool {
        guard case .constant(.float, let bits) = draft.instructions[value] else { return false }
        return bits << 1 != 0
    }

    /// Whether a value is never NaN, as far as is easy to see.
    private func isNumber(_ value: Int, depth: Int = 0) -> Bool {
        if depth > 8 { return false }
        switch draft.instructions[value] {
        case .constant(.float, let bits): return !Float(bitPattern: bits).isNaN
        case .input(let input): return input.isVarying
        case .operation(let operation, let a, let b, let c):
            switch operation {
            case .signedToFloat, .unsignedToFloat, .boolToFloat: return true
            case .minimumFloat, .maximumFloat:
                return isNumber(a.index, depth: depth + 1) || isNumber(b.index, depth: depth + 1)
            case .negateFloat, .absoluteFloat, .floor, .ceiling, .truncate, .roundEven, .roundToHalf:
                return isNumber(a.index, depth: depth + 1)
            case .select: return isNumber(b.index, depth: depth + 1) && isNumber(c.index, depth: depth + 1)
            default: return false
            }
        default: return false
        }
    }

    // MARK: - Conversions

    /// Toward zero, saturating; NaN gives 0.
    private func signed(_ x: EmittedFloats) -> EmittedIntegers {
        if x.isScalar { return saturated(x) }
        // Nearly always all are in range, which is all that the processor's conversion needs.
        let isOutside = .!(x.intrinsic("fabs") .< 2_147_483_648)
        let (rare, plain, after) = (code.newLabel("saturating"), code.newLabel("plain"), code.newLabel("whole"))
        code.branch(isOutside.any, rare, plain)
        code.place(rare)
        let slow = saturated(x)
        code.jump(to: after)
        code.place(plain)
        let quick = converted(x, "fptosi")
        code.jump(to: after)
        code.place(after)
        return quick.with(
            code.emit("phi \(quick.type) [ \(slow.name), %\(rare) ], [ \(quick.name), %\(plain) ]"))
    }

    private func saturated(_ x: EmittedFloats) -> EmittedIntegers {
        // The largest number below 2³¹, and −2³¹: what LLVM converts must be in range.
        let below = (x .< 2_147_483_520).select(x, x.splat(2_147_483_520))
        let inside = (below .< -2_147_483_648).select(x.splat(-2_147_483_648), below)
        let whole = converted(inside, "fptosi")
        let above = x.compare("oge", x.splat(2_147_483_648)).select(whole.splat(Int32.max), whole)
        return x.isNumber.select(above, whole.splat(0))
    }

    private func unsigned(_ x: EmittedFloats) -> EmittedIntegers {
        let positive = x.compare("ogt", x.splat(0)).select(x, x.splat(0))
        let inside = (positive .< 4_294_967_040).select(positive, x.splat(4_294_967_040))
        let whole = converted(inside, "fptoui")
        return x.compare("oge", x.splat(4_294_967_296)).select(whole.splat(-1), whole)
    }

    func converted(_ x: EmittedFloats, _ instruction: String) -> EmittedIntegers {
        let (from, to) = (code.type(.float, isScalar: x.isScalar), code.type(.int, isScalar: x.isScalar))
        return EmittedIntegers(
            code: code, name: code.emit("\(instruction) \(from) \(x.name) to \(to)"), isScalar: x.isScalar)
    }

    // MARK: - Derivatives

    private func derivative(_ x: EmittedFloats, _ isHorizontal: Bool) -> String {
        // All four pixels of the quad hold the same, but infinity less infinity is NaN.
        if x.isScalar { return (x - x).name }
        let columns = code.columns
        let later = isHorizontal ? shuffled(x) { $0 | 1 } : shuffled(x) { $0 | columns }
        let earlier = isHorizontal ? shuffled(x) { $0 & ~1 } : shuffled(x) { $0 & ~columns }
        return (later - earlier).name
    }

    private func shuffled(_ x: EmittedFloats, _ lane: (Int) -> Int) -> EmittedFloats {
        let type = code.type(.float, isScalar: false)
        let order = "<\(code.lanes) x i32> \(code.integers(lane))"
        return EmittedFloats(
            code: code, name: code.emit("shufflevector \(type) \(x.name), \(type) poison, \(order)"), isScalar: false)
    }
}

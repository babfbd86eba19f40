import ShaderIR

/// Numbers of generated code: operators on it write instructions.
///
/// With it the elementary functions are the same expression trees as in the interpreter.
struct EmittedFloats: FloatLanes {
    typealias Integers = EmittedIntegers
    typealias Mask = EmittedMask

    let code: IRText
    let name: String
    let isScalar: Bool

    private func with(_ name: String) -> Self { Self(code: code, name: name, isScalar: isScalar) }
    private var type: String { code.type(.float, isScalar: isScalar) }

    private static func binary(_ operation: String, _ a: Self, _ b: Self) -> Self {
        a.with(a.code.emit("\(operation) \(a.type) \(a.name), \(b.name)"))
    }

    static func + (a: Self, b: Self) -> Self { binary("fadd", a, b) }
    static func - (a: Self, b: Self) -> Self { binary("fsub", a, b) }
    static func * (a: Self, b: Self) -> Self { binary("fmul", a, b) }
    static func / (a: Self, b: Self) -> Self { binary("fdiv", a, b) }

    /// A function of LLVM's own of one number.
    func intrinsic(_ function: String) -> Self {
        let suffix = isScalar ? "f32" : "v\(code.lanes)f32"
        code.declare("declare \(type) @llvm.\(function).\(suffix)(\(type))")
        return with(code.emit("call \(type) @llvm.\(function).\(suffix)(\(type) \(name))"))
    }

    func squareRoot() -> Self { intrinsic("sqrt") }

    func compare(_ predicate: String, _ other: Self) -> EmittedMask {
        EmittedMask(
            code: code, name: code.emit("fcmp \(predicate) \(type) \(name), \(other.name)"), isScalar: isScalar)
    }

    static func .< (a: Self, b: Self) -> EmittedMask { a.compare("olt", b) }
    static func .<= (a: Self, b: Self) -> EmittedMask { a.compare("ole", b) }
    static func .== (a: Self, b: Self) -> EmittedMask { a.compare("oeq", b) }

    var bits: EmittedIntegers {
        EmittedIntegers(
            code: code, name: code.emit("bitcast \(type) \(name) to \(code.type(.int, isScalar: isScalar))"),
            isScalar: isScalar)
    }

    func splat(_ value: Float) -> Self {
        with(code.constant(.float, bits: value.bitPattern, isScalar: isScalar))
    }
}

/// Integers of generated code.
struct EmittedIntegers: IntegerLanes {
    typealias Floats = EmittedFloats

    let code: IRText
    let name: String
    let isScalar: Bool

    func with(_ name: String) -> Self { Self(code: code, name: name, isScalar: isScalar) }
    var type: String { code.type(.int, isScalar: isScalar) }

    static func binary(_ operation: String, _ a: Self, _ b: Self) -> Self {
        a.with(a.code.emit("\(operation) \(a.type) \(a.name), \(b.name)"))
    }

    static func &+ (a: Self, b: Self) -> Self { binary("add", a, b) }
    static func &- (a: Self, b: Self) -> Self { binary("sub", a, b) }
    static func &* (a: Self, b: Self) -> Self { binary("mul", a, b) }
    static func & (a: Self, b: Self) -> Self { binary("and", a, b) }
    static func | (a: Self, b: Self) -> Self { binary("or", a, b) }
    static func ^ (a: Self, b: Self) -> Self { binary("xor", a, b) }
    func shiftedLeft(_ count: Int32) -> Self { Self.binary("shl", self, splat(count)) }
    func shiftedRight(_ count: Int32) -> Self { Self.binary("ashr", self, splat(count)) }
    func shiftedRightLogical(_ count: Int32) -> Self { Self.binary("lshr", self, splat(count)) }

    func compare(_ predicate: String, _ other: Self) -> EmittedMask {
        EmittedMask(
            code: code, name: code.emit("icmp \(predicate) \(type) \(name), \(other.name)"), isScalar: isScalar)
    }

    static func .== (a: Self, b: Self) -> EmittedMask { a.compare("eq", b) }
    static func .< (a: Self, b: Self) -> EmittedMask { a.compare("slt", b) }

    /// A function of LLVM's own; `extra` are arguments after the integers.
    func intrinsic(_ function: String, _ others: [Self] = [], extra: String = "") -> Self {
        let suffix = isScalar ? "i32" : "v\(code.lanes)i32"
        let types = [String](repeating: type, count: others.count + 1).joined(separator: ", ")
        let parameters = extra.isEmpty ? types : types + ", i1"
        let arguments = ([self] + others).map { "\(type) \($0.name)" }.joined(separator: ", ")
        code.declare("declare \(type) @llvm.\(function).\(suffix)(\(parameters))")
        return with(
            code.emit("call \(type) @llvm.\(function).\(suffix)(\(arguments)\(extra.isEmpty ? "" : ", " + extra))"))
    }

    var asFloatBits: EmittedFloats {
        let floats = code.type(.float, isScalar: isScalar)
        return EmittedFloats(code: code, name: code.emit("bitcast \(type) \(name) to \(floats)"), isScalar: isScalar)
    }

    var converted: EmittedFloats {
        let floats = code.type(.float, isScalar: isScalar)
        return EmittedFloats(code: code, name: code.emit("sitofp \(type) \(name) to \(floats)"), isScalar: isScalar)
    }

    func splat(_ value: Int32) -> Self {
        with(code.constant(.int, bits: UInt32(bitPattern: value), isScalar: isScalar))
    }
}

/// Truth values of generated code.
struct EmittedMask: LaneMask {
    typealias Floats = EmittedFloats

    let code: IRText
    let name: String
    let isScalar: Bool

    func with(_ name: String) -> Self { Self(code: code, name: name, isScalar: isScalar) }
    private var type: String { code.type(.bool, isScalar: isScalar) }

    static func .& (a: Self, b: Self) -> Self { a.with(a.code.emit("and \(a.type) \(a.name), \(b.name)")) }
    static func .| (a: Self, b: Self) -> Self { a.with(a.code.emit("or \(a.type) \(a.name), \(b.name)")) }
    static func .^ (a: Self, b: Self) -> Self { a.with(a.code.emit("xor \(a.type) \(a.name), \(b.name)")) }
    static prefix func .! (a: Self) -> Self {
        a.with(a.code.emit("xor \(a.type) \(a.name), \(a.code.constant(.bool, bits: 1, isScalar: a.isScalar))"))
    }

    func select(_ a: EmittedFloats, _ b: EmittedFloats) -> EmittedFloats {
        EmittedFloats(code: code, name: choose(.float, a.name, b.name), isScalar: isScalar)
    }

    func select(_ a: EmittedIntegers, _ b: EmittedIntegers) -> EmittedIntegers {
        EmittedIntegers(code: code, name: choose(.int, a.name, b.name), isScalar: isScalar)
    }

    func choose(_ kind: ScalarType, _ a: String, _ b: String) -> String {
        let values = code.type(kind, isScalar: isScalar)
        return code.emit("select \(type) \(name), \(values) \(a), \(values) \(b)")
    }

    /// Whether any lane is true, as `i1`.
    var any: String { isScalar ? name : code.any(name) }

    func replacing(in value: EmittedFloats, _ rare: () -> EmittedFloats) -> EmittedFloats {
        let (rarely, after) = (code.newLabel("rare"), code.newLabel("common"))
        let before = code.label
        code.branch(any, rarely, after)
        code.place(rarely)
        let replaced = select(rare(), value)
        let end = code.label
        code.place(after)
        let floats = code.type(.float, isScalar: isScalar)
        return EmittedFloats(
            code: code,
            name: code.emit("phi \(floats) [ \(value.name), %\(before) ], [ \(replaced.name), %\(end) ]"),
            isScalar: isScalar)
    }

    func replacing(
        in values: (EmittedFloats, EmittedFloats), _ rare: () -> (EmittedFloats, EmittedFloats)
    ) -> (EmittedFloats, EmittedFloats) {
        let (rarely, after) = (code.newLabel("rare"), code.newLabel("common"))
        let before = code.label
        code.branch(any, rarely, after)
        code.place(rarely)
        let replaced = rare()
        let end = code.label
        code.place(after)
        let floats = code.type(.float, isScalar: isScalar)
        func either(_ common: EmittedFloats, _ rare: EmittedFloats) -> EmittedFloats {
            let name = code.emit("phi \(floats) [ \(common.name), %\(before) ], [ \(rare.name), %\(end) ]")
            return EmittedFloats(code: code, name: name, isScalar: isScalar)
        }
        return (either(values.0, replaced.0), either(values.1, replaced.1))
    }

    static func iterate(
        _ value: EmittedFloats, count: EmittedIntegers,
        _ step: (EmittedFloats, EmittedIntegers) -> (EmittedFloats, EmittedIntegers)
    ) -> EmittedFloats {
        let code = value.code
        let floats = code.type(.float, isScalar: value.isScalar)
        let integers = code.type(.int, isScalar: value.isScalar)
        let (values, counts) = (code.allocate(floats), code.allocate(integers))
        let (head, body, end) = (code.newLabel("while"), code.newLabel("do"), code.newLabel("done"))
        code.line("store \(floats) \(value.name), ptr \(values)")
        code.line("store \(integers) \(count.name), ptr \(counts)")
        code.place(head)
        let now = EmittedFloats(
            code: code, name: code.emit("load \(floats), ptr \(values)"), isScalar: value.isScalar)
        let left = count.with(code.emit("load \(integers), ptr \(counts)"))
        code.branch((left.splat(0) .< left).any, body, end)
        code.place(body)
        let (next, rest) = step(now, left)
        code.line("store \(floats) \(next.name), ptr \(values)")
        code.line("store \(integers) \(rest.name), ptr \(counts)")
        code.jump(to: head)
        code.place(end)
        return now
    }
}

import ShaderIR

/// Writes LLVM's textual intermediate representation.
///
/// The text has sections that are written side by side: what is computed once per call (`entry`), once per column of
/// tiles (`column`) and once per tile (`tile`). A block of a later section may use every name of the earlier ones.
final class IRText {
    enum Section: Int, CaseIterable { case entry, column, tile }

    let target: CodeTarget
    var lanes: Int { target.lanes }
    var columns: Int { target.columns }
    var rows: Int { target.rows }
    private(set) var declarations: Set<String> = []
    private var texts = [String](repeating: "", count: Section.allCases.count)
    private var labels = ["entry", "column", "tile"]
    /// Whether the current block has its terminator.
    private var isClosed = [Bool](repeating: false, count: Section.allCases.count)
    /// Where text goes.
    var section = Section.entry
    private var nameCount = 0
    private var vectorTypes: [String] = []
    private(set) var lineCount = 0

    init(_ target: CodeTarget) {
        self.target = target
        vectorTypes = ["i1", "i32", "float"].map { "<\(target.lanes) x \($0)>" }
    }

    /// A section's text.
    func text(of section: Section) -> String { texts[section.rawValue] }

    // MARK: - Lines

    func newName() -> String {
        nameCount += 1
        return "%n\(nameCount)"
    }

    func newLabel(_ hint: String) -> String {
        nameCount += 1
        return "\(hint)\(nameCount)"
    }

    func line(_ text: String) {
        if isClosed[section.rawValue] { return }
        lineCount += 1
        texts[section.rawValue] += "  \(text)\n"
    }

    /// Names the result of an instruction.
    func emit(_ instruction: String) -> String {
        let name = newName()
        line("\(name) = \(instruction)")
        return name
    }

    /// The label of the block being written.
    var label: String { labels[section.rawValue] }
    var isReachable: Bool { !isClosed[section.rawValue] }

    func jump(to label: String) {
        line("br label %\(label)")
        isClosed[section.rawValue] = true
    }

    func branch(_ condition: String, _ then: String, _ otherwise: String) {
        line("br i1 \(condition), label %\(then), label %\(otherwise)")
        isClosed[section.rawValue] = true
    }

    func leave(_ instruction: String) {
        line(instruction)
        isClosed[section.rawValue] = true
    }

    /// Starts a block; an open one goes on into it.
    func place(_ label: String) {
        if isReachable { jump(to: label) }
        texts[section.rawValue] += "\(label):\n"
        labels[section.rawValue] = label
        isClosed[section.rawValue] = false
    }

    /// Declares a function of LLVM's own.
    func declare(_ declaration: String) { declarations.insert(declaration) }

    /// Writes into another section.
    func within<R>(_ other: Section, _ body: () -> R) -> R {
        let before = section
        section = other
        defer { section = before }
        return body()
    }

    // MARK: - Types and constants

    func type(_ type: ScalarType, isScalar: Bool) -> String {
        if !isScalar { return vectorTypes[Int(type.rawValue)] }
        switch type {
        case .bool: return "i1"
        case .int: return "i32"
        case .float: return "float"
        }
    }

    /// A constant as an operand.
    func constant(_ type: ScalarType, bits: UInt32, isScalar: Bool) -> String {
        let literal: String
        switch type {
        case .bool: literal = bits == 0 ? "false" : "true"
        case .int: literal = String(Int32(bitPattern: bits))
        case .float: literal = Self.literal(Float(bitPattern: bits))
        }
        return isScalar ? literal : splat(literal, self.type(type, isScalar: true))
    }

    /// A literal in every lane.
    func splat(_ literal: String, _ element: String) -> String {
        if literal == "0" || literal == "false" || literal == "0x0000000000000000" { return "zeroinitializer" }
        if target.llvmMajor >= 19 { return "splat (\(element) \(literal))" }
        return "<" + [String](repeating: "\(element) \(literal)", count: lanes).joined(separator: ", ") + ">"
    }

    /// A number as LLVM writes it: the bits of the equal binary64 number.
    private static func literal(_ value: Float) -> String {
        let digits = String(Double(value).bitPattern, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Lane numbers as a constant vector of integers.
    func integers(_ body: (Int) -> Int) -> String {
        "<" + (0..<lanes).map { "i32 \(body($0))" }.joined(separator: ", ") + ">"
    }

    // MARK: - Shapes

    /// A scalar in every lane.
    func broadcast(_ name: String, _ type: ScalarType) -> String {
        let vector = self.type(type, isScalar: false)
        let one = emit("insertelement \(vector) poison, \(self.type(type, isScalar: true)) \(name), i32 0")
        return emit("shufflevector \(vector) \(one), \(vector) poison, <\(lanes) x i32> zeroinitializer")
    }

    // MARK: - Masks

    /// Whether a mask has any lane, as `i1`.
    func any(_ mask: String) -> String {
        let bits = emit("bitcast <\(lanes) x i1> \(mask) to i\(lanes)")
        return emit("icmp ne i\(lanes) \(bits), 0")
    }

    func and(_ a: String, _ b: String) -> String { emit("and <\(lanes) x i1> \(a), \(b)") }
    func or(_ a: String, _ b: String) -> String { emit("or <\(lanes) x i1> \(a), \(b)") }
    func not(_ a: String) -> String { emit("xor <\(lanes) x i1> \(a), \(splat("true", "i1"))") }

    /// The type in which masks are kept over branches.
    var maskMemoryType: String { target.hasMaskRegisters ? "<\(lanes) x i1>" : "<\(lanes) x i32>" }

    func storeMask(_ mask: String, to pointer: String) {
        if target.hasMaskRegisters {
            line("store <\(lanes) x i1> \(mask), ptr \(pointer)")
        } else {
            let wide = emit("sext <\(lanes) x i1> \(mask) to <\(lanes) x i32>")
            line("store <\(lanes) x i32> \(wide), ptr \(pointer)")
        }
    }

    func loadMask(_ pointer: String) -> String {
        let value = emit("load \(maskMemoryType), ptr \(pointer)")
        if target.hasMaskRegisters { return value }
        return emit("icmp slt <\(lanes) x i32> \(value), zeroinitializer")
    }

    /// Memory of the call, made at its start.
    func allocate(_ type: String) -> String {
        within(.entry) { emit("alloca \(type), align 64") }
    }
}

/// Evaluates the integer expression of an `#if`, whose macros are expanded already.
struct ConditionEvaluator {
    private let tokens: [Token]
    private let end: Span
    private var index = 0
    private var depth = 0
    /// Operands whose value does not matter, as of `0 && …`, may divide by zero.
    private var isSkipping = false
    private(set) var failure: Span?
    private(set) var message = ""

    private static let levels: [[String]] = [
        ["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">="], ["<<", ">>"], ["+", "-"],
        ["*", "/", "%"],
    ]

    init(tokens: [Token], end: Span) {
        self.tokens = tokens
        self.end = end
    }

    /// The value; nil when the expression is wrong, with `message` and `failure`.
    mutating func evaluate() -> Int64? {
        let value = conditional()
        if failure == nil, index < tokens.count { fail("unexpected `\(tokens[index].text)` in #if") }
        return failure == nil ? value : nil
    }

    private mutating func fail(_ text: String) {
        guard failure == nil else { return }
        failure = index < tokens.count ? tokens[index].span : end
        message = text
    }

    private mutating func take(_ text: String) -> Bool {
        guard index < tokens.count, tokens[index].isPunctuator(text) else { return false }
        index += 1
        return true
    }

    private mutating func conditional() -> Int64 {
        depth += 1
        defer { depth -= 1 }
        guard depth < 100 else {
            fail("the expression nests too deeply")
            return 0
        }
        let test = binary(0)
        guard take("?") else { return test }
        let first = operand(isSkipped: test == 0) { $0.conditional() }
        if !take(":") { fail("`?` needs a `:`") }
        let second = operand(isSkipped: test != 0) { $0.conditional() }
        return test != 0 ? first : second
    }

    private mutating func operand(isSkipped: Bool, _ read: (inout ConditionEvaluator) -> Int64) -> Int64 {
        let outer = isSkipping
        isSkipping = outer || isSkipped
        defer { isSkipping = outer }
        return read(&self)
    }

    private mutating func binary(_ level: Int) -> Int64 {
        guard level < ConditionEvaluator.levels.count else { return unary() }
        var left = binary(level + 1)
        while failure == nil, let name = ConditionEvaluator.levels[level].first(where: { take($0) }) {
            let isSkipped = name == "&&" && left == 0 || name == "||" && left != 0
            let place = index
            let right = operand(isSkipped: isSkipped) { $0.binary(level + 1) }
            if right == 0, name == "/" || name == "%", !isSkipping {
                index = min(place, tokens.count)
                fail("division by zero in #if")
                return 0
            }
            left = apply(name, left, right)
        }
        return left
    }

    private mutating func apply(_ name: String, _ a: Int64, _ b: Int64) -> Int64 {
        switch name {
        case "||": return a != 0 || b != 0 ? 1 : 0
        case "&&": return a != 0 && b != 0 ? 1 : 0
        case "|": return a | b
        case "^": return a ^ b
        case "&": return a & b
        case "==": return a == b ? 1 : 0
        case "!=": return a != b ? 1 : 0
        case "<": return a < b ? 1 : 0
        case ">": return a > b ? 1 : 0
        case "<=": return a <= b ? 1 : 0
        case ">=": return a >= b ? 1 : 0
        case "<<": return a << (b & 63)
        case ">>": return a >> (b & 63)
        case "+": return a &+ b
        case "-": return a &- b
        case "*": return a &* b
        default:
            // Division by zero is an error unless the operand does not matter.
            guard b != 0, b != -1 else { return b == 0 || name == "%" ? 0 : 0 &- a }
            return name == "/" ? a / b : a % b
        }
    }

    private mutating func unary() -> Int64 {
        depth += 1
        defer { depth -= 1 }
        guard depth < 100 else {
            fail("the expression nests too deeply")
            return 0
        }
        if take("!") { return unary() == 0 ? 1 : 0 }
        if take("-") { return 0 &- unary() }
        if take("+") { return unary() }
        if take("~") { return ~unary() }
        if take("(") {
            let value = conditional()
            if !take(")") { fail("`)` is missing") }
            return value
        }
        guard index < tokens.count else {
            fail("#if needs an expression")
            return 0
        }
        let token = tokens[index]
        index += 1
        switch token.kind {
        case .number:
            guard let value = ConditionEvaluator.integer(token.text) else {
                index -= 1
                fail("`\(token.text)` is not an integer")
                return 0
            }
            return value
        case .identifier:
            // Names that are not macros are 0; a call of one is skipped with its argument.
            if take("(") {
                while index < tokens.count, !tokens[index].isPunctuator(")") { index += 1 }
                index += 1
            }
            return token.text == "true" ? 1 : 0
        default:
            index -= 1
            fail("unexpected `\(token.text)` in #if")
            return 0
        }
    }

    /// A number as the preprocessor reads it: of 64 bits, whatever its suffix.
    private static func integer(_ text: String) -> Int64? {
        var digits = Substring(text.filter { $0 != "'" })
        while let suffix = digits.last, "uUlL".contains(suffix) { digits.removeLast() }
        guard let first = digits.first, first.isASCII, first.isNumber else { return nil }
        let prefix = digits.prefix(2).lowercased()
        let value =
            prefix == "0x"
            ? UInt64(digits.dropFirst(2), radix: 16)
            : prefix == "0b"
                ? UInt64(digits.dropFirst(2), radix: 2)
                : first == "0" && digits.count > 1 ? UInt64(digits, radix: 8) : UInt64(digits, radix: 10)
        return value.map { Int64(bitPattern: $0) }
    }
}

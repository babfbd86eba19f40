/// Evaluates the integer expression of an `#if`, whose macros are expanded already.
struct ConditionEvaluator {
    private let tokens: [Token]
    private let end: Span
    private var index = 0
    private var depth = 0
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
        let first = conditional()
        if !take(":") { fail("`?` needs a `:`") }
        let second = conditional()
        return test != 0 ? first : second
    }

    private mutating func binary(_ level: Int) -> Int64 {
        guard level < ConditionEvaluator.levels.count else { return unary() }
        var left = binary(level + 1)
        while failure == nil, let name = ConditionEvaluator.levels[level].first(where: { take($0) }) {
            let right = binary(level + 1)
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
            // A wrong division in an operand that does not matter (`0 && 1 / 0`) is 0.
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
            switch NumberLiteral.parse(token.text) {
            case .int(let value): return Int64(value)
            case .uint(let value): return Int64(value)
            default:
                index -= 1
                fail("`\(token.text)` is not an integer")
                return 0
            }
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
}

import Diagnostics

/// A `#define`.
struct Macro: Sendable {
    var name: String
    /// The parameters' names; nil for a macro without parentheses.
    var parameters: [String]?
    /// The last parameter takes the rest of the arguments, as `__VA_ARGS__`.
    var isVariadic = false
    var body: [Token]
    var span: Span

    /// Whether both say the same, token for token.
    func isSame(as other: Macro) -> Bool {
        parameters == other.parameters && isVariadic == other.isVariadic && body.map(\.text) == other.body.map(\.text)
    }
}

/// Executes directives and expands macros, on tokens, so that every token keeps its place in the author's file.
struct Preprocessor {
    /// Most tokens that macros may produce.
    static let expansionLimit = 400_000
    /// Deepest nesting of macros, and of `#if`.
    static let nestingLimit = 200

    /// One open `#if`.
    private struct Condition {
        var isActive: Bool
        var wasTaken: Bool
        var isParentActive: Bool
        var hasElse = false
        var span: Span
    }

    var macros: [String: Macro] = [:]
    /// What macros may still produce.
    var expansionBudget = Preprocessor.expansionLimit
    var sink: DiagnosticSink
    private var output: [Token] = []
    private var conditions: [Condition] = []

    init(sink: DiagnosticSink, macros: [String: Macro] = [:]) {
        self.sink = sink
        self.macros = macros
    }

    /// Runs over the tokens of one text and returns what is left for the parser.
    mutating func process(_ tokens: [Token]) -> [Token] {
        output = []
        conditions = []
        output.reserveCapacity(tokens.count)
        var index = 0
        var text: [Token] = []
        while index < tokens.count, !sink.isFatal {
            let token = tokens[index]
            guard token.startsLine, token.isPunctuator("#") else {
                if isActive { text.append(token) }
                index += 1
                continue
            }
            // Text up to a directive is expanded with the macros that hold there.
            output += expand(text)
            text.removeAll(keepingCapacity: true)
            var end = index + 1
            while end < tokens.count, !tokens[end].startsLine { end += 1 }
            directive(tokens[index], Array(tokens[(index + 1)..<end]))
            index = end
        }
        output += expand(text)
        if let open = conditions.last, !sink.isFatal {
            // What follows may be missing: nothing more can be said about it.
            sink.fatal("preprocessor", "this #if has no #endif", at: open.span)
        }
        return output
    }

    private var isActive: Bool { conditions.last?.isActive ?? true }

    private mutating func directive(_ hash: Token, _ line: [Token]) {
        guard let name = line.first else { return }
        let rest = Array(line.dropFirst())
        switch name.text {
        case "if": open(hash, isActive && condition(rest, at: name.span))
        case "ifdef", "ifndef":
            let isDefined = isActive && rest.first.map { macros[$0.text] != nil } ?? false
            if isActive, rest.first?.kind != .identifier {
                sink.error("preprocessor", "#\(name.text) needs a name", at: name.span)
            }
            open(hash, isActive && isDefined == (name.text == "ifdef"))
        case "elif": alternative(name, rest)
        case "else": alternative(name, nil)
        case "endif":
            if conditions.popLast() == nil {
                sink.error("preprocessor", "#endif without #if", at: name.span)
            }
        default:
            guard isActive else { return }
            switch name.text {
            case "define": define(name, rest)
            case "undef":
                if let target = rest.first { macros[target.text] = nil }
            case "include", "import": include(name, rest)
            case "pragma", "line", "ident": break
            case "warning":
                sink.warning("preprocessor", rest.map(\.text).joined(separator: " "), at: name.span)
            case "error":
                sink.error("preprocessor", "#error " + rest.map(\.text).joined(separator: " "), at: name.span)
            case "version", "extension":
                sink.error(
                    "foreign-name", "#\(name.text) belongs to GLSL; Metal has no such directive", at: name.span,
                    hint: "remove the line")
            default:
                if name.kind == .identifier {
                    sink.error("preprocessor", "unknown directive #\(name.text)", at: name.span)
                }
            }
        }
    }

    // MARK: - Conditions

    private mutating func open(_ hash: Token, _ isTaken: Bool) {
        if conditions.count == Preprocessor.nestingLimit {
            sink.fatal("nesting", "#if nests deeper than \(Preprocessor.nestingLimit)", at: hash.span)
        }
        let parent = isActive
        conditions.append(
            Condition(isActive: parent && isTaken, wasTaken: isTaken, isParentActive: parent, span: hash.span))
    }

    /// Enters `#elif` (with a condition) or `#else` (without).
    private mutating func alternative(_ name: Token, _ test: [Token]?) {
        guard var current = conditions.popLast() else {
            sink.error("preprocessor", "#\(name.text) without #if", at: name.span)
            return
        }
        if current.hasElse { sink.error("preprocessor", "#\(name.text) after #else", at: name.span) }
        current.hasElse = current.hasElse || test == nil
        if current.wasTaken || !current.isParentActive {
            current.isActive = false
        } else {
            // Evaluated outside the group, whose text is skipped until now.
            let isTaken = test.map { condition($0, at: name.span) } ?? true
            current.isActive = isTaken
            current.wasTaken = isTaken
        }
        conditions.append(current)
    }

    private mutating func condition(_ tokens: [Token], at span: Span) -> Bool {
        var resolved: [Token] = []
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            guard token.isIdentifier("defined") || token.isIdentifier("__has_include") else {
                resolved.append(token)
                index += 1
                continue
            }
            let isParenthesized = index + 1 < tokens.count && tokens[index + 1].isPunctuator("(")
            let nameIndex = index + (isParenthesized ? 2 : 1)
            guard nameIndex < tokens.count else {
                sink.error("preprocessor", "`\(token.text)` needs a name", at: token.span)
                return false
            }
            var value = token
            value.kind = .number
            value.text = macros[tokens[nameIndex].text] != nil ? "1" : "0"
            resolved.append(value)
            index = nameIndex + 1
            if isParenthesized {
                while index < tokens.count, !tokens[index].isPunctuator(")") { index += 1 }
                index += 1
            }
        }
        let expanded = expand(resolved)
        if sink.isFatal { return false }
        var evaluator = ConditionEvaluator(tokens: expanded, end: span)
        guard let value = evaluator.evaluate() else {
            sink.error("preprocessor", evaluator.message, at: evaluator.failure ?? span)
            return false
        }
        return value != 0
    }

    // MARK: - Definitions

    private mutating func define(_ directive: Token, _ line: [Token]) {
        guard let name = line.first, name.kind == .identifier, name.text != "defined" else {
            sink.error("preprocessor", "#define needs a name", at: directive.span)
            return
        }
        var macro = Macro(name: name.text, parameters: nil, body: Array(line.dropFirst()), span: name.span)
        if let parenthesis = macro.body.first, parenthesis.isPunctuator("("), !parenthesis.followsSpace {
            var names: [String] = []
            var index = 1
            while index < macro.body.count, !macro.body[index].isPunctuator(")") {
                let token = macro.body[index]
                if token.isPunctuator("...") {
                    macro.isVariadic = true
                    names.append("__VA_ARGS__")
                } else if token.kind == .identifier {
                    names.append(token.text)
                } else if !token.isPunctuator(",") {
                    sink.error("preprocessor", "a macro's parameters are names", at: token.span)
                    return
                }
                index += 1
            }
            guard index < macro.body.count else {
                sink.error("preprocessor", "the parameters of `\(name.text)` have no `)`", at: name.span)
                return
            }
            if Set(names).count < names.count {
                sink.error("preprocessor", "macro `\(name.text)` has two parameters of one name", at: name.span)
                return
            }
            macro.parameters = names
            macro.body = Array(macro.body[(index + 1)...])
        }
        if let end = [macro.body.first, macro.body.last].compactMap({ $0 }).first(where: { $0.isPunctuator("##") }) {
            sink.error("preprocessor", "`##` needs something on both sides", at: end.span)
            return
        }
        if let old = macros[name.text], old.span.file != SourceFile.standardLibrary, !old.isSame(as: macro) {
            sink.warning("macro-redefined", "`\(name.text)` is defined again, differently", at: name.span)
        }
        macros[name.text] = macro
    }

    /// Headers that the prelude stands for.
    private mutating func include(_ directive: Token, _ line: [Token]) {
        let name = line.map(\.text).joined().trimming { "<>\"".contains($0) }
        if name.isEmpty {
            sink.error("preprocessor", "#\(directive.text) needs the name of a file", at: directive.span)
            return
        }
        let isLocal = line.first?.kind == .string
        let isSystem =
            ["metal_stdlib", "metal_stdlib.h", "TargetConditionals.h", "simd/simd.h"].contains(name)
            || name.hasPrefix("metal_") && !(isLocal && name.contains("."))
            || !isLocal && (name.hasPrefix("simd/") || name.hasPrefix("SwiftUI/"))
        if isSystem { return }
        sink.error(
            "include", "`\(name)` cannot be included: a shader is one file", at: line.first?.span ?? directive.span,
            hint: "copy what the shader needs from it into this file")
    }
}

extension String {
    /// The string without characters at both ends that satisfy a condition.
    fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> String {
        var rest = self[...]
        while let first = rest.first, isTrimmed(first) { rest.removeFirst() }
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return String(rest)
    }
}

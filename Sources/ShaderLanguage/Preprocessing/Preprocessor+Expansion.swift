extension Preprocessor {
    /// Tokens that are being read: the text itself, or the body of a macro whose name must not expand meanwhile.
    private struct Frame {
        var tokens: [Token]
        var index = 0
        var macro: String?
    }

    /// The tokens with every macro replaced.
    mutating func expand(_ tokens: [Token]) -> [Token] {
        guard tokens.contains(where: { $0.kind == .identifier && macros[$0.text] != nil }) else { return tokens }
        return expand(tokens, disabled: [], depth: 0)
    }

    private mutating func expand(_ tokens: [Token], disabled: Set<String>, depth: Int) -> [Token] {
        var frames = [Frame(tokens: tokens)]
        var active = disabled
        var result: [Token] = []
        while !sink.isFatal, let token = Preprocessor.next(&frames, &active) {
            guard token.kind == .identifier, !token.isPainted, let macro = macros[token.text] else {
                result.append(token)
                continue
            }
            if active.contains(token.text) {
                var painted = token
                painted.isPainted = true
                result.append(painted)
                continue
            }
            if macro.span.file == SourceFile.prelude, Preprocessor.isAssigned(frames) {
                // A file that declares the host's index itself: `constant int Name = 0;`.
                result.append(token)
                continue
            }
            if frames.count + depth > Preprocessor.nestingLimit {
                sink.fatal("nesting", "macros nest deeper than \(Preprocessor.nestingLimit)", at: token.span)
                return result
            }
            var body: [Token]
            if let parameters = macro.parameters {
                guard Preprocessor.opensArguments(&frames, &active) else {
                    result.append(token)
                    continue
                }
                guard let arguments = arguments(of: macro, parameters, at: token, &frames, &active) else { continue }
                body = substitute(macro, parameters, arguments, at: token, disabled: active, depth: depth)
            } else {
                body = macro.body
                if body.contains(where: { $0.isPunctuator("##") }) { body = paste(body, at: token.span) }
                for index in body.indices { body[index].span = token.span }
            }
            expansionBudget -= body.count + 1
            if expansionBudget <= 0 {
                sink.fatal(
                    "macro-limit", "macros produce more than \(Preprocessor.expansionLimit) tokens", at: token.span)
                return result
            }
            if !body.isEmpty {
                body[0].followsSpace = token.followsSpace
                frames.append(Frame(tokens: body, macro: macro.name))
                active.insert(macro.name)
            }
        }
        return result
    }

    private static func next(_ frames: inout [Frame], _ active: inout Set<String>) -> Token? {
        while let top = frames.last {
            if top.index < top.tokens.count {
                frames[frames.count - 1].index += 1
                return top.tokens[top.index]
            }
            frames.removeLast()
            if let macro = top.macro { active.remove(macro) }
        }
        return nil
    }

    /// Whether `=` follows.
    private static func isAssigned(_ frames: [Frame]) -> Bool {
        guard let frame = frames.last(where: { $0.index < $0.tokens.count }) else { return false }
        return frame.tokens[frame.index].isPunctuator("=")
    }

    /// Takes the `(` of a macro call; false when something else follows the name.
    private static func opensArguments(_ frames: inout [Frame], _ active: inout Set<String>) -> Bool {
        var level = frames.count - 1
        while level >= 0, frames[level].index >= frames[level].tokens.count { level -= 1 }
        guard level >= 0, frames[level].tokens[frames[level].index].isPunctuator("(") else { return false }
        _ = next(&frames, &active)
        return true
    }

    private mutating func arguments(
        of macro: Macro, _ parameters: [String], at name: Token, _ frames: inout [Frame], _ active: inout Set<String>
    ) -> [[Token]]? {
        var arguments: [[Token]] = [[]]
        var depth = 0
        while let token = Preprocessor.next(&frames, &active) {
            if depth == 0, token.isPunctuator(")") {
                if parameters.isEmpty, arguments.count == 1, arguments[0].isEmpty { return [] }
                if macro.isVariadic, arguments.count == parameters.count - 1 { arguments.append([]) }
                guard arguments.count == parameters.count else {
                    sink.error(
                        "preprocessor",
                        "macro `\(macro.name)` takes \(parameters.count) arguments, not \(arguments.count)",
                        at: name.span)
                    return nil
                }
                return arguments
            }
            if token.isPunctuator("(") || token.isPunctuator("[") || token.isPunctuator("{") { depth += 1 }
            if token.isPunctuator(")") || token.isPunctuator("]") || token.isPunctuator("}") { depth -= 1 }
            let isRest = macro.isVariadic && arguments.count == parameters.count
            if depth == 0, token.isPunctuator(","), !isRest {
                arguments.append([])
            } else {
                arguments[arguments.count - 1].append(token)
            }
        }
        if !sink.isFatal {
            // Its arguments took the rest of the text.
            sink.fatal("preprocessor", "the call of macro `\(macro.name)` has no `)`", at: name.span)
        }
        return nil
    }

    private mutating func substitute(
        _ macro: Macro, _ parameters: [String], _ arguments: [[Token]], at name: Token, disabled: Set<String>,
        depth: Int
    ) -> [Token] {
        let positions = Dictionary(
            parameters.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
        var expanded: [Int: [Token]] = [:]
        var body: [Token] = []
        for (index, original) in macro.body.enumerated() {
            var token = original
            token.span = name.span
            let previous = index > 0 ? macro.body[index - 1] : nil
            let isPasted =
                previous?.isPunctuator("##") ?? false
                || index + 1 < macro.body.count && macro.body[index + 1].isPunctuator("##")
            if token.isPunctuator("#"), index + 1 < macro.body.count, positions[macro.body[index + 1].text] != nil {
                continue
            }
            guard token.kind == .identifier, let parameter = positions[token.text] else {
                body.append(token)
                continue
            }
            if previous?.isPunctuator("#") ?? false {
                token.kind = .string
                token.text = "\"" + arguments[parameter].map(\.text).joined(separator: " ") + "\""
                body.append(token)
            } else if isPasted {
                // Nothing is something to paste with.
                body += arguments[parameter].isEmpty ? [Preprocessor.nothing(at: name.span)] : arguments[parameter]
            } else {
                if expanded[parameter] == nil {
                    expanded[parameter] =
                        depth + 1 > Preprocessor.nestingLimit / 2
                        ? arguments[parameter]
                        : expand(arguments[parameter], disabled: disabled, depth: depth + 1)
                }
                body += expanded[parameter] ?? []
            }
            // A parameter that stands many times for a long argument.
            if body.count > expansionBudget { return body }
        }
        return body.contains { $0.isPunctuator("##") || $0.isPunctuator("") } ? paste(body, at: name.span) : body
    }

    /// What stands for an empty argument beside `##`.
    private static func nothing(at span: Span) -> Token { Token(kind: .punctuator, text: "", span: span) }

    /// Joins the tokens around each `##`.
    private mutating func paste(_ body: [Token], at span: Span) -> [Token] {
        var result: [Token] = []
        var index = 0
        while index < body.count {
            if body[index].isPunctuator("##"), let left = result.last, index + 1 < body.count {
                result.removeLast()
                result += joined(left, body[index + 1], at: span)
                index += 2
            } else {
                result.append(body[index])
                index += 1
            }
        }
        return result.filter { !$0.isPunctuator("") }
    }

    /// One token made of two; both, with a diagnostic, where that is none.
    private mutating func joined(_ left: Token, _ right: Token, at span: Span) -> [Token] {
        if left.text.isEmpty { return [right] }
        if right.text.isEmpty {
            // `, ## __VA_ARGS__` without arguments drops the comma.
            return left.isPunctuator(",") ? [right] : [left]
        }
        if left.isPunctuator(",") { return [left, right] }
        guard left.text.utf8.count + right.text.utf8.count <= Lexer.nameLimit else {
            sink.fatal("name-length", "`##` makes a name of more than \(Lexer.nameLimit) characters", at: span)
            return [left]
        }
        var joined = Lexer.tokens(ofPasted: left.text + right.text, at: left.span)
        guard joined.count == 1, joined[0].kind != .stray else {
            sink.error("preprocessor", "`##` cannot join `\(left.text)` and `\(right.text)` to one word", at: span)
            return [left]
        }
        joined[0].followsSpace = left.followsSpace
        joined[0].startsLine = false
        return joined
    }
}

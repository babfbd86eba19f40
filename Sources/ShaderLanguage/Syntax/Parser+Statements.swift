extension Parser {
    /// `{ … }`.
    mutating func parseBlock() throws(ParseFailure) -> [StatementSyntax] {
        let open = token
        try expect("{", "to begin a block")
        var statements: [StatementSyntax] = []
        while !token.isPunctuator("}") {
            if isAtEnd { throw fail("this `{` has no `}`", at: open.span) }
            if sink.isFull { throw ParseFailure() }
            let start = index
            let level = depth
            do {
                statements.append(try parseStatement())
            } catch {
                // Too deep: what is around would fail in the same way, so leave all of it.
                if depth > Parser.nestingLimit { throw error }
                depth = level
                closesAtGreater = false
                pendingClose = false
                let failedAt = index
                index = start
                repeat { skipStatement() } while index < failedAt && !token.isPunctuator("}") && !isAtEnd
                if index < failedAt { index = failedAt }
                if index == start, !token.isPunctuator("}") { index += 1 }
                noteBrokenNames(from: start)
            }
        }
        index += 1
        return statements
    }

    mutating func parseStatement() throws(ParseFailure) -> StatementSyntax {
        try enter()
        let start = token.span
        let kind = try parseStatementKind()
        // Not in a `defer`: recovery looks at how deep the failure was.
        leave()
        return StatementSyntax(kind: kind, span: start.through(previousSpan))
    }

    private mutating func parseStatementKind() throws(ParseFailure) -> StatementKind {
        if token.kind == .punctuator {
            switch token.text {
            case "{": return .block(try parseBlock())
            case ";":
                index += 1
                return .empty
            case "[" where peek(1).isPunctuator("["):
                _ = try parseAttributes()
                return try parseStatementKind()
            case "[" where ForeignSyntax.isStatementAttribute(peek(1), peek(2)):
                throw unsupported(
                    "foreign-name", "`[\(peek(1).text)]` is HLSL", at: token.span.through(peek(2).span),
                    hint: "leave it out")
            default: break
            }
        } else if token.isIdentifier("__attribute__") {
            _ = try parseAttributes()
            return try parseStatementKind()
        }
        if token.kind == .identifier, let kind = try parseKeywordStatement() { return kind }
        if token.kind == .identifier, peek(1).isPunctuator(":") {
            // A label is there for a `goto`, which says it all.
            if !sink.contains("goto") { sink.error("goto", "there are no labels, and no `goto`", at: token.span) }
            index += 2
            return .empty
        }
        if startsDeclaration {
            let kind = try parseLocalDeclaration()
            try expect(";", "after the declaration")
            return kind
        }
        let expression = try parseExpression()
        try expect(";", "after the expression")
        return .expression(expression)
    }

    /// Whether a local declaration begins here, rather than an expression that begins with a type: `float3(1).x`.
    var startsDeclaration: Bool {
        if isUnknownDeclaration, !isTypeStart() { return true }
        guard isTypeStart() else { return false }
        guard isTypeName(token.text) || peek(1).isPunctuator("::") else { return true }
        var offset = 0
        while peek(offset + 1).isPunctuator("::"), peek(offset + 2).kind == .identifier { offset += 2 }
        let next = peek(offset + 1)
        if next.isPunctuator("("), peek(offset + 2).isPunctuator("&") { return peek(offset + 4).isPunctuator(")") }
        if next.isPunctuator("<"), let after = afterTemplateArguments(offset + 1) {
            // `vec<float, 3>(…)` and `S<3>::f(…)` are expressions.
            return !after.isPunctuator("(") && !after.isPunctuator("{") && !after.isPunctuator("::")
        }
        // A variable may have the name of a type that the shader declares.
        if Parser.continuesExpression.contains(next.text), !TypeTable.isKnown(token.text) { return false }
        return !next.isPunctuator("(") && !next.isPunctuator("{") && !next.isPunctuator(".")
    }

    private static let continuesExpression: Set<String> = [
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--", "[", "->",
    ]

    /// The token after the `>` that belongs to a `<` at an offset.
    private func afterTemplateArguments(_ start: Int) -> Token? {
        var level = 0
        var offset = start
        while offset - start < 256 {
            let current = peek(offset)
            if current.kind == .end || current.isPunctuator(";") || current.isPunctuator("{") { return nil }
            switch current.text {
            case "<", "(", "[": level += 1
            case ">", ")", "]": level -= 1
            case ">>": level -= 2
            default: break
            }
            offset += 1
            if level <= 0 { return peek(offset) }
        }
        return nil
    }

    private mutating func parseKeywordStatement() throws(ParseFailure) -> StatementKind? {
        let word = token
        switch word.text {
        case "if":
            index += 1
            return try parseIf()
        case "for":
            index += 1
            return try parseFor()
        case "while":
            index += 1
            try expect("(", "after `while`")
            let condition = try parseExpression()
            try expect(")", "after the condition")
            return .whileLoop(condition, body: try parseStatement())
        case "do":
            index += 1
            let body = try parseStatement()
            guard takeKeyword("while") else { throw fail("`do` needs a `while` after its body") }
            try expect("(", "after `while`")
            let condition = try parseExpression()
            try expect(")", "after the condition")
            try expect(";", "after `do … while`")
            return .doLoop(body: body, condition)
        case "switch":
            index += 1
            try expect("(", "after `switch`")
            let value = try parseExpression()
            try expect(")", "after the value")
            return .selection(value, body: try parseBlock())
        case "case":
            index += 1
            let value = try parseConditional()
            try expect(":", "after the case")
            return .label(value)
        case "default":
            index += 1
            try expect(":", "after `default`")
            return .label(nil)
        case "break", "continue":
            index += 1
            try expect(";", "after `\(word.text)`")
            return word.text == "break" ? .breakOut : .continueOn
        case "return":
            index += 1
            if take(";") { return .result(nil) }
            let value = token.isPunctuator("{") ? try parseInitialValue() : try parseExpression()
            try expect(";", "after `return`")
            return .result(value)
        case "discard" where peek(1).isPunctuator(";"):
            throw unsupported(
                "foreign-name", "`discard` is GLSL", at: word.span, hint: "write `discard_fragment()`")
        case "goto": throw unsupported("goto", "`goto` is not part of the language", at: word.span)
        case "asm", "__asm__": throw unsupported("asm", "assembly is not part of the language", at: word.span)
        // What follows a `try` that was reported.
        case "catch" where sink.contains("exception"): throw ParseFailure()
        case "try", "throw", "catch":
            throw unsupported("exception", "exceptions are not part of the language", at: word.span)
        case "precision" where peek(1).kind == .identifier: throw foreignDeclaration()
        case "using": return .type(Declaration(kind: try parseUsing(), span: word.span))
        case "struct", "class", "union":
            guard let structure = try parseStructure() else { return nil }
            let declaration = Declaration(kind: .structure(structure), span: word.span)
            if take(";") { return .type(declaration) }
            // `struct S {…} name;` declares a variable as well.
            let type = TypeUse(
                base: TypeName(
                    name: QualifiedName(parts: [structure.name], span: structure.nameSpan), span: structure.nameSpan))
            let variables = try parseDeclarators(type)
            try expect(";", "after the declaration")
            return .typeWithVariables(declaration, variables)
        case "enum":
            guard peek(2).kind == .punctuator || peek(1).text == "class" || peek(1).isPunctuator("{") else {
                return nil
            }
            return .type(Declaration(kind: .enumeration(try parseEnumeration()), span: word.span))
        case "typedef":
            index += 1
            let kinds = try parseTypedef()
            return .types(kinds.map { Declaration(kind: $0, span: word.span) })
        case "static_assert":
            let (condition, message) = try parseAssertion()
            return .assertion(condition, message)
        case "highp", "mediump", "lowp":
            throw unsupported(
                "foreign-name", "`\(word.text)` is GLSL; Metal has `float` and `half`", at: word.span,
                hint: "leave it out")
        default:
            return nil
        }
    }

    private mutating func parseIf() throws(ParseFailure) -> StatementKind {
        let isConstant = takeKeyword("constexpr")
        try expect("(", "after `if`")
        var first: StatementSyntax?
        if startsDeclaration {
            let span = token.span
            first = StatementSyntax(kind: try parseLocalDeclaration(), span: span)
            try expect(";", "after the declaration")
        }
        let condition = try parseExpression()
        try expect(")", "after the condition")
        let then = try parseStatement()
        let otherwise = takeKeyword("else") ? try parseStatement() : nil
        if isConstant, first == nil { return .constantConditional(condition, then: then, otherwise: otherwise) }
        return .conditional(first, condition, then: then, otherwise: otherwise)
    }

    private mutating func parseFor() throws(ParseFailure) -> StatementKind {
        try expect("(", "after `for`")
        var first: StatementSyntax?
        if !take(";") {
            let span = token.span
            if let loop = try parseRangeLoop() { return loop }
            let kind: StatementKind =
                startsDeclaration ? try parseLocalDeclaration() : .expression(try parseExpression())
            try expect(";", "after the first part of `for`")
            first = StatementSyntax(kind: kind, span: span.through(previousSpan))
        }
        let condition = token.isPunctuator(";") ? nil : try parseExpression()
        try expect(";", "after the condition of `for`")
        let increment = token.isPunctuator(")") ? nil : try parseExpression()
        try expect(")", "after the parts of `for`")
        return .forLoop(first, condition, increment, body: try parseStatement())
    }

    /// `float x : values) …` after `for (`; nil, with nothing read, when it is another loop.
    private mutating func parseRangeLoop() throws(ParseFailure) -> StatementKind? {
        var offset = 0
        while offset < 64, !peek(offset).isPunctuator(":") {
            let current = peek(offset)
            guard
                current.kind == .identifier || current.kind == .number
                    || ["<", ">", ",", "*", "&", "::", "&&"].contains(current.text)
            else { return nil }
            offset += 1
        }
        guard peek(offset).isPunctuator(":"), isTypeStart() else { return nil }
        var type = try parseSpecifiers().type
        parseIndirections(&type)
        let name = try expectName("a name")
        try expect(":", "before the range")
        let range = try parseInitialValue()
        try expect(")", "after the range")
        let variable = VariableDeclaration(name: name.text, nameSpan: name.span, type: type)
        return .rangeLoop(variable, range, body: try parseStatement())
    }

    /// A local declaration without its semicolon.
    private mutating func parseLocalDeclaration() throws(ParseFailure) -> StatementKind {
        let specifiers = try parseSpecifiers()
        return .variables(try parseDeclarators(specifiers.type))
    }
}

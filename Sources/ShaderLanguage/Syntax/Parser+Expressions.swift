extension Parser {
    private static let binaryLevels: [String: (level: Int, operation: BinaryOperator)] = [
        "*": (10, .multiply), "/": (10, .divide), "%": (10, .remainder), "+": (9, .add), "-": (9, .subtract),
        "<<": (8, .shiftLeft), ">>": (8, .shiftRight), "<": (7, .less), ">": (7, .greater), "<=": (7, .lessEqual),
        ">=": (7, .greaterEqual), "==": (6, .equal), "!=": (6, .notEqual), "&": (5, .bitAnd), "^": (4, .bitXor),
        "|": (3, .bitOr), "&&": (2, .and), "||": (1, .or),
    ]

    private static let assignments: [String: BinaryOperator] = [
        "+=": .add, "-=": .subtract, "*=": .multiply, "/=": .divide, "%=": .remainder, "&=": .bitAnd, "|=": .bitOr,
        "^=": .bitXor, "<<=": .shiftLeft, ">>=": .shiftRight,
    ]

    /// A node, whose depth is one more than its deepest part's.
    mutating func node(
        _ kind: ExpressionKind, _ span: Span, _ parts: Int...
    ) throws(ParseFailure) -> ExpressionSyntax {
        let depth = (parts.max() ?? 0) + 1
        guard depth <= Parser.expressionDepthLimit else {
            throw unsupported(
                "nesting", "an expression of more than \(Parser.expressionDepthLimit) levels", at: span,
                hint: "split it into several statements")
        }
        return ExpressionSyntax(kind: kind, span: span, depth: depth)
    }

    /// An expression with commas.
    mutating func parseExpression() throws(ParseFailure) -> ExpressionSyntax {
        var left = try parseAssignment()
        while take(",") {
            let right = try parseAssignment()
            left = try node(.sequence(left, right), left.span.through(right.span), left.depth, right.depth)
        }
        return left
    }

    mutating func parseAssignment() throws(ParseFailure) -> ExpressionSyntax {
        let target = try parseConditional()
        guard token.kind == .punctuator else { return target }
        let operation = Parser.assignments[token.text]
        guard operation != nil || token.text == "=" else { return target }
        index += 1
        try enter()
        let value = token.isPunctuator("{") ? try parseInitialValue() : try parseAssignment()
        leave()
        return try node(.assign(target, operation, value), target.span.through(value.span), target.depth, value.depth)
    }

    mutating func parseConditional() throws(ParseFailure) -> ExpressionSyntax {
        let condition = try parseBinary(1)
        guard take("?") else { return condition }
        try enter()
        let first = try parseAssignment()
        try expect(":", "in the conditional expression")
        let second = try parseAssignment()
        leave()
        return try node(
            .conditional(condition, first, second), condition.span.through(second.span), condition.depth, first.depth,
            second.depth)
    }

    /// Operators of at least a level, left to right.
    mutating func parseBinary(_ minimum: Int) throws(ParseFailure) -> ExpressionSyntax {
        var left = try parseUnary()
        while token.kind == .punctuator, let (level, operation) = Parser.binaryLevels[token.text], level >= minimum {
            if closesAtGreater, token.text == ">" || token.text == ">>" { break }
            index += 1
            let right = try parseBinary(level + 1)
            left = try node(
                .binary(operation, left, right), left.span.through(right.span), left.depth, right.depth)
        }
        return left
    }

    /// An operand; everything that nests in expressions passes here.
    private mutating func parseUnary() throws(ParseFailure) -> ExpressionSyntax {
        try enter()
        let result = try parseOperand()
        leave()
        return result
    }

    private mutating func parseOperand() throws(ParseFailure) -> ExpressionSyntax {
        guard token.kind == .punctuator else {
            if token.isIdentifier("sizeof") || token.isIdentifier("alignof") { return try parseSizeOf() }
            return try parsePostfix(try parsePrimary())
        }
        let start = token
        if start.text == "(", isTypeStart(1), let cast = try parseCast() { return cast }
        guard let operation = UnaryOperator(rawValue: start.text) else { return try parsePostfix(try parsePrimary()) }
        index += 1
        let operand = try parseUnary()
        return try node(.unary(operation, operand), start.span.through(operand.span), operand.depth)
    }

    /// `(float3)x`; nil, with nothing read, when the parenthesis holds an expression.
    private mutating func parseCast() throws(ParseFailure) -> ExpressionSyntax? {
        let start = index
        var scan = 1
        // Only names, qualifiers, template brackets and stars can stand between the parentheses of a cast.
        while !peek(scan).isPunctuator(")") {
            let current = peek(scan)
            let isTypePart =
                current.kind == .identifier || current.kind == .number
                || ["::", "<", ">", ",", "*", "&"].contains(current.text)
            guard isTypePart, scan < 32 else { return nil }
            scan += 1
        }
        let after = peek(scan + 1)
        let startsOperand =
            after.kind == .identifier || after.kind == .number
            || ["(", "-", "+", "!", "~", "{", "*", "&", "++", "--"].contains(after.text)
        guard startsOperand else { return nil }
        let open = token
        index += 1
        let type = try parseType()
        guard take(")") else {
            index = start
            return nil
        }
        if token.isPunctuator("{") {
            let list = try parseList()
            return try node(
                .construct(type, list, isBraced: true), open.span.through(previousSpan), depth(of: list))
        }
        let operand = try parseUnary()
        return try node(.cast(type, operand), open.span.through(operand.span), operand.depth)
    }

    private mutating func parseSizeOf() throws(ParseFailure) -> ExpressionSyntax {
        let start = token
        index += 1
        // A variable may have a type's name, so a bare name is left to the checker.
        if token.isPunctuator("("), isTypeStart(1), !typeNames.contains(peek(1).text) || !peek(2).isPunctuator(".") {
            index += 1
            let type = try parseType()
            try expect(")", "after the type")
            return try node(
                start.text == "sizeof" ? .sizeOf(type) : .alignmentOf(type), start.span.through(previousSpan))
        }
        let operand = try parseUnary()
        return try node(.sizeOfValue(operand), start.span.through(operand.span), operand.depth)
    }

    private mutating func parsePostfix(_ base: ExpressionSyntax) throws(ParseFailure) -> ExpressionSyntax {
        var result = base
        while token.kind == .punctuator {
            switch token.text {
            case ".", "->":
                let isArrow = token.text == "->"
                index += 1
                if token.isIdentifier("operator") {
                    result = try parseOperatorCall(of: result)
                    continue
                }
                _ = takeKeyword("template")
                let name = try expectName("a member")
                if token.isPunctuator("<"), functionTemplates.contains(name.text) {
                    let explicit = try parseTemplateArguments()
                    let arguments = try parseArguments()
                    result = try node(
                        .templateMemberCall(result, name.text, explicit, arguments, nameSpan: name.span),
                        result.span.through(previousSpan), result.depth, depth(of: arguments))
                } else if token.isPunctuator("(") {
                    let arguments = try parseArguments()
                    result = try node(
                        .memberCall(result, name.text, arguments, nameSpan: name.span),
                        result.span.through(previousSpan), result.depth, depth(of: arguments))
                } else {
                    result = try node(
                        .member(result, name.text, isArrow: isArrow, nameSpan: name.span),
                        result.span.through(name.span), result.depth)
                }
            case "[":
                index += 1
                let position = try enclosed { (parser) throws(ParseFailure) in
                    parser.token.isPunctuator("{")
                        ? try parser.parseInitialValue() : try parser.parseExpression()
                }
                try expect("]", "after the index")
                result = try node(
                    .subscripted(result, position), result.span.through(previousSpan), result.depth, position.depth)
            case "++", "--":
                let operation: UnaryOperator = token.text == "++" ? .increment : .decrement
                index += 1
                result = try node(.postfix(operation, result), result.span.through(previousSpan), result.depth)
            case "(":
                let arguments = try parseArguments()
                result = try node(
                    .invoke(result, arguments), result.span.through(previousSpan), result.depth, depth(of: arguments))
            default:
                return result
            }
        }
        return result
    }

    /// `a.operator+(b)`.
    private mutating func parseOperatorCall(of base: ExpressionSyntax) throws(ParseFailure) -> ExpressionSyntax {
        let span = token.span
        let name = try parseOperatorName()
        let arguments = try parseArguments()
        return try node(
            .memberCall(base, name, arguments, nameSpan: span), base.span.through(previousSpan), base.depth,
            depth(of: arguments))
    }

    /// What stands between brackets, where `>` compares again.
    private mutating func enclosed<T>(
        _ body: (inout Parser) throws(ParseFailure) -> T
    ) throws(ParseFailure) -> T {
        let outer = closesAtGreater
        closesAtGreater = false
        let result = try body(&self)
        closesAtGreater = outer
        return result
    }

    private mutating func parsePrimary() throws(ParseFailure) -> ExpressionSyntax {
        let start = token
        switch start.kind {
        case .number:
            index += 1
            guard let literal = NumberLiteral.parse(start.text) else {
                throw unsupported("number", "`\(start.text)` is not a number that 32 bits hold", at: start.span)
            }
            return ExpressionSyntax(kind: .number(literal), span: start.span)
        case .string: throw unsupported("string", "strings are not part of the language", at: start.span)
        case .stray:
            throw unsupported("character", "the character `\(start.text)` has no meaning here", at: start.span)
        case .end: throw fail("the file ends inside an expression")
        case .punctuator:
            if start.text == "(" {
                index += 1
                let inner = try enclosed { (parser) throws(ParseFailure) in try parser.parseExpression() }
                try expect(")", "after the expression")
                return ExpressionSyntax(kind: inner.kind, span: start.span.through(previousSpan), depth: inner.depth)
            }
            if start.text == "[" { throw unsupported("lambda", "lambdas are not supported", at: start.span) }
            if start.text == "{" { return try parseInitialValue() }
            if start.text == "::", peek(1).kind == .identifier {
                index += 1
                return try parseNamed()
            }
            throw fail("expected an expression, found `\(start.text)`")
        case .identifier: return try parseNamed()
        }
    }

    private mutating func parseNamed() throws(ParseFailure) -> ExpressionSyntax {
        let start = token
        switch start.text {
        case "true", "false":
            index += 1
            return ExpressionSyntax(kind: .bool(start.text == "true"), span: start.span)
        case "static_cast", "reinterpret_cast", "const_cast", "as_type":
            index += 1
            guard case .type(let type)? = try parseTemplateArguments().first else {
                throw fail("expected a type in `\(start.text)<…>`", at: start.span)
            }
            try expect("(", "after the type")
            let operand = try enclosed { (parser) throws(ParseFailure) in try parser.parseExpression() }
            try expect(")", "after the value")
            let kind: ExpressionKind = start.text == "as_type" ? .reinterpret(type, operand) : .cast(type, operand)
            return try node(kind, start.span.through(previousSpan), operand.depth)
        case "new", "delete":
            throw unsupported("new", "`\(start.text)`: there is no memory to allocate", at: start.span)
        case "throw": throw unsupported("exception", "exceptions are not part of the language", at: start.span)
        case "goto", "asm":
            throw unsupported(start.text, "`\(start.text)` is not part of the language", at: start.span)
        case "this":
            index += 1
            return ExpressionSyntax(kind: .this, span: start.span)
        case "operator":
            let name = QualifiedName(parts: [try parseOperatorName()], span: start.span.through(previousSpan))
            let arguments = try parseArguments()
            return try node(.call(name, [], arguments), start.span.through(previousSpan), depth(of: arguments))
        default: break
        }
        if let trait = try parseTrait() { return trait }
        if isTypeStart(), let construction = try parseConstruction() { return construction }
        var name = QualifiedName(parts: [try expectName("an expression").text], span: start.span)
        while token.isPunctuator("::"), peek(1).kind == .identifier {
            name.parts.append(peek(1).text)
            name.span = name.span.through(peek(1).span)
            index += 2
        }
        var templates: [TemplateArgument] = []
        if token.isPunctuator("<"), functionTemplates.contains(name.last) { templates = try parseTemplateArguments() }
        guard token.isPunctuator("(") else { return ExpressionSyntax(kind: .name(name), span: name.span) }
        let arguments = try parseArguments()
        return try node(.call(name, templates, arguments), start.span.through(previousSpan), depth(of: arguments))
    }

    /// `float3(…)` or `Light{…}`; nil, with nothing read, for a name that only looks like a type.
    private mutating func parseConstruction() throws(ParseFailure) -> ExpressionSyntax? {
        guard TypeTable.isKnown(token.text) || typeNames.contains(token.text) || Parser.reserved.contains(token.text)
        else { return nil }
        let start = index
        let span = token.span
        // `address::repeat` and `Kind::big` begin with the name of a type, but name a value.
        if token.kind == .identifier, peek(1).isPunctuator("::"), !isTypeName(peek(2).text) { return nil }
        let specifiers = try parseSpecifiers()
        if token.isPunctuator("::"), !specifiers.type.base.arguments.isEmpty {
            return try parseStaticMember(of: specifiers.type)
        }
        if token.isPunctuator("(") {
            let arguments = try parseArguments()
            let list = arguments.map { ListElement(field: nil, value: $0) }
            return try node(
                .construct(specifiers.type, list, isBraced: false), span.through(previousSpan), depth(of: arguments))
        }
        if token.isPunctuator("{") {
            let list = try parseList()
            return try node(
                .construct(specifiers.type, list, isBraced: true), span.through(previousSpan), depth(of: list))
        }
        if token.isPunctuator("["), TypeTable.types[tokens[start].text]?.element != nil {
            throw unsupported(
                "foreign-name", "`\(tokens[start].text)[…](…)` is GLSL", at: tokens[start].span, hint: "write `{…}`")
        }
        // A variable may have a type's name (`sampler sampler`); the checker knows.
        index = start
        return nil
    }

    mutating func parseArguments() throws(ParseFailure) -> [ExpressionSyntax] {
        try expect("(", "before the arguments")
        let outer = closesAtGreater
        closesAtGreater = false
        defer { closesAtGreater = outer }
        var arguments: [ExpressionSyntax] = []
        while !token.isPunctuator(")") {
            arguments.append(token.isPunctuator("{") ? try parseInitialValue() : try parseAssignment())
            if !take(",") { break }
        }
        try expect(")", "after the arguments")
        return arguments
    }

    /// An expression or a brace list.
    mutating func parseInitialValue() throws(ParseFailure) -> ExpressionSyntax {
        guard token.isPunctuator("{") else { return try parseAssignment() }
        let start = token.span
        let list = try parseList()
        return try node(.list(list), start.through(previousSpan), depth(of: list))
    }

    private mutating func parseList() throws(ParseFailure) -> [ListElement] {
        try expect("{", "before the values")
        try enter()
        let outer = closesAtGreater
        closesAtGreater = false
        defer { closesAtGreater = outer }
        var elements: [ListElement] = []
        while !token.isPunctuator("}") {
            var field: String?
            if token.isPunctuator("."), peek(1).kind == .identifier, peek(2).isPunctuator("=") {
                field = peek(1).text
                index += 3
            }
            elements.append(ListElement(field: field, value: try parseInitialValue()))
            if !take(",") { break }
        }
        try expect("}", "after the values")
        leave()
        return elements
    }

    func depth(of arguments: [ExpressionSyntax]) -> Int { arguments.map(\.depth).max() ?? 0 }

    private func depth(of list: [ListElement]) -> Int { list.map(\.value.depth).max() ?? 0 }
}

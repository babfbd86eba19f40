extension Parser {
    /// `numeric_limits<float>::max()` and `is_same<T, int>::value`; nil, with nothing read, for other names.
    mutating func parseTrait() throws(ParseFailure) -> ExpressionSyntax? {
        var last = 0
        while peek(last + 1).isPunctuator("::"), peek(last + 2).kind == .identifier { last += 2 }
        let word = peek(last).text
        guard peek(last + 1).isPunctuator("<"), TypeTraits.isValue(word) else { return nil }
        let start = token.span
        let name = QualifiedName(parts: [word], span: peek(last).span)
        index += last + 1
        let arguments = try parseTemplateArguments()
        guard word == "numeric_limits" else {
            if token.isPunctuator("::"), peek(1).isIdentifier("value") { index += 2 }
            if token.isPunctuator("("), peek(1).isPunctuator(")") || token.isPunctuator("{"), peek(1).isPunctuator("}")
            {
                index += 2
            }
            return try node(.trait(name, arguments), start.through(previousSpan))
        }
        guard case .type(let type)? = arguments.first else { throw fail("expected a type", at: start) }
        try expect("::", "after `numeric_limits<…>`")
        let member = try expectName("a member")
        if token.isPunctuator("(") { _ = try parseArguments() }
        let limit = QualifiedName(parts: ["numeric_limits", member.text], span: member.span)
        return try node(.staticMember(type, limit, nil), start.through(previousSpan))
    }

    /// `::value` and `::f(…)` after a structure with template arguments.
    mutating func parseStaticMember(of type: TypeUse) throws(ParseFailure) -> ExpressionSyntax {
        index += 1
        let member = try expectName("a member")
        let name = QualifiedName(parts: [member.text], span: member.span)
        let arguments = token.isPunctuator("(") ? try parseArguments() : nil
        return try node(
            .staticMember(type, name, arguments), type.span.through(previousSpan), depth(of: arguments ?? []))
    }
}

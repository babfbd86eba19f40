/// What declarations of GLSL and HLSL look like.
enum ForeignSyntax {
    private static let storageWords: Set<String> = [
        "uniform", "varying", "attribute", "precision", "in", "out", "inout", "highp", "mediump", "lowp", "cbuffer",
        "tbuffer", "smooth", "flat", "invariant", "shared",
    ]
    private static let statementAttributes: Set<String> = [
        "unroll", "loop", "branch", "flatten", "fastopt", "allow_uav_condition",
    ]

    /// Whether a declaration of another language begins with two tokens.
    static func startsDeclaration(_ first: Token, _ second: Token) -> Bool {
        guard first.kind == .identifier else { return false }
        if first.text == "layout" { return second.isPunctuator("(") }
        return storageWords.contains(first.text) && second.kind == .identifier
    }

    /// Whether `[name]` or `[name(…)]` before a statement is one of HLSL's attributes.
    static func isStatementAttribute(_ name: Token, _ next: Token) -> Bool {
        name.kind == .identifier && statementAttributes.contains(name.text)
            && (next.isPunctuator("]") || next.isPunctuator("("))
    }
}

extension Parser {
    /// The error for a declaration that begins as in another language.
    mutating func foreignDeclaration() -> ParseFailure {
        unsupported(
            "foreign-name", "`\(token.text)` is not Metal", at: token.span,
            hint: Spelling.hint(for: token.text) ?? "a shader's inputs are parameters of its entry point")
    }

    /// Refuses `in`, `out` and `inout` before a parameter, which is read all the same.
    mutating func refuseDirection() {
        guard ["inout", "out", "in"].contains(token.text), token.kind == .identifier, peek(1).kind == .identifier else {
            return
        }
        sink.error(
            "foreign-name", "`\(token.text)` parameters belong to GLSL and HLSL", at: token.span,
            hint: token.text == "in" ? "leave `in` out" : "write `thread float& name`")
        index += 1
    }

    /// Refuses `: SV_Position` after a declarator.
    mutating func refuseSemantic() throws(ParseFailure) {
        guard token.isPunctuator(":"), peek(1).kind == .identifier else { return }
        let name = peek(1)
        sink.error(
            "foreign-name", "`: \(name.text)` is a semantic of HLSL", at: name.span,
            hint: Spelling.semanticHint(for: name.text))
        index += 2
        if token.isPunctuator("("), !skipBalanced() { throw ParseFailure() }
    }
}

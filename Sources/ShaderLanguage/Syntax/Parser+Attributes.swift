extension Parser {
    /// The attributes whose arguments are numbers that matter.
    private static let numbered: Set<String> = ["buffer", "texture", "sampler", "color", "attribute", "id"]

    /// `[[stage_in]]`, `[[buffer(0), user(x)]]`; what follows in other spellings is read over.
    mutating func parseAttributes() throws(ParseFailure) -> [Attribute] {
        var attributes: [Attribute] = []
        while true {
            if token.isIdentifier("__attribute__") || token.isIdentifier("alignas") {
                let start = token.span
                index += 1
                if token.isPunctuator("("), !skipBalanced() { throw fail("`)` is missing", at: start) }
                continue
            }
            guard token.isPunctuator("["), peek(1).isPunctuator("[") else { return attributes }
            index += 2
            if takeKeyword("using") {
                _ = try expectAttributeName()
                try expect(":", "after the attributes' namespace")
            }
            while !token.isPunctuator("]") {
                attributes.append(try parseAttribute())
                if !take(",") { break }
            }
            try expect("]", "after the attribute")
            try expect("]", "after the attribute")
        }
    }

    private mutating func parseAttribute() throws(ParseFailure) -> Attribute {
        var name = try expectAttributeName()
        while take("::") { name = try expectAttributeName() }
        var attribute = Attribute(name: name.text, arguments: [], span: name.span)
        if token.isPunctuator("(") {
            if Parser.numbered.contains(name.text) {
                attribute.arguments = try parseArguments()
            } else {
                if peek(1).kind == .identifier, peek(2).isPunctuator(")") { attribute.word = peek(1).text }
                if !skipBalanced() { throw fail("`)` is missing after the attribute's arguments", at: name.span) }
            }
        }
        attribute.span = name.span.through(previousSpan)
        return attribute
    }

    /// Attributes may be called what nothing else can, such as `[[visible]]` and `[[vertex]]`.
    private mutating func expectAttributeName() throws(ParseFailure) -> Token {
        guard token.kind == .identifier else { throw fail("expected an attribute, found \(describe(token))") }
        index += 1
        return tokens[index - 1]
    }
}

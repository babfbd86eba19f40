extension Parser {
    /// What stands before the name in a declaration.
    struct Specifiers {
        var type: TypeUse
        var stage: Stage?
        var isTypedef = false
        var attributes: [Attribute] = []
        var isStatic = false
        var isFriend = false
        /// The first of several words that say what other languages' parameters are (`inout`, `uniform`).
        var span: Span
    }

    private static let qualifiers: Set<String> = [
        "const", "constexpr", "static", "inline", "volatile", "constant", "device", "thread", "threadgroup", "extern",
        "typename", "fragment", "vertex", "kernel", "typedef", "restrict", "__restrict", "register", "ray_data",
        "threadgroup_imageblock", "object_data", "friend", "virtual", "explicit", "__attribute__", "visible", "mutable",
        "alignas",
    ]

    private static let basicWords: Set<String> = [
        "unsigned", "signed", "auto", "struct", "class", "enum", "union", "decltype",
    ]

    /// Whether a type, or a declaration, begins at a token.
    func isTypeStart(_ offset: Int = 0) -> Bool {
        let first = peek(offset)
        guard first.kind == .identifier else { return false }
        if Parser.qualifiers.contains(first.text) || Parser.basicWords.contains(first.text) { return true }
        if RefusedNames.isTypeQualifier(first.text), peek(offset + 1).isPunctuator("::") { return true }
        var last = offset
        while peek(last + 1).isPunctuator("::"), peek(last + 2).kind == .identifier { last += 2 }
        return isTypeName(peek(last).text)
    }

    func isTypeName(_ name: String) -> Bool { typeNames.contains(name) || TypeTable.isKnown(name) }

    /// Whether two names in a row begin a declaration of a type that nobody knows.
    var isUnknownDeclaration: Bool {
        guard token.kind == .identifier, !Parser.reserved.contains(token.text) else { return false }
        let second = peek(1)
        guard second.kind == .identifier, !Parser.reserved.contains(second.text) else { return false }
        return peek(2).kind == .punctuator && ["=", ";", ",", "(", "[", "{", ")", ":"].contains(peek(2).text)
    }

    /// Qualifiers and a type's name, in any order.
    mutating func parseSpecifiers() throws(ParseFailure) -> Specifiers {
        let start = token.span
        var result = Specifiers(
            type: TypeUse(base: TypeName(name: QualifiedName(parts: [], span: start), span: start)), span: start)
        var hasType = false
        var words: [String] = []
        while true {
            if token.isPunctuator("["), peek(1).isPunctuator("[") {
                result.attributes += try parseAttributes()
                continue
            }
            guard token.kind == .identifier else { break }
            if Parser.qualifiers.contains(token.text) {
                try parseQualifier(&result)
                continue
            }
            if token.text == "unsigned" || token.text == "signed" {
                words.append(token.text)
                index += 1
                continue
            }
            if hasType || !words.isEmpty && !["int", "char", "short", "long"].contains(token.text) {
                // `long int`, `unsigned long long`.
                guard ["int", "long"].contains(token.text), hasType else { break }
                index += 1
                continue
            }
            if ["struct", "class", "enum", "union"].contains(token.text) { index += 1 }
            if token.text == "decltype" {
                throw unsupported("decltype", "`decltype` is not supported", at: token.span, hint: "write the type")
            }
            if !words.isEmpty {
                words.append(token.text)
                index += 1
            } else {
                result.type.base = try parseTypeName()
            }
            hasType = true
        }
        if !words.isEmpty {
            let isUnsigned = words.contains("unsigned")
            let base = words.last.map { $0 == "unsigned" || $0 == "signed" ? "int" : $0 } ?? "int"
            let name = isUnsigned ? "u" + base : base
            let span = start.through(previousSpan)
            result.type.base = TypeName(name: QualifiedName(parts: [name], span: span), span: span)
        } else if !hasType {
            throw fail("expected a type, found \(describe(token))")
        }
        return result
    }

    private mutating func parseQualifier(_ result: inout Specifiers) throws(ParseFailure) {
        let word = token
        index += 1
        switch word.text {
        case "const": result.type.isConst = true
        case "constexpr":
            result.type.isConst = true
            result.type.isConstexpr = true
        case "constant", "device", "thread", "threadgroup":
            result.type.space = AddressSpace(rawValue: word.text)
        case "threadgroup_imageblock", "object_data", "ray_data": result.type.space = .threadgroup
        case "fragment", "vertex", "kernel": result.stage = Stage(rawValue: word.text)
        case "typedef": result.isTypedef = true
        case "static": result.isStatic = true
        case "friend": result.isFriend = true
        case "__attribute__", "alignas":
            if token.isPunctuator("("), !skipBalanced() { throw fail("`)` is missing", at: word.span) }
        case "extern":
            if token.kind == .string { index += 1 }
        case "virtual": throw unsupported("virtual", "there are no virtual functions", at: word.span)
        default: break
        }
    }

    /// A type's name, with qualification and template arguments.
    mutating func parseTypeName() throws(ParseFailure) -> TypeName {
        let first = try expectTypeWord()
        var parts = [first.text]
        var span = first.span
        while token.isPunctuator("::"), peek(1).kind == .identifier {
            parts.append(peek(1).text)
            span = span.through(peek(1).span)
            index += 2
        }
        var name = TypeName(name: QualifiedName(parts: parts, span: span), span: span)
        let last = parts.last ?? ""
        if token.isPunctuator("<"), TypeTable.isTemplate(last) || typeTemplates.contains(last) {
            name.arguments = try parseTemplateArguments()
            name.span = span.through(previousSpan)
            if token.isPunctuator("::"), peek(1).kind == .identifier, startsType(after: last) {
                name.member = peek(1).text
                index += 2
            }
        }
        return name
    }

    /// Whether `::` and a name after template arguments go on with a type rather than with a value of the structure.
    private func startsType(after template: String) -> Bool {
        TypeTraits.types.contains(template) || !peek(2).isPunctuator("(") && typeNames.contains(peek(1).text)
    }

    private mutating func expectTypeWord() throws(ParseFailure) -> Token {
        if token.text == "auto" || token.text == "void" {
            index += 1
            return tokens[index - 1]
        }
        return try expectName("a type")
    }

    /// `<float, access::sample>`.
    mutating func parseTemplateArguments() throws(ParseFailure) -> [TemplateArgument] {
        try enter()
        defer { leave() }
        try expect("<", "before template arguments")
        let outer = closesAtGreater
        closesAtGreater = true
        defer { closesAtGreater = outer }
        var arguments: [TemplateArgument] = []
        while !token.isPunctuator(">"), !token.isPunctuator(">>") {
            arguments.append(try parseTemplateArgument())
            if !take(",") { break }
        }
        if token.isPunctuator(">>") {
            // The second half closes the list around this one.
            pendingClose.toggle()
            if !pendingClose { index += 1 }
            return arguments
        }
        try expect(">", "after template arguments")
        return arguments
    }

    mutating func parseTemplateArgument() throws(ParseFailure) -> TemplateArgument {
        if isTypeStart(), !isTraitValue, !isConstruction { return .type(try parseType()) }
        return .value(try parseConditional())
    }

    /// Whether a name with template arguments is a value: `is_same<T, int>::value`.
    private var isTraitValue: Bool {
        var last = 0
        while peek(last + 1).isPunctuator("::"), peek(last + 2).kind == .identifier { last += 2 }
        return TypeTraits.isValue(peek(last).text)
    }

    /// Whether a type begins a value: `int(4)`.
    private var isConstruction: Bool { token.kind == .identifier && peek(1).isPunctuator("(") }

    /// A complete type, as in a cast: `constant float3*`.
    mutating func parseType() throws(ParseFailure) -> TypeUse {
        var type = try parseSpecifiers().type
        parseIndirections(&type)
        while token.isPunctuator("["), !peek(1).isPunctuator("[") {
            index += 1
            type.extents.append(token.isPunctuator("]") ? nil : try parseConditional())
            try expect("]", "after the array's size")
        }
        return type
    }

    /// `*`, `&` and the qualifiers between them.
    mutating func parseIndirections(_ type: inout TypeUse) {
        while true {
            if take("*") {
                type.pointerDepth += 1
            } else if take("&") || take("&&") {
                type.isReference = true
            } else if token.kind == .identifier, ["const", "restrict", "__restrict", "volatile"].contains(token.text) {
                index += 1
            } else {
                return
            }
        }
    }
}

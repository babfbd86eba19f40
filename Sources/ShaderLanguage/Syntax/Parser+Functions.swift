extension Parser {
    /// What may stand between a function's parameters and its body.
    private struct Trailer {
        var isConst = false
        var isDeleted = false
        var isDefaulted = false
    }

    /// A declaration of the program that begins with a type.
    mutating func parseFunctionOrVariables(
        from start: Int, template: [TemplateParameter]? = nil
    ) throws(ParseFailure) {
        guard isTypeStart() || isUnknownDeclaration || token.isPunctuator("[") else {
            throw fail("expected a declaration, found \(describe(token))")
        }
        let specifiers = try parseSpecifiers()
        var type = specifiers.type
        parseIndirections(&type)
        var stage = specifiers.stage
        for attribute in specifiers.attributes {
            if let named = Stage(rawValue: attribute.name) { stage = named }
        }
        guard isFunctionName(type, stage) else {
            let variables = try parseDeclarators(specifiers.type, firstType: type)
            try refuseSemantic()
            try expect(";", "after the declaration")
            if template != nil {
                throw unsupported("template", "templates of variables are not supported", at: tokens[start].span)
            }
            return add(.variables(variables), from: start)
        }
        var function = FunctionDeclaration(
            name: "", nameSpan: token.span, result: type, parameters: [], stage: stage, body: nil)
        function.template = template
        function.isConstexpr = specifiers.type.isConstexpr
        try parseFunctionName(&function)
        if let stage {
            tree.entryPoints.append(EntryPoint(name: function.name, stage: stage, span: function.nameSpan))
            if stage != .fragment || function.name != entryPoint || definedEntryPoints.contains(function.name) {
                if try skipFunction(), stage == .fragment { noteEntryPoint(function.name, function.nameSpan) }
                return
            }
        }
        if template.map({ !$0.isEmpty }) ?? false { functionTemplates.insert(function.name) }
        try parseFunctionRest(&function)
        if stage != nil, function.body != nil { noteEntryPoint(function.name, function.nameSpan) }
        function.tokens = start..<index
        add(.function(function), from: start)
    }

    /// Notes that a fragment function has a body, which only one of a name can have.
    private mutating func noteEntryPoint(_ name: String, _ span: Span) {
        guard !definedEntryPoints.insert(name).inserted else { return }
        sink.error("entry-point-repeated", "there are two fragment functions `\(name)`", at: span)
    }

    /// Whether a function's name and parameters follow, rather than variables.
    private func isFunctionName(_ type: TypeUse, _ stage: Stage?) -> Bool {
        guard token.kind == .identifier else { return false }
        if token.text == "operator" { return true }
        var last = 0
        while peek(last + 1).isPunctuator("::"), peek(last + 2).kind == .identifier { last += 2 }
        if last > 0 { return peek(last).isIdentifier("operator") || peek(last + 1).isPunctuator("(") }
        if peek(1).isPunctuator("<"), functionTemplates.contains(token.text) { return true }
        return peek(1).isPunctuator("(") && (stage != nil || startsParameters(1, type))
    }

    /// `f`, `f<float>`, `S::f`, `operator+`.
    private mutating func parseFunctionName(_ function: inout FunctionDeclaration) throws(ParseFailure) {
        let start = token.span
        var parts: [String] = []
        while peek(1).isPunctuator("::") {
            parts.append(try expectName("a structure").text)
            index += 1
        }
        if !parts.isEmpty { function.owner = QualifiedName(parts: parts, span: start.through(previousSpan)) }
        function.nameSpan = token.span
        if token.isIdentifier("operator") {
            function.name = try parseOperatorName()
            return
        }
        function.name = try expectName("a function's name").text
        if token.isPunctuator("<") { function.specialized = try parseTemplateArguments() }
    }

    /// `operator+`, without a conversion's type.
    mutating func parseOperatorName() throws(ParseFailure) -> String {
        let start = token.span
        index += 1
        if take("(") {
            try expect(")", "after `operator(`")
            return "operator()"
        }
        if take("[") {
            try expect("]", "after `operator[`")
            return "operator[]"
        }
        guard token.kind == .punctuator else {
            throw unsupported(
                "operator", "conversions of a shader's own are not supported", at: start.through(token.span),
                hint: "write a function that converts")
        }
        index += 1
        return "operator" + tokens[index - 1].text
    }

    /// Parameters, what stands after them, and the body.
    mutating func parseFunctionRest(_ function: inout FunctionDeclaration) throws(ParseFailure) {
        function.parameters = try parseParameters()
        var trailer = Trailer()
        try parseTrailer(&trailer, &function)
        if function.role != .constructor { try refuseSemantic() }
        function.isConstMethod = trailer.isConst
        if function.role == .method, trailer.isConst { function.role = .constMethod }
        if trailer.isDeleted {
            try expect(";", "after `delete`")
            return
        }
        if trailer.isDefaulted {
            try expect(";", "after `default`")
            function.body = []
            return
        }
        if function.role == .constructor, take(":") { try parseFieldInitializers(&function) }
        if take(";") { return }
        guard token.isPunctuator("{") else {
            throw fail("expected `{` or `;` after the function's parameters, found \(describe(token))")
        }
        function.body = try parseBlock()
    }

    private mutating func parseTrailer(
        _ trailer: inout Trailer, _ function: inout FunctionDeclaration
    ) throws(ParseFailure) {
        while true {
            _ = try parseAttributes()
            switch token.text {
            case "const":
                trailer.isConst = true
                index += 1
            case "thread", "device", "constant", "threadgroup":
                function.space = AddressSpace(rawValue: token.text)
                index += 1
            case "noexcept", "volatile", "override", "final", "&", "&&": index += 1
            case "->":
                index += 1
                function.result = try parseType()
            case "=":
                index += 1
                if takeKeyword("default") {
                    trailer.isDefaulted = true
                } else if takeKeyword("delete") {
                    trailer.isDeleted = true
                } else {
                    throw unsupported("virtual", "virtual functions are not part of the language", at: token.span)
                }
            default: return
            }
        }
    }

    /// `: x(1.0), y{2.0}`.
    private mutating func parseFieldInitializers(_ function: inout FunctionDeclaration) throws(ParseFailure) {
        repeat {
            let name = try expectName("a field")
            let initializer: Initializer =
                token.isPunctuator("{") ? .value(try parseInitialValue()) : .arguments(try parseArguments())
            function.fieldInitializers.append(
                FieldInitializer(name: name.text, span: name.span, initializer: initializer))
        } while take(",")
    }
}

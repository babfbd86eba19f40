extension Parser {
    /// Parses to the end of the text.
    mutating func parseDeclarations() {
        /// How many names each open brace closes.
        var openNamespaces: [Int] = []
        while !isAtEnd, !sink.isFull {
            let start = index
            depth = 0
            if token.isPunctuator("}"), let names = openNamespaces.popLast() {
                index += 1
                path.removeLast(names)
                continue
            }
            if token.isPunctuator("}"), sink.contains("syntax") {
                // The end of what could not be read.
                index += 1
                continue
            }
            closesAtGreater = false
            pendingClose = false
            do {
                let names = try parseNamespace()
                if names > 0 {
                    openNamespaces.append(names)
                } else if index == start {
                    try parseDeclaration(from: start)
                }
            } catch {
                // The mistake may be at the token that starts something new.
                index = max(index, start)
                let failedAt = index
                index = start
                skipDeclaration(past: failedAt)
                noteBrokenNames(from: start)
            }
            if index == start { index += 1 }
        }
        if !openNamespaces.isEmpty { sink.error("syntax", "a namespace is not closed", at: token.span) }
    }

    /// Skips the declaration at `index`, at least to where parsing failed.
    private mutating func skipDeclaration(past failure: Int) {
        repeat { skipDeclaration() } while index <= failure && !isAtEnd
    }

    /// Opens a namespace; the number of `}` that close it, 0 when none begins here.
    private mutating func parseNamespace() throws(ParseFailure) -> Int {
        var start = index
        if token.isIdentifier("inline"), peek(1).isIdentifier("namespace") { start += 1 }
        guard start < tokens.count, tokens[start].isIdentifier("namespace") else { return 0 }
        index = start + 1
        _ = try parseAttributes()
        var names: [String] = []
        if token.kind == .identifier {
            repeat { names.append(try expectName("a namespace").text) } while take("::")
        }
        if names.count == 1, take("=") {
            let target = try parseTypeName().name
            try expect(";", "after the namespace")
            add(.namespaceAlias(names[0], target), from: start)
            return 0
        }
        try expect("{", "after the namespace")
        if names.isEmpty { names = [""] }
        guard path.count + names.count <= 16 else { throw fail("namespaces nest too deeply") }
        path += names
        return names.count
    }

    mutating func add(_ kind: DeclarationKind, from start: Int) {
        let span = tokens[start].span.through(previousSpan)
        tree.declarations.append(
            Declaration(kind: kind, path: path.filter { !$0.isEmpty }, span: span, tokens: start..<index))
    }

    private mutating func parseDeclaration(from start: Int) throws(ParseFailure) {
        if take(";") { return }
        switch token.text {
        case "using": return add(try parseUsing(), from: start)
        case "template": return try parseTemplate(from: start)
        case "enum": return add(.enumeration(try parseEnumeration()), from: start)
        case "struct", "class", "union":
            if let structure = try parseStructure() {
                add(.structure(structure), from: start)
                if take(";") { return }
                // `struct S {…} name;` declares a variable as well.
                let type = TypeUse(
                    base: TypeName(
                        name: QualifiedName(parts: [structure.name], span: structure.nameSpan), span: structure.nameSpan
                    ))
                let variables = try parseDeclarators(type)
                try expect(";", "after the declaration")
                return add(.variables(variables), from: start)
            }
            if peek(1).kind == .identifier, peek(2).isPunctuator(";") {
                typeNames.insert(peek(1).text)
                index += 3
                return
            }
        case "typedef":
            index += 1
            return try parseTypedef(from: start)
        case "static_assert":
            let (condition, message) = try parseAssertion()
            return add(.assertion(condition, message), from: start)
        case _ where ForeignSyntax.startsDeclaration(token, peek(1)): throw foreignDeclaration()
        default: break
        }
        try parseFunctionOrVariables(from: start)
    }

    /// A `static_assert` with its condition and message.
    mutating func parseAssertion() throws(ParseFailure) -> (ExpressionSyntax, String) {
        index += 1
        try expect("(", "after `static_assert`")
        let condition = try parseConditional()
        var message = ""
        if take(",") {
            while token.kind == .string {
                message += token.text.filter { $0 != "\"" }
                index += 1
            }
        }
        try expect(")", "after the assertion")
        try expect(";", "after the assertion")
        return (condition, message)
    }

    /// Whether the parenthesis at an offset holds parameters rather than a variable's first value.
    func startsParameters(_ offset: Int, _ type: TypeUse) -> Bool {
        if type.base.name.last == "sampler", !isTypeStart(offset + 1) { return false }
        return peek(offset + 1).isPunctuator(")") || isTypeStart(offset + 1)
            || peek(offset + 1).kind == .identifier && peek(offset + 2).kind == .identifier
    }

    /// Skips the parameters and the body of an entry point that is not compiled; whether it has a body.
    mutating func skipFunction() throws(ParseFailure) -> Bool {
        let start = token.span
        while !isAtEnd {
            if take(";") { return false }
            if token.isPunctuator("{") {
                if !skipBalanced() { throw fail("this function's body has no end", at: start) }
                return true
            }
            if token.isPunctuator("(") || token.isPunctuator("[") {
                if !skipBalanced() { throw fail("this function has no end", at: start) }
            } else {
                index += 1
            }
        }
        return false
    }

    mutating func parseParameters() throws(ParseFailure) -> [VariableDeclaration] {
        try expect("(", "before the parameters")
        if token.isIdentifier("void"), peek(1).isPunctuator(")") { index += 1 }
        var parameters: [VariableDeclaration] = []
        while !token.isPunctuator(")") {
            refuseDirection()
            let specifiers = try parseSpecifiers()
            var type = specifiers.type
            parseIndirections(&type)
            if token.isPunctuator("...") {
                throw unsupported("variadic", "functions of any number of arguments are not supported", at: token.span)
            }
            let attributes = try parseAttributes()
            // `thread float (&a)[4]`
            var isEnclosed = false
            if token.isPunctuator("("), peek(1).isPunctuator("&") || peek(1).isPunctuator("*") {
                index += 1
                isEnclosed = true
                if take("&") {
                    type.isReference = true
                } else {
                    throw unsupported("pointer", "pointers to arrays or functions are not supported", at: token.span)
                }
            }
            var parameter = VariableDeclaration(name: "", nameSpan: token.span, type: type)
            if token.kind == .identifier, !token.isIdentifier("__attribute__") {
                let name = try expectName("a parameter's name")
                parameter.name = name.text
                parameter.nameSpan = name.span
            }
            if isEnclosed { try expect(")", "after the parameter's name") }
            try parseExtents(&parameter.type)
            try refuseSemantic()
            parameter.attributes = specifiers.attributes + attributes + (try parseAttributes())
            if take("=") { parameter.initializer = .value(try parseAssignment()) }
            parameters.append(parameter)
            if !take(",") { break }
        }
        try expect(")", "after the parameters")
        return parameters
    }

    mutating func parseExtents(_ type: inout TypeUse) throws(ParseFailure) {
        while token.isPunctuator("["), !peek(1).isPunctuator("[") {
            index += 1
            type.extents.append(token.isPunctuator("]") ? nil : try parseConditional())
            try expect("]", "after the array's size")
        }
    }

    /// `a = 1, *b, c[3] = {…}` after a type.
    mutating func parseDeclarators(
        _ base: TypeUse, firstType: TypeUse? = nil
    ) throws(ParseFailure) -> [VariableDeclaration] {
        var variables: [VariableDeclaration] = []
        repeat {
            var type = base
            if variables.isEmpty, let firstType { type = firstType } else { parseIndirections(&type) }
            let isEnclosed = token.isPunctuator("(") && peek(1).isPunctuator("&")
            if isEnclosed {
                // `thread float (&row)[3] = …`
                index += 2
                type.isReference = true
            }
            let name = try expectName("a name")
            if isEnclosed { try expect(")", "after the name") }
            var variable = VariableDeclaration(name: name.text, nameSpan: name.span, type: type)
            try parseExtents(&variable.type)
            variable.attributes = try parseAttributes()
            if take("=") {
                variable.initializer = .value(try parseInitialValue())
            } else if token.isPunctuator("{") {
                variable.initializer = .value(try parseInitialValue())
            } else if token.isPunctuator("(") {
                variable.initializer = .arguments(try parseArguments())
            }
            variables.append(variable)
        } while take(",")
        return variables
    }

    mutating func parseUsing() throws(ParseFailure) -> DeclarationKind {
        index += 1
        if takeKeyword("namespace") {
            let name = try parseTypeName().name
            try expect(";", "after the namespace")
            return .usingNamespace(name)
        }
        let name = try parseTypeName()
        _ = try parseAttributes()
        guard take("=") else {
            // `using metal::float3;` brings in what is there already.
            try expect(";", "after the name")
            return .usingNamespace(QualifiedName(parts: Array(name.name.parts.dropLast()), span: name.span))
        }
        let type = try parseType()
        try expect(";", "after the type")
        typeNames.insert(name.name.last)
        return .alias(name.name.last, type, name.span)
    }
}

extension Parser {
    /// Parses to the end of the text.
    mutating func parseDeclarations() {
        var openNamespaces = 0
        while !isAtEnd, !sink.isFull {
            let start = index
            depth = 0
            if token.isPunctuator("}"), openNamespaces > 0 {
                index += 1
                openNamespaces -= 1
                path.removeLast()
                continue
            }
            if token.isPunctuator("}"), sink.contains("syntax") {
                // The end of what could not be read.
                index += 1
                continue
            }
            do {
                if try parseNamespace() {
                    openNamespaces += 1
                } else {
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
        if openNamespaces > 0 { sink.error("syntax", "a namespace is not closed", at: token.span) }
    }

    /// Skips the declaration at `index`, at least to where parsing failed.
    private mutating func skipDeclaration(past failure: Int) {
        repeat { skipDeclaration() } while index <= failure && !isAtEnd
    }

    private mutating func parseNamespace() throws(ParseFailure) -> Bool {
        guard token.isIdentifier("namespace") else { return false }
        index += 1
        var name = ""
        if token.kind == .identifier { name = try expectName("a namespace").text }
        try expect("{", "after the namespace")
        guard path.count < 16 else { throw fail("namespaces nest too deeply") }
        path.append(name)
        return true
    }

    private mutating func add(_ kind: DeclarationKind, from start: Int) {
        let span = tokens[start].span.through(previousSpan)
        tree.declarations.append(
            Declaration(kind: kind, path: path.filter { !$0.isEmpty }, span: span, tokens: start..<index))
    }

    private mutating func parseDeclaration(from start: Int) throws(ParseFailure) {
        if take(";") { return }
        switch token.text {
        case "using": return add(try parseUsing(), from: start)
        case "template":
            throw unsupported(
                "template", "templates of a shader's own are not supported", at: token.span,
                hint: "write the function once for each type")
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
            skipStatement()
            return
        case _ where ForeignSyntax.startsDeclaration(token, peek(1)): throw foreignDeclaration()
        default: break
        }
        try parseFunctionOrVariables(from: start)
    }

    private mutating func parseFunctionOrVariables(from start: Int) throws(ParseFailure) {
        guard isTypeStart() || isUnknownDeclaration || token.isPunctuator("[") else {
            throw fail("expected a declaration, found \(describe(token))")
        }
        let specifiers = try parseSpecifiers()
        if token.isIdentifier("operator") || token.isPunctuator("::") {
            throw unsupported("operator-definition", "operators and members cannot be defined", at: token.span)
        }
        var type = specifiers.type
        parseIndirections(&type)
        var stage = specifiers.stage
        for attribute in specifiers.attributes {
            if let named = Stage(rawValue: attribute.name) { stage = named }
        }
        guard token.kind == .identifier, peek(1).isPunctuator("("), stage != nil || startsParameters(1, type) else {
            let variables = try parseDeclarators(specifiers.type, firstType: type)
            try refuseSemantic()
            try expect(";", "after the declaration")
            return add(.variables(variables), from: start)
        }
        let name = try expectName("a function's name")
        if let stage {
            tree.entryPoints.append(EntryPoint(name: name.text, stage: stage, span: name.span))
            if stage != .fragment || name.text != entryPoint || definedEntryPoints.contains(name.text) {
                if try skipFunction(), stage == .fragment { noteEntryPoint(name) }
                return
            }
        }
        let parameters = try parseParameters()
        _ = try parseAttributes()
        try refuseSemantic()
        while take("const") || takeKeyword("const") || takeKeyword("noexcept") {}
        var function = FunctionDeclaration(
            name: name.text, nameSpan: name.span, result: type, parameters: parameters, stage: stage, body: nil)
        if !take(";") {
            guard token.isPunctuator("{") else {
                throw fail("expected `{` or `;` after the function's parameters, found \(describe(token))")
            }
            if stage != nil { noteEntryPoint(name) }
            function.body = try parseBlock()
        }
        add(.function(function), from: start)
    }

    /// Notes that a fragment function has a body, which only one of a name can have.
    private mutating func noteEntryPoint(_ name: Token) {
        guard !definedEntryPoints.insert(name.text).inserted else { return }
        sink.error("entry-point-repeated", "there are two fragment functions `\(name.text)`", at: name.span)
    }

    /// Whether the parenthesis at an offset holds parameters rather than a variable's first value.
    private func startsParameters(_ offset: Int, _ type: TypeUse) -> Bool {
        if type.base.name.last == "sampler" { return false }
        return peek(offset + 1).isPunctuator(")") || isTypeStart(offset + 1)
            || peek(offset + 1).kind == .identifier && peek(offset + 2).kind == .identifier
    }

    /// Skips the parameters and the body of an entry point that is not compiled; whether it has a body.
    private mutating func skipFunction() throws(ParseFailure) -> Bool {
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

    private mutating func parseParameters() throws(ParseFailure) -> [VariableDeclaration] {
        try expect("(", "before the parameters")
        if token.isIdentifier("void"), peek(1).isPunctuator(")") { index += 1 }
        var parameters: [VariableDeclaration] = []
        while !token.isPunctuator(")") {
            refuseDirection()
            let specifiers = try parseSpecifiers()
            var type = specifiers.type
            parseIndirections(&type)
            var parameter = VariableDeclaration(name: "", nameSpan: token.span, type: type)
            if token.kind == .identifier {
                let name = try expectName("a parameter's name")
                parameter.name = name.text
                parameter.nameSpan = name.span
            }
            try parseExtents(&parameter.type)
            try refuseSemantic()
            parameter.attributes = specifiers.attributes + (try parseAttributes())
            if take("=") { parameter.initializer = .value(try parseAssignment()) }
            parameters.append(parameter)
            if !take(",") { break }
        }
        try expect(")", "after the parameters")
        return parameters
    }

    private mutating func parseExtents(_ type: inout TypeUse) throws(ParseFailure) {
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
            let name = try expectName("a name")
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

    private mutating func parseTypedef(from start: Int) throws(ParseFailure) {
        if token.isIdentifier("struct"), let structure = try parseStructure(needsName: false) {
            let name = try expectName("the type's name")
            try expect(";", "after the type")
            typeNames.insert(name.text)
            var named = structure
            if named.name.isEmpty {
                named.name = name.text
                named.nameSpan = name.span
                return add(.structure(named), from: start)
            }
            add(.structure(named), from: start)
            if named.name == name.text { return }
            let type = TypeUse(
                base: TypeName(name: QualifiedName(parts: [named.name], span: name.span), span: name.span))
            return add(.alias(name.text, type, name.span), from: start)
        }
        let specifiers = try parseSpecifiers()
        var type = specifiers.type
        parseIndirections(&type)
        let name = try expectName("the type's name")
        try parseExtents(&type)
        try expect(";", "after the type")
        typeNames.insert(name.text)
        add(.alias(name.text, type, name.span), from: start)
    }

    /// A structure's definition up to its `}`; nil, with nothing read, when no definition follows.
    mutating func parseStructure(needsName: Bool = true) throws(ParseFailure) -> StructureDeclaration? {
        let start = index
        let keyword = token
        index += 1
        _ = try parseAttributes()
        var name = Token(kind: .identifier, text: "", span: keyword.span)
        if token.kind == .identifier { name = try expectName("a structure's name") }
        if token.isPunctuator(":"), keyword.text != "union" {
            throw unsupported("inheritance", "a structure cannot inherit from another", at: token.span)
        }
        guard take("{") else {
            index = start
            return nil
        }
        if keyword.text == "union" { throw unsupported("union", "unions are not supported", at: keyword.span) }
        if name.text.isEmpty, needsName { throw fail("expected a structure's name", at: keyword.span) }
        if !name.text.isEmpty { typeNames.insert(name.text) }
        try enter()
        defer { leave() }
        var fields: [VariableDeclaration] = []
        while !token.isPunctuator("}") {
            if isAtEnd { throw fail("this structure has no `}`", at: keyword.span) }
            if take(";") { continue }
            if ["public", "private"].contains(token.text), peek(1).isPunctuator(":") {
                index += 2
                continue
            }
            let specifiers = try parseSpecifiers()
            if token.isPunctuator("(") || peek(1).isPunctuator("(") || token.isIdentifier("operator") {
                throw unsupported(
                    "method", "functions inside a structure are not supported", at: token.span,
                    hint: "write a function that takes the structure")
            }
            for var field in try parseDeclarators(specifiers.type) {
                field.attributes += specifiers.attributes
                fields.append(field)
            }
            try refuseSemantic()
            try expect(";", "after the field")
        }
        index += 1
        return StructureDeclaration(name: name.text, nameSpan: name.span, fields: fields)
    }

    mutating func parseEnumeration() throws(ParseFailure) -> EnumerationDeclaration {
        index += 1
        let isScoped = takeKeyword("class") || takeKeyword("struct")
        var result = EnumerationDeclaration(name: "", span: token.span, isScoped: isScoped, base: nil, constants: [])
        if token.kind == .identifier {
            result.name = try expectName("the enumeration's name").text
            typeNames.insert(result.name)
        }
        if take(":") { result.base = try parseType() }
        try expect("{", "after the enumeration's name")
        while !token.isPunctuator("}") {
            let name = try expectName("a constant")
            result.constants.append((name.text, take("=") ? try parseConditional() : nil, name.span))
            if !take(",") { break }
        }
        try expect("}", "after the constants")
        try expect(";", "after the enumeration")
        return result
    }
}

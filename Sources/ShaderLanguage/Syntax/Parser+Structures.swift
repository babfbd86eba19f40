extension Parser {
    mutating func parseTypedef(from start: Int) throws(ParseFailure) {
        add(contentsOf: try parseTypedef(), from: start)
    }

    private mutating func add(contentsOf kinds: [DeclarationKind], from start: Int) {
        for kind in kinds { add(kind, from: start) }
    }

    /// What stands after `typedef`, up to its semicolon.
    mutating func parseTypedef() throws(ParseFailure) -> [DeclarationKind] {
        _ = try parseAttributes()
        if token.isIdentifier("struct") || token.isIdentifier("class") || token.isIdentifier("union"),
            let structure = try parseStructure(needsName: false)
        {
            return try parseTypedefName(structure.name) { name in
                var named = structure
                if named.name.isEmpty {
                    named.name = name.text
                    named.nameSpan = name.span
                }
                return .structure(named)
            }
        }
        if token.isIdentifier("enum"), definesEnumeration {
            let enumeration = try parseEnumeration(isTypedef: true)
            return try parseTypedefName(enumeration.name) { name in
                var named = enumeration
                if named.name.isEmpty {
                    named.name = name.text
                    named.span = name.span
                }
                return .enumeration(named)
            }
        }
        let specifiers = try parseSpecifiers()
        var result: [DeclarationKind] = []
        repeat {
            var type = specifiers.type
            parseIndirections(&type)
            let name = try expectName("the type's name")
            try parseExtents(&type)
            _ = try parseAttributes()
            typeNames.insert(name.text)
            result.append(.alias(name.text, type, name.span))
        } while take(",")
        try expect(";", "after the type")
        return result
    }

    /// The names after a type's definition: the first names it when it has none.
    private mutating func parseTypedefName(
        _ own: String, _ define: (Token) -> DeclarationKind
    ) throws(ParseFailure) -> [DeclarationKind] {
        _ = try parseAttributes()
        let first = try expectName("the type's name")
        var result = [define(first)]
        let target = own.isEmpty ? first.text : own
        typeNames.insert(target)
        var names = [first]
        while take(",") { names.append(try expectName("the type's name")) }
        for name in names where name.text != target {
            typeNames.insert(name.text)
            let type = TypeUse(base: TypeName(name: QualifiedName(parts: [target], span: name.span), span: name.span))
            result.append(.alias(name.text, type, name.span))
        }
        try expect(";", "after the type")
        return result
    }

    /// Whether `enum` begins a definition rather than the use of one.
    private var definesEnumeration: Bool {
        var offset = 1
        while peek(offset).kind == .identifier { offset += 1 }
        return peek(offset).isPunctuator("{") || peek(offset).isPunctuator(":")
    }

    // MARK: - Structures

    /// A structure's definition up to its `}`; nil, with nothing read, when no definition follows.
    mutating func parseStructure(
        needsName: Bool = true, template: [TemplateParameter]? = nil
    ) throws(ParseFailure) -> StructureDeclaration? {
        let start = index
        let keyword = token
        index += 1
        _ = try parseAttributes()
        var result = StructureDeclaration(name: "", nameSpan: keyword.span, fields: [], template: template)
        if token.kind == .identifier {
            result.nameSpan = token.span
            result.name = try expectName("a structure's name").text
        }
        if token.isPunctuator("<"), typeTemplates.contains(result.name) {
            result.specialized = try parseTemplateArguments()
        }
        _ = try parseAttributes()
        _ = takeKeyword("final")
        if token.isPunctuator(":"), keyword.text != "union" {
            throw unsupported("inheritance", "a structure cannot inherit from another", at: token.span)
        }
        guard take("{") else {
            index = start
            return nil
        }
        if keyword.text == "union" { throw unsupported("union", "unions are not supported", at: keyword.span) }
        if result.name.isEmpty, needsName { throw fail("expected a structure's name", at: keyword.span) }
        if !result.name.isEmpty {
            typeNames.insert(result.name)
            if template.map({ !$0.isEmpty }) ?? false { typeTemplates.insert(result.name) }
        }
        try enter()
        defer { leave() }
        while !token.isPunctuator("}") {
            if isAtEnd { throw fail("this structure has no `}`", at: keyword.span) }
            try parseMember(&result)
        }
        index += 1
        _ = try parseAttributes()
        return result
    }

    private mutating func parseMember(_ structure: inout StructureDeclaration) throws(ParseFailure) {
        if take(";") { return }
        let start = index
        switch token.text {
        case "public", "private", "protected":
            if peek(1).isPunctuator(":") {
                index += 2
                return
            }
        case "using":
            let kind = try parseUsing()
            structure.types.append(Declaration(kind: kind, span: tokens[start].span, tokens: start..<index))
            return
        case "typedef":
            index += 1
            for kind in try parseTypedef() {
                structure.types.append(Declaration(kind: kind, span: tokens[start].span, tokens: start..<index))
            }
            return
        case "enum" where definesEnumeration:
            let kind = DeclarationKind.enumeration(try parseEnumeration())
            structure.types.append(Declaration(kind: kind, span: tokens[start].span, tokens: start..<index))
            return
        case "struct", "class", "union":
            if try parseInnerStructure(&structure) { return }
        case "static_assert":
            structure.assertions.append(try parseAssertion())
            return
        case "~":
            throw unsupported("class", "destructors are not part of the language", at: token.span)
        case "template":
            index += 1
            let parameters = try parseTemplateParameters()
            let added = parameters.filter { $0.type == nil && !typeNames.contains($0.name) }.map(\.name)
            typeNames.formUnion(added)
            defer { typeNames.subtract(added) }
            return try parseFunctionOrField(&structure, template: parameters)
        default: break
        }
        try parseFunctionOrField(&structure, template: nil)
    }

    private mutating func parseInnerStructure(_ structure: inout StructureDeclaration) throws(ParseFailure) -> Bool {
        let start = index
        guard let inner = try parseStructure(needsName: false) else { return false }
        let isNamed = !inner.name.isEmpty
        if isNamed {
            structure.types.append(
                Declaration(kind: .structure(inner), span: tokens[start].span, tokens: start..<index))
            if take(";") { return true }
        }
        guard isNamed else {
            throw unsupported(
                "anonymous-structure", "a structure inside another needs a name", at: tokens[start].span)
        }
        let type = TypeUse(
            base: TypeName(name: QualifiedName(parts: [inner.name], span: inner.nameSpan), span: inner.nameSpan))
        structure.fields += try parseDeclarators(type)
        try expect(";", "after the field")
        return true
    }

    private mutating func parseFunctionOrField(
        _ structure: inout StructureDeclaration, template: [TemplateParameter]?
    ) throws(ParseFailure) {
        let start = index
        let startSpan = token.span
        var isConstexpr = false
        var role = FunctionDeclaration.Role.method
        // A constructor has no type.
        var offset = 0
        while ["explicit", "constexpr", "inline"].contains(peek(offset).text) || isFunctionAttribute(offset) {
            if peek(offset).text == "constexpr" { isConstexpr = true }
            offset += isFunctionAttribute(offset) ? attributeLength(offset) : 1
        }
        if peek(offset).isIdentifier("operator") {
            index += offset
            _ = try parseOperatorName()
            throw unsupported("operator", "an operator needs a result type", at: startSpan)
        }
        if peek(offset).isIdentifier(structure.name), peek(offset + 1).isPunctuator("("), !structure.name.isEmpty {
            index += offset
            let type = TypeUse(
                base: TypeName(name: QualifiedName(parts: [structure.name], span: token.span), span: token.span))
            var function = FunctionDeclaration(
                name: structure.name, nameSpan: token.span, result: type, parameters: [], stage: nil, body: nil)
            function.role = .constructor
            function.isConstexpr = isConstexpr
            function.template = template
            index += 1
            try parseFunctionRest(&function)
            function.tokens = start..<index
            structure.methods.append(function)
            return
        }
        let specifiers = try parseSpecifiers()
        var type = specifiers.type
        parseIndirections(&type)
        if specifiers.isFriend { role = .friend } else if specifiers.isStatic { role = .plain }
        if token.isIdentifier("operator") || token.kind == .identifier && peek(1).isPunctuator("(") {
            var function = FunctionDeclaration(
                name: "", nameSpan: token.span, result: type, parameters: [], stage: nil, body: nil)
            function.role = role
            function.template = template
            function.isConstexpr = specifiers.type.isConstexpr
            function.name =
                token.isIdentifier("operator") ? try parseOperatorName() : try expectName("a function's name").text
            if template != nil { functionTemplates.insert(function.name) }
            try parseFunctionRest(&function)
            function.tokens = start..<index
            structure.methods.append(function)
            return
        }
        if template != nil {
            throw unsupported("template", "templates of variables are not supported", at: startSpan)
        }
        if token.isPunctuator("(") {
            throw unsupported("method", "this is not a field or a function", at: token.span)
        }
        for var field in try parseDeclarators(specifiers.type, firstType: type) {
            field.attributes += specifiers.attributes
            if specifiers.isStatic { structure.constants.append(field) } else { structure.fields.append(field) }
        }
        try refuseSemantic()
        if token.isPunctuator(":") {
            throw unsupported("bit-field", "bit fields are not supported", at: token.span)
        }
        try expect(";", "after the field")
    }

    private func isFunctionAttribute(_ offset: Int) -> Bool {
        peek(offset).isIdentifier("__attribute__") && peek(offset + 1).isPunctuator("(")
    }

    /// The tokens of `__attribute__((…))`.
    private func attributeLength(_ offset: Int) -> Int {
        var level = 0
        var end = offset + 1
        repeat {
            if peek(end).isPunctuator("(") { level += 1 }
            if peek(end).isPunctuator(")") { level -= 1 }
            end += 1
        } while level > 0 && index + end < tokens.count
        return end - offset
    }

    // MARK: - Enumerations

    mutating func parseEnumeration(isTypedef: Bool = false) throws(ParseFailure) -> EnumerationDeclaration {
        index += 1
        let isScoped = takeKeyword("class") || takeKeyword("struct")
        _ = try parseAttributes()
        var result = EnumerationDeclaration(name: "", span: token.span, isScoped: isScoped, base: nil, constants: [])
        if token.kind == .identifier {
            result.name = try expectName("the enumeration's name").text
            typeNames.insert(result.name)
        }
        if take(":") { result.base = try parseType() }
        if !isTypedef, take(";") { return result }
        try expect("{", "after the enumeration's name")
        while !token.isPunctuator("}") {
            let name = try expectName("a constant")
            _ = try parseAttributes()
            result.constants.append((name.text, take("=") ? try parseConditional() : nil, name.span))
            if !take(",") { break }
        }
        try expect("}", "after the constants")
        _ = try parseAttributes()
        if !isTypedef { try expect(";", "after the enumeration") }
        return result
    }
}

extension Parser {
    /// A template, or the explicit instantiation of one, which is read over.
    mutating func parseTemplate(from start: Int) throws(ParseFailure) {
        guard peek(1).isPunctuator("<") else {
            while !isAtEnd, !take(";") {
                if token.isPunctuator("(") || token.isPunctuator("[") {
                    guard skipBalanced() else { throw fail("the file ends inside a declaration") }
                } else {
                    index += 1
                }
            }
            return
        }
        index += 1
        let parameters = try parseTemplateParameters()
        let added = parameters.filter { $0.type == nil && !typeNames.contains($0.name) }.map(\.name)
        typeNames.formUnion(added)
        defer { typeNames.subtract(added) }
        switch token.text {
        case "struct", "class", "union":
            guard let structure = try parseStructure(template: parameters) else {
                if peek(1).kind == .identifier, peek(2).isPunctuator(";") {
                    typeNames.insert(peek(1).text)
                    typeTemplates.insert(peek(1).text)
                    index += 3
                    return
                }
                break
            }
            add(.structure(structure), from: start)
            try expect(";", "after the structure")
            return
        case "using":
            index += 1
            let name = try expectName("the type's name")
            try expect("=", "after the name")
            let type = try parseType()
            try expect(";", "after the type")
            typeNames.insert(name.text)
            typeTemplates.insert(name.text)
            return add(.aliasTemplate(name.text, parameters, type, name.span), from: start)
        case "template":
            throw unsupported(
                "template", "templates of members outside of the structure are not supported", at: token.span)
        default: break
        }
        try parseFunctionOrVariables(from: start, template: parameters)
    }

    /// `<typename T, int N = 3>`; empty for a specialisation.
    mutating func parseTemplateParameters() throws(ParseFailure) -> [TemplateParameter] {
        try expect("<", "after `template`")
        let outer = closesAtGreater
        closesAtGreater = true
        defer { closesAtGreater = outer }
        var parameters: [TemplateParameter] = []
        var added: [String] = []
        defer { typeNames.subtract(added) }
        while !token.isPunctuator(">") {
            let start = token.span
            var parameter = TemplateParameter(name: "", span: start)
            if token.isIdentifier("template") {
                throw unsupported("template", "templates as arguments of templates are not supported", at: start)
            }
            if isTypeParameter {
                index += 1
                try refusePack()
                if token.kind == .identifier {
                    parameter.name = try expectName("a parameter's name").text
                    // Later defaults may name it.
                    if typeNames.insert(parameter.name).inserted { added.append(parameter.name) }
                }
                if take("=") { parameter.initial = .type(try parseType()) }
            } else {
                parameter.type = try parseType()
                try refusePack()
                if token.kind == .identifier { parameter.name = try expectName("a parameter's name").text }
                if take("=") { parameter.initial = .value(try parseConditional()) }
            }
            parameter.span = start.through(previousSpan)
            parameters.append(parameter)
            if !take(",") { break }
        }
        try expect(">", "after the template's parameters")
        return parameters
    }

    /// `typename T` and `class T`, but not `typename enable_if<…>::type = 0`.
    private var isTypeParameter: Bool {
        guard token.isIdentifier("typename") || token.isIdentifier("class") else { return false }
        let next = peek(1)
        if next.kind == .punctuator { return true }
        return !peek(2).isPunctuator("<") && !peek(2).isPunctuator("::")
    }

    private mutating func refusePack() throws(ParseFailure) {
        guard token.isPunctuator("...") else { return }
        throw unsupported(
            "variadic", "templates of any number of arguments are not supported", at: token.span,
            hint: "write the function once for each number of arguments")
    }
}

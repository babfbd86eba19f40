extension Checker {
    mutating func check(_ declaration: Declaration) {
        path = declaration.path
        templateScope = [:]
        scopes = []
        function = TypedFunction(name: "", result: .void, span: .none)
        sink.owner = 0
        functionIndex = nil
        localConstants = [:]
        sink.suffix = ""
        for count in path.indices { namespaces.insert(path.prefix(count + 1).joined(separator: "::")) }
        declare(declaration)
    }

    /// Gives a declaration its meaning in the present namespace or structure.
    mutating func declare(_ declaration: Declaration) {
        switch declaration.kind {
        case .variables(let variables):
            for variable in variables { checkGlobal(variable) }
        case .function(let syntax): declareFunction(syntax)
        case .structure(let syntax): declareStructure(syntax, declaration.tokens)
        case .enumeration(let syntax):
            guard !isRepeated(syntax.name, at: syntax.span, declaration.tokens) else { return }
            checkEnumeration(syntax) { checker, name, type, symbol in
                switch symbol {
                case .type(let type): checker.types[checker.qualified(name)] = type
                case .constant(let bits, _): checker.constants[checker.qualified(name)] = (bits, type)
                case .local: break
                }
            }
        case .alias(let name, let use, let span):
            guard !isRepeated(name, at: span, declaration.tokens) else { return }
            types[qualified(name)] = naming { $0.resolve(use) }
        case .aliasTemplate(let name, let parameters, let use, _):
            aliasTemplates[qualified(name)] = AliasTemplate(parameters: parameters, type: use, path: path)
        case .usingNamespace(let name): open(name)
        case .namespaceAlias(let name, let target):
            if let known = candidates(target).first(where: namespaces.contains) {
                namespaceAliases[name] = known
            } else if !["metal", "simd"].contains(target.parts.first) {
                sink.error("unknown-name", "there is no namespace `\(target.text)`", at: target.span)
            }
        case .assertion(let condition, let message): checkAssertion(condition, message)
        }
    }

    private mutating func declareStructure(_ syntax: StructureDeclaration, _ range: Range<Int>) {
        if let parameters = syntax.template, !parameters.isEmpty {
            let full = qualified(syntax.name)
            if syntax.specialized != nil {
                sink.error(
                    "template", "partial specialisations are not supported", at: syntax.nameSpan,
                    hint: "specialise it for each type in full")
                return
            }
            if let old = structureTemplates[full] {
                if !isSame(structureTemplateTable[old].tokens, range) {
                    sink.error("redefinition", "`\(syntax.name)` is defined already, differently", at: syntax.nameSpan)
                }
                return
            }
            structureTemplates[full] = structureTemplateTable.count
            structureTemplateTable.append(
                StructureTemplate(syntax: syntax, path: path, outer: templateScope, tokens: range))
            return
        }
        if let arguments = syntax.specialized { return specialize(syntax, arguments, range) }
        guard !isRepeated(syntax.name, at: syntax.nameSpan, range, syntax) else { return }
        let full = qualified(syntax.name)
        _ = checkStructure(syntax, tokens: range, scope: syntax.name) { $0.types[full] = $1 }
    }

    mutating func open(_ name: QualifiedName) {
        let text = name.text
        if text.isEmpty || text == "metal" || text.hasPrefix("metal::") || text == "simd" { return }
        guard let known = candidates(name).first(where: namespaces.contains) else {
            if let refused = RefusedNames.type(name) {
                sink.error(refused.code, refused.message, at: name.span)
            } else if !isFollowing(text) {
                sink.error("unknown-name", "there is no namespace `\(text)`", at: name.span)
            }
            return
        }
        if openNamespaces.contains(known) { return }
        guard openNamespaces.count < Checker.namespaceLimit else {
            sink.error("too-many-names", "more than \(Checker.namespaceLimit) namespaces are open", at: name.span)
            return
        }
        openNamespaces.append(known)
    }

    /// Whether a type is defined already: silently the same, or with an error.
    private mutating func isRepeated(
        _ name: String, at span: Span, _ range: Range<Int>, _ syntax: StructureDeclaration? = nil
    ) -> Bool {
        guard !name.isEmpty else { return false }
        let full = qualified(name)
        guard let old = typeTokens[full] else {
            typeTokens[full] = range
            return false
        }
        if !isSame(old, range), !(syntax.map { hasSameFields($0, as: types[full]) } ?? false) {
            sink.error(
                "redefinition", "`\(name)` is defined already, differently", at: span,
                hint: isPrelude(old) ? "the host defines it before the shader; rename or remove yours" : nil)
        }
        return true
    }

    func isPrelude(_ range: Range<Int>) -> Bool {
        tokens.indices.contains(range.lowerBound) && tokens[range.lowerBound].span.file != SourceFile.user
    }

    /// Whether a structure says in other words what a known one says: `typedef struct {…} VertexOut;`.
    private mutating func hasSameFields(_ syntax: StructureDeclaration, as type: Type?) -> Bool {
        guard case .structure(let index)? = type, syntax.methods.isEmpty, syntax.template == nil else { return false }
        let known = shapes.structures[index].fields
        guard known.count == syntax.fields.count else { return false }
        return zip(known, syntax.fields).allSatisfy { field, declaration in
            field.name == declaration.name && Set(field.attributes.keys) == Set(declaration.attributes.map(\.name))
                && declaration.initializer == nil && resolve(declaration.type) == field.type
        }
    }

    /// Whether two declarations are the same, token for token.
    func isSame(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        guard a.upperBound <= tokens.count, b.upperBound <= tokens.count else { return false }
        func texts(_ range: Range<Int>) -> [String] {
            var texts = tokens[range].map(\.text)
            if texts.last == ";" { texts.removeLast() }
            return texts
        }
        return texts(a) == texts(b)
    }

    // MARK: - Types

    mutating func checkEnumeration(
        _ syntax: EnumerationDeclaration, _ define: (inout Checker, String, Type, Symbol) -> Void
    ) {
        var type = Type.int
        if let base = syntax.base {
            let resolved = resolve(base)
            if case .scalar(let scalar) = resolved, scalar.isInteger { type = resolved }
        }
        if !syntax.name.isEmpty { define(&self, syntax.name, type, .type(type)) }
        var next: UInt32 = 0
        for constant in syntax.constants {
            if let expression = constant.value {
                guard let value = constantInteger(expression) else { continue }
                next = UInt32(truncatingIfNeeded: value)
            }
            if !syntax.isScoped { define(&self, constant.name, type, .constant(next, type)) }
            if !syntax.name.isEmpty {
                define(&self, syntax.name + "::" + constant.name, type, .constant(next, type))
            }
            next &+= 1
        }
    }
}

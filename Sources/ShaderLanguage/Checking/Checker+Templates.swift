/// A function of which there is one for each choice of arguments.
struct FunctionTemplate {
    var syntax: FunctionDeclaration
    var path: [String]
    /// The arguments of the template around it.
    var outer: [String: Checker.Symbol]
    var owner: Int?
    var specificity: Int
    var instances: [[TemplateValue]: Int] = [:]
}

struct StructureTemplate {
    var syntax: StructureDeclaration
    var path: [String]
    var outer: [String: Checker.Symbol]
    var tokens: Range<Int>
    var instances: [[TemplateValue]: Type] = [:]
}

struct AliasTemplate {
    var parameters: [TemplateParameter]
    var type: TypeUse
    var path: [String]
}

extension Checker {
    /// Most instances of templates.
    static let instanceLimit = 1_000
    /// Most templates that make each other.
    static let instanceDepthLimit = 24
    /// Most structures that need each other while they are being made.
    static let openInstanceLimit = 10
    /// Longest list of arguments in the name of an instance.
    static let titleLimit = 80

    // MARK: - Declarations

    mutating func enroll(template syntax: FunctionDeclaration, owner: Int?, in full: String) {
        let outer = templateScope
        let known =
            owner.map { shapes.structures[$0].methodTemplates[syntax.name] ?? [] } ?? functionTemplates[full] ?? []
        for index in known {
            let old = functionTemplateTable[index].syntax
            // The same again, or the definition of what was declared.
            guard owner == nil, isSameSignature(old, syntax) else { continue }
            if old.body == nil { functionTemplateTable[index].syntax = syntax }
            return
        }
        guard known.count < Checker.overloadLimit / 8 else {
            if isFirst("overloads of \(syntax.name)") {
                sink.error(
                    "program-size", "more than \(Checker.overloadLimit / 8) templates are called `\(syntax.name)`",
                    at: syntax.nameSpan)
            }
            return
        }
        let names = Set((syntax.template ?? []).map(\.name))
        let specificity = syntax.parameters.reduce(0) { $0 + Checker.specificity(of: $1.type, names) }
        functionTemplateTable.append(
            FunctionTemplate(syntax: syntax, path: path, outer: outer, owner: owner, specificity: specificity))
        let index = functionTemplateTable.count - 1
        if let owner {
            program.shapes.structures[owner].methodTemplates[syntax.name, default: []].append(index)
        } else {
            functionTemplates[full, default: []].append(index)
        }
    }

    /// Whether two templates have the same parameters, token for token.
    private func isSameSignature(_ a: FunctionDeclaration, _ b: FunctionDeclaration) -> Bool {
        func head(_ syntax: FunctionDeclaration) -> [String] {
            guard syntax.tokens.upperBound <= tokens.count else { return [] }
            let texts = tokens[syntax.tokens].map(\.text)
            return Array(texts.prefix { $0 != "{" && $0 != ";" }).filter {
                !["inline", "static", "constexpr"].contains($0)
            }
        }
        return a.name == b.name && a.parameters.count == b.parameters.count && head(a) == head(b)
    }

    /// How much a parameter says about its argument: less for `T` than for `vec<T, 3>`, most for a plain type.
    private static func specificity(of use: TypeUse, _ names: Set<String>) -> Int {
        var result = use.pointerDepth + use.extents.count
        if use.base.arguments.isEmpty {
            result += names.contains(use.base.name.last) ? 0 : 4
        } else {
            result += 1
            for argument in use.base.arguments {
                switch argument {
                case .type(let inner): result += specificity(of: inner, names)
                case .value(let value):
                    if case .name(let name) = value.kind, names.contains(name.last) { continue }
                    result += 1
                }
            }
        }
        return result
    }

    // MARK: - Arguments

    /// The symbols of a template's parameters, given values for the first of them.
    func bindings(_ parameters: [TemplateParameter], _ values: [TemplateValue]) -> [String: Symbol] {
        var result: [String: Symbol] = [:]
        for (parameter, value) in zip(parameters, values) where !parameter.name.isEmpty {
            switch value {
            case .type(let type): result[parameter.name] = .type(type)
            case .value(let bits, let type): result[parameter.name] = .constant(bits, type)
            }
        }
        return result
    }

    /// The value of an argument for a parameter, in the present scope; nil after a diagnostic.
    mutating func value(
        of argument: TemplateArgument, for parameter: TemplateParameter, at span: Span
    ) -> TemplateValue? {
        switch (argument, parameter.type) {
        case (.type(let use), nil):
            let type = resolve(use)
            return type.isError ? nil : .type(type.value)
        case (.value(let expression), let use?):
            let wanted = resolve(use)
            guard case .scalar(let scalar) = wanted, !scalar.isFloating else {
                if !wanted.isError {
                    sink.error("template", "a template's value must be a whole number or bool", at: parameter.span)
                }
                return nil
            }
            let typed = value(expression)
            if typed.type.isError { return nil }
            guard typed.type.isScalar, let bits = constantBits(forced(typed, to: wanted)) else {
                sink.error("not-constant", "a template's argument must be constant", at: expression.span)
                return nil
            }
            return .value(bits, wanted)
        case (.type, _?), (.value, nil):
            sink.error(
                "template", "`\(parameter.name)` of the template is a \(parameter.type == nil ? "type" : "value")",
                at: span)
            return nil
        }
    }

    /// Values for all parameters: those that are written, and defaults for the rest.
    private mutating func values(
        of parameters: [TemplateParameter], _ arguments: [TemplateArgument], at span: Span
    ) -> [TemplateValue]? {
        guard arguments.count <= parameters.count else {
            sink.error("template", "\(arguments.count) arguments for a template of \(parameters.count)", at: span)
            return nil
        }
        var values: [TemplateValue] = []
        for (index, parameter) in parameters.enumerated() {
            if index < arguments.count {
                guard let one = value(of: arguments[index], for: parameter, at: span) else { return nil }
                values.append(one)
                continue
            }
            guard let initial = parameter.initial else {
                sink.error("template", "the template needs an argument for `\(parameter.name)`", at: span)
                return nil
            }
            // A default may name the parameters before it.
            scopes.append(bindings(parameters, values))
            defer { scopes.removeLast() }
            guard let one = value(of: initial, for: parameter, at: span) else { return nil }
            values.append(one)
        }
        return values
    }

    /// Whether another instance may be made, with a diagnostic where not.
    private mutating func allowsInstance(at span: Span) -> Bool {
        let isDeep =
            function.templateDepth >= Checker.instanceDepthLimit || openInstances >= Checker.openInstanceLimit
        if isDeep || instanceCount >= Checker.instanceLimit {
            // Not to be taken for an argument that does not fit.
            templateFailure = (
                isDeep
                    ? "templates make each other too deeply"
                    : "more than \(Checker.instanceLimit) instances of templates", span
            )
            return false
        }
        instanceCount += 1
        return true
    }

    /// Reports that a limit was met, which a trial of arguments may have done in silence.
    mutating func reportTemplateFailure() {
        guard let (message, span) = templateFailure, sink.silence == 0 else { return }
        if !hasMetTemplateLimit {
            hasMetTemplateLimit = true
            sink.error("template-limit", message, at: span, hint: "use a loop, or fewer different arguments")
        }
        templateFailure = nil
    }

    private func title(_ name: String, _ values: [TemplateValue]) -> String {
        let arguments = values.map { value in
            switch value {
            case .type(let type): self.name(of: type)
            case .value(let bits, let type):
                type == .bool
                    ? (bits != 0 ? "true" : "false") : type == .uint ? "\(bits)" : "\(Int32(bitPattern: bits))"
            }
        }
        // Names of names of names double each time.
        let list = arguments.joined(separator: ", ")
        return "\(name)<\(list.utf8.count <= Checker.titleLimit ? list : list.prefix(Checker.titleLimit) + "…")>"
    }

    // MARK: - Structures

    mutating func instantiate(structure index: Int, _ arguments: [TemplateArgument], at span: Span) -> Type {
        let template = structureTemplateTable[index]
        guard let values = values(of: template.syntax.template ?? [], arguments, at: span) else { return .error }
        return instantiate(structure: index, values, at: span)
    }

    private mutating func instantiate(structure index: Int, _ values: [TemplateValue], at span: Span) -> Type {
        let template = structureTemplateTable[index]
        if let known = template.instances[values] { return known }
        guard allowsInstance(at: span) else {
            reportTemplateFailure()
            return .error
        }
        let outer = context
        openInstances += 1
        defer {
            context = outer
            openInstances -= 1
        }
        let title = title(template.syntax.name, values)
        path = template.path
        templateScope = template.outer.merging(bindings(template.syntax.template ?? [], values)) { $1 }
        scopes = [templateScope]
        let depth = function.templateDepth
        function = TypedFunction(name: "", result: .void, span: span)
        sink.owner = 0
        function.templateDepth = depth + 1
        functionIndex = nil
        localConstants = [:]
        sink.suffix = " (in `\(title)`)"
        var syntax = template.syntax
        syntax.template = nil
        let type = checkStructure(syntax, scope: "\(syntax.name)#\(instanceCount)") { checker, type in
            checker.structureTemplateTable[index].instances[values] = type
            guard case .structure(let made) = type else { return }
            checker.program.shapes.structures[made].name = title
            checker.program.shapes.structures[made].template = index
            checker.program.shapes.structures[made].arguments = values
        }
        structureTemplateTable[index].instances[values] = type
        return type
    }

    mutating func instantiate(_ template: AliasTemplate, _ arguments: [TemplateArgument], at span: Span) -> Type {
        guard let values = values(of: template.parameters, arguments, at: span) else { return .error }
        let outer = context
        defer { context = outer }
        path = template.path
        scopes = [bindings(template.parameters, values)]
        return resolve(template.type)
    }

    /// `template<> struct S<float> {…}`.
    mutating func specialize(_ syntax: StructureDeclaration, _ arguments: [TemplateArgument], _ range: Range<Int>) {
        guard let index = structureTemplates[qualified(syntax.name)],
            let values = values(of: structureTemplateTable[index].syntax.template ?? [], arguments, at: syntax.nameSpan)
        else { return }
        var plain = syntax
        plain.template = nil
        plain.specialized = nil
        let title = title(syntax.name, values)
        _ = checkStructure(plain, tokens: range, scope: "\(syntax.name)#\(shapes.structures.count)!") { checker, type in
            checker.structureTemplateTable[index].instances[values] = type
            guard case .structure(let made) = type else { return }
            checker.program.shapes.structures[made].name = title
            checker.program.shapes.structures[made].template = index
            checker.program.shapes.structures[made].arguments = values
        }
    }

    // MARK: - Functions

    /// The instances of templates that fit a call.
    mutating func templateCandidates(
        _ templates: [Int], _ explicit: [TemplateArgument], _ arguments: [Argument], object: TypedExpression? = nil
    ) -> [Candidate] {
        var result: [Candidate] = []
        for index in templates {
            guard let instance = instantiate(function: index, explicit, arguments),
                let candidate = userCandidate(instance, arguments, object: object)
            else { continue }
            result.append(candidate)
        }
        return result
    }

    private mutating func instantiate(
        function index: Int, _ explicit: [TemplateArgument], _ arguments: [Argument]
    ) -> Int? {
        let template = functionTemplateTable[index]
        let parameters = template.syntax.template ?? []
        guard explicit.count <= parameters.count, arguments.count <= template.syntax.parameters.count else {
            return nil
        }
        // What does not fit is no candidate, and no mistake.
        sink.hush()
        let before = sink.silentErrors
        let values = deduce(template, explicit, arguments)
        let isWrong = sink.silentErrors > before
        sink.unhush()
        guard let values, !isWrong else { return nil }
        if let known = template.instances[values] { return known >= 0 ? known : nil }
        guard allowsInstance(at: template.syntax.nameSpan) else {
            reportTemplateFailure()
            return nil
        }
        return make(index, values)
    }

    private mutating func make(_ index: Int, _ values: [TemplateValue]) -> Int? {
        let template = functionTemplateTable[index]
        let outer = context
        defer { context = outer }
        enter(template, values)
        function.templateDepth += 1
        sink.hush()
        let before = sink.silentErrors
        begin(template.syntax, owner: template.owner)
        let isWrong = sink.silentErrors > before
        sink.unhush()
        guard !isWrong else {
            // Its declaration makes no sense for these arguments.
            functionTemplateTable[index].instances[values] = -1
            return nil
        }
        function.specificity = template.specificity
        let made = program.functions.count
        program.functions.append(function)
        functionTemplateTable[index].instances[values] = made
        if template.syntax.body != nil { postponeBody(of: template.syntax, made) }
        return made
    }

    /// Goes where the names of a template's declaration have their meaning.
    private mutating func enter(_ template: FunctionTemplate, _ values: [TemplateValue]) {
        path = template.path
        templateScope = template.outer.merging(bindings(template.syntax.template ?? [], values)) { $1 }
        scopes = [templateScope]
        localConstants = [:]
        functionIndex = nil
        if sink.silence == 0 { sink.suffix = " (in `\(title(template.syntax.name, values))`)" }
    }
}

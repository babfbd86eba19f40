extension Checker {
    /// An argument of a call; a brace list gets its type from the parameter.
    struct Argument {
        var expression: TypedExpression
        var list: ExpressionSyntax?
    }

    /// A function that a call may mean.
    struct Candidate {
        enum Target: Equatable {
            case user(Int)
            case library(Int, Type)
        }
        var target: Target
        var parameters: [Type]
        var arguments: [Argument]
        /// How far each argument is from its parameter.
        var ranks: [Int] = []
        /// How special the template is that it comes from; nil for an ordinary function.
        var specificity: Int?

        /// Whether every argument fits as well as in the other and one fits better, or else it is the less general.
        func isBetter(than other: Candidate) -> Bool {
            var isBetter = false
            for (mine, others) in zip(ranks, other.ranks) {
                if mine > others { return false }
                if mine < others { isBetter = true }
            }
            if isBetter { return true }
            return (specificity ?? .max) > (other.specificity ?? .max)
        }

        /// The one that is better than all others, if there is one: only the last to win can be.
        static func winner(_ viable: [Candidate]) -> Candidate? {
            guard var winner = viable.first else { return nil }
            for candidate in viable.dropFirst() where !winner.isBetter(than: candidate) { winner = candidate }
            let others = viable.count { winner.isBetter(than: $0) }
            return others == viable.count - 1 ? winner : nil
        }

        /// Those that none is better than; there are far fewer kinds of ranks than there may be candidates.
        static func unbeaten(_ viable: [Candidate]) -> [Candidate] {
            func kind(_ candidate: Candidate) -> [Int] { candidate.ranks + [candidate.specificity ?? .max] }
            var kinds: [[Int]: Candidate] = [:]
            for candidate in viable where kinds[kind(candidate)] == nil { kinds[kind(candidate)] = candidate }
            let beaten = kinds.filter { one in kinds.values.contains { $0.isBetter(than: one.value) } }
            return viable.filter { beaten[kind($0)] == nil }
        }

        var isUser: Bool { if case .user = target { true } else { false } }
    }

    /// The functions and templates that a name may mean.
    struct Overloads {
        var functions: [Int] = []
        var templates: [Int] = []

        var isEmpty: Bool { functions.isEmpty && templates.isEmpty }
    }

    mutating func arguments(_ syntax: [ExpressionSyntax]) -> [Argument] {
        var arguments: [Argument] = []
        for argument in syntax {
            arguments.append(
                argument.isList
                    ? Argument(expression: .error(argument.span), list: argument)
                    : Argument(expression: check(argument)))
        }
        return arguments
    }

    mutating func call(
        _ name: QualifiedName, _ explicit: [TemplateArgument] = [], _ syntax: [ExpressionSyntax], _ span: Span
    ) -> TypedExpression {
        if let special = specialCall(name, syntax, span) { return special }
        if isRefused(name) { return .error(span) }
        let arguments = self.arguments(syntax)
        if case .local(let index)? = lookUpLocal(name) {
            let local = function.locals[index]
            if case .structure = local.type {
                let object = TypedExpression(
                    kind: .local(index), type: local.type, span: name.span, isAssignable: !local.isConst)
                return memberFunction(object, "operator()", arguments, name.span, span)
            }
            if !local.type.isError {
                sink.error("call", "`\(name.text)` is a variable, not a function", at: name.span)
            }
            return .error(span)
        }
        let isWrong = arguments.contains { $0.list == nil && $0.expression.type.isError }
        if let method = ownMethod(name, explicit, arguments, isWrong: isWrong, span) { return method }
        let users = name.parts.first == "metal" ? Overloads() : overloads(name, arguments)
        let entries = Library.byName[name.last] ?? []
        guard !users.isEmpty || !entries.isEmpty else {
            reportUnknownFunction(name)
            return .error(span)
        }
        if isWrong { return .error(span) }
        var viable = explicit.isEmpty ? users.functions.compactMap { userCandidate($0, arguments) } : []
        viable += templateCandidates(users.templates, explicit, arguments)
        reportTemplateFailure()
        if explicit.isEmpty {
            for entry in entries { viable += libraryCandidates(entry, arguments) }
        }
        guard !viable.isEmpty else {
            reportNoOverload(name, users, entries, arguments)
            return .error(span)
        }
        return apply(choose(viable, name, arguments), span)
    }

    /// The function of a structure that calls another of the same by its name alone; nil when it has none that fits.
    private mutating func ownMethod(
        _ name: QualifiedName, _ explicit: [TemplateArgument], _ arguments: [Argument], isWrong: Bool, _ span: Span
    ) -> TypedExpression? {
        var structure = function.owner
        var object: TypedExpression?
        if name.parts.count > 1 {
            structure = self.structure(around: name)
        } else if function.hasThis {
            let this = function.locals[0]
            object = TypedExpression(kind: .local(0), type: this.type, span: span, isAssignable: !this.isConst)
        }
        guard let structure else { return nil }
        let methods = shapes.structures[structure].methods[name.last] ?? []
        let templates = shapes.structures[structure].methodTemplates[name.last] ?? []
        guard !methods.isEmpty || !templates.isEmpty else { return nil }
        if isWrong { return .error(span) }
        var viable = methods.compactMap { userCandidate($0, arguments, object: object) }
        viable += templateCandidates(templates, explicit, arguments, object: object)
        reportTemplateFailure()
        guard !viable.isEmpty else {
            if name.parts.count == 1, !overloads(name, arguments).isEmpty || Library.byName[name.last] != nil {
                return nil
            }
            reportNoOverload(name, Overloads(functions: methods, templates: templates), [], arguments)
            return .error(span)
        }
        return apply(choose(viable, name, arguments), span)
    }

    /// A call of a structure's function, `object.name(…)`.
    mutating func memberFunction(
        _ object: TypedExpression, _ name: String, _ arguments: [Argument], _ nameSpan: Span, _ span: Span,
        explicit: [TemplateArgument] = []
    ) -> TypedExpression {
        guard case .structure(let index) = object.type else { return .error(span) }
        let structure = shapes.structures[index]
        let methods = structure.methods[name] ?? []
        let templates = structure.methodTemplates[name] ?? []
        guard !methods.isEmpty || !templates.isEmpty else {
            let near = Spelling.nearest(to: name, among: structure.methods.keys)
            sink.error(
                "unknown-member", "`\(structure.name)` has no function `\(name)`", at: nameSpan,
                hint: near.map { "did you mean `\($0)`?" })
            return .error(span)
        }
        if arguments.contains(where: { $0.list == nil && $0.expression.type.isError }) { return .error(span) }
        var viable = explicit.isEmpty ? methods.compactMap { userCandidate($0, arguments, object: object) } : []
        viable += templateCandidates(templates, explicit, arguments, object: object)
        reportTemplateFailure()
        let called = QualifiedName(parts: [name], span: nameSpan)
        guard !viable.isEmpty else {
            reportNoOverload(called, Overloads(functions: methods, templates: templates), [], arguments)
            return .error(span)
        }
        return apply(choose(viable, called, arguments), span)
    }

    // MARK: - Candidates

    private mutating func overloads(_ name: QualifiedName, _ arguments: [Argument]) -> Overloads {
        var keys = candidates(name)
        var result = Overloads()
        let (functions, templates) = (functions, functionTemplates)
        func add(_ key: String) {
            result.functions += functions[key] ?? []
            result.templates += templates[key] ?? []
        }
        keys.forEach(add)
        if result.isEmpty, name.parts.count == 1 {
            // The namespaces of the arguments' structures are searched too.
            keys = arguments.compactMap { argument in
                guard case .structure(let index) = argument.expression.type else { return nil }
                return (shapes.structures[index].path + [name.last]).joined(separator: "::")
            }
            Set(keys).sorted().forEach(add)
        }
        overloadWork -= result.functions.count + 8 * result.templates.count
        guard overloadWork > 0 else {
            if isFirst("overload limit") {
                sink.error(
                    "program-size", "the calls of overloaded functions are too many", at: name.span,
                    hint: "give functions that do different things different names")
            }
            return Overloads()
        }
        return result
    }

    func userCandidate(_ index: Int, _ given: [Argument], object: TypedExpression? = nil) -> Candidate? {
        let callee = program.functions[index]
        var arguments = given
        if callee.hasThis {
            guard let object else { return nil }
            arguments.insert(Argument(expression: object), at: 0)
        }
        guard arguments.count <= callee.parameterCount else { return nil }
        var candidate = Candidate(
            target: .user(index), parameters: callee.parameters.map(\.type), arguments: arguments)
        candidate.specificity = callee.specificity
        // A function of the structure that takes no object fits any object.
        if object != nil, !callee.hasThis { candidate.ranks.append(0) }
        for (position, parameter) in callee.parameters.enumerated() {
            guard position < arguments.count else {
                guard position < callee.defaults.count, callee.defaults[position] != nil else { return nil }
                continue
            }
            guard let rank = rank(arguments[position], parameter, isObject: callee.hasThis && position == 0) else {
                return nil
            }
            candidate.ranks.append(rank)
        }
        return candidate
    }

    /// How far an argument is from a parameter, twice as finely as conversions; nil when it does not fit.
    private func rank(_ argument: Argument, _ parameter: Local, isObject: Bool) -> Int? {
        if let list = argument.list {
            if parameter.isReference, !parameter.isConst { return nil }
            return Checker.takesList(parameter.type, list.elements.count) ? 2 : nil
        }
        let expression = argument.expression
        if isObject {
            guard expression.type == parameter.type else { return nil }
            if parameter.isConst { return expression.isAssignable ? 1 : 0 }
            // A constant object has no function that changes it; one without a name has.
            return expression.isAssignable || !expression.kind.isPlace ? 0 : nil
        }
        if parameter.isReference, !parameter.isConst {
            guard expression.type == parameter.type, expression.isAssignable, expression.kind.isPlace else {
                return nil
            }
            return 0
        }
        guard let rank = Checker.rank(from: expression.type, to: parameter.type) else { return nil }
        if Checker.writesThrough(parameter), !expression.isAssignable { return nil }
        let addsConst =
            (parameter.isReference || parameter.type.isOpaque) && parameter.isConst && expression.isAssignable
        return rank * 2 + (addsConst ? 1 : 0)
    }

    private static func takesList(_ type: Type, _ count: Int) -> Bool {
        switch type {
        case .structure, .array, .matrix: true
        case .vector(_, let width), .packed(_, let width): count <= width
        case .scalar: count <= 1
        default: false
        }
    }

    /// Whether a parameter is a pointer through which the function may write.
    private static func writesThrough(_ parameter: Local) -> Bool {
        if case .pointer = parameter.type { !parameter.isConst } else { false }
    }

    private func libraryCandidates(_ index: Int, _ arguments: [Argument]) -> [Candidate] {
        let entry = Library.functions[index]
        guard entry.parameters.count == arguments.count, !arguments.contains(where: { $0.list != nil }) else {
            return []
        }
        let types = arguments.map(\.expression.type)
        // Most calls have operands of one type that the function exists for.
        if let first = types.first, entry.domain.types.contains(first.value),
            zip(entry.parameters, types).allSatisfy({ shape, type in
                !shape.isOutput && type.value == shape.type(for: first.value)
            })
        {
            return [exact(index, first.value, arguments)]
        }
        if arguments.isEmpty { return [exact(index, entry.domain.types.first ?? .float, [])] }
        let hasVector = types.contains { $0.width != 1 }
        return entry.domain.types.compactMap { type in
            // Numbers alone do not say how wide a vector is meant.
            if type.width != 1, !hasVector, !entry.isFixed { return nil }
            var candidate = exact(index, type, arguments)
            for (position, (shape, argument)) in zip(entry.parameters, arguments).enumerated() {
                let parameter = shape.type(for: type)
                let expression = argument.expression
                if shape.isOutput {
                    guard expression.type == parameter, expression.isAssignable, expression.kind.isPlace else {
                        return nil
                    }
                } else {
                    guard let rank = Checker.rank(from: expression.type, to: parameter) else { return nil }
                    candidate.ranks[position] = rank * 2
                }
            }
            return candidate
        }
    }

    private func exact(_ index: Int, _ type: Type, _ arguments: [Argument]) -> Candidate {
        Candidate(
            target: .library(index, type), parameters: Library.functions[index].parameters.map { $0.type(for: type) },
            arguments: arguments, ranks: Array(repeating: 0, count: arguments.count))
    }

    mutating func choose(_ viable: [Candidate], _ name: QualifiedName, _ arguments: [Argument]) -> Candidate {
        if let winner = Candidate.winner(viable) { return winner }
        var best = Candidate.unbeaten(viable)
        // A function of the shader's own hides the library's of the same parameters.
        let own = best.filter(\.isUser)
        if !own.isEmpty {
            best = best.filter { one in
                one.isUser || !own.contains { $0.parameters == one.parameters }
            }
        }
        if best.count == 1 { return best[0] }
        // Overloads for each address space.
        if best.allSatisfy({ $0.isUser && $0.parameters == best[0].parameters && $0.ranks == best[0].ranks }) {
            return best[0]
        }
        // The phone's compiler refuses the call; what was meant is plain, though.
        var common: Scalar?
        for scalar in arguments.compactMap(\.expression.type.element) {
            common = common.map { Scalar.common($0, scalar) } ?? scalar
        }
        let chosen =
            best.first { $0.isUser } ?? best.first { $0.parameters.first?.element == common } ?? best[0]
        guard sink.takesWarnings else { return chosen }
        func describe(_ candidate: Candidate) -> String {
            "(\(candidate.parameters.map { self.name(of: $0) }.joined(separator: ", ")))"
        }
        let taken = describe(chosen)
        var others: [String] = []
        for candidate in best where others.count < 4 {
            let text = describe(candidate)
            if text != taken { others.append(text) }
        }
        sink.warning(
            "ambiguous-call",
            "the call of `\(name.text)` is ambiguous; it is taken as \(taken)"
                + (others.isEmpty ? "" : ", and could be \(others.joined(separator: ", "))"),
            at: name.span, hint: "give all arguments one type, such as `0.0` for `0`")
        return chosen
    }

    /// The values that a chosen function of the shader receives.
    mutating func passed(_ candidate: Candidate, _ index: Int) -> [TypedExpression] {
        let callee = program.functions[index]
        var values: [TypedExpression] = []
        for (position, parameter) in callee.parameters.enumerated() {
            guard position < candidate.arguments.count else {
                if let initial = callee.defaults[position] { values.append(initial) }
                continue
            }
            let argument = candidate.arguments[position]
            if let syntax = argument.list {
                values.append(list(parameter.type, syntax.elements, at: syntax.span))
                continue
            }
            let expression = argument.expression
            let isWritten = parameter.isReference && !parameter.isConst || Checker.writesThrough(parameter)
            // What a reference leads to is written when the reference is.
            if isWritten, !callee.returnsReference || callee.body == nil || parameter.isMutated {
                markMutated(expression)
            }
            let isPlace = parameter.isReference && expression.type == parameter.type
            values.append(isPlace ? expression : forced(expression, to: parameter.type))
        }
        return values
    }

    mutating func apply(_ candidate: Candidate, _ span: Span) -> TypedExpression {
        switch candidate.target {
        case .user(let index):
            if program.functions[index].returnsReference || program.functions[index].deducesResult { ensureBody(index) }
            function.calls.insert(index)
            let values = passed(candidate, index)
            let callee = program.functions[index]
            if values.contains(where: \.type.isError) { return .error(span) }
            if callee.deducesResult {
                sink.error(
                    "auto", "the result of `\(callee.name)` is not known yet", at: span,
                    hint: "define it above its use, or write its result's type")
                return .error(span)
            }
            guard callee.returnsReference else {
                return TypedExpression(kind: .call(index, values), type: callee.result, span: span)
            }
            return TypedExpression(
                kind: .referenceCall(index, values), type: callee.result, span: span,
                isAssignable: !callee.returnsConstant)
        case .library(let index, let type):
            let entry = Library.functions[index]
            var values: [TypedExpression] = []
            for (shape, argument) in zip(entry.parameters, candidate.arguments) {
                if shape.isOutput {
                    markMutated(argument.expression)
                    values.append(argument.expression)
                } else {
                    values.append(forced(argument.expression, to: shape.type(for: type)))
                }
            }
            return TypedExpression(
                kind: .library(index, type, values), type: entry.result.type(for: type), span: span)
        }
    }

    /// Functions that are about what their argument names; nil for others.
    private mutating func specialCall(
        _ name: QualifiedName, _ syntax: [ExpressionSyntax], _ span: Span
    ) -> TypedExpression? {
        guard syntax.count == 1 else { return nil }
        switch name.last {
        case "is_function_constant_defined":
            allowsUnsetConstants = true
            defer { allowsUnsetConstants = false }
            let argument = check(syntax[0])
            if argument.type.isError { return .error(span) }
            guard case .global(let index) = argument.kind else {
                sink.error("no-overload", "`\(name.text)` takes the name of a function constant", at: syntax[0].span)
                return .error(span)
            }
            return TypedExpression(
                kind: .literal(program.globals[index].isUnset ? 0 : 1), type: .bool, span: span)
        case "is_null_texture":
            let argument = check(syntax[0])
            if argument.type.isError { return .error(span) }
            guard case .texture = argument.type else {
                sink.error("no-overload", "`\(name.text)` takes a texture", at: syntax[0].span)
                return .error(span)
            }
            let width = TypedExpression(kind: .textureSize(argument, axis: 0), type: .uint, span: span)
            let zero = TypedExpression(kind: .literal(0), type: .uint, span: span)
            return TypedExpression(kind: .binary(.equal, width, zero), type: .bool, span: span)
        default: return nil
        }
    }

    // MARK: - Mistakes

    /// Reports a function of other stages, whose arguments are as particular as it is.
    private mutating func isRefused(_ name: QualifiedName) -> Bool {
        guard let refused = RefusedNames.function(name.last), Library.byName[name.last] == nil,
            lookUpLocal(name) == nil,
            !candidates(name).contains(where: { functions[$0] != nil || functionTemplates[$0] != nil })
        else { return false }
        sink.error(refused.code, refused.message, at: name.span)
        return true
    }

    private mutating func reportUnknownFunction(_ name: QualifiedName) {
        let last = name.last
        if overloadWork <= 0 || isFollowing(last) { return }
        if let hint = Spelling.hint(for: last) {
            if isFirst(last) {
                sink.error("foreign-name", "`\(last)` is not a function of Metal", at: name.span, hint: hint)
            }
            return
        }
        guard isFirst("\(functionIndex ?? -1) \(name.text)()") else { return }
        let near = nearest(to: last) { Array($0.functions.keys) + Array(Library.byName.keys) }
        sink.error(
            "unknown-function", "there is no function `\(name.text)`", at: name.span,
            hint: near.map { "did you mean `\($0)`?" })
    }

    private mutating func reportNoOverload(
        _ name: QualifiedName, _ users: Overloads, _ entries: [Int], _ arguments: [Argument]
    ) {
        // The instance that would fit could not be made.
        if hasMetTemplateLimit, !users.templates.isEmpty { return }
        let types = arguments.map { $0.list == nil ? self.name(of: $0.expression.type) : "{…}" }
            .joined(separator: ", ")
        if name.last == "atan", arguments.count == 2, users.isEmpty {
            sink.error(
                "foreign-name", "`atan` of two arguments is GLSL", at: name.span, hint: "write `atan2(y, x)`")
            return
        }
        var hint: String?
        if name.last == "length", arguments.first?.expression.type.isScalar ?? false {
            hint = "of a single number it is `abs(x)`"
        } else {
            hint = candidateList(name, users.functions, entries, users.templates)
        }
        sink.error("no-overload", "`\(name.text)` does not take (\(types))", at: name.span, hint: hint)
    }

    func candidateList(
        _ name: QualifiedName, _ users: [Int], _ entries: [Int], _ templates: [Int] = []
    ) -> String {
        var lines: [String] = users.prefix(3).map { index in
            let parameters = program.functions[index].parameters
                .dropFirst(program.functions[index].hasThis ? 1 : 0)
                .map { self.name(of: $0.type) + ($0.isReference ? "&" : "") }
            return "\(name.last)(\(parameters.joined(separator: ", ")))"
        }
        for index in templates.prefix(2) {
            let syntax = functionTemplateTable[index].syntax
            let parameters = syntax.parameters.map { $0.type.base.name.text + ($0.type.isReference ? "&" : "") }
            let names = (syntax.template ?? []).map(\.name).joined(separator: ", ")
            lines.append("\(name.last)(\(parameters.joined(separator: ", "))) for some \(names)")
        }
        for entry in entries.prefix(3) {
            let function = Library.functions[entry]
            let parameters = function.parameters.map { shape in
                switch shape {
                case .same: "T"
                case .element: "scalar"
                case .bool: "bool"
                case .int: "int"
                case .unsigned: "unsigned"
                case .output: "thread T&"
                case .intOutput: "thread int&"
                case .fixed(let type): self.name(of: type)
                case .transposed, .void: ""
                }
            }
            lines.append("\(name.last)(\(parameters.joined(separator: ", "))) with T of \(function.domain.name)")
        }
        return "it takes " + lines.joined(separator: ", or ")
    }
}

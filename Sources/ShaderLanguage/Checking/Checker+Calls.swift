extension Checker {
    /// A function that a call may mean.
    struct Candidate {
        enum Target: Equatable {
            case user(Int)
            case library(Int, Type)
        }
        var target: Target
        var parameters: [Type]
        /// How far each argument is from its parameter.
        var ranks: [Int] = []

        /// Whether every argument fits as well as in the other, and one fits better.
        func isBetter(than other: Candidate) -> Bool {
            var isBetter = false
            for (mine, others) in zip(ranks, other.ranks) {
                if mine > others { return false }
                if mine < others { isBetter = true }
            }
            return isBetter
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
            var kinds: [[Int]: Candidate] = [:]
            for candidate in viable where kinds[candidate.ranks] == nil { kinds[candidate.ranks] = candidate }
            let beaten = kinds.filter { kind in kinds.values.contains { $0.isBetter(than: kind.value) } }
            return viable.filter { beaten[$0.ranks] == nil }
        }

        var isUser: Bool { if case .user = target { true } else { false } }
    }

    mutating func call(_ name: QualifiedName, _ syntax: [ExpressionSyntax], _ span: Span) -> TypedExpression {
        if isRefused(name) { return .error(span) }
        var arguments: [TypedExpression] = []
        for argument in syntax {
            arguments.append(argument.isList ? list(.error, argument.elements, at: argument.span) : check(argument))
        }
        if case .local(let index)? = lookUpLocal(name) {
            if !function.locals[index].type.isError {
                sink.error("call", "`\(name.text)` is a variable, not a function", at: name.span)
            }
            return .error(span)
        }
        let users = name.parts.first == "metal" ? [] : candidates(name).flatMap { functions[$0] ?? [] }
        let entries = Library.byName[name.last] ?? []
        guard !users.isEmpty || !entries.isEmpty else {
            reportUnknownFunction(name, arguments)
            return .error(span)
        }
        if arguments.contains(where: \.type.isError) {
            // One overload: its result type keeps what follows checkable.
            return .error(span)
        }
        var viable = users.compactMap { userCandidate($0, arguments) }
        for entry in entries { viable += libraryCandidates(entry, arguments) }
        guard !viable.isEmpty else {
            reportNoOverload(name, users, entries, arguments)
            return .error(span)
        }
        let chosen = choose(viable, name, arguments)
        return apply(chosen, arguments, span)
    }

    // MARK: - Candidates

    private func userCandidate(_ index: Int, _ arguments: [TypedExpression]) -> Candidate? {
        let callee = program.functions[index]
        guard arguments.count <= callee.parameterCount else { return nil }
        var candidate = Candidate(target: .user(index), parameters: callee.parameters.map(\.type))
        for (position, parameter) in callee.parameters.enumerated() {
            guard position < arguments.count else {
                guard position < callee.defaults.count, callee.defaults[position] != nil else { return nil }
                continue
            }
            let argument = arguments[position]
            if parameter.isReference, !parameter.isConst {
                guard argument.type == parameter.type, argument.isAssignable, argument.kind.isPlace else { return nil }
                candidate.ranks.append(0)
            } else {
                guard let rank = Checker.rank(from: argument.type, to: parameter.type) else { return nil }
                if Checker.writesThrough(parameter), !argument.isAssignable { return nil }
                candidate.ranks.append(rank)
            }
        }
        return candidate
    }

    /// Whether a parameter is a pointer through which the function may write.
    private static func writesThrough(_ parameter: Local) -> Bool {
        if case .pointer = parameter.type { !parameter.isConst } else { false }
    }

    private func libraryCandidates(_ index: Int, _ arguments: [TypedExpression]) -> [Candidate] {
        let entry = Library.functions[index]
        guard entry.parameters.count == arguments.count else { return [] }
        // Most calls have operands of one type that the function exists for.
        if let first = arguments.first, entry.domain.types.contains(first.type.value),
            zip(entry.parameters, arguments).allSatisfy({ shape, argument in
                !shape.isOutput && argument.type.value == shape.type(for: first.type.value)
            })
        {
            return [exact(index, first.type.value, arguments.count)]
        }
        if arguments.isEmpty { return [exact(index, entry.domain.types.first ?? .float, 0)] }
        let hasVector = arguments.contains { $0.type.width != 1 }
        return entry.domain.types.compactMap { type in
            // Numbers alone do not say how wide a vector is meant.
            if type.width != 1, !hasVector { return nil }
            var candidate = exact(index, type, arguments.count)
            for (position, (shape, argument)) in zip(entry.parameters, arguments).enumerated() {
                let parameter = shape.type(for: type)
                if shape.isOutput {
                    guard argument.type == parameter, argument.isAssignable, argument.kind.isPlace else { return nil }
                } else {
                    guard let rank = Checker.rank(from: argument.type, to: parameter) else { return nil }
                    candidate.ranks[position] = rank
                }
            }
            return candidate
        }
    }

    private func exact(_ index: Int, _ type: Type, _ count: Int) -> Candidate {
        Candidate(
            target: .library(index, type), parameters: Library.functions[index].parameters.map { $0.type(for: type) },
            ranks: Array(repeating: 0, count: count))
    }

    private mutating func choose(
        _ viable: [Candidate], _ name: QualifiedName, _ arguments: [TypedExpression]
    ) -> Candidate {
        if let winner = Candidate.winner(viable) { return winner }
        var best = Candidate.unbeaten(viable)
        // A function of the shader's own hides the library's of the same parameters.
        let own = best.filter(\.isUser)
        if !own.isEmpty {
            best = best.filter { one in one.isUser || !own.contains { $0.parameters == one.parameters } }
        }
        if best.count == 1 { return best[0] }
        // The phone's compiler refuses the call; what was meant is plain, though.
        var common: Scalar?
        for scalar in arguments.compactMap(\.type.element) {
            common = common.map { Scalar.common($0, scalar) } ?? scalar
        }
        let chosen =
            best.first { $0.isUser } ?? best.first { $0.parameters.first?.element == common } ?? best[0]
        let types = chosen.parameters.map { self.name(of: $0) }.joined(separator: ", ")
        sink.warning(
            "ambiguous-call", "the call of `\(name.text)` is ambiguous; it is taken as (\(types))", at: name.span,
            hint: "give all arguments one type, such as `0.0` for `0`")
        return chosen
    }

    private mutating func apply(
        _ candidate: Candidate, _ arguments: [TypedExpression], _ span: Span
    ) -> TypedExpression {
        switch candidate.target {
        case .user(let index):
            let callee = program.functions[index]
            function.calls.insert(index)
            var values: [TypedExpression] = []
            for (position, parameter) in callee.parameters.enumerated() {
                guard position < arguments.count else {
                    if let initial = callee.defaults[position] { values.append(initial) }
                    continue
                }
                let argument = arguments[position]
                if parameter.isReference && !parameter.isConst || Checker.writesThrough(parameter) {
                    markMutated(argument)
                }
                let isPlace = parameter.isReference && argument.type == parameter.type
                values.append(isPlace ? argument : forced(argument, to: parameter.type))
            }
            return TypedExpression(kind: .call(index, values), type: callee.result, span: span)
        case .library(let index, let type):
            let entry = Library.functions[index]
            var values: [TypedExpression] = []
            for (shape, argument) in zip(entry.parameters, arguments) {
                if shape.isOutput {
                    markMutated(argument)
                    values.append(argument)
                } else {
                    values.append(forced(argument, to: shape.type(for: type)))
                }
            }
            return TypedExpression(
                kind: .library(index, type, values), type: entry.result.type(for: type), span: span)
        }
    }

    // MARK: - Mistakes

    /// Reports a function of other stages, whose arguments are as particular as it is.
    private mutating func isRefused(_ name: QualifiedName) -> Bool {
        guard let refused = RefusedNames.function(name.last), Library.byName[name.last] == nil,
            !candidates(name).contains(where: { functions[$0] != nil }), lookUpLocal(name) == nil
        else { return false }
        sink.error(refused.code, refused.message, at: name.span)
        return true
    }

    private mutating func reportUnknownFunction(_ name: QualifiedName, _ arguments: [TypedExpression]) {
        let last = name.last
        if isFollowing(last) { return }
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
        _ name: QualifiedName, _ users: [Int], _ entries: [Int], _ arguments: [TypedExpression]
    ) {
        let types = arguments.map { self.name(of: $0.type) }.joined(separator: ", ")
        if name.last == "atan", arguments.count == 2, users.isEmpty {
            sink.error(
                "foreign-name", "`atan` of two arguments is GLSL", at: name.span, hint: "write `atan2(y, x)`")
            return
        }
        var hint: String?
        if name.last == "length", arguments.first?.type.isScalar ?? false {
            hint = "of a single number it is `abs(x)`"
        } else {
            hint = candidateList(name, users, entries)
        }
        sink.error("no-overload", "`\(name.text)` does not take (\(types))", at: name.span, hint: hint)
    }

    private func candidateList(_ name: QualifiedName, _ users: [Int], _ entries: [Int]) -> String {
        var lines: [String] = users.prefix(3).map { index in
            let parameters = program.functions[index].parameters
                .map { self.name(of: $0.type) + ($0.isReference ? "&" : "") }
            return "\(name.last)(\(parameters.joined(separator: ", ")))"
        }
        for entry in entries.prefix(3) {
            let function = Library.functions[entry]
            let parameters = function.parameters.map { shape in
                switch shape {
                case .same: "T"
                case .element: "scalar"
                case .bool: "bool"
                case .int: "int"
                case .output: "thread T&"
                case .intOutput: "thread int&"
                case .transposed, .void: ""
                }
            }
            lines.append("\(name.last)(\(parameters.joined(separator: ", "))) with T of \(function.domain.name)")
        }
        return "it takes " + lines.joined(separator: ", or ")
    }
}

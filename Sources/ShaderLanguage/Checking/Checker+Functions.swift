/// A body that is checked once everything that it may name is declared.
struct PendingBody {
    var index: Int
    var syntax: FunctionDeclaration
    var context: Checker.Context
}

extension Checker {
    /// Most bodies that are checked inside of each other.
    static let bodyNestingLimit = 16

    // MARK: - Functions of the program

    mutating func declareFunction(_ syntax: FunctionDeclaration) {
        if let owner = syntax.owner { return defineMethod(syntax, of: owner) }
        let full = qualified(syntax.name)
        if syntax.name.hasPrefix("operator") { noteOperator(syntax.name, full) }
        if let parameters = syntax.template, !parameters.isEmpty {
            return enroll(template: syntax, owner: nil, in: full)
        }
        begin(syntax)
        guard let index = enroll(syntax, among: functions[full] ?? []) else { return }
        if !(functions[full] ?? []).contains(index) { functions[full, default: []].append(index) }
        functionIndex = index
        if syntax.stage != nil, syntax.body != nil { program.entry = index }
        guard syntax.body != nil else { return }
        checkBody(of: syntax)
    }

    mutating func noteOperator(_ name: String, _ full: String) {
        if !(operatorNames[name] ?? []).contains(full) { operatorNames[name, default: []].append(full) }
    }

    /// Starts a function: its result and parameters.
    mutating func begin(_ syntax: FunctionDeclaration, owner: Int? = nil) {
        let depth = function.templateDepth
        functionCount += 1
        function = TypedFunction(name: syntax.name, result: .void, span: syntax.nameSpan, tokens: syntax.tokens)
        function.templateDepth = depth
        function.serial = functionCount
        sink.owner = functionCount
        function.owner = owner
        function.isConstexpr = syntax.isConstexpr
        functionIndex = nil
        scopes = [templateScope, [:]]
        localConstants = [:]
        loopDepth = 0
        switchDepth = 0
        function.returnsReference = syntax.result.isReference
        function.returnsConstant =
            syntax.result.isConst || syntax.result.space == .constant || syntax.result.space == .device
        if syntax.role == .constructor {
            function.result = .void
        } else if syntax.result.base.name.last == "auto", !syntax.result.isReference {
            function.deducesResult = true
            function.result = .error
        } else {
            function.result = resolve(syntax.result)
        }
        if function.result.isOpaque {
            sink.error("result-type", "a function cannot return a binding or pointer", at: syntax.result.span)
            function.result = .error
        }
        if let owner, [.method, .constMethod, .constructor].contains(syntax.role) {
            function.hasThis = true
            var local = Local(name: "this", type: .structure(owner), span: syntax.nameSpan)
            local.isReference = true
            local.isConst = syntax.role == .constMethod
            function.defaults.append(nil)
            declare(local)
        }
        for parameter in syntax.parameters {
            if syntax.stage != nil { declareEntryParameter(parameter) } else { declareParameter(parameter) }
        }
        function.parameterCount = function.locals.count
        var hasher = Hasher()
        for parameter in function.parameters { hasher.combine(parameter.type) }
        function.parameterHash = hasher.finalize()
    }

    /// Adds the function to the program; nil when it repeats one of the overloads.
    mutating func enroll(_ syntax: FunctionDeclaration, among overloads: [Int]) -> Int? {
        for index in overloads where program.functions[index].parameterHash == function.parameterHash {
            let old = program.functions[index]
            guard old.specificity == nil, old.hasThis == function.hasThis,
                old.parameters.count == function.parameterCount,
                // Parameters of unknown types do not make two functions the same.
                !function.parameters.contains(where: \.type.isError),
                zip(old.parameters, function.parameters).allSatisfy(Checker.isSameParameter)
            else { continue }
            let isDefined = old.body != nil || isPending(index)
            if !isDefined || syntax.body == nil {
                // A forward declaration; its default arguments hold on.
                if isDefined { return nil }
                if function.defaults.allSatisfy({ $0 == nil }) { function.defaults = old.defaults }
                function.earlierSerials = old.earlierSerials + [old.serial]
                program.functions[index] = function
                return index
            }
            // Overloads for each address space say the same here.
            if zip(old.parameters, function.parameters).contains(where: { $0.space != $1.space }) { return nil }
            if syntax.role == .method || syntax.role == .constMethod { return nil }
            if !isSame(old.tokens, function.tokens) {
                sink.error(
                    "redefinition", "`\(syntax.name)` is defined already for the same parameters", at: syntax.nameSpan,
                    hint: isPrelude(old.tokens) ? "the host defines it before the shader; rename or remove yours" : nil)
            }
            return nil
        }
        guard overloads.count < Checker.overloadLimit else {
            if isFirst("overloads of \(syntax.name)") {
                sink.error(
                    "program-size", "more than \(Checker.overloadLimit) functions are called `\(syntax.name)`",
                    at: syntax.nameSpan)
            }
            return nil
        }
        program.functions.append(function)
        return program.functions.count - 1
    }

    private static func isSameParameter(_ a: Local, _ b: Local) -> Bool {
        a.type == b.type && a.isReference == b.isReference
            && (!a.isReference && !a.type.isOpaque || a.isConst == b.isConst)
    }

    private mutating func declareParameter(_ syntax: VariableDeclaration) {
        var use = syntax.type
        if let first = use.extents.first, first == nil, !use.isReference, use.pointerDepth == 0 {
            // `float a[]` is a pointer.
            use.extents.removeFirst()
            use.pointerDepth = use.extents.isEmpty ? 1 : 0
            if !use.extents.isEmpty {
                sink.error("array-size", "an array needs a size here", at: syntax.nameSpan)
            }
        }
        var type = resolve(use)
        // An array parameter is a pointer in C; here it names the caller's array.
        var isReference = syntax.type.isReference
        if type == .void {
            sink.error("parameter-type", "a parameter cannot be `void`", at: syntax.nameSpan)
            type = .error
        }
        let isReadOnly = syntax.type.isConst || syntax.type.space == .constant || syntax.type.space == .device
        if type.isArray, !type.isOpaque, !use.extents.isEmpty { isReference = true }
        if type.isOpaque { isReference = false }
        var local = Local(name: syntax.name, type: type, span: syntax.nameSpan)
        local.isReference = isReference
        local.isConst = isReadOnly
        local.space = syntax.type.space
        var initial: TypedExpression?
        if let initializer = syntax.initializer {
            initial = initialize(type, initializer, at: syntax.nameSpan)
        }
        function.defaults.append(initial)
        declare(local)
    }

    /// Adds a variable to the innermost scope.
    @discardableResult
    mutating func declare(_ local: Local) -> Int {
        let index = function.locals.count
        function.locals.append(local)
        guard !local.name.isEmpty, !scopes.isEmpty else { return index }
        if case .local? = scopes[scopes.count - 1][local.name] {
            sink.error("redefinition", "`\(local.name)` is declared already in this block", at: local.span)
        }
        scopes[scopes.count - 1][local.name] = .local(index)
        return index
    }

    // MARK: - Bodies

    /// Checks the body of the function that was begun.
    private mutating func checkBody(of syntax: FunctionDeclaration) {
        guard let index = functionIndex, let body = syntax.body else { return }
        let start = syntax.role == .constructor ? fieldInitializers(syntax) : []
        function.body = start + block(body)
        if function.deducesResult {
            function.deducesResult = false
            function.result = .void
        }
        if function.result != .void, !function.result.isError, !Checker.endsInResult(body), !sink.hasErrors {
            sink.warning(
                "missing-return", "`\(syntax.name)` can end without returning a value; it is zero then",
                at: syntax.nameSpan)
        }
        if function.returnsReference, let body = function.body, !ReturnFinder.isOnlyAtEnd(body) {
            sink.error(
                "reference-result", "`\(syntax.name)` returns a reference from more than its last statement",
                at: syntax.nameSpan, hint: "return it at the end only, or return a value")
        }
        program.functions[index] = function
    }

    /// Leaves the body of the function that was begun for later.
    mutating func postponeBody(of syntax: FunctionDeclaration, _ index: Int) {
        functionIndex = index
        program.functions[index] = function
        pendingBodies.append(PendingBody(index: index, syntax: syntax, context: context))
    }

    func isPending(_ index: Int) -> Bool { pendingBodies.contains { $0.index == index } }

    mutating func checkPendingBodies() {
        var next = 0
        // Bodies may ask for more of them.
        while next < pendingBodies.count, !sink.isFull {
            let body = pendingBodies[next]
            next += 1
            if program.functions[body.index].body == nil { check(body) }
        }
        pendingBodies.removeAll()
    }

    /// Checks the body of a function now when it was left for later and something depends on it.
    mutating func ensureBody(_ index: Int) {
        guard program.functions.indices.contains(index), program.functions[index].body == nil,
            bodyNesting < Checker.bodyNestingLimit, index != functionIndex,
            let position = pendingBodies.firstIndex(where: { $0.index == index })
        else { return }
        let body = pendingBodies[position]
        // Its own body may come back to it.
        guard !openBodies.contains(index) else { return }
        bodyNesting += 1
        let outer = context
        check(body)
        context = outer
        bodyNesting -= 1
    }

    private mutating func check(_ pending: PendingBody) {
        openBodies.insert(pending.index)
        defer { openBodies.remove(pending.index) }
        context = pending.context
        checkBody(of: pending.syntax)
    }

    /// Whether the last of some statements always leaves the function.
    private static func endsInResult(_ statements: [StatementSyntax]) -> Bool {
        guard let last = statements.last(where: { if case .empty = $0.kind { false } else { true } }) else {
            return false
        }
        // What stands after a `return` is dead.
        if statements.contains(where: { if case .result = $0.kind { true } else { false } }) { return true }
        switch last.kind {
        case .result: return true
        case .block(let inner): return endsInResult(inner)
        case .conditional(_, _, let then, let otherwise):
            return endsInResult([then]) && (otherwise.map { endsInResult([$0]) } ?? false)
        case .constantConditional(_, let then, let otherwise):
            // The branch that is not taken does not count.
            return endsInResult([then]) || (otherwise.map { endsInResult([$0]) } ?? false)
        // Cases that all return are too much to prove here.
        case .selection, .forLoop(_, nil, _, _), .doLoop: return true
        case .whileLoop(let condition, _):
            if case .bool(true) = condition.kind { return true }
            if case .number = condition.kind { return true }
            return false
        default: return false
        }
    }
}

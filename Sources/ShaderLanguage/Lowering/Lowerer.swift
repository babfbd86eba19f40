import ShaderIR

/// Turns a checked program into scalars and structured control flow, with every call inlined.
struct Lowerer {
    /// Most instructions before anything is optimised.
    static let instructionLimit = 400_000
    /// Most stores before anything is optimised.
    static let storeLimit = 1_000_000
    /// Deepest nesting of calls.
    static let callLimit = 64
    /// Deepest nesting of statements and expressions through all calls.
    static let depthLimit = 1_000
    /// Deepest nesting of blocks in the program.
    static let blockLimit = 200

    /// A function that is being inlined.
    struct Frame {
        var function: TypedFunction
        var bindings: [Binding?]
        /// Where `return` puts its value.
        var result: [Cell] = []
        /// What `return` leaves; nil where the function's only `return` is its end.
        var returnScope: ScopeID?
        /// The value of that only `return`, or the place that it names.
        var value: [ValueID] = []
        var place: [Cell]?
        var breakScopes: [ScopeID] = []
        var continueScopes: [ScopeID?] = []
    }

    let program: TypedProgram
    var emitter: Emitter
    var frame: Frame
    var globals: [Binding?] = []
    var callDepth = 0
    var depth = 0
    /// Loops around, in all frames; storage outside of loops is fresh.
    var loopDepth = 0
    var endsInOnlyReturn: [Int: Bool] = [:]
    private var leafStarts: [Int: [Int]] = [:]
    private var scalarStarts: [Int: [Int]] = [:]
    /// What the function that was left last refers to, for the one who called it.
    var returnedPlace: [Cell]?

    /// Lowers the entry point of a program without errors.
    static func lower(_ program: TypedProgram, entry: Int) throws(LoweringFailure) -> ShaderProgram {
        if InlinedSize.size(of: entry, in: program) > InlinedSize.limit {
            throw LoweringFailure(
                code: "program-size", message: "the shader is too large when every call is written out",
                span: program.functions[entry].span, hint: nil)
        }
        var lowerer = Lowerer(program, entry: entry)
        return try lowerer.run(entry)
    }

    private init(_ program: TypedProgram, entry: Int) {
        self.program = program
        let function = program.functions[entry]
        emitter = Emitter(name: function.name)
        frame = Frame(function: function, bindings: [])
    }

    private mutating func run(_ entry: Int) throws(LoweringFailure) -> ShaderProgram {
        for global in program.globals { globals.append(try lowerGlobal(global)) }
        let function = program.functions[entry]
        let output = (0..<4).map { emitter.makeVariable("out.\("rgba".dropFirst($0).prefix(1))", .float) }
        frame.bindings = Array(repeating: nil, count: function.locals.count)
        for (index, binding) in zip(function.parameters.indices, program.entryBindings) {
            frame.bindings[index] = bind(binding, function.locals[index])
        }
        let values = try inline(entry, frame)
        var colors = values
        if case .structure(let index) = function.result {
            let structure = program.shapes.structures[index]
            var start = 0
            for field in structure.fields {
                if field.name == Checker.output(of: structure)?.name { break }
                start += program.shapes.scalarCount(of: field.type)
            }
            colors = Array(values.dropFirst(start).prefix(4))
        }
        for (variable, color) in zip(output, colors) { emitter.store(color, to: variable) }
        return emitter.finished(output: output)
    }

    private mutating func lowerGlobal(_ global: Global) throws(LoweringFailure) -> Binding? {
        if case .sampler(let sampler) = global.initial.kind { return .sampler(sampler) }
        if case .global(let index) = global.initial.kind, global.type == .sampler { return globals[index] }
        guard !global.type.isOpaque, !global.type.isError else { return nil }
        emitter.open()
        frame.bindings = []
        let values = try value(global.initial)
        let cells = makeConstant(global.type, values, global.name)
        emitter.closeIntoEntry()
        return .cells(cells)
    }

    // MARK: - The entry point's inputs

    private mutating func bind(_ binding: EntryBinding, _ local: Local) -> Binding? {
        switch binding {
        case .stageIn:
            guard case .structure(let index) = local.type else { return nil }
            var values: [ValueID] = []
            let structure = program.shapes.structures[index]
            for field in structure.fields { values += stageIn(field, structure) }
            return parameter(local, values)
        case .position: return parameter(local, position())
        case .isFrontFacing: return parameter(local, [emitter.bool(true)])
        case .number(let number):
            let scalar = local.type.element ?? .uint
            let plain = emitter.constant(.int, bits: number)
            let value = emitter.convert(plain, from: .uint, to: scalar)
            return parameter(local, Array(repeating: value, count: local.type.width ?? 1))
        case .buffer(let index):
            let start = index == 0 ? 0 : 1 << 20
            if case .pointer = local.type { return .pointer(.buffer(start)) }
            return .cells(uniformCells(local.type, at: start))
        case .texture(let index): return .texture(index)
        case .sampler: return .sampler(Sampler())
        }
    }

    private mutating func position() -> [ValueID] {
        [emitter.input(.positionX), emitter.input(.positionY), emitter.float(0), emitter.float(1)]
    }

    private mutating func stageIn(_ field: Field, _ structure: Structure) -> [ValueID] {
        switch Checker.input(of: field, in: structure) {
        case .position: return position()
        case .uv:
            let values = [emitter.input(.uvX), emitter.input(.uvY)]
            guard field.type.element == .half else { return values }
            emitter.open()
            let rounded = values.map { emitter.wrap($0, .half) }
            emitter.closeIntoEntry()
            return rounded
        case nil: return zeros(field.type)
        }
    }

    /// A parameter that is passed by value.
    mutating func parameter(_ local: Local, _ values: [ValueID]) -> Binding {
        if !local.isMutated, !hasArrays(local.type) { return .cells(values.map { .value($0) }) }
        let cells = makeStorage(local.type, local.name)
        write(values, to: cells)
        return .cells(cells)
    }

    func hasArrays(_ type: Type) -> Bool {
        switch type {
        case .array: true
        case .structure(let index): program.shapes.structures[index].fields.contains { hasArrays($0.type) }
        default: false
        }
    }

    /// Where the leaves of each field of a structure begin, and (last) where they end.
    mutating func leafStarts(of structure: Int) -> [Int] {
        if let known = leafStarts[structure] { return known }
        let starts = Lowerer.sums(
            program.shapes.structures[structure].fields.map { program.shapes.leafCount(of: $0.type) })
        leafStarts[structure] = starts
        return starts
    }

    /// The same for the scalars of a value.
    mutating func scalarStarts(of structure: Int) -> [Int] {
        if let known = scalarStarts[structure] { return known }
        let starts = Lowerer.sums(
            program.shapes.structures[structure].fields.map { program.shapes.scalarCount(of: $0.type) })
        scalarStarts[structure] = starts
        return starts
    }

    private static func sums(_ counts: [Int]) -> [Int] {
        counts.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
    }

    // MARK: - Limits

    mutating func descend(_ span: Span) throws(LoweringFailure) {
        depth += 1
        if depth > Lowerer.depthLimit || emitter.depth > Lowerer.blockLimit {
            throw LoweringFailure(
                code: "nesting", message: "statements and calls nest too deeply", span: span,
                hint: "split the function, or use a loop")
        }
        if emitter.instructionCount > Lowerer.instructionLimit || emitter.storeCount > Lowerer.storeLimit {
            throw LoweringFailure(
                code: "program-size", message: "the shader is too large when every call is written out", span: span,
                hint: nil)
        }
    }

    // MARK: - Calls

    mutating func call(_ index: Int, _ arguments: [TypedExpression], _ span: Span) throws(LoweringFailure) -> [ValueID]
    {
        guard callDepth < Lowerer.callLimit else {
            throw LoweringFailure(
                code: "call-depth", message: "calls nest deeper than \(Lowerer.callLimit)", span: span, hint: nil)
        }
        let function = program.functions[index]
        var inner = Frame(function: function, bindings: Array(repeating: nil, count: function.locals.count))
        for (position, argument) in arguments.enumerated() where position < function.parameterCount {
            inner.bindings[position] = try bind(function.locals[position], to: argument)
        }
        return try inline(index, inner)
    }

    /// A structure that a constructor fills.
    mutating func construct(
        _ index: Int, _ arguments: [TypedExpression], _ type: Type, _ span: Span
    ) throws(LoweringFailure) -> [ValueID] {
        guard callDepth < Lowerer.callLimit else {
            throw LoweringFailure(
                code: "call-depth", message: "calls nest deeper than \(Lowerer.callLimit)", span: span, hint: nil)
        }
        let function = program.functions[index]
        var inner = Frame(function: function, bindings: Array(repeating: nil, count: function.locals.count))
        for (position, argument) in arguments.enumerated() where position + 1 < function.parameterCount {
            inner.bindings[position + 1] = try bind(function.locals[position + 1], to: argument)
        }
        let cells = makeStorage(type, function.name)
        if loopDepth > 0 {
            let zeros = zeros(type)
            write(zeros, to: cells)
        }
        inner.bindings[0] = .cells(cells)
        _ = try inline(index, inner)
        return read(cells)
    }

    /// The place that a function returns.
    mutating func callPlace(
        _ index: Int, _ arguments: [TypedExpression], _ type: Type, _ span: Span
    ) throws(LoweringFailure) -> [Cell] {
        let values = try call(index, arguments, span)
        if let place = returnedPlace {
            returnedPlace = nil
            return place
        }
        return makeConstant(type, values, "value")
    }

    private mutating func bind(_ local: Local, to argument: TypedExpression) throws(LoweringFailure) -> Binding? {
        if local.type.isOpaque { return try opaque(argument) }
        if local.isReference, argument.kind.isPlace { return .cells(try place(argument)) }
        let values = try value(argument)
        if local.isReference, !local.isMutated { return .cells(makeConstant(local.type, values, local.name)) }
        return parameter(local, values)
    }

    /// Lowers a function's body in a frame of its own and gives its result.
    private mutating func inline(_ index: Int, _ inner: Frame) throws(LoweringFailure) -> [ValueID] {
        let outer = frame
        frame = inner
        callDepth += 1
        defer {
            frame = outer
            callDepth -= 1
        }
        let function = program.functions[index]
        let body = function.body ?? []
        let isSimple = endsInOnlyReturn[index] ?? ReturnFinder.isOnlyAtEnd(body)
        endsInOnlyReturn[index] = isSimple
        if isSimple {
            for statement in body { try lower(statement) }
            if function.returnsReference {
                returnedPlace = frame.place
                return frame.place == nil ? zeros(function.result) : []
            }
            return frame.value.isEmpty && function.result != .void ? zeros(function.result) : frame.value
        }
        frame.result = makeStorage(function.result, function.name)
        if loopDepth > 0, function.result != .void {
            let zeros = zeros(function.result)
            write(zeros, to: frame.result)
        }
        let scope = emitter.makeScope()
        frame.returnScope = scope
        emitter.open()
        for statement in body { try lower(statement) }
        emitter.append(.scope(scope, emitter.close()))
        return read(frame.result)
    }

    /// The binding that an expression of a texture, sampler or pointer type stands for.
    mutating func opaque(_ expression: TypedExpression) throws(LoweringFailure) -> Binding? {
        switch expression.kind {
        case .local(let index): return frame.bindings.indices.contains(index) ? frame.bindings[index] : nil
        case .global(let index): return globals.indices.contains(index) ? globals[index] : nil
        case .sampler(let sampler): return .sampler(sampler)
        case .address(let target):
            if case .element(let base, let index) = target.kind, base.type.isArray {
                // A pointer to an element leads to those after it as well.
                let cells = try place(base)
                let position = try value(index)[0]
                return .pointer(.shifted(.elements(cells, base.type), position))
            }
            if case .element(let base, let index) = target.kind, case .pointer = base.type {
                guard case .pointer(let pointer)? = try opaque(base) else { return nil }
                let position = try value(index)[0]
                return .pointer(.shifted(pointer, position))
            }
            return .pointer(.place(try place(target)))
        case .offset(let base, let distance):
            guard case .pointer(let pointer)? = try opaque(base) else { return nil }
            let position = try value(distance)[0]
            return .pointer(.shifted(pointer, position))
        case .convert(let inner):
            guard inner.type.isArray else { return try opaque(inner) }
            return .pointer(.elements(try place(inner), inner.type))
        default: return nil
        }
    }
}

/// Looks for the `return` statements of a function.
enum ReturnFinder {
    /// Whether nothing leaves the function but its last statement, if that is a `return`.
    static func isOnlyAtEnd(_ body: [TypedStatement]) -> Bool {
        guard let last = body.last else { return true }
        if body.dropLast().contains(where: leaves) { return false }
        switch last {
        case .result: return true
        case .block(let inner): return isOnlyAtEnd(inner)
        default: return !leaves(last)
        }
    }

    private static func leaves(_ statement: TypedStatement) -> Bool {
        switch statement {
        case .result: true
        case .block(let inner): inner.contains(where: leaves)
        case .conditional(_, let then, let otherwise): leaves(then) || (otherwise.map(leaves) ?? false)
        case .loop(_, _, let body, _): leaves(body)
        case .selection(_, let sections): sections.contains { $0.body.contains(where: leaves) }
        default: false
        }
    }
}

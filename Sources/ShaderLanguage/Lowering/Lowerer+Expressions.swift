import ShaderIR

extension Lowerer {
    /// The scalars of an expression's value: leaf by leaf, arrays element by element.
    mutating func value(_ expression: TypedExpression) throws(LoweringFailure) -> [ValueID] {
        try descend(expression.span)
        defer { depth -= 1 }
        if expression.type.isError {
            // Nothing has such a type without a diagnostic; should it happen, it must not go on.
            throw LoweringFailure(
                code: "internal", message: "an expression has no type", span: expression.span, hint: nil)
        }
        switch expression.kind {
        case .literal(let bits):
            return [emitter.constant(expression.type.element?.representation ?? .int, bits: bits)]
        case .zero: return zeros(expression.type)
        case .local, .global: return read(try place(expression))
        case .field, .swizzle, .element: return try part(expression)
        case .convert(let inner): return try converted(inner, to: expression.type)
        case .compose(let parts): return try concatenated(parts)
        case .diagonal(let inner): return try diagonal(inner, expression.type)
        case .aggregate(let parts): return try aggregate(parts, expression.type)
        case .unary(let operation, let operand):
            let scalar = operand.type.element ?? .int
            let values = try value(operand)
            return values.map { emitter.unary(operation, $0, scalar) }
        case .binary(let operation, let left, let right):
            let first = try value(left)
            let second = try value(right)
            return binary(operation, first, second, left.type.element ?? .int)
        case .matrixProduct(let left, let right): return try product(left, right)
        case .logical(let isAnd, let left, let right): return [try logical(isAnd, left, right)]
        case .conditional(let test, let first, let second): return try conditional(test, first, second)
        case .assign, .update, .step: return try change(expression).values
        case .call(let index, let arguments): return try call(index, arguments, expression.span)
        case .referenceCall: return read(try place(expression))
        case .construction(let index, let arguments):
            return try construct(index, arguments, expression.type, expression.span)
        case .library(let index, let type, let arguments): return try library(index, type, arguments)
        case .sample, .read, .textureSize, .gather: return try texture(expression)
        case .sequence(let left, let right):
            _ = try value(left)
            return try value(right)
        case .bits(let inner):
            let values = try value(inner)
            return reinterpreted(values, from: inner.type, to: expression.type)
        case .sampler, .address, .offset: return []
        }
    }

    // MARK: - Places

    /// The cells of an expression; those of a value that is no place cannot be written.
    mutating func place(_ expression: TypedExpression) throws(LoweringFailure) -> [Cell] {
        try descend(expression.span)
        defer { depth -= 1 }
        switch expression.kind {
        case .local(let index):
            guard frame.bindings.indices.contains(index), case .cells(let cells)? = frame.bindings[index] else { break }
            return cells
        case .global(let index):
            guard globals.indices.contains(index), case .cells(let cells)? = globals[index] else { break }
            return cells
        case .field(let base, let field):
            guard case .structure(let index) = base.type else { break }
            let cells = try place(base)
            let starts = leafStarts(of: index)
            return Array(cells[min(starts[field], cells.count)..<min(starts[field + 1], cells.count)])
        case .swizzle(let base, let components):
            let cells = try place(base)
            return components.compactMap { cells.indices.contains($0) ? cells[$0] : nil }
        case .element(let base, let position):
            if case .pointer(let pointee) = base.type {
                guard case .pointer(let pointer)? = try opaque(base) else { break }
                let index = try value(position)[0]
                return target(pointer, pointee, at: index)
            }
            let cells = try place(base)
            let index = try value(position)[0]
            return element(of: cells, base.type, at: index)
        case .assign, .update, .step: return try change(expression).cells
        case .referenceCall(let index, let arguments):
            return try callPlace(index, arguments, expression.type, expression.span)
        default:
            let values = try value(expression)
            return makeConstant(expression.type, values, "value")
        }
        // Only what a diagnostic stands for already has no cells.
        return makeConstant(expression.type, zeros(expression.type), "value")
    }

    /// A field, swizzle or element; of a value that is no place, without giving that storage.
    private mutating func part(_ expression: TypedExpression) throws(LoweringFailure) -> [ValueID] {
        switch expression.kind {
        case .field(let base, let field) where !base.kind.isPlace:
            guard case .structure(let index) = base.type else { return zeros(expression.type) }
            let values = try value(base)
            let starts = scalarStarts(of: index)
            return Array(values[min(starts[field], values.count)..<min(starts[field + 1], values.count)])
        case .swizzle(let base, let components) where !base.kind.isPlace:
            let values = try value(base)
            return components.map { values[$0] }
        default: return read(try place(expression))
        }
    }

    // MARK: - Values made of values

    private mutating func concatenated(_ parts: [TypedExpression]) throws(LoweringFailure) -> [ValueID] {
        var values: [ValueID] = []
        for part in parts { values += try value(part) }
        return values
    }

    private mutating func converted(_ inner: TypedExpression, to type: Type) throws(LoweringFailure) -> [ValueID] {
        let values = try value(inner)
        guard let source = inner.type.element, let target = type.element else { return values }
        let results = values.map { emitter.convert($0, from: source, to: target) }
        let count = program.shapes.leafCount(of: type)
        if results.count == 1, count > 1 { return Array(repeating: results[0], count: count) }
        return results
    }

    private mutating func diagonal(_ inner: TypedExpression, _ type: Type) throws(LoweringFailure) -> [ValueID] {
        let scalar = try value(inner)[0]
        guard case .matrix(_, let columns, let rows) = type else { return [scalar] }
        let zero = emitter.float(0)
        return (0..<columns).flatMap { column in (0..<rows).map { $0 == column ? scalar : zero } }
    }

    private mutating func aggregate(_ parts: [TypedExpression], _ type: Type) throws(LoweringFailure) -> [ValueID] {
        guard case .array(let element, let count) = type else { return try concatenated(parts) }
        var rows: [[ValueID]] = []
        for part in parts { rows.append(try value(part)) }
        let rest = rows.count < count ? zeros(element) : []
        // Leaf by leaf, each through all elements.
        var values: [ValueID] = []
        var start = 0
        for leaf in program.shapes.leaves(of: element) {
            let range = start..<(start + leaf.count)
            for index in 0..<count { values += index < rows.count ? rows[index][range] : rest[range] }
            start += leaf.count
        }
        return values
    }

    // MARK: - Operators

    /// An operator component by component; a single scalar goes with every component.
    private mutating func binary(
        _ operation: BinaryOperator, _ a: [ValueID], _ b: [ValueID], _ scalar: Scalar
    ) -> [ValueID] {
        (0..<max(a.count, b.count)).map { index in
            emitter.binary(operation, a[a.count == 1 ? 0 : index], b[b.count == 1 ? 0 : index], scalar)
        }
    }

    private mutating func product(
        _ left: TypedExpression, _ right: TypedExpression
    ) throws(LoweringFailure) -> [ValueID] {
        let a = try value(left)
        let b = try value(right)
        let scalar = left.type.element ?? .float
        switch (left.type, right.type) {
        case (.matrix(_, _, let rows), .vector): return transform(a, rows, b, scalar)
        case (.vector, .matrix(_, let columns, let rows)):
            return (0..<columns).map { column in
                let dot = emitter.dot(a, Array(b[(column * rows)..<(column * rows + rows)]))
                return emitter.wrap(dot, scalar)
            }
        case (.matrix(_, let inner, let rows), .matrix(_, let columns, _)):
            return (0..<columns).flatMap { column in
                transform(a, rows, Array(b[(column * inner)..<(column * inner + inner)]), scalar)
            }
        default: return a
        }
    }

    /// `((c₀·x + c₁·y) + c₂·z) + c₃·w` of a matrix's columns.
    private mutating func transform(_ matrix: [ValueID], _ rows: Int, _ vector: [ValueID], _ scalar: Scalar)
        -> [ValueID]
    {
        (0..<rows).map { row in
            let entries = vector.indices.map { matrix[$0 * rows + row] }
            let dot = emitter.dot(entries, vector)
            return emitter.wrap(dot, scalar)
        }
    }

    private mutating func logical(
        _ isAnd: Bool, _ left: TypedExpression, _ right: TypedExpression
    ) throws(LoweringFailure) -> ValueID {
        let first = try value(left)[0]
        if let known = emitter.constantBits(first) {
            if (known != 0) != isAnd { return first }
            return try value(right)[0]
        }
        if EvaluationCost.isCheap(right) {
            let second = try value(right)[0]
            return emitter.apply(isAnd ? .logicalAnd : .logicalOr, first, second)
        }
        let result = emitter.makeVariable(isAnd ? "and" : "or", .bool)
        emitter.store(first, to: result)
        emitter.open()
        let second = try value(right)[0]
        emitter.store(second, to: result)
        let statements = emitter.close()
        emitter.append(
            .branch(condition: first, then: isAnd ? statements : [], otherwise: isAnd ? [] : statements))
        return emitter.load(result)
    }

    private mutating func conditional(
        _ test: TypedExpression, _ first: TypedExpression, _ second: TypedExpression
    ) throws(LoweringFailure) -> [ValueID] {
        let condition = try value(test)[0]
        if let known = emitter.constantBits(condition) { return try value(known != 0 ? first : second) }
        if EvaluationCost.isCheap(first), EvaluationCost.isCheap(second) {
            let a = try value(first)
            let b = try value(second)
            return zip(a, b).map { emitter.select(condition, $0, $1) }
        }
        let cells = makeStorage(first.type, "choice")
        emitter.open()
        let a = try value(first)
        write(a, to: cells)
        let then = emitter.close()
        emitter.open()
        let b = try value(second)
        write(b, to: cells)
        emitter.append(.branch(condition: condition, then: then, otherwise: emitter.close()))
        return read(cells)
    }

    /// Writes to a place, which is found once; gives its cells and the value of the expression.
    private mutating func change(
        _ expression: TypedExpression
    ) throws(LoweringFailure) -> (cells: [Cell], values: [ValueID]) {
        switch expression.kind {
        case .assign(let target, let source):
            let values = try value(source)
            let cells = try place(target)
            write(values, to: cells)
            return (cells, values)
        case .update(let target, let operation, let source, let computed):
            let operand = try value(source)
            let cells = try place(target)
            let scalar = target.type.element ?? .int
            let working = computed.element ?? scalar
            let old = read(cells).map { emitter.convert($0, from: scalar, to: working) }
            let new = binary(operation, old, operand, working).map { emitter.convert($0, from: working, to: scalar) }
            write(new, to: cells)
            return (cells, new)
        case .step(let target, let isIncrement, let isPrefix):
            let cells = try place(target)
            let scalar = target.type.element ?? .int
            let old = read(cells)
            let one = scalar.isFloating ? emitter.float(1) : emitter.int(1)
            let new = old.map { emitter.binary(isIncrement ? .add : .subtract, $0, one, scalar) }
            write(new, to: cells)
            return (cells, isPrefix ? new : old)
        default: return ([], [])
        }
    }

    // MARK: - The library

    private mutating func library(
        _ index: Int, _ type: Type, _ arguments: [TypedExpression]
    ) throws(LoweringFailure) -> [ValueID] {
        let function = Library.functions[index]
        let scalar = type.element ?? .float
        var operands: [[ValueID]] = []
        var outputs: [(cells: [Cell], scalar: Scalar)] = []
        for (shape, argument) in zip(function.parameters, arguments) {
            if shape.isOutput {
                outputs.append((try place(argument), argument.type.element ?? scalar))
            } else {
                operands.append(try value(argument))
            }
        }
        switch function.code {
        case .discard:
            emitter.append(.discard)
            return []
        case .componentwise(let code):
            let isWrapped = function.result.type(for: type).element == scalar
            return (operands.first ?? []).indices.map { component in
                let result = code(&emitter, operands.map { $0[component] }, scalar)
                return isWrapped ? emitter.wrap(result, scalar) : result
            }
        case .whole(let code):
            let results = code(&emitter, operands, type)
            let resultType = function.result.type(for: type)
            let count = program.shapes.leafCount(of: resultType)
            var next = count
            for output in outputs {
                let values = results[next..<(next + output.cells.count)].map { emitter.wrap($0, output.scalar) }
                write(values, to: output.cells)
                next += output.cells.count
            }
            return results.prefix(count).map { emitter.wrap($0, resultType.element ?? scalar) }
        }
    }
}

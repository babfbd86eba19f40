import ShaderIR

/// Computes what array sizes, cases, attributes and arguments of templates need at compile time.
///
/// A value is the bits of its scalars in order: fields, components and elements one after the other.
struct ConstantEvaluator {
    /// Most scalars that one evaluation may compute.
    static let workLimit = 100_000
    /// Most scalars that all evaluations of a shader may compute.
    static let totalLimit = 400_000
    /// Deepest nesting of calls.
    static let callLimit = 32
    /// Deepest nesting of expressions through all calls.
    static let depthLimit = 400

    let program: TypedProgram
    let function: TypedFunction
    let functionConstants: [Int: TypedExpression]

    /// The bits of a scalar's value; nil when it is not constant, or takes more than is left of the work.
    func evaluate(_ expression: TypedExpression, remaining: inout Int) -> UInt32? {
        guard expression.type.isScalar else { return nil }
        if case .literal(let bits) = expression.kind { return bits }
        var run = ConstantRun(evaluator: self, limit: min(remaining, ConstantEvaluator.workLimit))
        let bits = run.value(expression)?.first
        remaining -= run.work
        return bits
    }

    /// The functions that an expression calls.
    static func calls(in expression: TypedExpression) -> [Int] {
        var result: [Int] = []
        var rest = [expression]
        while let next = rest.popLast() {
            if case .call(let index, _) = next.kind { result.append(index) }
            rest += next.kind.operands
        }
        return result
    }
}

extension TypedExpressionKind {
    /// The expressions of which this one consists.
    var operands: [TypedExpression] {
        switch self {
        case .literal, .zero, .local, .global, .sampler: []
        case .field(let one, _), .swizzle(let one, _), .convert(let one), .diagonal(let one), .unary(_, let one),
            .step(let one, _, _), .textureSize(let one, _), .bits(let one), .address(let one):
            [one]
        case .element(let one, let two), .binary(_, let one, let two), .matrixProduct(let one, let two),
            .logical(_, let one, let two), .assign(let one, let two), .update(let one, _, let two, _),
            .read(let one, let two), .sequence(let one, let two), .offset(let one, let two):
            [one, two]
        case .conditional(let one, let two, let three): [one, two, three]
        case .sample(let one, let two, let three, let four), .gather(let one, let two, let three, let four, _):
            [one, two, three] + (four.map { [$0] } ?? [])
        case .compose(let parts), .aggregate(let parts), .call(_, let parts), .referenceCall(_, let parts),
            .construction(_, let parts), .library(_, _, let parts):
            parts
        }
    }
}

/// One evaluation: the variables of the `constexpr` functions that it goes through.
struct ConstantRun {
    /// What a statement does to those after it.
    enum Flow {
        case next, breakOut, continueOn
        case result([UInt32])
    }

    let evaluator: ConstantEvaluator
    private(set) var work = 0
    private let limit: Int
    private var callDepth = 0
    private var depth = 0
    /// The variables of the function being run; nil outside of one.
    private var locals: [Int: [UInt32]]?

    init(evaluator: ConstantEvaluator, limit: Int) {
        self.evaluator = evaluator
        self.limit = limit
    }

    private var shapes: TypeShapes { evaluator.program.shapes }

    private mutating func spend(_ amount: Int) -> Bool {
        work += amount
        return work <= limit
    }

    /// The scalars of a value; nil when it is not constant.
    mutating func value(_ expression: TypedExpression) -> [UInt32]? {
        let count = shapes.scalarCount(of: expression.type)
        guard count > 0, spend(count), depth < ConstantEvaluator.depthLimit else { return nil }
        depth += 1
        defer { depth -= 1 }
        switch expression.kind {
        case .literal(let bits): return [bits]
        case .zero: return Array(repeating: 0, count: count)
        case .global(let index):
            let global = evaluator.program.globals[index]
            return global.isUnset ? nil : value(global.initial)
        case .local(let index):
            if let locals { return locals[index] }
            guard evaluator.function.locals.indices.contains(index), evaluator.function.locals[index].isConst else {
                return nil
            }
            return evaluator.functionConstants[index].flatMap { value($0) }
        case .field, .swizzle, .element:
            guard let base = expression.kind.operands.first, let whole = value(base),
                let places = places(expression, in: base)
            else { return nil }
            return places.allSatisfy(whole.indices.contains) ? places.map { whole[$0] } : nil
        case .convert(let inner): return converted(inner, to: expression.type, count)
        case .compose(let parts), .aggregate(let parts):
            var result: [UInt32] = []
            for part in parts {
                guard let values = value(part) else { return nil }
                result += values
            }
            return result + Array(repeating: 0, count: max(0, count - result.count))
        case .unary(let operation, let inner):
            guard let scalar = inner.type.element, let values = value(inner) else { return nil }
            return each(values) { emitter, bits in
                let operand = emitter.constant(scalar.representation, bits: bits)
                return emitter.unary(operation, operand, scalar)
            }
        case .binary(let operation, let left, let right): return binary(operation, left, right)
        case .logical(let isAnd, let left, let right):
            guard let first = value(left)?.first else { return nil }
            return (first != 0) == isAnd ? value(right) : [first]
        case .conditional(let condition, let first, let second):
            guard let test = value(condition)?.first else { return nil }
            return value(test != 0 ? first : second)
        case .sequence(let left, let right):
            guard left.type == .void || value(left) != nil else { return nil }
            return value(right)
        case .library(let index, let type, let arguments): return library(index, type, arguments)
        case .call(let index, let arguments): return call(index, arguments)
        case .assign(let target, let source):
            guard let values = value(source), store(values, to: target) else { return nil }
            return values
        case .update(let target, let operation, let source, let computed):
            return update(target, operation, source, computed)
        case .step(let target, let isIncrement, let isPrefix):
            guard let scalar = target.type.element, let old = value(target) else { return nil }
            let one = scalar.isFloating ? Float(1).bitPattern : 1
            let new = each(old) { emitter, bits in
                let a = emitter.constant(scalar.representation, bits: bits)
                let b = emitter.constant(scalar.representation, bits: one)
                return emitter.binary(isIncrement ? .add : .subtract, a, b, scalar)
            }
            guard let new, store(new, to: target) else { return nil }
            return isPrefix ? new : old
        default: return nil
        }
    }

    // MARK: - Parts

    /// Which scalars of its base a field, swizzle or element is.
    private mutating func places(_ expression: TypedExpression, in base: TypedExpression) -> [Int]? {
        let count = shapes.scalarCount(of: expression.type)
        switch expression.kind {
        case .field(_, let field):
            guard case .structure(let index) = base.type else { return nil }
            let start = shapes.structures[index].fields.prefix(field).reduce(0) { $0 + shapes.scalarCount(of: $1.type) }
            return Array(start..<(start + count))
        case .swizzle(_, let components): return components
        case .element(_, let position):
            guard let bits = value(position)?.first else { return nil }
            let total = shapes.scalarCount(of: base.type) / max(1, count)
            let place = min(max(Int(Int32(bitPattern: bits)), 0), max(0, total - 1))
            return Array((place * count)..<(place * count + count))
        default: return nil
        }
    }

    private mutating func store(_ values: [UInt32], to target: TypedExpression) -> Bool {
        guard locals != nil else { return false }
        if case .local(let index) = target.kind {
            locals?[index] = values
            return true
        }
        switch target.kind {
        case .field(let base, _), .swizzle(let base, _), .element(let base, _):
            guard var whole = value(base), let places = places(target, in: base),
                places.allSatisfy(whole.indices.contains)
            else { return false }
            for (place, bits) in zip(places, values) { whole[place] = bits }
            return store(whole, to: base)
        default: return false
        }
    }

    // MARK: - Operators

    private func compute(_ body: (inout Emitter) -> ValueID) -> UInt32? {
        var emitter = Emitter(name: "")
        let result = body(&emitter)
        return emitter.constantBits(result)
    }

    private func each(_ values: [UInt32], _ body: (inout Emitter, UInt32) -> ValueID) -> [UInt32]? {
        var result: [UInt32] = []
        for bits in values {
            guard let computed = compute({ body(&$0, bits) }) else { return nil }
            result.append(computed)
        }
        return result
    }

    private mutating func converted(_ inner: TypedExpression, to type: Type, _ count: Int) -> [UInt32]? {
        guard let values = value(inner) else { return nil }
        guard let source = inner.type.element, let target = type.element else { return values }
        let results = each(values) { emitter, bits in
            let operand = emitter.constant(source.representation, bits: bits)
            return emitter.convert(operand, from: source, to: target)
        }
        guard let results else { return nil }
        return results.count == 1 ? Array(repeating: results[0], count: count) : results
    }

    private mutating func binary(
        _ operation: BinaryOperator, _ left: TypedExpression, _ right: TypedExpression
    ) -> [UInt32]? {
        guard let scalar = left.type.element, let a = value(left), let b = value(right), !a.isEmpty, !b.isEmpty else {
            return nil
        }
        let other = right.type.element?.representation ?? scalar.representation
        var result: [UInt32] = []
        for index in 0..<max(a.count, b.count) {
            guard a.count == 1 || index < a.count, b.count == 1 || index < b.count else { return nil }
            let computed = compute { emitter in
                let first = emitter.constant(scalar.representation, bits: a[a.count == 1 ? 0 : index])
                let second = emitter.constant(other, bits: b[b.count == 1 ? 0 : index])
                return emitter.binary(operation, first, second, scalar)
            }
            guard let computed else { return nil }
            result.append(computed)
        }
        return result
    }

    private mutating func update(
        _ target: TypedExpression, _ operation: BinaryOperator, _ source: TypedExpression, _ computed: Type
    ) -> [UInt32]? {
        guard let scalar = target.type.element, let working = computed.element, let operand = value(source),
            let old = value(target), !operand.isEmpty
        else { return nil }
        let other = source.type.element?.representation ?? working.representation
        var new: [UInt32] = []
        for (index, bits) in old.enumerated() {
            let result = compute { emitter in
                let first = emitter.constant(scalar.representation, bits: bits)
                let wide = emitter.convert(first, from: scalar, to: working)
                let second = emitter.constant(other, bits: operand[min(index, operand.count - 1)])
                let value = emitter.binary(operation, wide, second, working)
                return emitter.convert(value, from: working, to: scalar)
            }
            guard let result else { return nil }
            new.append(result)
        }
        return store(new, to: target) ? new : nil
    }

    /// A function of the library that works component by component and folds.
    private mutating func library(_ index: Int, _ type: Type, _ arguments: [TypedExpression]) -> [UInt32]? {
        let entry = Library.functions[index]
        guard case .componentwise(let code) = entry.code, let scalar = type.element else { return nil }
        var operands: [[UInt32]] = []
        for argument in arguments {
            guard let values = value(argument) else { return nil }
            operands.append(values)
        }
        let isWrapped = entry.result.type(for: type).element == scalar
        var result: [UInt32] = []
        for component in (operands.first ?? []).indices {
            let computed = compute { emitter in
                var values: [ValueID] = []
                for (operand, argument) in zip(operands, arguments) {
                    let type = (argument.type.element ?? scalar).representation
                    values.append(emitter.constant(type, bits: operand[min(component, operand.count - 1)]))
                }
                let value = code(&emitter, values, scalar)
                return isWrapped ? emitter.wrap(value, scalar) : value
            }
            guard let computed else { return nil }
            result.append(computed)
        }
        return result
    }

    // MARK: - Functions

    private mutating func call(_ index: Int, _ arguments: [TypedExpression]) -> [UInt32]? {
        let callee = evaluator.program.functions[index]
        guard callee.isConstexpr, let body = callee.body, callDepth < ConstantEvaluator.callLimit,
            !callee.parameters.contains(where: { $0.isReference && !$0.isConst || $0.type.isOpaque })
        else { return nil }
        var inner: [Int: [UInt32]] = [:]
        for (position, argument) in arguments.enumerated() {
            guard let values = value(argument) else { return nil }
            inner[position] = values
        }
        let outer = locals
        locals = inner
        callDepth += 1
        defer {
            locals = outer
            callDepth -= 1
        }
        guard case .result(let values)? = run(body) else { return nil }
        return values
    }

    /// Runs statements; nil when one of them is not constant.
    private mutating func run(_ statements: [TypedStatement]) -> Flow? {
        for statement in statements {
            guard let flow = run(statement) else { return nil }
            if case .next = flow { continue }
            return flow
        }
        return .next
    }

    private mutating func run(_ statement: TypedStatement) -> Flow? {
        guard spend(1) else { return nil }
        switch statement {
        case .block(let inner): return run(inner)
        case .declare(let index, let initial):
            // The types of variables are those of their first values.
            guard let initial else {
                locals?[index] = nil
                return .next
            }
            guard let values = value(initial) else { return nil }
            locals?[index] = values
            return .next
        case .expression(let expression): return value(expression) == nil ? nil : .next
        case .conditional(let test, let then, let otherwise):
            guard let holds = value(test)?.first else { return nil }
            if holds != 0 { return run(then) }
            return otherwise.map { run($0) } ?? .next
        case .loop(let condition, let increment, let body, let testsFirst):
            return loop(condition, increment, body, testsFirst)
        case .selection(let test, let sections): return selection(test, sections)
        case .breakOut: return .breakOut
        case .continueOn: return .continueOn
        case .result(let expression): return expression.flatMap { value($0) }.map { .result($0) }
        }
    }

    private mutating func loop(
        _ condition: TypedExpression?, _ increment: TypedExpression?, _ body: TypedStatement, _ testsFirst: Bool
    ) -> Flow? {
        var isTested = testsFirst
        while spend(1) {
            if isTested, let condition {
                guard let holds = value(condition)?.first else { return nil }
                if holds == 0 { return .next }
            }
            isTested = true
            guard let flow = run(body) else { return nil }
            switch flow {
            case .breakOut: return .next
            case .result: return flow
            case .next, .continueOn: break
            }
            if let increment, value(increment) == nil { return nil }
        }
        return nil
    }

    private mutating func selection(_ test: TypedExpression, _ sections: [SwitchSection]) -> Flow? {
        guard let bits = value(test)?.first else { return nil }
        let first =
            sections.firstIndex { $0.values.contains(bits) } ?? sections.firstIndex(where: \.isDefault)
        guard let first else { return .next }
        for section in sections[first...] {
            guard let flow = run(section.body) else { return nil }
            switch flow {
            case .next: continue
            case .breakOut: return .next
            default: return flow
            }
        }
        return .next
    }
}

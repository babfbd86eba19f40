extension Checker {
    /// The call of an operator that the shader defines for structures; nil when no operand is one, or none fits.
    mutating func ownOperator(_ name: String, _ operands: [TypedExpression], _ span: Span) -> TypedExpression? {
        guard operands.contains(where: { if case .structure = $0.type { true } else { false } }) else { return nil }
        let arguments = operands.map { Argument(expression: $0) }
        var functions: [Int] = []
        var templates: [Int] = []
        // Wherever it is defined, its operands lead to it.
        for key in operatorNames[name] ?? [] {
            functions += self.functions[key] ?? []
            templates += functionTemplates[key] ?? []
        }
        var viable = functions.compactMap { userCandidate($0, arguments) }
        viable += templateCandidates(templates, [], arguments)
        if case .structure(let index) = operands[0].type {
            let rest = Array(arguments.dropFirst())
            let structure = shapes.structures[index]
            viable += (structure.methods[name] ?? []).compactMap { userCandidate($0, rest, object: operands[0]) }
            viable += templateCandidates(structure.methodTemplates[name] ?? [], [], rest, object: operands[0])
        }
        reportTemplateFailure()
        guard !viable.isEmpty else { return nil }
        let called = QualifiedName(parts: [name], span: span)
        return apply(choose(viable, called, arguments), span)
    }

    /// `pointer + n` and `pointer - n`; nil for other operands.
    mutating func pointerArithmetic(
        _ operation: BinaryOperator, _ left: TypedExpression, _ right: TypedExpression, _ span: Span
    ) -> TypedExpression? {
        guard operation == .add || operation == .subtract else { return nil }
        if operation == .add, left.type.isScalar, !right.type.isScalar {
            return pointerArithmetic(operation, right, left, span)
        }
        guard case .scalar(let scalar) = right.type, !scalar.isFloating else { return nil }
        var pointer = left
        switch left.type {
        case .pointer: break
        case .array(let element, _): pointer = forced(left, to: .pointer(element))
        default: return nil
        }
        pointer.isAssignable = left.isAssignable
        var distance = forced(right, to: .int)
        if operation == .subtract {
            distance = TypedExpression(kind: .unary(.negate, distance), type: .int, span: span)
        }
        return TypedExpression(
            kind: .offset(pointer, distance), type: pointer.type, span: span, isAssignable: left.isAssignable)
    }
}

extension Checker {
    /// The value of an expression: what `check` gives, with packed vectors as ordinary ones.
    mutating func value(_ syntax: ExpressionSyntax) -> TypedExpression {
        let expression = check(syntax)
        guard case .packed = expression.type else { return expression }
        return forced(expression, to: expression.type.value)
    }

    mutating func check(_ syntax: ExpressionSyntax) -> TypedExpression {
        let span = syntax.span
        switch syntax.kind {
        case .number(let literal): return number(literal, span)
        case .bool(let value): return TypedExpression(kind: .literal(value ? 1 : 0), type: .bool, span: span)
        case .name(let name): return resolve(name)
        case .unary(let operation, let operand): return unary(operation, operand, span)
        case .postfix(let operation, let operand):
            return step(operand, isIncrement: operation == .increment, isPrefix: false, span)
        case .binary(let operation, let left, let right):
            let first = value(left)
            let second = value(right)
            return binary(operation, first, second, span)
        case .assign(let target, let operation, let source): return assign(target, operation, source, span)
        case .conditional(let test, let first, let second): return conditional(test, first, second, span)
        case .sequence(let left, let right):
            let first = check(left)
            let second = check(right)
            return TypedExpression(kind: .sequence(first, second), type: second.type, span: span)
        case .member(let base, let name, let isArrow, let nameSpan):
            return member(base, name, isArrow: isArrow, nameSpan, span)
        case .subscripted(let base, let index): return element(base, index, span)
        case .call(let name, _, let arguments): return call(name, arguments, span)
        case .memberCall(let base, let name, let arguments, let nameSpan):
            return memberCall(base, name, arguments, nameSpan, span)
        case .construct(let use, let elements, let isBraced):
            let type = resolve(use)
            return construct(type, elements, isBraced: isBraced, at: span)
        case .cast(let use, let operand): return cast(use, operand, at: span)
        case .reinterpret(let use, let operand): return reinterpret(use, operand, at: span)
        case .list:
            sink.error("initializer", "a brace list needs a type here", at: span)
            return .error(span)
        case .sizeOf(let use):
            let type = resolve(use)
            if type.isError { return .error(span) }
            let size = shapes.layout(of: type).size
            return TypedExpression(kind: .literal(UInt32(truncatingIfNeeded: size)), type: .uint, span: span)
        }
    }

    private func number(_ literal: NumberLiteral, _ span: Span) -> TypedExpression {
        switch literal {
        case .int(let value):
            TypedExpression(kind: .literal(UInt32(bitPattern: value)), type: .int, span: span)
        case .uint(let value): TypedExpression(kind: .literal(value), type: .uint, span: span)
        case .half(let value): TypedExpression(kind: .literal(value.bitPattern), type: .scalar(.half), span: span)
        case .float(let value): TypedExpression(kind: .literal(value.bitPattern), type: .float, span: span)
        }
    }

    // MARK: - Names

    private mutating func resolve(_ name: QualifiedName) -> TypedExpression {
        switch lookUpLocal(name) {
        case .local(let index):
            let local = function.locals[index]
            return TypedExpression(
                kind: .local(index), type: local.type, span: name.span, isAssignable: !local.isConst)
        case .constant(let bits, let type): return TypedExpression(kind: .literal(bits), type: type, span: name.span)
        case .type:
            sink.error("unknown-name", "`\(name.text)` is a type, not a value", at: name.span)
            return .error(name.span)
        case nil: break
        }
        for candidate in candidates(name) {
            if let index = globals[candidate] {
                let global = program.globals[index]
                return TypedExpression(kind: .global(index), type: global.type, span: name.span)
            }
            if let constant = constants[candidate] {
                return TypedExpression(kind: .literal(constant.bits), type: constant.type, span: name.span)
            }
        }
        reportUnknown(name)
        return .error(name.span)
    }

    private mutating func reportUnknown(_ name: QualifiedName) {
        if isFollowing(name.last) { return }
        if candidates(name).contains(where: { functions[$0] != nil }) || Library.byName[name.last] != nil {
            sink.error(
                "unknown-name", "`\(name.text)` is a function; it needs arguments", at: name.span,
                hint: "write `\(name.text)(…)`")
            return
        }
        if TypeTable.isKnown(name.last) || candidates(name).contains(where: { types[$0] != nil }) {
            sink.error("unknown-name", "`\(name.text)` is a type, not a value", at: name.span)
            return
        }
        if let hint = Spelling.hint(for: name.last) {
            if isFirst(name.last) {
                sink.error("foreign-name", "`\(name.text)` is not Metal", at: name.span, hint: hint)
            }
            return
        }
        guard isFirst("\(functionIndex ?? -1) \(name.text)") else { return }
        let near = nearest(to: name.last) { checker in
            checker.scopes.flatMap(\.keys) + Array(checker.globals.keys) + Array(checker.constants.keys)
        }
        sink.error(
            "unknown-name", "`\(name.text)` is not declared", at: name.span, hint: near.map { "did you mean `\($0)`?" })
    }

    /// Whether a complaint about a name is the first: an unknown name counts once in a function, one of another
    /// language once in a file, one whose declaration could not be read never.
    mutating func isFirst(_ key: String) -> Bool { reportedNames.insert(key).inserted }

    /// Whether a complaint about a name would only follow from another: its declaration could not be read, or may stand
    /// in a file that could not be included.
    func isFollowing(_ name: String) -> Bool {
        brokenNames.contains(name)
            || sink.contains("include") && Spelling.hint(for: name) == nil && RefusedNames.types[name] == nil
    }

    /// The declared name that is most like an unknown one; looking stops when more is wrong than anyone is told.
    mutating func nearest(to name: String, among candidates: (Checker) -> [String]) -> String? {
        nearestCount += 1
        guard nearestCount <= 2 * DiagnosticSink.shownErrorLimit, name.utf8.count <= 64 else { return nil }
        return Spelling.nearest(to: name, among: candidates(self).filter { $0.utf8.count <= 64 })
    }

    /// Notes that the variable in which a place lies is written after its declaration.
    mutating func markMutated(_ expression: TypedExpression) {
        var current = expression
        while true {
            switch current.kind {
            case .local(let index):
                function.locals[index].isMutated = true
                return
            case .field(let base, _), .swizzle(let base, _), .element(let base, _), .address(let base),
                .convert(let base):
                current = base
            case .conditional(_, let first, let second):
                markMutated(first)
                current = second
            case .sequence(_, let last): current = last
            default: return
            }
        }
    }

    // MARK: - Members and elements

    private mutating func member(
        _ syntax: ExpressionSyntax, _ name: String, isArrow: Bool, _ nameSpan: Span, _ span: Span
    ) -> TypedExpression {
        var base = check(syntax)
        if base.type.isError { return .error(span) }
        if case .pointer(let pointee) = base.type {
            if !isArrow {
                sink.error(
                    "member", "`\(self.name(of: base.type))` is a pointer", at: nameSpan, hint: "write `->\(name)`")
            }
            let isWritable = base.isAssignable
            let zero = TypedExpression(kind: .literal(0), type: .int, span: span)
            base = TypedExpression(kind: .element(base, zero), type: pointee, span: span, isAssignable: isWritable)
        } else if isArrow {
            sink.error("member", "`->` needs a pointer", at: nameSpan, hint: "write `.\(name)`")
        }
        switch base.type {
        case .structure(let index):
            let structure = shapes.structures[index]
            guard let field = structure.position(of: name) else {
                sink.error(
                    "unknown-member", "`\(structure.name)` has no field `\(name)`", at: nameSpan,
                    hint: Spelling.nearest(to: name, among: structure.fields.map(\.name)).map {
                        "did you mean `\($0)`?"
                    }
                        ?? "its fields are \(structure.fields.map { "`\($0.name)`" }.joined(separator: ", "))")
                return .error(span)
            }
            return TypedExpression(
                kind: .field(base, field), type: structure.fields[field].type, span: span,
                isAssignable: base.isAssignable)
        case .vector(let scalar, let width), .packed(let scalar, let width):
            guard let components = swizzle(name, width, nameSpan, base.type) else { return .error(span) }
            // What is written must be different components.
            let isWritable = base.isAssignable && Set(components).count == components.count
            return TypedExpression(
                kind: .swizzle(base, components), type: .make(scalar, components.count), span: span,
                isAssignable: isWritable)
        case .scalar:
            sink.error(
                "unknown-member", "a `\(self.name(of: base.type))` has no components", at: nameSpan,
                hint: "write `float3(x)` for a vector of one number")
        case .matrix:
            sink.error(
                "unknown-member", "a matrix has no member `\(name)`", at: nameSpan,
                hint: "its columns are `m[0]`, `m[1]`, …")
        default:
            sink.error("unknown-member", "`\(self.name(of: base.type))` has no member `\(name)`", at: nameSpan)
        }
        return .error(span)
    }

    private mutating func swizzle(_ name: String, _ width: Int, _ span: Span, _ type: Type) -> [Int]? {
        for set in ["xyzw", "rgba"] {
            let letters = Array(set)
            let indices = name.compactMap { letters.firstIndex(of: $0) }
            guard indices.count == name.count, name.count <= 4 else { continue }
            if let outside = indices.first(where: { $0 >= width }) {
                sink.error(
                    "swizzle", "a `\(self.name(of: type))` has no component `\(letters[outside])`", at: span)
                return nil
            }
            return indices
        }
        let isTexture = name.allSatisfy { "stpq".contains($0) }
        sink.error(
            "swizzle", "`\(name)` does not name components", at: span,
            hint: isTexture ? "write `xyzw` or `rgba`" : "components are `x y z w` or `r g b a`, not mixed")
        return nil
    }

    private mutating func element(
        _ baseSyntax: ExpressionSyntax, _ indexSyntax: ExpressionSyntax, _ span: Span
    ) -> TypedExpression {
        let base = check(baseSyntax)
        let index = value(indexSyntax)
        if base.type.isError || index.type.isError { return .error(span) }
        guard case .scalar(let scalar) = index.type, !scalar.isFloating else {
            sink.error(
                "index", "an index is a whole number, not `\(name(of: index.type))`", at: indexSyntax.span,
                hint: "write `int(…)`")
            return .error(span)
        }
        let position = forced(index, to: .scalar(scalar.promoted))
        let type: Type
        var count: Int?
        switch base.type {
        case .vector(let scalar, let width), .packed(let scalar, let width):
            type = .scalar(scalar)
            count = width
        case .matrix(let scalar, let columns, let rows):
            type = .vector(scalar, rows)
            count = columns
        case .array(let element, let size):
            type = element
            count = size
        case .pointer(let pointee): type = pointee
        default:
            sink.error("index", "a `\(name(of: base.type))` has no elements", at: baseSyntax.span)
            return .error(span)
        }
        if let count, case .literal(let bits) = position.kind, bits >= UInt32(count) {
            sink.warning(
                "index-range", "there are \(count) elements, from 0 on; the index is clamped", at: indexSyntax.span)
        }
        return TypedExpression(
            kind: .element(base, position), type: type, span: span, isAssignable: base.isAssignable)
    }
}

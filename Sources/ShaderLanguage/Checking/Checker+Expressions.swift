extension Checker {
    /// The value of an expression: what `check` gives, with packed vectors as ordinary ones.
    mutating func value(_ syntax: ExpressionSyntax) -> TypedExpression {
        let expression = check(syntax)
        guard case .packed = expression.type else { return expression }
        return forced(expression, to: expression.type.value)
    }

    mutating func check(_ syntax: ExpressionSyntax) -> TypedExpression {
        let span = syntax.span
        nesting += 1
        defer { nesting -= 1 }
        guard nesting <= Checker.nestingLimit else {
            sink.error("nesting", "expressions of functions that need each other nest too deeply", at: span)
            return .error(span)
        }
        switch syntax.kind {
        case .number(let literal): return number(literal, span)
        case .bool(let value): return TypedExpression(kind: .literal(value ? 1 : 0), type: .bool, span: span)
        case .name(let name): return resolve(name)
        case .unary(let operation, let operand): return unary(operation, operand, span)
        case .postfix(let operation, let operand):
            return step(operand, isIncrement: operation == .increment, isPrefix: false, span)
        case .binary(let operation, let left, let right):
            let first = value(left)
            let second = right.isList ? listOperand(operation, first, right) : value(right)
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
        case .call(let name, let explicit, let arguments): return call(name, explicit, arguments, span)
        case .memberCall(let base, let name, let arguments, let nameSpan):
            return memberCall(base, name, [], arguments, nameSpan, span)
        case .templateMemberCall(let base, let name, let explicit, let arguments, let nameSpan):
            return memberCall(base, name, explicit, arguments, nameSpan, span)
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
        case .sizeOfValue(let operand):
            let type = check(operand).type
            if type.isError { return .error(span) }
            let size = shapes.layout(of: type).size
            return TypedExpression(kind: .literal(UInt32(truncatingIfNeeded: size)), type: .uint, span: span)
        case .alignmentOf(let use):
            let type = resolve(use)
            if type.isError { return .error(span) }
            let alignment = shapes.layout(of: type).alignment
            return TypedExpression(kind: .literal(UInt32(truncatingIfNeeded: alignment)), type: .uint, span: span)
        case .this: return this(span)
        case .invoke(let callee, let arguments): return invoke(callee, arguments, span)
        case .trait(let name, let arguments): return trait(name, arguments, span)
        case .staticMember(let use, let name, let arguments): return staticMember(use, name, arguments, span)
        }
    }

    private mutating func this(_ span: Span) -> TypedExpression {
        guard function.hasThis, let object = function.locals.first else {
            sink.error(
                "method", "there is no `this` here", at: span, hint: "`this` belongs to the functions of a structure")
            return .error(span)
        }
        let local = TypedExpression(kind: .local(0), type: object.type, span: span, isAssignable: !object.isConst)
        return TypedExpression(
            kind: .address(local), type: .pointer(object.type), span: span, isAssignable: !object.isConst)
    }

    /// A call of what an expression gives: a structure with `operator()`.
    private mutating func invoke(
        _ callee: ExpressionSyntax, _ arguments: [ExpressionSyntax], _ span: Span
    ) -> TypedExpression {
        let object = check(callee)
        let checked = self.arguments(arguments)
        if case .structure = object.type { return memberFunction(object, "operator()", checked, callee.span, span) }
        if !object.type.isError { sink.error("call", "only functions can be called", at: callee.span) }
        return .error(span)
    }

    private mutating func trait(
        _ name: QualifiedName, _ arguments: [TemplateArgument], _ span: Span
    ) -> TypedExpression {
        var types: [Type] = []
        for argument in arguments {
            guard case .type(let use) = argument else { continue }
            types.append(resolve(use))
        }
        if types.contains(where: \.isError) { return .error(span) }
        guard types.count == arguments.count, let answer = TypeTraits.value(name.last, types) else {
            sink.error("template", "`\(name.last)` cannot have these arguments", at: span)
            return .error(span)
        }
        return TypedExpression(kind: .literal(answer ? 1 : 0), type: .bool, span: span)
    }

    /// A constant or function of a structure that is written with template arguments, or of `numeric_limits`.
    private mutating func staticMember(
        _ use: TypeUse, _ name: QualifiedName, _ arguments: [ExpressionSyntax]?, _ span: Span
    ) -> TypedExpression {
        let type = resolve(use)
        if type.isError { return .error(span) }
        if name.parts.count == 2 {
            guard case .scalar(let scalar) = type, let limit = TypeTraits.limit(scalar, name.last) else {
                sink.error(
                    "unknown-member", "`numeric_limits<\(self.name(of: type))>` has no `\(name.last)`", at: name.span)
                return .error(span)
            }
            return TypedExpression(kind: .literal(limit.bits), type: limit.type, span: span)
        }
        guard case .structure(let index) = type else {
            sink.error("unknown-member", "`\(self.name(of: type))` has no member `\(name.last)`", at: name.span)
            return .error(span)
        }
        if let arguments {
            let object = TypedExpression(kind: .zero, type: type, span: span)
            let methods = (shapes.structures[index].methods[name.last] ?? []).filter { !program.functions[$0].hasThis }
            guard !methods.isEmpty else {
                sink.error(
                    "unknown-member", "`\(self.name(of: type))` has no static function `\(name.last)`", at: name.span)
                return .error(span)
            }
            return memberFunction(object, name.last, self.arguments(arguments), name.span, span)
        }
        if let found = member(name.last, ofScope: index, span) { return found }
        sink.error("unknown-member", "`\(self.name(of: type))` has no constant `\(name.last)`", at: name.span)
        return .error(span)
    }

    /// A constant that is declared inside of a structure.
    private func member(_ name: String, ofScope index: Int, _ span: Span) -> TypedExpression? {
        let full = shapes.structures[index].scopeName + "::" + name
        if let index = globals[full] {
            return TypedExpression(kind: .global(index), type: program.globals[index].type, span: span)
        }
        return constants[full].map { TypedExpression(kind: .literal($0.bits), type: $0.type, span: span) }
    }

    /// A brace list on the right of an operator takes the type of the left.
    private mutating func listOperand(
        _ operation: BinaryOperator, _ left: TypedExpression, _ right: ExpressionSyntax
    ) -> TypedExpression {
        if left.type.isError { return .error(right.span) }
        return list(left.type.value, right.elements, at: right.span)
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
        if function.hasThis, name.parts.count == 1, case .structure(let index)? = function.locals.first?.type,
            let field = shapes.structures[index].position(of: name.last)
        {
            let isWritable = !function.locals[0].isConst
            let object = TypedExpression(
                kind: .local(0), type: .structure(index), span: name.span, isAssignable: isWritable)
            return TypedExpression(
                kind: .field(object, field), type: shapes.structures[index].fields[field].type, span: name.span,
                isAssignable: isWritable)
        }
        for candidate in candidates(name) {
            if let index = globals[candidate] {
                let global = program.globals[index]
                if global.isUnset, !allowsUnsetConstants {
                    sink.error(
                        "function-constant", "the host sets no function constants; `\(name.text)` has no value",
                        at: name.span, hint: "give it a value: `is_function_constant_defined(x) ? x : 1`")
                    return .error(name.span)
                }
                return TypedExpression(kind: .global(index), type: global.type, span: name.span)
            }
            if let constant = constants[candidate] {
                return TypedExpression(kind: .literal(constant.bits), type: constant.type, span: name.span)
            }
        }
        if let structure = structure(around: name), let found = member(name.last, ofScope: structure, name.span) {
            return found
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
    ///
    /// What is only tried is not reported, and so is no first.
    mutating func isFirst(_ key: String) -> Bool { sink.silence > 0 || reportedNames.insert(key).inserted }

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
                .convert(let base), .offset(let base, _):
                current = base
            case .conditional(_, let first, let second):
                markMutated(first)
                current = second
            case .sequence(_, let last), .assign(let last, _): current = last
            case .referenceCall(let index, let arguments):
                // The place lies in one of the references that it was given.
                for (parameter, argument) in zip(program.functions[index].parameters, arguments)
                where parameter.isReference && !parameter.isConst || parameter.type.isOpaque {
                    markMutated(argument)
                }
                return
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
                if isBroken(name, of: index, at: nameSpan) { return .error(span) }
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
        if case .structure = base.type {
            return memberFunction(base, "operator[]", arguments([indexSyntax]), baseSyntax.span, span)
        }
        if indexSyntax.isList {
            sink.error("index", "an index is a whole number", at: indexSyntax.span)
            return .error(span)
        }
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

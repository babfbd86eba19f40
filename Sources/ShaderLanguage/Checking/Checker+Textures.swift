extension Checker {
    /// `texture.sample(…)` and its like.
    mutating func memberCall(
        _ baseSyntax: ExpressionSyntax, _ name: String, _ explicit: [TemplateArgument], _ arguments: [ExpressionSyntax],
        _ nameSpan: Span, _ span: Span
    ) -> TypedExpression {
        var base = check(baseSyntax)
        if case .pointer(let pointee) = base.type {
            // `p->f()`
            let zero = TypedExpression(kind: .literal(0), type: .int, span: span)
            base = TypedExpression(
                kind: .element(base, zero), type: pointee, span: span, isAssignable: base.isAssignable)
        }
        if case .structure = base.type {
            return memberFunction(base, name, self.arguments(arguments), nameSpan, span, explicit: explicit)
        }
        if case .array(_, let count) = base.type, arguments.isEmpty, ["size", "max_size", "empty"].contains(name) {
            let isQuestion = name == "empty"
            return TypedExpression(
                kind: .literal(isQuestion ? 0 : UInt32(truncatingIfNeeded: count)), type: isQuestion ? .bool : .uint,
                span: span)
        }
        guard case .texture(let texture) = base.type else {
            for argument in arguments where !argument.isList { _ = check(argument) }
            if !base.type.isError {
                sink.error(
                    "method", "`\(self.name(of: base.type))` has no function `\(name)`", at: nameSpan,
                    hint: base.type.isVector ? "write `\(name)(…)` with the vector as argument" : nil)
            }
            return .error(span)
        }
        switch name {
        case "sample": return sample(base, texture, arguments, span)
        case "read": return read(base, texture, arguments, span)
        case "gather" where texture.dimensions == 2: return gather(base, texture, arguments, span)
        case "calculate_clamped_lod":
            // There is one level.
            for argument in arguments { _ = value(argument) }
            return TypedExpression(kind: .literal(0), type: .float, span: span)
        case "get_width", "get_height":
            for argument in arguments { _ = value(argument) }
            return TypedExpression(
                kind: .textureSize(base, axis: name == "get_width" ? 0 : 1), type: .uint, span: span)
        case "get_num_mip_levels":
            return TypedExpression(kind: .literal(1), type: .uint, span: span)
        default:
            if let refused = RefusedNames.textureFunction(name) {
                // The arguments are as particular as the function.
                sink.error(refused.code, refused.message, at: nameSpan)
                return .error(span)
            }
            if let hint = Spelling.memberHint(for: name) {
                sink.error("foreign-name", "`\(name)` is not a function of Metal's textures", at: nameSpan, hint: hint)
                return .error(span)
            }
            let known = ["sample", "read", "gather", "get_width", "get_height", "get_num_mip_levels"]
            sink.error(
                "texture-function", "a texture has no function `\(name)`", at: nameSpan,
                hint: Spelling.nearest(to: name, among: known).map { "did you mean `\($0)`?" })
        }
        return .error(span)
    }

    private func result(_ texture: TextureType) -> Type { .vector(texture.element, 4) }

    private mutating func sample(
        _ base: TypedExpression, _ texture: TextureType, _ arguments: [ExpressionSyntax], _ span: Span
    ) -> TypedExpression {
        guard arguments.count >= 2 else {
            sink.error("no-overload", "a sampler and coordinates are needed", at: span)
            return .error(span)
        }
        let sampler = value(arguments[0])
        if sampler.type != .sampler, !sampler.type.isError {
            sink.error(
                "no-overload", "the first argument is a sampler, not `\(name(of: sampler.type))`",
                at: arguments[0].span, hint: "write `sampler(filter::linear)`")
        }
        let wanted = Type.make(.float, texture.dimensions)
        let coordinates = convert(value(arguments[1]), to: wanted, at: arguments[1].span)
        var offset: TypedExpression?
        for argument in arguments.dropFirst(2) {
            if case .call(let name, _, let values) = argument.kind,
                ["level", "bias", "gradient2d", "min_lod_clamp", "gradient1d"].contains(name.last)
            {
                // There is one level; what chooses among levels is read and dropped.
                for value in values { _ = self.value(value) }
                continue
            }
            offset = convert(value(argument), to: .make(.int, texture.dimensions), at: argument.span)
            if offset?.type.isError ?? false { return .error(span) }
        }
        if sampler.type != .sampler || coordinates.type.isError { return .error(span) }
        return TypedExpression(
            kind: .sample(base, sampler, coordinates, offset: offset), type: result(texture), span: span)
    }

    /// `gather(s, uv, offset, component::x)`.
    private mutating func gather(
        _ base: TypedExpression, _ texture: TextureType, _ arguments: [ExpressionSyntax], _ span: Span
    ) -> TypedExpression {
        var arguments = arguments
        var component = 0
        if let last = arguments.last, arguments.count > 2, case .name(let name) = last.kind,
            name.parts.dropLast().last == "component"
        {
            guard let index = ["x", "y", "z", "w"].firstIndex(of: name.last) else {
                sink.error("texture-function", "there is no component `\(name.last)`", at: last.span)
                return .error(span)
            }
            component = index
            arguments.removeLast()
        }
        guard arguments.count <= 3 else {
            sink.error("no-overload", "`gather` takes a sampler, coordinates, an offset and a component", at: span)
            return .error(span)
        }
        let sampled = sample(base, texture, arguments, span)
        guard case .sample(let base, let sampler, let coordinates, let offset) = sampled.kind else { return sampled }
        return TypedExpression(
            kind: .gather(base, sampler, coordinates, offset: offset, component: component), type: sampled.type,
            span: span)
    }

    private mutating func read(
        _ base: TypedExpression, _ texture: TextureType, _ arguments: [ExpressionSyntax], _ span: Span
    ) -> TypedExpression {
        guard let first = arguments.first, arguments.count <= 2 else {
            sink.error("no-overload", "`read` needs whole coordinates", at: span)
            return .error(span)
        }
        if arguments.count == 2 { _ = value(arguments[1]) }
        let coordinates = value(first)
        if coordinates.type.isError { return .error(span) }
        let wanted = Type.make(.uint, texture.dimensions)
        let isWhole = coordinates.type.element == .uint || coordinates.type.element == .ushort
        guard coordinates.type.width == texture.dimensions || coordinates.type.isScalar,
            isWhole || coordinates.type.isScalar
        else {
            sink.error(
                "no-overload", "`read` takes a `\(name(of: wanted))`, not `\(name(of: coordinates.type))`",
                at: first.span, hint: "write `\(name(of: wanted))(…)`")
            return .error(span)
        }
        return TypedExpression(kind: .read(base, forced(coordinates, to: wanted)), type: result(texture), span: span)
    }
}

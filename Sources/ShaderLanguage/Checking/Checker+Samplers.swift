import ShaderIR

extension Checker {
    /// A sampler from `filter::linear, address::repeat, …`.
    mutating func sampler(_ arguments: [ExpressionSyntax], at span: Span) -> TypedExpression {
        var sampler = Sampler()
        for argument in arguments {
            switch argument.kind {
            case .name(let name) where name.parts.count >= 2:
                let key = name.parts[name.parts.count - 2]
                if !apply(key, name.last, to: &sampler) {
                    sink.error("sampler", "a sampler has no `\(key)::\(name.last)`", at: argument.span)
                }
            case .name(let name) where arguments.count == 1:
                let other = value(argument)
                if other.type == .sampler { return other }
                if !other.type.isError {
                    sink.error("sampler", "`\(name.text)` is not a setting of a sampler", at: argument.span)
                }
            case .call(let name, _, _) where ["lod_clamp", "max_anisotropy", "bias"].contains(name.last): break
            default: sink.error("sampler", "this is not a setting of a sampler", at: argument.span)
            }
        }
        return TypedExpression(kind: .sampler(sampler), type: .sampler, span: span)
    }

    private func apply(_ key: String, _ value: String, to sampler: inout Sampler) -> Bool {
        switch key {
        case "filter", "mag_filter", "min_filter":
            guard value == "linear" || value == "nearest" || value == "bicubic" else { return false }
            let filter: Sampler.Filter = value == "nearest" ? .nearest : .linear
            if key != "min_filter" { sampler.magnification = filter }
            if key != "mag_filter" { sampler.minification = filter }
        case "address", "s_address", "t_address", "r_address":
            let modes: [String: Sampler.Address] = [
                "clamp_to_edge": .clampToEdge, "repeat": .repeats, "mirrored_repeat": .mirroredRepeat,
                "clamp_to_zero": .clampToZero, "clamp_to_border": .clampToBorder,
            ]
            guard let mode = modes[value] else { return false }
            if key == "address" || key == "s_address" { sampler.addressS = mode }
            if key == "address" || key == "t_address" { sampler.addressT = mode }
        case "coord":
            guard value == "normalized" || value == "pixel" else { return false }
            sampler.isNormalized = value == "normalized"
        case "border_color":
            let colors: [String: Sampler.Border] = [
                "transparent_black": .transparentBlack, "opaque_black": .opaqueBlack, "opaque_white": .opaqueWhite,
            ]
            guard let color = colors[value] else { return false }
            sampler.border = color
        // There is one level, and nothing to compare with.
        case "mip_filter", "compare_func", "reduction": break
        default: return false
        }
        return true
    }
}

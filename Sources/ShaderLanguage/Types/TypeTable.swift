/// The names of the language's own types.
enum TypeTable {
    /// What a name stands for when it needs no template arguments.
    static let types: [String: Type] = {
        var table: [String: Type] = [
            "void": .void, "sampler": .sampler, "size_t": .uint, "ptrdiff_t": .int, "int8_t": .scalar(.char),
            "uint8_t": .scalar(.uchar), "int16_t": .scalar(.short), "uint16_t": .scalar(.ushort), "int32_t": .int,
            "uint32_t": .uint, "float32_t": .float, "float16_t": .scalar(.half),
        ]
        for scalar in Scalar.allCases {
            table[scalar.name] = .scalar(scalar)
            for width in 2...4 {
                table["\(scalar.name)\(width)"] = .vector(scalar, width)
                table["simd_\(scalar.name)\(width)"] = .vector(scalar, width)
                table["vector_\(scalar.name)\(width)"] = .vector(scalar, width)
                table["packed_\(scalar.name)\(width)"] = .packed(scalar, width)
                guard scalar.isFloating else { continue }
                for rows in 2...4 {
                    let name = "\(scalar.name)\(width)x\(rows)"
                    table[name] = .matrix(scalar, columns: width, rows: rows)
                    table["simd_" + name] = .matrix(scalar, columns: width, rows: rows)
                    table["matrix_" + name] = .matrix(scalar, columns: width, rows: rows)
                }
            }
        }
        return table
    }()

    private static let templates: Set<String> = ["texture1d", "texture2d", "vec", "array", "matrix"]

    /// Whether a name begins a type, one of those that are refused included.
    static func isKnown(_ name: String) -> Bool {
        types[name] != nil || RefusedNames.types[name] != nil || templates.contains(name) || name == "auto"
            || TypeTraits.types.contains(name)
    }

    /// Whether a name is that of a binding rather than of a value's type.
    static func isBinding(_ name: String) -> Bool {
        name == "sampler" || name == "texture2d" || name == "texture1d"
            || RefusedNames.types[name]?.code == "texture-type"
    }

    /// Whether `<` after a name begins template arguments.
    static func isTemplate(_ name: String) -> Bool {
        templates.contains(name) || RefusedNames.isTemplate(name) || TypeTraits.types.contains(name)
    }
}

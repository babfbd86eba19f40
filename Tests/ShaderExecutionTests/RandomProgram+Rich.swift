import ShaderIR

/// What the reference evaluator does not know: every operation, every kind of storage, textures.
extension RandomProgram {
    /// The bindings that rich programs read; some are bound, and not all with the format that is usual there.
    static let textures = [0, 1, 2, 4, 7]

    private static func operations(giving type: ScalarType) -> [Operation] {
        Operation.allCases.filter { $0.signature.result == type && $0 != .select }
    }

    private static let integerOperations = operations(giving: .int)
    private static let floatOperations = operations(giving: .float)
    private static let boolOperations = operations(giving: .bool)

    /// Storage beyond the plain programs'.
    mutating func addRichStorage() {
        for index in 0..<2 { bools.append(variable("b\(index)", .bool)) }
        program.arrays.append(Slot(name: "af", type: .float, count: 3))
        program.arrays.append(Slot(name: "ab", type: .bool, count: 2))
        program.tables.append(
            Table(name: "tf", type: .float, bits: ([0.5, -2, .nan, 1e20, 0x1p-130] as [Float]).map(\.bitPattern)))
        program.tables.append(Table(name: "tb", type: .bool, bits: [1, 0, 0, 1]))
        program.textures = Self.textures
    }

    private mutating func operand(_ type: ScalarType, _ depth: Int) -> ValueID {
        switch type {
        case .int: integer(depth)
        case .float: float(depth)
        case .bool: condition(depth)
        }
    }

    private mutating func operation(among operations: [Operation], _ depth: Int) -> ValueID {
        let operation = operations[pick(operations.count)]
        let types = operation.signature.operands
        let a = operand(types[0], depth)
        return apply(operation, a, types.count > 1 ? operand(types[1], depth) : nil)
    }

    mutating func richInteger(_ depth: Int) -> ValueID {
        switch pick(10) {
        case 0: return constant(Int32(truncatingIfNeeded: Int64(pick(1 << 33)) - 1 << 31))
        case 1:
            let texture = Self.textures[pick(Self.textures.count)]
            return compute(.textureSize(texture: texture, axis: pick(2)), .int)
        default: return operation(among: Self.integerOperations, depth)
        }
    }

    mutating func richFloat(_ depth: Int) -> ValueID {
        switch pick(14) {
        case 0: return compute(.constant(.float, bits: UInt32(truncatingIfNeeded: pick(1 << 32))), .float)
        case 1: return compute(.input(Input.allCases[pick(Input.allCases.count)]), .float)
        case 2: return compute(.element(ArrayID(1), index: integer(depth)), .float)
        case 3: return compute(.tableElement(TableID(1), index: integer(depth)), .float)
        case 4, 5: return texel(depth)
        case 6:
            let (test, a, b) = (condition(depth), float(depth), float(depth))
            return compute(.operation(.select, test, a, b), .float)
        default: return operation(among: Self.floatOperations, depth)
        }
    }

    mutating func richCondition(_ depth: Int) -> ValueID {
        switch pick(8) {
        case 0, 1: return load(bools[pick(bools.count)])
        case 2: return compute(.element(ArrayID(2), index: integer(depth)), .bool)
        case 3: return compute(.tableElement(TableID(2), index: integer(depth)), .bool)
        case 4:
            let (test, a, b) = (condition(depth), condition(depth), condition(depth))
            return compute(.operation(.select, test, a, b), .bool)
        default: return operation(among: Self.boolOperations, depth)
        }
    }

    /// One channel, or the sum of two, of a texture read.
    private mutating func texel(_ depth: Int) -> ValueID {
        let kind: Fetch.Kind = pick(3) == 0 ? .read : .sample(sampler())
        let (x, y) = (coordinate(kind, .uvX, depth), coordinate(kind, .uvY, depth))
        let results = (0..<4).map { _ in
            program.instructions.append(.fetched)
            program.types.append(.float)
            return ValueID(program.instructions.count - 1)
        }
        let texture = Self.textures[pick(Self.textures.count)]
        emit(.fetch(Fetch(kind: kind, texture: texture, x: x, y: y, results: results)))
        let first = results[pick(4)]
        return pick(2) == 0 ? first : apply(.addFloat, first, results[pick(4)])
    }

    /// Near the texture more often than not.
    private mutating func coordinate(_ kind: Fetch.Kind, _ input: Input, _ depth: Int) -> ValueID {
        if kind == .read { return pick(2) == 0 ? apply(.bitAnd, integer(depth), constant(Int32(7))) : integer(depth) }
        if pick(3) == 0 { return float(depth) }
        let scaled = apply(.multiplyFloat, compute(.input(input), .float), constant(Float(1 + pick(4))))
        return apply(.subtractFloat, scaled, constant(Float(pick(3)) / 2))
    }

    private mutating func sampler() -> Sampler {
        let modes: [Sampler.Address] = [.clampToEdge, .repeats, .mirroredRepeat, .clampToZero, .clampToBorder]
        let borders: [Sampler.Border] = [.transparentBlack, .opaqueBlack, .opaqueWhite]
        let filter: Sampler.Filter = pick(2) == 0 ? .nearest : .linear
        return Sampler(
            magnification: filter, minification: filter, addressS: modes[pick(5)], addressT: modes[pick(5)],
            isNormalized: pick(3) > 0, border: borders[pick(3)])
    }

    mutating func richStatement() {
        switch pick(3) {
        case 0: emit(.store(bools[pick(bools.count)], condition()))
        case 1: emit(.storeElement(ArrayID(1), index: integer(), value: float()))
        default: emit(.storeElement(ArrayID(2), index: integer(), value: condition()))
        }
    }
}

import ShaderIR

/// Where one scalar, or one array of scalars, of a value lives.
indirect enum Cell {
    case variable(VariableID)
    /// A value that nothing writes to.
    case value(ValueID)
    /// An array, or the part of it at an offset (in elements of `extents`); with no extents left, one element.
    case array(ArrayID, offset: ValueID?, extents: ArraySlice<Int>)
    case table(TableID, offset: ValueID?, extents: ArraySlice<Int>)
    /// One of several, by an index that is clamped.
    case choice([Cell], ValueID)
}

/// What a pointer points to.
indirect enum Pointer {
    case place([Cell])
    /// The elements of an array of a type.
    case elements([Cell], Type)
    /// The bound uniforms from a byte on; what lies behind them is zero.
    case buffer(Int)
    /// Some elements after another.
    case shifted(Pointer, ValueID)
}

/// What a name in the source stands for while its function is lowered.
enum Binding {
    case cells([Cell])
    case texture(Int)
    case sampler(Sampler)
    case pointer(Pointer)
}

/// Why a program cannot be lowered although it is right.
struct LoweringFailure: Error {
    let code: String
    let message: String
    let span: Span
    let hint: String?
}

extension Lowerer {
    // MARK: - Reading and writing

    /// The scalars of a place, arrays element by element.
    mutating func read(_ cells: [Cell]) -> [ValueID] {
        var values: [ValueID] = []
        values.reserveCapacity(cells.count)
        for cell in cells {
            switch cell {
            case .array(_, _, let extents) where !extents.isEmpty, .table(_, _, let extents) where !extents.isEmpty:
                for index in 0..<extents.reduce(1, *) { values.append(readScalar(part(of: cell, at: index))) }
            case .choice(let options, let index) where isArray(options.first):
                // Every option is an array of the same shape.
                for position in 0..<scalarCount(options.first) {
                    values.append(readScalar(.choice(options.map { part(of: $0, at: position) }, index)))
                }
            default: values.append(readScalar(cell))
            }
        }
        return values
    }

    mutating func write(_ values: [ValueID], to cells: [Cell]) {
        var next = 0
        for cell in cells {
            let count = scalarCount(cell)
            for index in 0..<count where next + index < values.count {
                writeScalar(values[next + index], to: isArray(cell) ? part(of: cell, at: index) : cell)
            }
            next += count
        }
    }

    private func isArray(_ cell: Cell?) -> Bool {
        switch cell {
        case .array(_, _, let extents), .table(_, _, let extents): !extents.isEmpty
        case .choice(let options, _): isArray(options.first)
        default: false
        }
    }

    private func scalarCount(_ cell: Cell?) -> Int {
        switch cell {
        case .array(_, _, let extents), .table(_, _, let extents): extents.reduce(1, *)
        case .choice(let options, _): scalarCount(options.first)
        default: 1
        }
    }

    /// One element of what is left of an array, counted through all its extents.
    private mutating func part(of cell: Cell, at index: Int) -> Cell {
        switch cell {
        case .array(let array, let offset, let extents):
            return .array(array, offset: shifted(offset, by: extents.reduce(1, *), plus: index), extents: [])
        case .table(let table, let offset, let extents):
            return .table(table, offset: shifted(offset, by: extents.reduce(1, *), plus: index), extents: [])
        case .choice(let options, let choice):
            return .choice(options.map { part(of: $0, at: index) }, choice)
        default: return cell
        }
    }

    private mutating func shifted(_ offset: ValueID?, by count: Int, plus index: Int) -> ValueID {
        let place = emitter.int(index)
        guard let offset else { return place }
        let size = emitter.int(count)
        let start = emitter.apply(.multiplyInt, offset, size)
        return emitter.apply(.addInt, start, place)
    }

    private mutating func readScalar(_ cell: Cell) -> ValueID {
        switch cell {
        case .variable(let variable): return emitter.load(variable)
        case .value(let value): return value
        case .array(let array, let offset, _):
            let index = offset ?? emitter.int(0)
            return emitter.load(array, at: index)
        case .table(let table, let offset, _):
            let index = offset ?? emitter.int(0)
            return emitter.load(table, at: index)
        case .choice(let options, let index):
            guard let last = options.last else { return emitter.float(0) }
            var result = readScalar(last)
            for position in stride(from: options.count - 2, through: 0, by: -1) {
                let option = readScalar(options[position])
                let bound = emitter.int(position + 1)
                let isHere = emitter.apply(.lessSigned, index, bound)
                result = emitter.select(isHere, option, result)
            }
            return result
        }
    }

    private mutating func writeScalar(_ value: ValueID, to cell: Cell) {
        switch cell {
        case .variable(let variable): emitter.store(value, to: variable)
        case .array(let array, let offset, _):
            let index = offset ?? emitter.int(0)
            emitter.store(value, to: array, at: index)
        case .choice(let options, let index):
            for (position, option) in options.enumerated() {
                var isHere: ValueID
                if position == 0 {
                    let bound = emitter.int(1)
                    isHere = emitter.apply(.lessSigned, index, bound)
                } else if position == options.count - 1 {
                    let bound = emitter.int(position)
                    isHere = emitter.apply(.lessEqualSigned, bound, index)
                } else {
                    let here = emitter.int(position)
                    isHere = emitter.apply(.equalInt, index, here)
                }
                if options.count == 1 { isHere = emitter.bool(true) }
                let old = readScalar(option)
                let new = emitter.select(isHere, value, old)
                writeScalar(new, to: option)
            }
        case .value, .table: break
        }
    }

    // MARK: - Elements

    /// The cells of an element of a vector, matrix or array.
    mutating func element(of cells: [Cell], _ type: Type, at index: ValueID) -> [Cell] {
        switch type {
        case .vector, .packed: return [choose(cells.map { [$0] }, index)].flatMap { $0 }
        case .matrix(_, let columns, let rows):
            return choose((0..<columns).map { Array(cells[($0 * rows)..<($0 * rows + rows)]) }, index)
        case .array: return cells.map { indexed($0, index) }
        default: return cells
        }
    }

    private mutating func indexed(_ cell: Cell, _ index: ValueID) -> Cell {
        switch cell {
        case .array(let array, let offset, let extents):
            return .array(array, offset: inner(offset, extents, index), extents: extents.dropFirst())
        case .table(let table, let offset, let extents):
            return .table(table, offset: inner(offset, extents, index), extents: extents.dropFirst())
        case .choice(let options, let choice): return .choice(options.map { indexed($0, index) }, choice)
        default: return cell
        }
    }

    private mutating func inner(_ offset: ValueID?, _ extents: ArraySlice<Int>, _ index: ValueID) -> ValueID {
        var index = index
        let extent = extents.first ?? 1
        if offset != nil || extents.count > 1 {
            // Only the whole array is clamped by itself; a row must not reach into the next.
            let low = emitter.int(0)
            let high = emitter.int(extent - 1)
            let raised = emitter.apply(.maximumSigned, index, low)
            index = emitter.apply(.minimumSigned, raised, high)
        }
        guard let offset else { return index }
        let size = emitter.int(extent)
        let start = emitter.apply(.multiplyInt, offset, size)
        return emitter.apply(.addInt, start, index)
    }

    /// One of several groups of cells.
    mutating func choose(_ groups: [[Cell]], _ index: ValueID) -> [Cell] {
        guard let first = groups.first else { return [] }
        if let bits = emitter.constantBits(index) {
            return groups[min(max(Int(Int32(bitPattern: bits)), 0), groups.count - 1)]
        }
        return first.indices.map { position in .choice(groups.map { $0[position] }, index) }
    }

    // MARK: - Storage

    /// Fresh storage for a value of a type.
    mutating func makeStorage(_ type: Type, _ name: String) -> [Cell] {
        program.shapes.leaves(of: type).map { leaf in
            if leaf.extents.isEmpty { return .variable(emitter.makeVariable(name, leaf.scalar.representation)) }
            let array = emitter.makeArray(name, leaf.scalar.representation, count: leaf.count)
            return .array(array, offset: nil, extents: leaf.extents[...])
        }
    }

    /// Cells that hold given values and are never written: tables for constant arrays.
    ///
    /// Arrays with values that are not constant are stored where the emitter stands.
    mutating func makeConstant(_ type: Type, _ values: [ValueID], _ name: String) -> [Cell] {
        var next = 0
        return program.shapes.leaves(of: type).map { leaf in
            let count = leaf.count
            let part = Array(values[next..<(next + count)])
            next += count
            if leaf.extents.isEmpty { return .value(part[0]) }
            let bits = part.compactMap { emitter.constantBits($0) }
            if bits.count == count {
                let table = emitter.makeTable(name, leaf.scalar.representation, bits: bits)
                return .table(table, offset: nil, extents: leaf.extents[...])
            }
            let array = emitter.makeArray(name, leaf.scalar.representation, count: count)
            for (index, value) in part.enumerated() {
                let place = emitter.int(index)
                emitter.store(value, to: array, at: place)
            }
            return .array(array, offset: nil, extents: leaf.extents[...])
        }
    }

    mutating func zeros(_ type: Type) -> [ValueID] {
        program.shapes.leaves(of: type).flatMap { leaf in
            Array(repeating: emitter.zero(leaf.scalar.representation), count: leaf.count)
        }
    }

    // MARK: - Uniforms

    /// What lies at each byte offset of the uniforms.
    static let uniformLayout: [Int: Input] = [
        0: .time, 8: .resolutionX, 12: .resolutionY, 16: .paramX, 20: .paramY, 24: .paramZ, 28: .paramW,
        32: .sensitivity,
    ]
    static let uniformSize = 48

    /// The cells of a value that lies in the uniforms from a byte on.
    mutating func uniformCells(_ type: Type, at offset: Int) -> [Cell] {
        let leaves = program.shapes.leaves(of: type)
        var values: [ValueID] = []
        for (leaf, offsets) in zip(leaves, leafOffsets(type, offset)) {
            for offset in offsets { values.append(uniform(at: offset, leaf.scalar)) }
        }
        emitter.open()
        let cells = makeConstant(type, values, "uniforms")
        emitter.closeIntoEntry()
        return cells
    }

    private mutating func uniform(at offset: Int, _ scalar: Scalar) -> ValueID {
        guard let input = Lowerer.uniformLayout[offset] else { return emitter.zero(scalar.representation) }
        let value = emitter.input(input)
        switch scalar {
        case .float: return value
        case .int, .uint:
            emitter.open()
            let bits = emitter.apply(.floatBits, value)
            emitter.closeIntoEntry()
            return bits
        default: return emitter.zero(scalar.representation)
        }
    }

    /// The byte offsets of the elements of each leaf.
    private func leafOffsets(_ type: Type, _ offset: Int) -> [[Int]] {
        let shapes = program.shapes
        switch type {
        case .structure(let index):
            let structure = shapes.structures[index]
            return zip(structure.fields, shapes.fieldOffsets(of: structure)).flatMap {
                leafOffsets($0.type, offset + $1)
            }
        case .array(let element, let count):
            let one = shapes.layout(of: element)
            let step = (one.size + one.alignment - 1) / max(1, one.alignment) * one.alignment
            let rows = (0..<count).map { leafOffsets(element, offset + $0 * step) }
            return (rows.first ?? []).indices.map { leaf in rows.flatMap { $0[leaf] } }
        default: return shapes.scalars(of: type, at: offset).map { [$0.offset] }
        }
    }

    /// The cells that a pointer's element stands for.
    mutating func target(_ pointer: Pointer, _ type: Type, at index: ValueID) -> [Cell] {
        switch pointer {
        case .place(let cells): return cells
        case .elements(let cells, let array): return element(of: cells, array, at: index)
        case .shifted(let inner, let distance):
            let position = emitter.apply(.addInt, distance, index)
            return target(inner, type, at: position)
        case .buffer(let start):
            let one = program.shapes.layout(of: type)
            let step = max(1, one.size)
            if let bits = emitter.constantBits(index) {
                let position = Int(Int32(bitPattern: bits))
                let isInside = position >= 0 && position <= Lowerer.uniformSize
                return uniformCells(type, at: isInside ? start + position * step : Lowerer.uniformSize)
            }
            let count = max(1, (Lowerer.uniformSize - min(start, Lowerer.uniformSize) + step - 1) / step) + 1
            return choose((0..<count).map { uniformCells(type, at: start + $0 * step) }, index)
        }
    }
}

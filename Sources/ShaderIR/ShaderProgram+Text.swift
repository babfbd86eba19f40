extension ShaderProgram {
    /// The program as readable text, the same for the same program: one line a statement, blocks indented.
    public var text: String {
        var writer = TextWriter(program: self)
        return writer.write()
    }
}

/// Writes the text form.
private struct TextWriter {
    let program: ShaderProgram
    private var output = ""

    init(program: ShaderProgram) {
        self.program = program
    }

    mutating func write() -> String {
        line(0, "shader \(program.name)")
        if !program.textures.isEmpty { line(0, "textures \(list(program.textures.map(String.init)))") }
        for (index, table) in program.tables.enumerated() {
            let values = table.bits.map { constant(table.type, $0) }
            line(0, "table t\(index) \(table.name): \(table.type)[\(table.bits.count)] = \(list(values))")
        }
        for (index, array) in program.arrays.enumerated() {
            line(0, "array a\(index) \(array.name): \(array.type)[\(array.count)]")
        }
        for (index, variable) in program.variables.enumerated() {
            line(0, "variable v\(index) \(variable.name): \(variable.type)")
        }
        block(program.body, 0)
        line(0, "output \(list(program.output.map { "v\($0.index)" }))")
        return output
    }

    private mutating func line(_ depth: Int, _ text: String) {
        output += String(repeating: "    ", count: depth) + text + "\n"
    }

    private func list(_ parts: [String]) -> String { parts.joined(separator: ", ") }

    private mutating func block(_ statements: [Statement], _ depth: Int) {
        for statement in statements {
            switch statement {
            case .evaluate(let value):
                guard program.instructions.indices.contains(value.index) else { continue }
                line(depth, "\(name(value)): \(program.types[value.index]) = \(instruction(value))")
            case .fetch(let fetch):
                let kind =
                    switch fetch.kind {
                    case .sample(let sampler): "sample \(describe(sampler))"
                    case .read: "read"
                    }
                line(
                    depth,
                    "\(list(fetch.results.map(name))) = \(kind) texture\(fetch.texture) \(name(fetch.x)), \(name(fetch.y))")
            case .store(let variable, let value): line(depth, "store v\(variable.index), \(name(value))")
            case .storeElement(let array, let index, let value):
                line(depth, "store a\(array.index)[\(name(index))], \(name(value))")
            case .branch(let condition, let then, let otherwise):
                line(depth, "branch \(name(condition)) {")
                block(then, depth + 1)
                if !otherwise.isEmpty {
                    line(depth, "} else {")
                    block(otherwise, depth + 1)
                }
                line(depth, "}")
            case .scope(let scope, let body):
                line(depth, "scope s\(scope.index) {")
                block(body, depth + 1)
                line(depth, "}")
            case .loop(let body):
                line(depth, "loop {")
                block(body, depth + 1)
                line(depth, "}")
            case .exit(let scope): line(depth, "exit s\(scope.index)")
            case .discard: line(depth, "discard")
            }
        }
    }

    private func name(_ value: ValueID) -> String { "%\(value.index)" }

    private func instruction(_ value: ValueID) -> String {
        switch program.instructions[value.index] {
        case .constant(let type, let bits): constant(type, bits)
        case .input(let input): "input \(input)"
        case .operation(let operation, let a, let b, let c):
            "\(operation) \(list([a, b, c].prefix(operation.signature.operands.count).map(name)))"
        case .load(let variable): "load v\(variable.index)"
        case .element(let array, let index): "load a\(array.index)[\(name(index))]"
        case .tableElement(let table, let index): "load t\(table.index)[\(name(index))]"
        case .textureSize(let texture, let axis): "\(axis == 0 ? "width" : "height") texture\(texture)"
        case .fetched: "fetched"
        }
    }

    /// Floats in the shortest form that reads back the same.
    private func constant(_ type: ScalarType, _ bits: UInt32) -> String {
        switch type {
        case .bool: bits == 0 ? "false" : "true"
        case .int: "\(Int32(bitPattern: bits))"
        case .float: "\(Float(bitPattern: bits))"
        }
    }

    private func describe(_ sampler: Sampler) -> String {
        var parts: [String] = []
        if sampler.magnification == sampler.minification {
            parts.append("\(sampler.magnification)")
        } else {
            parts.append("\(sampler.magnification)/\(sampler.minification)")
        }
        if sampler.addressS == sampler.addressT {
            parts.append("\(sampler.addressS)")
        } else {
            parts.append("\(sampler.addressS)/\(sampler.addressT)")
        }
        if !sampler.isNormalized { parts.append("pixel") }
        if sampler.addressS == .clampToBorder || sampler.addressT == .clampToBorder { parts.append("\(sampler.border)") }
        return "(" + list(parts) + ")"
    }
}

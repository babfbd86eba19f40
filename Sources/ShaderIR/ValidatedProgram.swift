/// What is wrong with a program; a fault of the front end, never of a shader's author.
public struct ValidationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
}

/// A program that an evaluator may run without checking anything again.
///
/// Validation proves: every operand is of its type and computed before its use in a block around it; each value is
/// computed once; exits name scopes around them; ids, tables and outputs exist; sizes are within the limits.
public struct ValidatedProgram: Sendable {
    /// The largest number of instructions, and of array elements together.
    public static let instructionLimit = 200_000
    /// The largest number of elements of all local arrays together.
    public static let arrayElementLimit = 16_384
    /// The deepest nesting of statements.
    public static let nestingLimit = 256

    public let program: ShaderProgram

    /// Validates a program.
    public init(_ program: ShaderProgram) throws(ValidationFailure) {
        var validation = Validation(program)
        try validation.run()
        self.program = program
    }
}

/// The walk over one program.
private struct Validation {
    let program: ShaderProgram
    var isVisible: [Bool]
    var isComputed: [Bool]
    var openScopes: [Bool]

    init(_ program: ShaderProgram) {
        self.program = program
        isVisible = Array(repeating: false, count: program.instructions.count)
        isComputed = isVisible
        openScopes = Array(repeating: false, count: max(0, program.scopeCount))
    }

    mutating func run() throws(ValidationFailure) {
        let count = program.instructions.count
        try check(count == program.types.count, "types do not match the instructions")
        try check(count <= ValidatedProgram.instructionLimit, "too many instructions")
        var elements = 0
        for array in program.arrays {
            try check(array.count > 0 && array.count <= ValidatedProgram.arrayElementLimit, "array \(array.name) size")
            elements += array.count
        }
        try check(elements <= ValidatedProgram.arrayElementLimit, "local arrays are too large")
        for table in program.tables { try check(!table.bits.isEmpty, "table \(table.name) is empty") }
        try check(program.output.count == 4, "four outputs are needed")
        for output in program.output {
            try check(program.variables.indices.contains(output.index), "output does not exist")
            try check(program.variables[output.index].type == .float, "output is not a float")
        }
        try block(program.body, depth: 0)
    }

    private func check(_ condition: Bool, _ message: @autoclosure () -> String) throws(ValidationFailure) {
        if !condition { throw ValidationFailure(description: message()) }
    }

    private func check(_ value: ValueID, is type: ScalarType?) throws(ValidationFailure) {
        try check(program.instructions.indices.contains(value.index), "%\(value.index) does not exist")
        try check(isVisible[value.index], "%\(value.index) is used where it is not computed")
        if let type { try check(program.types[value.index] == type, "%\(value.index) is not \(type)") }
    }

    private mutating func define(_ value: ValueID) throws(ValidationFailure) {
        try check(program.instructions.indices.contains(value.index), "%\(value.index) does not exist")
        try check(!isComputed[value.index], "%\(value.index) is computed twice")
        isComputed[value.index] = true
        isVisible[value.index] = true
    }

    private mutating func block(_ statements: [Statement], depth: Int) throws(ValidationFailure) {
        try check(depth <= ValidatedProgram.nestingLimit, "statements nest too deeply")
        var defined: [Int] = []
        for statement in statements {
            switch statement {
            case .evaluate(let value):
                try instruction(value)
                defined.append(value.index)
            case .fetch(let fetch):
                try check(fetch.results.count == 4, "a fetch has four results")
                let coordinate: ScalarType = fetch.kind == .read ? .int : .float
                try check(fetch.x, is: coordinate)
                try check(fetch.y, is: coordinate)
                try check(program.textures.contains(fetch.texture), "texture \(fetch.texture) is not listed")
                for result in fetch.results {
                    try define(result)
                    try check(program.instructions[result.index] == .fetched, "%\(result.index) is not a fetch result")
                    try check(program.types[result.index] == .float, "a fetch result is a float")
                    defined.append(result.index)
                }
            case .store(let variable, let value):
                try check(program.variables.indices.contains(variable.index), "variable does not exist")
                try check(value, is: program.variables[variable.index].type)
            case .storeElement(let array, let index, let value):
                try check(program.arrays.indices.contains(array.index), "array does not exist")
                try check(index, is: .int)
                try check(value, is: program.arrays[array.index].type)
            case .branch(let condition, let then, let otherwise):
                try check(condition, is: .bool)
                try block(then, depth: depth + 1)
                try block(otherwise, depth: depth + 1)
            case .scope(let scope, let body):
                try check(openScopes.indices.contains(scope.index), "scope does not exist")
                try check(!openScopes[scope.index], "scope is open already")
                openScopes[scope.index] = true
                try block(body, depth: depth + 1)
                openScopes[scope.index] = false
            case .loop(let body):
                try block(body, depth: depth + 1)
            case .exit(let scope):
                try check(openScopes.indices.contains(scope.index), "scope does not exist")
                try check(openScopes[scope.index], "exit of a scope that is not around it")
            case .discard: break
            }
        }
        for index in defined { isVisible[index] = false }
    }

    private mutating func instruction(_ value: ValueID) throws(ValidationFailure) {
        try check(program.instructions.indices.contains(value.index), "%\(value.index) does not exist")
        let type = program.types[value.index]
        switch program.instructions[value.index] {
        case .constant(let constant, let bits):
            try check(type == constant, "constant type")
            try check(constant != .bool || bits <= 1, "a bool is 0 or 1")
        case .input: try check(type == .float, "an input is a float")
        case .operation(.select, let condition, let a, let b):
            try check(condition, is: .bool)
            try check(a, is: type)
            try check(b, is: type)
        case .operation(let operation, let a, let b, _):
            let signature = operation.signature
            try check(type == signature.result, "\(operation) gives \(signature.result)")
            try check(a, is: signature.operands[0])
            if signature.operands.count > 1 { try check(b, is: signature.operands[1]) }
        case .load(let variable):
            try check(program.variables.indices.contains(variable.index), "variable does not exist")
            try check(type == program.variables[variable.index].type, "load type")
        case .element(let array, let index):
            try check(program.arrays.indices.contains(array.index), "array does not exist")
            try check(type == program.arrays[array.index].type, "element type")
            try check(index, is: .int)
        case .tableElement(let table, let index):
            try check(program.tables.indices.contains(table.index), "table does not exist")
            try check(type == program.tables[table.index].type, "table element type")
            try check(index, is: .int)
        case .textureSize(let texture, let axis):
            try check(type == .int && (axis == 0 || axis == 1), "texture size")
            try check(program.textures.contains(texture), "texture \(texture) is not listed")
        case .fetched:
            throw ValidationFailure(description: "%\(value.index) is a fetch result without its fetch")
        }
        try define(value)
    }
}

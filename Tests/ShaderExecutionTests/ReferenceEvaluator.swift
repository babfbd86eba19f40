import ShaderIR
import Testing

/// Runs a program on one 2×2 quad, statement by statement, as Docs/ShaderIR.md reads: slow, and with nothing in common
/// with the interpreter but the program.
///
/// Only operations that plain Swift has exactly are known to it.
struct ReferenceEvaluator {
    let program: ShaderProgram
    let width: Int
    let height: Int
    let loopLimit: Int
    private var values: [[UInt32]]
    private var variables: [[UInt32]]
    private var arrays: [[[UInt32]]]
    private var live: [Bool]
    private var left: [Int: [Bool]] = [:]
    private var iterations = [0, 0, 0, 0]
    private(set) var discarded = [false, false, false, false]
    /// Pixels of the quad that were over the limit.
    private(set) var tripped: [Int] = []
    private let origin: (x: Int, y: Int)

    init(_ program: ShaderProgram, x: Int, y: Int, width: Int, height: Int, loopLimit: Int) {
        self.program = program
        self.width = width
        self.height = height
        self.loopLimit = loopLimit
        origin = (x, y)
        let zero: [UInt32] = [0, 0, 0, 0]
        values = Array(repeating: zero, count: program.instructions.count)
        variables = Array(repeating: zero, count: program.variables.count)
        arrays = program.arrays.map { Array(repeating: zero, count: $0.count) }
        live = [true, true, true, true]
    }

    func isReal(_ lane: Int) -> Bool { origin.x + lane % 2 < width && origin.y + lane / 2 < height }

    mutating func run() { block(program.body) }

    /// The float bits of the output of a lane.
    func output(_ lane: Int) -> [UInt32] { program.output.map { variables[$0.index][lane] } }

    private mutating func block(_ statements: [Statement]) {
        for statement in statements where live.contains(true) { self.statement(statement) }
    }

    private mutating func statement(_ statement: Statement) {
        switch statement {
        case .evaluate(let value): values[value.index] = (0..<4).map { evaluate(program.instructions[value.index], $0) }
        case .fetch: break
        case .store(let variable, let value):
            for lane in 0..<4 where live[lane] { variables[variable.index][lane] = values[value.index][lane] }
        case .storeElement(let array, let index, let value):
            for lane in 0..<4 where live[lane] {
                let element = clamped(values[index.index][lane], arrays[array.index].count)
                arrays[array.index][element][lane] = values[value.index][lane]
            }
        case .branch(let condition, let then, let otherwise):
            let before = live
            let truth = values[condition.index]
            live = (0..<4).map { before[$0] && truth[$0] != 0 }
            block(then)
            let survivors = live
            live = (0..<4).map { before[$0] && truth[$0] == 0 }
            block(otherwise)
            live = (0..<4).map { live[$0] || survivors[$0] }
        case .scope(let id, let body):
            left[id.index] = [false, false, false, false]
            block(body)
            let gone = left[id.index] ?? []
            live = (0..<4).map { live[$0] || gone[$0] }
        case .loop(let body):
            while enterLoop() { block(body) }
        case .exit(let id):
            for lane in 0..<4 where live[lane] { left[id.index]?[lane] = true }
            live = [false, false, false, false]
        case .discard: for lane in 0..<4 where live[lane] { discarded[lane] = true }
        }
    }

    private mutating func enterLoop() -> Bool {
        if !(0..<4).contains(where: { live[$0] && isReal($0) }) { live = [false, false, false, false] }
        for lane in 0..<4 where live[lane] {
            iterations[lane] += 1
            if iterations[lane] > loopLimit, isReal(lane) {
                tripped.append(lane)
                live[lane] = false
            }
        }
        return live.contains(true)
    }

    private func clamped(_ index: UInt32, _ count: Int) -> Int {
        min(max(Int(Int32(bitPattern: index)), 0), count - 1)
    }

    private func evaluate(_ instruction: Instruction, _ lane: Int) -> UInt32 {
        switch instruction {
        case .constant(_, let bits): return bits
        case .input(let input):
            let x = origin.x + lane % 2
            let y = origin.y + lane / 2
            switch input {
            case .positionX: return (Float(x) + 0.5).bitPattern
            case .positionY: return (Float(y) + 0.5).bitPattern
            case .uvX: return ((Float(x) + 0.5) / Float(width)).bitPattern
            case .uvY: return ((Float(height - 1 - y) + 0.5) / Float(height)).bitPattern
            default: return 0
            }
        case .operation(let operation, let a, let b, let c):
            if operation == .derivativeX || operation == .derivativeY {
                let (low, high) = operation == .derivativeX ? (lane & 2, lane | 1) : (lane & 1, lane | 2)
                let first = Float(bitPattern: values[a.index][low])
                return (Float(bitPattern: values[a.index][high]) - first).bitPattern
            }
            return Self.apply(operation, values[a.index][lane], values[b.index][lane], values[c.index][lane])
        case .load(let variable): return variables[variable.index][lane]
        case .element(let array, let index):
            return arrays[array.index][clamped(values[index.index][lane], arrays[array.index].count)][lane]
        case .tableElement(let table, let index):
            let bits = program.tables[table.index].bits
            return bits[clamped(values[index.index][lane], bits.count)]
        case .textureSize, .fetched: return 0
        }
    }

    private static func apply(_ operation: Operation, _ a: UInt32, _ b: UInt32, _ c: UInt32) -> UInt32 {
        let (x, y) = (Float(bitPattern: a), Float(bitPattern: b))
        let (i, j) = (Int32(bitPattern: a), Int32(bitPattern: b))
        switch operation {
        case .addFloat: return (x + y).bitPattern
        case .subtractFloat: return (x - y).bitPattern
        case .multiplyFloat: return (x * y).bitPattern
        case .minimumFloat: return y < x || x.isNaN ? b : a
        case .negateFloat: return a ^ 0x8000_0000
        case .lessFloat: return x < y ? 1 : 0
        case .addInt: return a &+ b
        case .subtractInt: return a &- b
        case .multiplyInt: return a &* b
        case .bitAnd, .logicalAnd: return a & b
        case .bitXor, .logicalXor: return a ^ b
        case .logicalNot: return a ^ 1
        case .lessSigned: return i < j ? 1 : 0
        case .equalInt: return i == j ? 1 : 0
        case .signedToFloat: return Float(i).bitPattern
        case .floatToSigned:
            let whole = Int32(exactly: x.rounded(.towardZero)) ?? (x.isNaN ? 0 : x < 0 ? .min : .max)
            return UInt32(bitPattern: whole)
        case .select: return a != 0 ? b : c
        case .shiftRightLogical: return a >> (b & 31)
        default:
            Issue.record("the reference does not know \(operation)")
            return 0
        }
    }
}

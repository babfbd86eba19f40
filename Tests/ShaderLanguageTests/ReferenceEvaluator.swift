import Foundation
import ShaderIR

/// Executes a program for one pixel, in the plainest way: the oracle of these tests.
///
/// There are no quads, so derivatives are those of a constant: 0. Elementary functions are the C library's.
struct ReferenceEvaluator {
    /// A texture of float texels, rows from the top.
    struct Texture {
        var width: Int
        var height: Int
        var texels: [[Float]]
    }

    struct Result: Equatable {
        var color: [Float]
        var isDiscarded: Bool
        var iterations: Int
    }

    private let program: ShaderProgram
    private let inputs: [Input: Float]
    private let textures: [Int: Texture]
    private var values: [UInt32]
    private var variables: [UInt32]
    private var arrays: [[UInt32]]
    private var isDiscarded = false
    private var iterations = 0
    private let iterationLimit: Int

    static func run(
        _ program: ValidatedProgram, inputs: [Input: Float] = [:], textures: [Int: Texture] = [:],
        iterationLimit: Int = 100_000
    ) -> Result {
        var evaluator = ReferenceEvaluator(program.program, inputs, textures, iterationLimit)
        _ = evaluator.execute(program.program.body)
        let color = program.program.output.map { Float(bitPattern: evaluator.variables[$0.index]) }
        return Result(color: color, isDiscarded: evaluator.isDiscarded, iterations: evaluator.iterations)
    }

    private init(
        _ program: ShaderProgram, _ inputs: [Input: Float], _ textures: [Int: Texture], _ iterationLimit: Int
    ) {
        self.program = program
        self.inputs = inputs
        self.textures = textures
        self.iterationLimit = iterationLimit
        values = Array(repeating: 0, count: program.instructions.count)
        variables = Array(repeating: 0, count: program.variables.count)
        arrays = program.arrays.map { Array(repeating: 0, count: $0.count) }
    }

    /// The scope to leave; nil to go on.
    private mutating func execute(_ statements: [Statement]) -> ScopeID? {
        for statement in statements {
            switch statement {
            case .evaluate(let value): values[value.index] = compute(program.instructions[value.index])
            case .fetch(let fetch):
                for (result, component) in zip(fetch.results, texel(fetch)) {
                    values[result.index] = component.bitPattern
                }
            case .store(let variable, let value): variables[variable.index] = values[value.index]
            case .storeElement(let array, let index, let value):
                let place = clamp(values[index.index], arrays[array.index].count)
                arrays[array.index][place] = values[value.index]
            case .branch(let condition, let then, let otherwise):
                if let exit = execute(values[condition.index] != 0 ? then : otherwise) { return exit }
            case .scope(let scope, let body):
                if let exit = execute(body), exit != scope { return exit }
            case .loop(let body):
                while true {
                    iterations += 1
                    if iterations > iterationLimit { return ScopeID(-1) }
                    if let exit = execute(body) { return exit }
                }
            case .exit(let scope): return scope
            case .discard: isDiscarded = true
            }
        }
        return nil
    }

    private func clamp(_ bits: UInt32, _ count: Int) -> Int { min(max(Int(Int32(bitPattern: bits)), 0), count - 1) }

    private func compute(_ instruction: Instruction) -> UInt32 {
        switch instruction {
        case .constant(_, let bits): bits
        case .input(let input): (inputs[input] ?? 0).bitPattern
        case .load(let variable): variables[variable.index]
        case .element(let array, let index):
            arrays[array.index][clamp(values[index.index], arrays[array.index].count)]
        case .tableElement(let table, let index):
            program.tables[table.index].bits[clamp(values[index.index], program.tables[table.index].bits.count)]
        case .textureSize(let texture, let axis):
            UInt32(textures[texture].map { axis == 0 ? $0.width : $0.height } ?? 0)
        case .operation(let operation, let a, let b, let c):
            apply(operation, values[a.index], values[b.index], values[c.index])
        case .fetched: 0
        }
    }

    /// The nearest texel, clamped to the edge for samples and zero outside for reads.
    private func texel(_ fetch: Fetch) -> [Float] {
        guard let texture = textures[fetch.texture], !texture.texels.isEmpty else { return [0, 0, 0, 0] }
        switch fetch.kind {
        case .read:
            let x = Int(values[fetch.x.index])
            let y = Int(values[fetch.y.index])
            return x < texture.width && y < texture.height ? texture.texels[y * texture.width + x] : [0, 0, 0, 0]
        case .sample(let sampler):
            var x = Float(bitPattern: values[fetch.x.index])
            var y = Float(bitPattern: values[fetch.y.index])
            if sampler.isNormalized {
                x *= Float(texture.width)
                y *= Float(texture.height)
            }
            let column = min(max(Int(x.rounded(.down)), 0), texture.width - 1)
            let row = min(max(Int(y.rounded(.down)), 0), texture.height - 1)
            return texture.texels[row * texture.width + column]
        }
    }

    private func apply(_ operation: Operation, _ a: UInt32, _ b: UInt32, _ c: UInt32) -> UInt32 {
        let (x, y) = (Float(bitPattern: a), Float(bitPattern: b))
        let (i, j) = (Int32(bitPattern: a), Int32(bitPattern: b))
        func bool(_ value: Bool) -> UInt32 { value ? 1 : 0 }
        func float(_ value: Float) -> UInt32 { value.bitPattern }
        func int(_ value: Int32) -> UInt32 { UInt32(bitPattern: value) }
        return switch operation {
        case .addFloat: float(x + y)
        case .subtractFloat: float(x - y)
        case .multiplyFloat: float(x * y)
        case .divideFloat: float(x / y)
        case .remainderFloat: float(fmodf(x, y))
        case .minimumFloat: float(y < x || x.isNaN ? y : x)
        case .maximumFloat: float(x < y || x.isNaN ? y : x)
        case .powFloat: float(powf(x, y))
        case .atan2Float: float(atan2f(x, y))
        case .copySignFloat: float(copysignf(x, y))
        case .negateFloat: a ^ 0x8000_0000
        case .absoluteFloat: a & 0x7FFF_FFFF
        case .squareRoot: float(x.squareRoot())
        case .floor: float(x.rounded(.down))
        case .ceiling: float(x.rounded(.up))
        case .truncate: float(x.rounded(.towardZero))
        case .roundEven: float(x.rounded(.toNearestOrEven))
        case .sine: float(sinf(x))
        case .cosine: float(cosf(x))
        case .tangent: float(tanf(x))
        case .arcSine: float(asinf(x))
        case .arcCosine: float(acosf(x))
        case .arcTangent: float(atanf(x))
        case .hyperbolicSine: float(sinhf(x))
        case .hyperbolicCosine: float(coshf(x))
        case .hyperbolicTangent: float(tanhf(x))
        case .exponential: float(expf(x))
        case .exponential2: float(exp2f(x))
        case .logarithm: float(logf(x))
        case .logarithm2: float(log2f(x))
        case .logarithm10: float(log10f(x))
        case .roundToHalf: float(Float(Float16(x)))
        case .derivativeX, .derivativeY: 0
        case .lessFloat: bool(x < y)
        case .lessEqualFloat: bool(x <= y)
        case .equalFloat: bool(x == y)
        case .notEqualFloat: bool(x != y)
        case .addInt: a &+ b
        case .subtractInt: a &- b
        case .multiplyInt: a &* b
        case .divideSigned: j == 0 ? a : i == .min && j == -1 ? a : int(i / j)
        case .divideUnsigned: b == 0 ? a : a / b
        case .remainderSigned: j == 0 || j == -1 ? 0 : int(i % j)
        case .remainderUnsigned: b == 0 ? 0 : a % b
        case .multiplyHighSigned: int(i.multipliedFullWidth(by: j).high)
        case .multiplyHighUnsigned: a.multipliedFullWidth(by: b).high
        case .bitAnd: a & b
        case .bitOr: a | b
        case .bitXor: a ^ b
        case .shiftLeft: a << (b & 31)
        case .shiftRightArithmetic: int(i >> Int32(b & 31))
        case .shiftRightLogical: a >> (b & 31)
        case .minimumSigned: int(min(i, j))
        case .maximumSigned: int(max(i, j))
        case .minimumUnsigned: min(a, b)
        case .maximumUnsigned: max(a, b)
        case .bitNot: ~a
        case .negateInt: 0 &- a
        case .countLeadingZeros: UInt32(a.leadingZeroBitCount)
        case .countTrailingZeros: UInt32(a.trailingZeroBitCount)
        case .countOneBits: UInt32(a.nonzeroBitCount)
        case .reverseBits: UInt32(String(String(repeating: "0", count: a.leadingZeroBitCount == 32 ? 31 : a.leadingZeroBitCount).appending(String(a, radix: 2)).reversed()), radix: 2) ?? 0
        case .signExtend8: int(Int32(Int8(truncatingIfNeeded: a)))
        case .signExtend16: int(Int32(Int16(truncatingIfNeeded: a)))
        case .zeroExtend8: a & 0xFF
        case .zeroExtend16: a & 0xFFFF
        case .equalInt: bool(a == b)
        case .notEqualInt: bool(a != b)
        case .lessSigned: bool(i < j)
        case .lessEqualSigned: bool(i <= j)
        case .lessUnsigned: bool(a < b)
        case .lessEqualUnsigned: bool(a <= b)
        case .logicalAnd: a & b
        case .logicalOr: a | b
        case .logicalXor: a ^ b
        case .logicalNot: a ^ 1
        case .floatToSigned: x.isNaN ? 0 : x >= 0x1p31 ? int(.max) : x < -0x1p31 ? int(.min) : int(Int32(x))
        case .floatToUnsigned: x.isNaN || x <= -1 ? 0 : x >= 0x1p32 ? .max : UInt32(x)
        case .signedToFloat: float(Float(i))
        case .unsignedToFloat: float(Float(a))
        case .boolToInt: a
        case .boolToFloat: float(Float(a))
        case .floatBits, .floatFromBits: a
        case .select: a != 0 ? b : c
        }
    }
}

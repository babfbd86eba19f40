import FrameCore
import ShaderExecution
public import ShaderIR

/// Runs a program on one 2×2 quad, statement by statement, as Docs/ShaderIR.md reads: slow, and with nothing in common
/// with the back ends but the program and the elementary functions, which it is given.
public struct ReferenceEvaluator {
    /// An elementary function of four pairs of numbers.
    public typealias Elementary = @Sendable (ShaderIR.Operation, SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
    typealias Quad = SIMD4<UInt32>
    typealias Lanes = SIMDMask<SIMD4<Int32>>

    let program: ShaderProgram
    let scene: ShaderScene
    let elementary: Elementary
    private var values: [Quad]
    private var variables: [Quad]
    private var arrays: [[Quad]]
    private var live = Lanes(repeating: true)
    private var left: [Lanes]
    private var iterations = SIMD4<Int32>.zero
    private var discarded = Lanes(repeating: false)
    private var tripped = Lanes(repeating: false)
    private let origin: (x: Int, y: Int)
    /// The lanes that are pixels of the target.
    private var real = Lanes(repeating: false)
    /// What was executed.
    private(set) var coverage = Coverage()

    /// The operations and samplers that were executed for some pixel.
    public struct Coverage: Sendable {
        public var operations: Set<ShaderIR.Operation> = []
        public var samplers: Set<Sampler> = []
        public var hasRead = false
        public var hasTextureSize = false

        public init() {}

        public mutating func formUnion(_ other: Coverage) {
            operations.formUnion(other.operations)
            samplers.formUnion(other.samplers)
            hasRead = hasRead || other.hasRead
            hasTextureSize = hasTextureSize || other.hasTextureSize
        }
    }

    /// What the program draws, and what of the representation that took.
    public static func run(
        _ program: ValidatedProgram, _ scene: ShaderScene, elementary: @escaping Elementary
    ) -> (outcome: Outcome, coverage: Coverage) {
        var bytes = scene.below?.bytes ?? [UInt8](repeating: 0, count: scene.width * scene.height * 4)
        var first: (y: Int, x: Int)?
        var coverage = Coverage()
        for y in stride(from: 0, to: scene.height, by: 2) {
            for x in stride(from: 0, to: scene.width, by: 2) {
                var quad = ReferenceEvaluator(program.program, scene, elementary, x: x, y: y)
                quad.block(program.program.body)
                coverage.formUnion(quad.coverage)
                for lane in 0..<4 where quad.real[lane] {
                    let pixel = (y: y + lane / 2, x: x + lane % 2)
                    if quad.tripped[lane], first.map({ pixel < $0 }) ?? true { first = pixel }
                    if !quad.discarded[lane] { quad.store(lane, to: &bytes, at: (pixel.y * scene.width + pixel.x) * 4) }
                }
            }
        }
        if let first { return (.failure(.loopLimit(x: first.x, y: first.y)), coverage) }
        let picture = PixelBuffer(width: scene.width, height: scene.height, bytes: bytes)
        return (.picture(picture ?? PixelBuffer(width: 0, height: 0)), coverage)
    }

    private init(_ program: ShaderProgram, _ scene: ShaderScene, _ elementary: @escaping Elementary, x: Int, y: Int) {
        self.program = program
        self.scene = scene
        self.elementary = elementary
        origin = (x, y)
        values = Array(repeating: .zero, count: program.instructions.count)
        variables = Array(repeating: .zero, count: program.variables.count)
        arrays = program.arrays.map { Array(repeating: .zero, count: $0.count) }
        left = Array(repeating: Lanes(repeating: false), count: program.scopeCount)
        for lane in 0..<4 { real[lane] = x + lane % 2 < scene.width && y + lane / 2 < scene.height }
    }

    /// Straight to premultiplied bytes over those below, each step rounded to binary32; NaN counts as 0.
    private func store(_ lane: Int, to bytes: inout [UInt8], at start: Int) {
        let colour = program.output.map { output in
            let value = Float(bitPattern: variables[output.index][lane])
            return value > 0 ? min(value, 1) : 0
        }
        func byte(_ value: Float) -> Int { Int((value * 255 + 0.5).rounded(.down)) }
        let transparency = 255 - byte(colour[3])
        let top = [colour[2] * colour[3], colour[1] * colour[3], colour[0] * colour[3], colour[3]].map(byte)
        for (channel, value) in top.enumerated() {
            let below = Int(bytes[start + channel]) * transparency
            // To the nearest whole number; 255 is odd, so there are no ties.
            bytes[start + channel] = UInt8(truncatingIfNeeded: value + (2 * below + 255) / 510)
        }
    }

    // MARK: - Statements

    private mutating func block(_ statements: [Statement]) {
        for statement in statements {
            if !any(live) { return }
            execute(statement)
        }
    }

    private mutating func execute(_ statement: Statement) {
        switch statement {
        case .evaluate(let value): values[value.index] = evaluate(program.instructions[value.index])
        case .fetch(let fetch):
            note(fetch)
            let (x, y) = (values[fetch.x.index], values[fetch.y.index])
            for lane in 0..<4 {
                let texel = ReferenceTexture.fetch(fetch.kind, scene.textures[fetch.texture], x[lane], y[lane])
                for (channel, result) in fetch.results.enumerated() { values[result.index][lane] = texel[channel] }
            }
        case .store(let variable, let value):
            variables[variable.index].replace(with: values[value.index], where: live)
        case .storeElement(let array, let index, let value):
            for lane in 0..<4 where live[lane] {
                let element = clamped(values[index.index][lane], arrays[array.index].count)
                arrays[array.index][element][lane] = values[value.index][lane]
            }
        case .branch(let condition, let then, let otherwise):
            let before = live
            let holds = values[condition.index] .!= .zero
            live = before .& holds
            block(then)
            let survivors = live
            live = before .& .!holds
            block(otherwise)
            live = live .| survivors
        case .scope(let id, let body):
            left[id.index] = Lanes(repeating: false)
            block(body)
            live = live .| left[id.index]
        case .loop(let body): while enterLoop() { block(body) }
        case .exit(let id):
            left[id.index] = left[id.index] .| live
            live = Lanes(repeating: false)
        case .discard: discarded = discarded .| live
        }
    }

    /// Counts an iteration of each live pixel; false when none is left.
    private mutating func enterLoop() -> Bool {
        if !any(live .& real) { live = Lanes(repeating: false) }
        iterations.replace(with: iterations &+ 1, where: live)
        // What lies outside of the target never trips.
        let over = live .& real .& (iterations .> Int32(clamping: scene.loopLimit))
        tripped = tripped .| over
        live = live .& .!over
        return any(live)
    }

    private mutating func note(_ fetch: Fetch) {
        guard scene.textures[fetch.texture] != nil else { return }
        switch fetch.kind {
        case .read: coverage.hasRead = true
        case .sample(let sampler): coverage.samplers.insert(sampler)
        }
    }

    // MARK: - Values

    private func clamped(_ index: UInt32, _ count: Int) -> Int {
        min(max(Int(Int32(bitPattern: index)), 0), count - 1)
    }

    private mutating func evaluate(_ instruction: Instruction) -> Quad {
        switch instruction {
        case .constant(_, let bits): return Quad(repeating: bits)
        case .input(let input): return self.input(input)
        case .operation(let operation, let a, let b, let c):
            coverage.operations.insert(operation)
            let (x, y) = (values[a.index], values[b.index])
            switch operation {
            case .derivativeX: return Self.difference(x, [1, 1, 3, 3], [0, 0, 2, 2])
            case .derivativeY: return Self.difference(x, [2, 3, 2, 3], [0, 1, 0, 1])
            case _ where ReferenceOperations.isElementary(operation):
                let result = elementary(operation, Self.floats(x), Self.floats(y))
                return Quad(result[0].bitPattern, result[1].bitPattern, result[2].bitPattern, result[3].bitPattern)
            default:
                var result = Quad.zero
                for lane in 0..<4 {
                    result[lane] = ReferenceOperations.apply(operation, x[lane], y[lane], values[c.index][lane])
                }
                return result
            }
        case .load(let variable): return variables[variable.index]
        case .element(let array, let index):
            return perLane { arrays[array.index][clamped(values[index.index][$0], arrays[array.index].count)][$0] }
        case .tableElement(let table, let index):
            let bits = program.tables[table.index].bits
            return perLane { bits[clamped(values[index.index][$0], bits.count)] }
        case .textureSize(let texture, let axis):
            coverage.hasTextureSize = true
            let size = scene.textures[texture].map { axis == 0 ? $0.width : $0.height } ?? 0
            return Quad(repeating: UInt32(clamping: size))
        case .fetched: return .zero
        }
    }

    private func perLane(_ value: (Int) -> UInt32) -> Quad { Quad(value(0), value(1), value(2), value(3)) }

    private static func floats(_ bits: Quad) -> SIMD4<Float> {
        SIMD4(
            Float(bitPattern: bits[0]), Float(bitPattern: bits[1]), Float(bitPattern: bits[2]),
            Float(bitPattern: bits[3]))
    }

    private static func difference(_ bits: Quad, _ high: [Int], _ low: [Int]) -> Quad {
        let x = floats(bits)
        return Quad(
            (x[high[0]] - x[low[0]]).bitPattern, (x[high[1]] - x[low[1]]).bitPattern,
            (x[high[2]] - x[low[2]]).bitPattern, (x[high[3]] - x[low[3]]).bitPattern)
    }

    private func input(_ input: Input) -> Quad {
        let uniforms = scene.uniforms
        let uniform: Float
        switch input {
        case .positionX: return perLane { (Float(origin.x + $0 % 2) + 0.5).bitPattern }
        case .positionY: return perLane { (Float(origin.y + $0 / 2) + 0.5).bitPattern }
        case .uvX: return perLane { ((Float(origin.x + $0 % 2) + 0.5) / Float(scene.width)).bitPattern }
        case .uvY:
            return perLane { ((Float(scene.height - 1 - origin.y - $0 / 2) + 0.5) / Float(scene.height)).bitPattern }
        case .time: uniform = uniforms.time
        case .resolutionX: uniform = uniforms.resolution.x
        case .resolutionY: uniform = uniforms.resolution.y
        case .paramX: uniform = uniforms.params.x
        case .paramY: uniform = uniforms.params.y
        case .paramZ: uniform = uniforms.params.z
        case .paramW: uniform = uniforms.params.w
        case .sensitivity: uniform = uniforms.sensitivity
        }
        return Quad(repeating: uniform.bitPattern)
    }
}

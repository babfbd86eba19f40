import ShaderIR

/// Sixteen numbers: the pixels of a chunk, eight of the upper row and the eight below them.
typealias Floats = SIMD16<Float>
/// Sixteen integers, or sixteen truth values: all ones or zero.
typealias Words = SIMD16<Int32>

/// One worker's memory, and the state of the strip that it runs a plan's steps on.
///
/// A strip is two rows of `stripWidth` pixels, in chunks of 8 × 2. Steps are computed for whole chunks in which any
/// pixel is live, which is allowed since values have no effects; only masks say which pixels an effect is for.
final class Machine {
    let plan: Plan
    let frame: Frame
    /// The memory, in chunks; see `Plan`.
    let memory: UnsafeMutablePointer<Words>
    /// Runs of neighbouring chunks with live pixels: the first chunk and how many.
    let runs: UnsafeMutablePointer<(start: Int, count: Int)>
    /// What changes while a strip runs.
    ///
    /// Behind a pointer, since each access to a variable of a class is checked for exclusivity at run time.
    private let state: UnsafeMutablePointer<State>

    struct State {
        var runCount = 0
        /// Whether every pixel of every run is live.
        var isFull = false
        /// The strip's top left pixel.
        var column = 0
        var row = 0
        /// Whether pixels outside the target take part in a quad of the strip.
        var hasHelpers = false
        /// Entries into loop bodies, of any pixel; no pixel can have more.
        var entries = 0
        /// The first pixel found over the loop limit, in row order.
        var firstTrip: Trip?
        var isOverdue = false
    }

    @inline(__always) var runCount: Int {
        get { state.pointee.runCount }
        set { state.pointee.runCount = newValue }
    }
    @inline(__always) var isFull: Bool {
        get { state.pointee.isFull }
        set { state.pointee.isFull = newValue }
    }
    var column: Int { state.pointee.column }
    var row: Int { state.pointee.row }
    var hasHelpers: Bool { state.pointee.hasHelpers }
    var entries: Int {
        get { state.pointee.entries }
        set { state.pointee.entries = newValue }
    }
    var firstTrip: Trip? {
        get { state.pointee.firstTrip }
        set { state.pointee.firstTrip = newValue }
    }
    var isOverdue: Bool {
        get { state.pointee.isOverdue }
        set { state.pointee.isOverdue = newValue }
    }

    init(_ plan: Plan, _ frame: Frame) {
        self.plan = plan
        self.frame = frame
        state = .allocate(capacity: 1)
        state.initialize(to: State())
        let size = max(1, plan.memorySize)
        memory = .allocate(capacity: size)
        memory.initialize(repeating: .zero, count: size)
        runs = .allocate(capacity: plan.chunkCount)
        runs.initialize(repeating: (0, 0), count: plan.chunkCount)
        let words = UnsafeMutableRawPointer(memory + plan.tableStart).assumingMemoryBound(to: UInt32.self)
        for (index, bits) in plan.tables.enumerated() { words[index] = bits }
        runPrologue()
    }

    deinit {
        state.deallocate()
        runs.deallocate()
        memory.deallocate()
    }

    /// Computes the uniform values, each in one chunk.
    private func runPrologue() {
        runs[0] = (0, 1)
        runCount = 1
        isFull = true
        run(plan.prologue)
    }

    /// The chunks of a slot.
    func lanes(of slot: Plan.Slot) -> UnsafeMutablePointer<Words> { memory + plan.start(of: slot) }

    // MARK: - A strip

    /// Runs the program for the strip at a pixel, both coordinates even; false when a pixel tripped or time is up.
    func runStrip(column: Int, row: Int) -> Bool {
        state.pointee.column = column
        state.pointee.row = row
        entries = 0
        markPixels()
        if plan.hasLoops { lanes(of: .iterations).update(repeating: .zero, count: plan.chunkCount) }
        if plan.hasDiscard { lanes(of: .discarded).update(repeating: .zero, count: plan.chunkCount) }
        if plan.arraySize > 0 { (memory + plan.arrayStart).update(repeating: .zero, count: plan.arraySize) }
        findRuns()
        run(plan.steps)
        return firstTrip == nil && !isOverdue
    }

    /// Sets which pixels are inside the target, and which are live: those and the helpers in their quads.
    private func markPixels() {
        let columns = min(plan.stripWidth, frame.width - column)
        let hasLowerRow = row + 1 < frame.height
        let evenColumns = (columns + 1) & ~1
        state.pointee.hasHelpers = evenColumns != columns || !hasLowerRow
        let live = lanes(of: .live)
        let real = lanes(of: .real)
        for chunk in 0..<plan.chunkCount {
            var isLive = Words.zero
            var isReal = Words.zero
            for lane in 0..<8 {
                let x = chunk * 8 + lane
                if x < evenColumns {
                    isLive[lane] = -1
                    isLive[lane + 8] = -1
                }
                if x < columns {
                    isReal[lane] = -1
                    if hasLowerRow { isReal[lane + 8] = -1 }
                }
            }
            live[chunk] = isLive
            real[chunk] = isReal
        }
    }

    // MARK: - Steps

    private func run(_ steps: [Step]) {
        steps.withUnsafeBufferPointer { steps in
            var index = 0
            while index < steps.count {
                let step = steps[index]
                index += 1
                switch step.kind {
                case .operation: operate(step)
                case .multiplyAdd: map(step) { (a: Floats, b: Floats, c: Floats) -> Floats in a * b + c }
                case .multiplySubtract: map(step) { (a: Floats, b: Floats, c: Floats) -> Floats in a * b - c }
                case .subtractProduct: map(step) { (a: Floats, b: Floats, c: Floats) -> Floats in c - a * b }
                case .constant: fill(step, Words(repeating: Int32(bitPattern: step.immediate)))
                case .input: input(step)
                case .copy: map(step) { (a: Words) -> Words in a }
                case .element: element(step)
                case .tableElement: tableElement(step)
                case .textureSize: textureSize(step)
                case .fetch: fetch(step)
                case .store: store(step)
                case .storeElement: storeElement(step)
                case .clear: (memory + Int(step.target)).update(repeating: .zero, count: plan.chunkCount)
                case .discard: discard()
                case .jumpUnless: if memory[Int(step.a.offset)][0] == 0 { index = Int(step.jump) }
                case .jump: index = Int(step.jump)
                case .branch: if !branch(step) { index = Int(step.jump) }
                case .branchIf: if !branchIf(step) { index = Int(step.jump) }
                case .otherwise: if !otherwise(step) { index = Int(step.jump) }
                case .rejoin: rejoin(step)
                case .scope: (memory + Int(step.target)).update(repeating: .zero, count: plan.chunkCount)
                case .exit:
                    exit(step)
                    index = Int(step.jump)
                case .exitWhere: if !exitWhere(step) { index = Int(step.jump) }
                case .loop: if !enterLoop() { index = Int(step.jump) }
                case .endLoop: if runCount > 0 { index = Int(step.jump) }
                }
            }
        }
    }
}

/// A pixel that was over the loop limit.
struct Trip: Hashable {
    var x: Int
    var y: Int

    /// Whether it comes before another in row order.
    func isBefore(_ other: Trip?) -> Bool {
        guard let other else { return true }
        return (y, x) < (other.y, other.x)
    }
}

/// What all workers of a pass share and only read.
struct Frame: Sendable {
    var width: Int
    var height: Int
    var uniforms: ShaderUniforms
    /// By the index in `Plan.textures`.
    var textures: [TexelView]
    var loopLimit: Int
    var deadline: ContinuousClock.Instant?

    var isOverdue: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }
}

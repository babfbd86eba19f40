public import FrameCore
public import ShaderIR

/// Executes a program step by step, for strips of two rows of pixels at a time.
public struct Interpreter: ShaderBackend {
    private let plan: Plan
    public var kind: BackendKind { .interpreter }

    /// How many columns a strip has by default: all its values should stay near the processor.
    static let standardStripWidth = 256
    /// Rows that a worker takes at a time.
    private static let rowsOfTask = 8

    /// Prepares a program.
    public init(_ program: ValidatedProgram) {
        self.init(program, stripWidth: Self.standardStripWidth)
    }

    /// The width of the strips is for measurements; it changes no picture.
    init(_ program: ValidatedProgram, stripWidth: Int) {
        plan = Planner.plan(Drafting.cleanDraft(of: program.program), program.program, stripWidth: stripWidth)
    }

    public func render(
        uniforms: ShaderUniforms, textures: [Int: Texture], over below: PixelBuffer?, into target: inout PixelBuffer,
        options: ExecutionOptions
    ) throws(ShaderFailure) {
        let (width, height) = (target.width, target.height)
        if width == 0 || height == 0 { return }
        try TexelView.withViews(of: textures, bindings: plan.textures[...]) { (views) throws(ShaderFailure) in
            let frame = Frame(
                width: width, height: height, uniforms: uniforms, textures: views, loopLimit: options.loopLimit,
                deadline: options.deadline)
            try Targets.with(below, &target) { (targets) throws(ShaderFailure) in
                try RowTasks.run(frame, rowsOfTask: Self.rowsOfTask, threads: options.threads) {
                    let machine = Machine(plan, frame)
                    return { rows in machine.draw(rows, to: targets) }
                }
            }
        }
    }
}

/// The pixels that a pass writes to, and those below it that it is blended over.
struct Targets: @unchecked Sendable {
    let pixels: UnsafeMutableRawPointer
    /// As many pixels as `pixels`; nil for nothing below.
    let below: UnsafeRawPointer?

    /// Calls `body` with the memory of both; what is below counts only if it has the target's size.
    static func with(
        _ below: PixelBuffer?, _ target: inout PixelBuffer, _ body: (Targets) throws(ShaderFailure) -> Void
    ) throws(ShaderFailure) {
        let size = (target.width, target.height)
        try target.withMutableBytes { (bytes) throws(ShaderFailure) in
            guard let pixels = bytes.baseAddress else { return }
            guard let below, (below.width, below.height) == size else {
                return try body(Targets(pixels: pixels, below: nil))
            }
            try below.withBytes { (bytes) throws(ShaderFailure) in
                try body(Targets(pixels: pixels, below: bytes.baseAddress))
            }
        }
    }
}

extension Machine {
    /// Draws rows, the first of which is even, stopping at what ends the pass.
    func draw(_ rows: Range<Int>, to targets: Targets) -> RowTasks.Outcome {
        for row in stride(from: rows.lowerBound, to: rows.upperBound, by: 2) {
            draw(row, to: targets)
            if isOverdue { return .overdue }
            if let trip = firstTrip { return .tripped(trip) }
        }
        return .finished
    }

    /// Draws two rows.
    private func draw(_ row: Int, to targets: Targets) {
        for column in stride(from: 0, to: frame.width, by: plan.stripWidth) {
            if runStrip(column: column, row: row) {
                storePixels(to: targets, bytesPerRow: frame.width * 4)
            } else if isOverdue || firstTrip?.y == row {
                // A pixel of the upper row has none before it in the strips that follow.
                return
            }
        }
    }
}

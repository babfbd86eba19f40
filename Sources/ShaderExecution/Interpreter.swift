import Dispatch
public import FrameCore
public import ShaderIR
import Synchronization

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
        plan = Planner.plan(program.program, stripWidth: stripWidth)
    }

    public func render(
        uniforms: ShaderUniforms, textures: [Int: Texture], into target: inout PixelBuffer, options: ExecutionOptions
    ) throws(ShaderFailure) {
        let (width, height) = (target.width, target.height)
        if width == 0 || height == 0 { return }
        try TexelView.withViews(of: textures, bindings: plan.textures[...]) { (views) throws(ShaderFailure) in
            let frame = Frame(
                width: width, height: height, uniforms: uniforms, textures: views, loopLimit: options.loopLimit,
                deadline: options.deadline)
            try target.withMutableBytes { (bytes) throws(ShaderFailure) in
                guard let pixels = bytes.baseAddress else { return }
                try draw(frame, to: pixels, threads: options.threads)
            }
        }
    }

    /// What the workers share.
    private final class Progress: Sendable {
        let nextTask = Atomic(0)
        /// The first pixel over the limit and whether time is up.
        let outcome = Mutex<(trip: Trip?, isOverdue: Bool)>((nil, false))
    }

    private func draw(_ frame: Frame, to pixels: UnsafeMutableRawPointer, threads: Int) throws(ShaderFailure) {
        let tasks = (frame.height + Self.rowsOfTask - 1) / Self.rowsOfTask
        let workers = min(max(1, threads), tasks)
        let progress = Progress()
        nonisolated(unsafe) let pixels = pixels
        if workers == 1 {
            work(frame, pixels, progress)
        } else {
            DispatchQueue.concurrentPerform(iterations: workers) { _ in work(frame, pixels, progress) }
        }
        let outcome = progress.outcome.withLock { $0 }
        // Time that is up ends the run, whatever else happened: with it, which pixels tripped depends on the machine.
        if outcome.isOverdue { throw .deadline }
        if let trip = outcome.trip { throw .loopLimit(x: trip.x, y: trip.y) }
    }

    /// Draws tasks until there is none left.
    ///
    /// After a pixel has tripped, the rows above it are still finished, since the first such pixel is reported.
    private func work(_ frame: Frame, _ pixels: UnsafeMutableRawPointer, _ progress: Progress) {
        let machine = Machine(plan, frame)
        while true {
            let task = progress.nextTask.wrappingAdd(1, ordering: .relaxed).oldValue
            let first = task * Self.rowsOfTask
            if first >= frame.height { return }
            let outcome = progress.outcome.withLock { $0 }
            if let trip = outcome.trip, trip.y < first { return }
            if outcome.isOverdue { return }
            if frame.isOverdue {
                progress.outcome.withLock { $0.isOverdue = true }
                return
            }
            for row in stride(from: first, to: min(first + Self.rowsOfTask, frame.height), by: 2) {
                draw(row, with: machine, to: pixels)
                if machine.firstTrip != nil || machine.isOverdue { break }
            }
            if machine.firstTrip == nil && !machine.isOverdue { continue }
            progress.outcome.withLock { outcome in
                if let trip = machine.firstTrip, trip.isBefore(outcome.trip) { outcome.trip = trip }
                outcome.isOverdue = outcome.isOverdue || machine.isOverdue
            }
            return
        }
    }

    /// Draws two rows.
    private func draw(_ row: Int, with machine: Machine, to pixels: UnsafeMutableRawPointer) {
        for column in stride(from: 0, to: machine.frame.width, by: plan.stripWidth) {
            if machine.runStrip(column: column, row: row) {
                machine.storePixels(to: pixels, bytesPerRow: machine.frame.width * 4)
            } else if machine.isOverdue || machine.firstTrip?.y == row {
                // A pixel of the upper row has none before it in the strips that follow.
                return
            }
        }
    }
}

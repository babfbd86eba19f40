import FrameCore
import ShaderIR
import Synchronization

/// Executes a program as machine code, 32 pixels at a time.
final class CompiledShader: ShaderBackend {
    var kind: BackendKind { .jit }

    private let program: ValidatedProgram
    private let draft: Draft
    private let target: CodeTarget
    /// Where code is kept between runs.
    private let cache: ObjectCache?
    /// Computes the uniform values.
    private let plan: Plan
    /// Finds out what happened in tiles that went over the loop limit, step by step; made when there is one.
    private let exactPlan = Mutex<Plan?>(nil)
    /// Code by the formats of the textures; those that were guessed at the start nearly always stay alone.
    private let codes: Mutex<[[TexelView.Format]: Code]>

    private struct Code: Sendable {
        let object: CodeObject
        let scratchSize: Int
        /// How long its text is, in instructions.
        let size: Int
        let hasLoops: Bool
    }

    /// The most instructions of the text form that are handed to LLVM; what is larger is interpreted.
    ///
    /// Real shaders have 500 to 2,000. One takes up to a tenth of a millisecond, so that compiling ends within a second
    /// or two whatever the shader; `CompilerLimitTests` prints a table.
    static let sizeLimit = 16_000
    /// The most instructions of a program, before anything is spelled out.
    static let programLimit = 20_000
    /// Rows that a worker takes at a time: what depends on the column alone is computed once for them.
    private static let rowsOfTask = 32
    /// The same for loops so large that going through a few tiles of them takes a second.
    private static let rowsOfLargeTask = 4
    private static let largeSize = 4_000
    /// The width of the strips of the exact plan, which draws a few tiles at most.
    private static let stripWidth = 32
    /// Loop iterations after which generated code returns, so that a deadline is seen.
    private static let workLimit: Int32 = 50_000
    /// Instructions times iterations in one tile, about a second; the interpreter, which looks at the clock in the
    /// middle of loops, takes over what needs more and may have more.
    private static let tileLimit = 400_000_000
    /// The standard loop limit is never left to the interpreter.
    private static let leastIterations = 16_384

    /// Compiles a program for a processor, or takes what `cache` kept of it.
    init(
        _ program: ValidatedProgram, for target: CodeTarget, cache: ObjectCache? = nil
    ) throws(BackendUnavailable) {
        guard program.program.instructions.count <= Self.programLimit else {
            throw BackendUnavailable("the shader is too large to be compiled")
        }
        self.program = program
        self.target = target
        self.cache = cache
        draft = Drafting.cleanDraft(of: program.program, unrolls: true)
        plan = Planner.uniformPlan(draft, program.program)
        // Audio levels are numbers, everything else is a picture.
        let formats = program.program.textures.map { $0 == 2 ? TexelView.Format.red32Float : .bgra8 }
        codes = Mutex([formats: try Self.compile(draft, program.program, formats, target, cache)])
    }

    private static func compile(
        _ draft: Draft, _ program: ShaderProgram, _ formats: [TexelView.Format], _ target: CodeTarget,
        _ cache: ObjectCache?
    ) throws(BackendUnavailable) -> Code {
        let emitter = ShaderEmitter(draft, program, formats: formats, target: target)
        // Each would have a place on the stack in the end; LLVM would take long to find that out.
        guard emitter.lifetimes.mostKept * target.lanes * 4 <= ShaderEmitter.stackLimit else { throw .tooMuchStack }
        let text = emitter.module()
        if Environment.dumpFolder != nil { Environment.dump([UInt8](text.utf8), as: program.name + ".ll") }
        guard emitter.size <= sizeLimit else { throw BackendUnavailable("the shader is too large to be compiled") }
        let (object, bytes) = try object(text, target, cache)
        if Environment.dumpFolder != nil { Environment.dump(bytes, as: program.name + ".o") }
        return Code(
            object: object, scratchSize: emitter.scratchSize, size: emitter.size, hasLoops: emitter.hasLoops)
    }

    /// The machine code of a text, and the file that it came in: one that was kept, or a new one.
    private static func object(
        _ text: String, _ target: CodeTarget, _ cache: ObjectCache?
    ) throws(BackendUnavailable) -> (CodeObject, [UInt8]) {
        if let cache, let kept = Compiler.kept(text, for: target, in: cache) {
            if kept == .tooMuchStack { throw .tooMuchStack }
            if case .object(let bytes) = kept, let object = try? CodeObject(bytes) { return (object, bytes) }
        }
        let outcome = Compiler.compile(text, for: target)
        switch outcome {
        case .failure(let reason): throw BackendUnavailable(reason)
        case .tooMuchStack:
            if let cache { Compiler.keep(outcome, of: text, for: target, in: cache) }
            throw .tooMuchStack
        case .object(let bytes):
            do throws(ObjectFailure) {
                let object = try CodeObject(bytes)
                if let cache { Compiler.keep(outcome, of: text, for: target, in: cache) }
                return (object, bytes)
            } catch {
                throw BackendUnavailable(error.description)
            }
        }
    }

    /// A machine that goes through the program step by step.
    private func exactMachine(_ frame: Frame) -> Machine {
        let plan = exactPlan.withLock { known in
            let plan =
                known
                ?? Planner.plan(
                    Drafting.cleanDraft(of: program.program), program.program, stripWidth: Self.stripWidth)
            known = plan
            return plan
        }
        return Machine(plan, frame)
    }

    private func code(for formats: [TexelView.Format]) -> Code? {
        codes.withLock { codes in
            if let known = codes[formats] { return known }
            let code = try? Self.compile(draft, program.program, formats, target, cache)
            codes[formats] = code
            return code
        }
    }

    func render(
        uniforms: ShaderUniforms, textures: [Int: Texture], over below: PixelBuffer?, into target: inout PixelBuffer,
        options: ExecutionOptions
    ) throws(ShaderFailure) {
        let (width, height) = (target.width, target.height)
        if width == 0 || height == 0 { return }
        try TexelView.withViews(of: textures, bindings: plan.textures[...]) { (views) throws(ShaderFailure) in
            let frame = Frame(
                width: width, height: height, uniforms: uniforms, textures: views, loopLimit: options.loopLimit,
                deadline: options.deadline)
            // An unbound texture reads zeros whatever its format.
            let formats = zip(views, program.program.textures).map { view, binding in
                view.isEmpty ? (binding == 2 ? TexelView.Format.red32Float : .bgra8) : view.format
            }
            guard views.allSatisfy(\.isAddressable), let code = code(for: formats) else {
                return try Interpreter(program).render(
                    uniforms: uniforms, textures: textures, over: below, into: &target, options: options)
            }
            try Targets.with(below, &target) { (targets) throws(ShaderFailure) in
                let call = ShaderCall(
                    plan: plan, frame: frame, hasBelow: targets.below != nil,
                    loopLimit: min(frame.loopLimit, max(Self.leastIterations, Self.tileLimit / max(1, code.size))),
                    workLimit: Self.workLimit)
                let isLarge = code.hasLoops && code.size > Self.largeSize
                let rowsOfTask = isLarge ? Self.rowsOfLargeTask : Self.rowsOfTask
                try RowTasks.run(frame, rowsOfTask: rowsOfTask, threads: options.threads) {
                    let scratch = Scratch(code.scratchSize)
                    return { rows in
                        self.draw(rows, call, code.object.function, scratch.memory, targets)
                    }
                }
            }
        }
    }

    /// Draws rows: whole tiles straight into the target, those at an edge into memory that has room for them.
    private func draw(
        _ rows: Range<Int>, _ call: ShaderCall, _ function: CodeObject.Function, _ scratch: UnsafeMutableRawPointer,
        _ targets: Targets
    ) -> RowTasks.Outcome {
        let (columns, lines) = (self.target.columns, self.target.rows)
        let wholeRows = rows.lowerBound..<rows.lowerBound + rows.count / lines * lines
        let wholeColumns = call.frame.width / columns * columns
        var outcome = RowTasks.Outcome.finished
        if !wholeRows.isEmpty, wholeColumns > 0 {
            outcome = run(0..<wholeColumns, wholeRows, call, function, scratch, targets, call.fields)
        }
        if case .finished = outcome, wholeColumns < call.frame.width, !wholeRows.isEmpty {
            outcome = drawEdge(wholeColumns..<call.frame.width, wholeRows, call, function, scratch, targets)
        }
        if case .finished = outcome, wholeRows.count < rows.count {
            outcome = drawEdge(
                0..<call.frame.width, wholeRows.upperBound..<rows.upperBound, call, function, scratch, targets)
        }
        guard case .redo = outcome else { return outcome }
        // Some pixels together went round more loops than one may; whether one did is for the interpreter.
        return exactMachine(call.frame).draw(rows, to: targets)
    }

    private func run(
        _ columns: Range<Int>, _ rows: Range<Int>, _ call: ShaderCall, _ function: CodeObject.Function,
        _ scratch: UnsafeMutableRawPointer, _ targets: Targets, _ fields: UnsafeRawPointer
    ) -> RowTasks.Outcome {
        var column = Int32(clamping: columns.lowerBound)
        let end = Int32(clamping: columns.upperBound)
        while column < end {
            column = function(
                targets.pixels, targets.below, call.uniforms, call.textures, scratch, fields, column, end,
                Int32(clamping: rows.lowerBound), Int32(clamping: rows.upperBound))
            if column < 0 { return .redo }
            if column < end, call.frame.isOverdue { return .overdue }
        }
        return .finished
    }

    private func drawEdge(
        _ columns: Range<Int>, _ rows: Range<Int>, _ call: ShaderCall, _ function: CodeObject.Function,
        _ scratch: UnsafeMutableRawPointer, _ targets: Targets
    ) -> RowTasks.Outcome {
        let width = (columns.count + target.columns - 1) / target.columns * target.columns
        let height = (rows.count + target.rows - 1) / target.rows * target.rows
        var room = [UInt32](repeating: 0, count: width * height)
        var under = targets.below == nil ? [] : room
        let line = columns.count * 4
        func offset(_ row: Int) -> Int { ((rows.lowerBound + row) * call.frame.width + columns.lowerBound) * 4 }
        return room.withUnsafeMutableBytes { pixels in
            under.withUnsafeMutableBytes { below in
                guard let start = pixels.baseAddress else { return .finished }
                if let from = targets.below, let to = below.baseAddress {
                    for row in 0..<rows.count {
                        (to + row * width * 4).copyMemory(from: from + offset(row), byteCount: line)
                    }
                }
                let fields = call.fields(
                    firstColumn: Int32(clamping: columns.lowerBound), firstRow: Int32(clamping: rows.lowerBound),
                    bytesPerRow: width * 4)
                let edge = Targets(
                    pixels: start, below: targets.below == nil ? nil : UnsafeRawPointer(below.baseAddress))
                let outcome = fields.withUnsafeBytes { bytes -> RowTasks.Outcome in
                    guard let fields = bytes.baseAddress else { return .finished }
                    return run(columns, rows, call, function, scratch, edge, fields)
                }
                for row in 0..<rows.count {
                    (targets.pixels + offset(row)).copyMemory(from: start + row * width * 4, byteCount: line)
                }
                return outcome
            }
        }
    }
}

extension BackendUnavailable {
    fileprivate static var tooMuchStack: Self { Self("the compiled shader needs too much stack") }
}

/// A worker's memory for the arrays of its pixels.
private final class Scratch {
    let memory: UnsafeMutableRawPointer

    init(_ size: Int) {
        memory = .allocate(byteCount: max(64, size), alignment: 64)
    }

    deinit { memory.deallocate() }
}

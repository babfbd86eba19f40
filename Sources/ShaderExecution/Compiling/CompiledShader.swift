import FrameCore
import ShaderIR
import Synchronization

/// Executes a program as machine code, 16 columns × 2 rows of pixels at a time.
final class CompiledShader: ShaderBackend {
    var kind: BackendKind { .jit }

    private let program: ValidatedProgram
    private let draft: Draft
    private let target: CodeTarget
    /// Computes the uniform values, and finds out what happened in tiles that went over the loop limit.
    private let plan: Plan
    /// Code by the formats of the textures; those that were guessed at the start nearly always stay alone.
    private let codes: Mutex<[[TexelView.Format]: Code]>

    private struct Code: Sendable {
        let object: CodeObject
        let scratchSize: Int
    }

    /// The most instructions of the text form that are handed to LLVM; what is larger is interpreted.
    static let sizeLimit = 60_000
    /// The most instructions of a program, before anything is spelled out.
    static let programLimit = 20_000
    /// Rows that a worker takes at a time: what depends on the column alone is computed once for them.
    private static let rowsOfTask = 16
    /// The width of the strips of the plan; the interpreter draws a few tiles at most.
    private static let stripWidth = 32
    /// Loop iterations after which generated code returns, so that a deadline is seen.
    private static let workLimit: Int32 = 50_000

    /// Compiles a program for a processor.
    init(_ program: ValidatedProgram, for target: CodeTarget) throws(BackendUnavailable) {
        guard program.program.instructions.count <= Self.programLimit else {
            throw BackendUnavailable("the shader is too large to be compiled")
        }
        self.program = program
        self.target = target
        draft = Drafting.cleanDraft(of: program.program)
        plan = Planner.plan(draft, program.program, stripWidth: Self.stripWidth)
        // Audio levels are numbers, everything else is a picture.
        let formats = program.program.textures.map { $0 == 2 ? TexelView.Format.red32Float : .bgra8 }
        codes = Mutex([formats: try Self.compile(draft, program.program, formats, target)])
    }

    /// The module that a program becomes.
    static func module(
        _ draft: Draft, _ program: ShaderProgram, _ formats: [TexelView.Format], _ target: CodeTarget
    ) -> (text: String, emitter: ShaderEmitter) {
        let emitter = ShaderEmitter(draft, program, formats: formats, target: target)
        return (emitter.module(), emitter)
    }

    private static func compile(
        _ draft: Draft, _ program: ShaderProgram, _ formats: [TexelView.Format], _ target: CodeTarget
    ) throws(BackendUnavailable) -> Code {
        let (text, emitter) = module(draft, program, formats, target)
        guard emitter.size <= sizeLimit else { throw BackendUnavailable("the shader is too large to be compiled") }
        switch Compiler.compile(text, for: target) {
        case .failure(let reason): throw BackendUnavailable(reason)
        case .object(let bytes):
            do throws(ObjectFailure) {
                return Code(object: try CodeObject(bytes), scratchSize: emitter.scratchSize)
            } catch {
                throw BackendUnavailable(error.description)
            }
        }
    }

    private func code(for formats: [TexelView.Format]) -> Code? {
        codes.withLock { codes in
            if let known = codes[formats] { return known }
            let code = try? Self.compile(draft, program.program, formats, target)
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
                let call = ShaderCall(plan: plan, frame: frame, hasBelow: targets.below != nil, workLimit: Self.workLimit)
                try RowTasks.run(frame, rowsOfTask: Self.rowsOfTask, threads: options.threads) {
                    let scratch = Scratch(code.scratchSize)
                    return { rows in
                        self.draw(rows, call, code.object.function, scratch.memory, targets)
                    }
                }
            }
        }
    }

    private func draw(
        _ rows: Range<Int>, _ call: ShaderCall, _ function: CodeObject.Function, _ scratch: UnsafeMutableRawPointer,
        _ targets: Targets
    ) -> RowTasks.Outcome {
        var column: Int32 = 0
        let width = Int32(clamping: call.frame.width)
        while column < width {
            column = function(
                targets.pixels, targets.below, call.uniforms, call.textures, scratch, call.fields, column,
                Int32(clamping: rows.lowerBound), Int32(clamping: rows.upperBound))
            if column < 0 {
                // Some pixels together went round more loops than one may; whether one did is for the interpreter.
                return Machine(plan, call.frame).draw(rows, to: targets)
            }
            if column < width, call.frame.isOverdue { return .overdue }
        }
        return .finished
    }
}

/// A worker's memory for the arrays of its pixels.
private final class Scratch {
    let memory: UnsafeMutableRawPointer

    init(_ size: Int) {
        memory = .allocate(byteCount: max(64, size), alignment: 64)
    }

    deinit { memory.deallocate() }
}

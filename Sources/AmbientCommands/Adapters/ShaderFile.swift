import Diagnostics
import FrameCore
import ShaderExecution
import ShaderLanguage

/// A shader that stands in a file of its own, outside any package.
struct ShaderFile {
    static let entryOption = Option("entry", value: "NAME", "entry point (fragment_ and the file's base name)")

    let path: String
    let source: SourceText
    let entryPoint: String

    /// More than the compiler takes, so that it is the one to say that a file is too large.
    private static let readingLimit = 64 << 20

    /// Reads a file; its entry point follows from the name unless `entry` is given.
    init(_ path: String, entry: String?) throws(CommandFailure) {
        self.path = path
        source = SourceText(name: path, bytes: try InputBytes.read(path, limit: Self.readingLimit))
        entryPoint = entry ?? ShaderCompiler.entryPoint(forFile: path)
    }

    /// The shader of a command that takes one.
    init(_ arguments: Arguments, command: String) throws(CommandFailure) {
        guard let path = arguments.operands.first else {
            throw .usage("shader \(command) needs a shader file", hint: "usage: ambient shader \(command) FILE")
        }
        try self.init(path, entry: try Self.entry(arguments))
    }

    /// What `--entry` says.
    static func entry(_ arguments: Arguments) throws(CommandFailure) -> String? {
        try arguments.value("entry", expected: "a name") { $0.isEmpty ? nil : $0 }
    }

    func compile() -> ShaderCompilation {
        ShaderCompiler.compile(source, entryPoint: entryPoint)
    }

    /// Compiles for a command that needs a shader without errors; what there is to say goes to `log`.
    func compile(log: DiagnosticLog) throws(CommandFailure) -> CompiledShader {
        let compilation = compile()
        compilation.diagnostics.forEach(log.add)
        guard let shader = compilation.shader else {
            throw CommandFailure(
                .badInput, "the shader '\(path)' does not compile", hint: "see the messages above", stage: "compile")
        }
        return shader
    }

    /// The failure of a pass, in words: what the shader does is bad input, time that is up ends the work.
    func failure(_ failure: ShaderFailure, frame: Int, of count: Int) -> CommandFailure {
        switch failure {
        case .loopLimit(let x, let y):
            let place = count == 1 ? "" : " in frame \(frame)"
            return CommandFailure(
                .badInput, "\(path): a loop ran too long at pixel (\(x), \(y))\(place) [shader.loop-limit]",
                hint: "make the loop end sooner, or raise --loop-limit", stage: "render")
        case .deadline: return CommandFailure(failure, stage: "render")
        }
    }
}

/// Back ends as commands ask for them.
enum ShaderBackendOption {
    static let option = Option(
        "backend", value: "NAME", "jit or interpreter; changes speed and no pixel (the fastest there is)")

    /// What `--backend` says; nil leaves the choice to the machine.
    static func kind(_ arguments: Arguments) throws(CommandFailure) -> BackendKind? {
        try arguments.value("backend", expected: "jit or interpreter", BackendKind.init(rawValue:))
    }

    /// A back end for a shader; exit 4 when the machine has not the one that is asked for.
    ///
    /// `isCached` false compiles it even if another run has.
    static func make(
        _ shader: CompiledShader, kind: BackendKind?, isCached: Bool = true
    ) throws(CommandFailure) -> any ShaderBackend {
        do {
            return try ShaderBackends.make(shader.program, kind: kind, isCached: isCached)
        } catch {
            throw CommandFailure(
                .failedWork, "there is no \(kind?.rawValue ?? "back end") for this shader: \(error)",
                hint: (ShaderBackendStatus.hasCompiler ? "" : "apt-get install libllvm19, or ")
                    + "use --backend interpreter, which draws the same picture",
                stage: "compile")
        }
    }
}

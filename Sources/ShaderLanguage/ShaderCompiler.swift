public import Diagnostics
public import ShaderIR

/// A shader that is ready to be executed.
public struct CompiledShader: Sendable {
    public let program: ValidatedProgram
    /// The binding indices of the textures that it reads or measures, ascending.
    public let usesTextures: [Int]
    /// Warnings.
    public let diagnostics: [Diagnostic]
}

/// What came of compiling one file.
public struct ShaderCompilation: Sendable {
    /// nil when there are errors.
    public let shader: CompiledShader?
    /// Errors and warnings, in the order in which they were found.
    public let diagnostics: [Diagnostic]
    /// The names of the file's fragment functions.
    public let entryPoints: [String]
}

/// Compiles Metal Shading Language to the shader IR.
///
/// A pure function of its source: it reads nothing else and executes nothing of it.
public enum ShaderCompiler {
    /// The largest source in bytes.
    public static let sizeLimit = 512 * 1024

    /// The Metal source that stands before every shader.
    public static let prelude: String = Prelude.text

    /// The name of the entry point of a file: `fragment_` and its base name in lower case.
    public static func entryPoint(forFile path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let base = name.lastIndex(of: ".").map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name
        return "fragment_" + base.lowercased()
    }

    /// Compiles a file; spans and lines are those of `source`, without the prelude.
    public static func compile(_ source: SourceText, entryPoint: String) -> ShaderCompilation {
        compile(source, entryPoint: entryPoint, optimises: true)
    }

    /// The same, with the program as it was lowered when `optimises` is false.
    static func compile(_ source: SourceText, entryPoint: String, optimises: Bool) -> ShaderCompilation {
        let prelude = Prelude.processed
        var sink = DiagnosticSink(sources: prelude.sources + [source])
        SourceCheck.check(source, &sink)
        if sink.hasErrors { return failed(sink, []) }

        let lexed = Lexer.tokens(of: source, file: SourceFile.user, sink: &sink)
        if sink.isFatal { return failed(sink, []) }
        var preprocessor = Preprocessor(sink: sink, macros: prelude.macros)
        let tokens = preprocessor.process(lexed)
        sink = preprocessor.sink
        if sink.isFatal { return failed(sink, []) }
        let tree = Parser.parse(prelude.tokens + tokens, entryPoint: entryPoint, sink: &sink)
        let entryPoints = tree.entryPoints.filter { $0.stage == .fragment }.map(\.name)
        let hadSyntaxErrors = sink.hasErrors
        let program = Checker.check(tree, entryPoint: entryPoint, sink: &sink)
        guard !sink.hasErrors, !hadSyntaxErrors, let entry = program.entry else { return failed(sink, entryPoints) }

        do {
            let lowered = try Lowerer.lower(program, entry: entry)
            let validated = try validate(
                optimises ? Optimiser.optimise(lowered) : lowered, program.functions[entry].span)
            let shader = CompiledShader(
                program: validated, usesTextures: validated.program.textures, diagnostics: sink.shown)
            return ShaderCompilation(shader: shader, diagnostics: sink.shown, entryPoints: entryPoints)
        } catch {
            sink.error(error.code, error.message, at: error.span, hint: error.hint)
            return failed(sink, entryPoints)
        }
    }

    private static func failed(_ sink: DiagnosticSink, _ entryPoints: [String]) -> ShaderCompilation {
        ShaderCompilation(shader: nil, diagnostics: sink.shown, entryPoints: entryPoints)
    }

    private static func validate(_ program: ShaderProgram, _ span: Span) throws(LoweringFailure) -> ValidatedProgram {
        if program.instructions.count > ValidatedProgram.instructionLimit {
            throw LoweringFailure(
                code: "program-size", message: "the shader is too large when every call is written out", span: span,
                hint: nil)
        }
        let elements = program.arrays.reduce(0) { $0 + $1.count }
        if elements > ValidatedProgram.arrayElementLimit {
            throw LoweringFailure(
                code: "array-size",
                message: "all local arrays together have \(elements) numbers; "
                    + "\(ValidatedProgram.arrayElementLimit) are allowed", span: span, hint: nil)
        }
        do {
            return try ValidatedProgram(program)
        } catch {
            throw LoweringFailure(
                code: "internal", message: "the compiler made a wrong program: \(error.description)", span: span,
                hint: "this is a fault of the compiler, not of the shader")
        }
    }
}

/// Looks at a file before it is read as a shader.
enum SourceCheck {
    static func check(_ source: SourceText, _ sink: inout DiagnosticSink) {
        let bytes = source.bytes
        if bytes.count > ShaderCompiler.sizeLimit {
            sink.error(
                "too-large", "the shader has \(bytes.count) bytes; \(ShaderCompiler.sizeLimit) are allowed", at: .none)
        } else if bytes.isEmpty {
            sink.error("empty", "the shader is empty", at: .none)
        } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            sink.error("encoding", "the shader is UTF-16", at: .none, hint: "save it as UTF-8")
        } else if bytes.starts(with: Array("MTLB".utf8)) {
            sink.error("metal-library", "this is a compiled Metal library", at: .none)
        } else if let offset = bytes.firstIndex(of: 0) {
            let place = Int32(truncatingIfNeeded: offset)
            sink.error(
                "binary", "this is not a text: it has a zero byte",
                at: Span(file: SourceFile.user, start: place, end: place + 1),
                hint: "a shader is Metal source in UTF-8")
        } else if let offset = firstInvalid(bytes) {
            let place = Int32(truncatingIfNeeded: offset)
            sink.error(
                "encoding", "the shader is not valid UTF-8",
                at: Span(file: SourceFile.user, start: place, end: place + 1), hint: "save it as UTF-8")
        }
    }

    /// The offset of the first byte that is not part of valid UTF-8.
    private static func firstInvalid(_ bytes: [UInt8]) -> Int? {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return nil }
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): offset += UTF8.width(scalar)
            case .emptyInput: return nil
            case .error: return offset
            }
        }
    }
}

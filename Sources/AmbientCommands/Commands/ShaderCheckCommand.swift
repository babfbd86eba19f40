import Diagnostics
import ShaderExecution
import ShaderLanguage

extension Command {
    /// `ambient shader check FILE…`.
    static let shaderCheck = Command(
        name: "check", operands: "FILE… [options]", summary: "lists everything that is wrong with shaders",
        details: [
            "Exit 1 when there are errors, 3 when a file cannot be read. With --json several files give an array."
        ],
        options: [
            ShaderFile.entryOption, Option("strict", "warnings count as errors"),
            Option("json", "machine-readable result on standard output"),
        ],
        operandLimit: .max, run: runShaderCheck)
}

private func runShaderCheck(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    guard !arguments.operands.isEmpty else {
        throw CommandFailure.usage("shader check needs a shader file", hint: "usage: ambient shader check FILE…")
    }
    let checks = try arguments.operands.map { path in
        try ShaderCheck(path, entry: try ShaderFile.entry(arguments), isStrict: arguments.has("strict"))
    }
    if arguments.has("json") {
        console.print((checks.count == 1 ? checks[0].json : .array(checks.map(\.json))).text)
    } else {
        for check in checks {
            console.report(check.diagnostics)
            console.print(([check.path + ": " + (check.isOK ? "ok" : "not ok")] + check.counts).joined(separator: ", "))
            if console.isVerbose { check.details.forEach { console.print("  " + $0) } }
        }
    }
    if checks.contains(where: { !$0.isReadable }) { return .badInput }
    return checks.allSatisfy(\.isOK) ? .done : .failedCheck
}

/// What is to be said of one file.
private struct ShaderCheck {
    let path: String
    let diagnostics: [Diagnostic]
    let isReadable: Bool
    let isOK: Bool
    private let entryPoints: [String]
    private let compiled: CompiledShader?

    init(_ path: String, entry: String?, isStrict: Bool) throws(CommandFailure) {
        self.path = path
        let file: ShaderFile
        do {
            file = try ShaderFile(path, entry: entry)
        } catch  where error.status == .badInput {
            diagnostics = [
                Diagnostic(
                    .error, "shader.unreadable", error.message, file: path, hint: "name a file of Metal source text")
            ]
            (isReadable, isOK, entryPoints, compiled) = (false, false, [], nil)
            return
        }
        let log = DiagnosticLog()
        let compilation = file.compile()
        compilation.diagnostics.forEach(log.add)
        if let shader = compilation.shader, let refusal = ShaderBackendStatus.refusal(of: shader) {
            log.add(
                Diagnostic(
                    .note, "shader.interpreted", "the shader is interpreted, which is slow: \(refusal)", file: path,
                    hint: "make the shader smaller"))
        }
        diagnostics = log.sorted
        isReadable = true
        isOK = !log.hasErrors && !(isStrict && log.hasWarnings)
        entryPoints = compilation.entryPoints
        compiled = compilation.shader
    }

    /// `2 errors`, `1 warning`.
    var counts: [String] { diagnostics.countedBySeverity }

    /// What `-v` adds.
    var details: [String] {
        let textures = compiled?.usesTextures.map(ShaderInputs.name(ofTexture:)) ?? []
        return ["fragment functions: " + (entryPoints.isEmpty ? "none" : entryPoints.joined(separator: ", "))]
            + (compiled == nil ? [] : ["textures: " + (textures.isEmpty ? "none" : textures.joined(separator: ", "))])
    }

    var json: JSONText {
        .object([
            ("file", .string(path)), ("ok", .bool(isOK)), ("entryPoints", .array(entryPoints.map(JSONText.string))),
            ("diagnostics", .array(diagnostics.map(\.json))),
        ])
    }
}

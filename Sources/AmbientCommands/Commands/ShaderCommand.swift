import Diagnostics
import Foundation
import ShaderLanguage

extension Command {
    /// `ambient shader prelude`.
    static let shader = Command(
        name: "shader", operands: "prelude",
        summary: "prints what is put before every package shader",
        options: [], operandLimit: 1, run: runShader)
}

private func runShader(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    guard arguments.operands == ["prelude"] else {
        throw CommandFailure.usage("shader needs 'prelude'", hint: "see ambient help shader")
    }
    console.print(ShaderCompiler.prelude)
    return .done
}

import Diagnostics
import FuzzMutation
import ShaderLanguage

/// Compiles whatever comes: the result is a program or an error, and never the end of the process.
private func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    let source = SourceText(name: "fuzz.metal", bytes: bytes)
    let result = ShaderCompiler.compile(source, entryPoint: "fragment_fuzz")
    precondition((result.shader == nil) == result.diagnostics.contains { $0.severity == .error }, "a silent refusal")
    precondition(!result.diagnostics.contains { $0.code == "msl.internal" }, "a wrong program")
    // What is printed to people must not end the process either.
    for diagnostic in result.diagnostics { _ = diagnostic.rendered() }
    return 0
}

@_cdecl("LLVMFuzzerCustomMutator")
public func customMutator(
    _ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ limit: Int, _ seed: UInt32
) -> Int {
    FuzzerHooks.mutate(data, size, limit, seed)
}

@_cdecl("FuzzSource_main")
public func main() -> CInt { FuzzerHooks.run { testOneInput($0, $1) } }

import Diagnostics
import FuzzMutation
import ShaderGenerator
import ShaderIR
import ShaderLanguage
import Synchronization

/// Compiles and draws: every back end and the reference must agree.
private func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    let source = SourceText(name: "fuzz.metal", bytes: bytes)
    guard let program = ShaderCompiler.compile(source, entryPoint: "fragment_fuzz").shader?.program else {
        // Only what can be drawn is worth keeping.
        return -1
    }
    let scene = ShaderScene(seed: 1, width: 8, height: 4, loopLimit: 64)
    // Compiling takes a hundred times as long as the rest: some inputs only, always the same ones.
    let isCompiled = bytes.reduce(0) { $0 &* 31 &+ Int($1) } % 48 == 0
    let ways = [Configuration.interpreter] + (isCompiled ? [Configuration.jit].compactMap { $0 } : [])
    if let difference = Differential.disagreement(program, [scene], ways) { preconditionFailure(difference) }
    // The elementary functions are the back ends' own; without them the reference knows every value.
    let isElementary = Atomic(false)
    let expected = ReferenceEvaluator.run(program, scene) { _, x, _ in
        isElementary.store(true, ordering: .relaxed)
        return x
    }
    if isElementary.load(ordering: .relaxed) { return 0 }
    let found = Differential.outcome(program, scene)
    if let difference = found.difference(from: expected.outcome) { preconditionFailure(difference) }
    return 0
}

@_cdecl("LLVMFuzzerCustomMutator")
public func customMutator(
    _ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ limit: Int, _ seed: UInt32
) -> Int {
    FuzzerHooks.mutate(data, size, limit, seed)
}

@_cdecl("FuzzRun_main")
public func main() -> CInt { FuzzerHooks.run { testOneInput($0, $1) } }

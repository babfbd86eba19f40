/// libFuzzer's loop: arguments, and what tests one input.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<Arguments?>?>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private typealias Arguments = UnsafeMutablePointer<CChar>

/// What every fuzzer's `main` calls.
public enum FuzzDriver {
    /// Runs the fuzzer: the package manager wants each program's `main` under the program's own name.
    public static func run(_ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) -> CInt {
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        return runFuzzer(&count, &arguments, test)
    }
}

import CLLVM

/// libLLVM, loaded when the first shader is compiled.
enum Compiler {
    /// The passes: memory to registers, equal values, what loops need not do again.
    ///
    /// Drafts leave little for others to do: they would double the time to compile and gain nothing.
    private static let passes = "function(sroa,early-cse,simplifycfg,loop-mssa(licm))"

    /// The processor that this process runs on, as far as code is concerned, or why there is no compiler.
    static let host: Result<CodeTarget, BackendUnavailable> = {
        if let choice = Environment.jit, choice == "off" {
            return .failure(BackendUnavailable("AMBIENT_JIT is off"))
        }
        #if arch(x86_64)
            var message: UnsafePointer<CChar>?
            guard ambient_llvm_load(Environment.llvm, &message) == 0 else {
                return .failure(BackendUnavailable(message.map { String(cString: $0) } ?? "libLLVM is missing"))
            }
            return .success(
                CodeTarget(
                    cpu: String(cString: ambient_llvm_host_cpu()),
                    features: String(cString: ambient_llvm_host_features()),
                    lanes: CodeTarget.standardLanes, llvmMajor: version.0))
        #else
            return .failure(BackendUnavailable("shaders are compiled on x86-64 only"))
        #endif
    }()

    /// The version of the loaded library.
    static var version: (Int, Int, Int) {
        var (major, minor, patch) = (UInt32(0), UInt32(0), UInt32(0))
        ambient_llvm_version(&major, &minor, &patch)
        return (Int(major), Int(minor), Int(patch))
    }

    /// What a module became.
    enum Outcome {
        case object([UInt8])
        /// LLVM refused, or a function would need too much stack.
        case failure(String)
    }

    /// Compiles a module to a relocatable object.
    static func compile(_ text: String, for target: CodeTarget) -> Outcome {
        var text = text
        var result = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                ambient_llvm_compile(
                    characters.baseAddress, characters.count, target.cpu, target.features, passes)
            }
        }
        defer { ambient_llvm_release(&result) }
        guard let object = result.object else {
            return .failure(result.message.map { String(cString: $0) } ?? "libLLVM gave no object")
        }
        if result.is_stack_exceeded != 0 { return .failure("the compiled shader needs too much stack") }
        return .object([UInt8](UnsafeBufferPointer(start: object, count: result.size)))
    }
}

import CLLVM

/// libLLVM, loaded when the first shader is compiled.
enum Compiler {
    /// The passes: memory to registers, equal values, what loops need not do again.
    ///
    /// Drafts leave little for others to do: they would double the time to compile and gain nothing. `instcombine`, which
    /// spelled like this ends with an error when one round was not enough, must have `<no-verify-fixpoint>`.
    static let passes = "function(sroa,early-cse,simplifycfg,loop-mssa(licm))"

    /// Why shaders are not compiled here, as far as can be said without loading anything.
    static let refusal: BackendUnavailable? = {
        if Environment.jit == "off" { return BackendUnavailable("AMBIENT_JIT is off") }
        #if arch(x86_64)
            return nil
        #else
            return BackendUnavailable("shaders are compiled on x86-64 only")
        #endif
    }()

    /// The processor that this process runs on, as far as code is concerned, or why there is no compiler.
    ///
    /// Loads libLLVM.
    static let host: Result<CodeTarget, BackendUnavailable> = {
        if let refusal { return .failure(refusal) }
        var message: UnsafePointer<CChar>?
        guard ambient_llvm_load(Environment.llvm, &message) == 0 else {
            return .failure(BackendUnavailable(message.map { String(cString: $0) } ?? "libLLVM is missing"))
        }
        return .success(
            CodeTarget(
                cpu: String(cString: ambient_llvm_host_cpu()), features: String(cString: ambient_llvm_host_features()),
                lanes: CodeTarget.standardLanes, llvmMajor: version.0))
    }()

    /// The version of the loaded library.
    static var version: (Int, Int, Int) {
        var (major, minor, patch) = (UInt32(0), UInt32(0), UInt32(0))
        ambient_llvm_version(&major, &minor, &patch)
        return (Int(major), Int(minor), Int(patch))
    }

    /// What a module became.
    enum Outcome: Equatable {
        case object([UInt8])
        /// LLVM refused; another time it may not.
        case failure(String)
        /// A function would need too much stack, whenever it is compiled.
        case tooMuchStack
    }

    /// Compiles a module to a relocatable object.
    static func compile(_ text: String, for target: CodeTarget) -> Outcome {
        // A target that was remembered comes without the library.
        if case .failure(let reason) = host { return .failure(reason.description) }
        var text = text
        var result = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                ambient_llvm_compile(
                    characters.baseAddress, characters.count, target.cpu, target.features, passes)
            }
        }
        defer { ambient_llvm_release(&result) }
        if result.is_stack_exceeded != 0 { return .tooMuchStack }
        guard let object = result.object else {
            return .failure(result.message.map { String(cString: $0) } ?? "libLLVM gave no object")
        }
        return .object([UInt8](UnsafeBufferPointer(start: object, count: result.size)))
    }
}

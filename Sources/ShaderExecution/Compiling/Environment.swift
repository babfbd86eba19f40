import Glibc

/// The environment variables that choose how shaders are executed; none of them can change a picture.
enum Environment {
    /// `AMBIENT_JIT`: `off` for the interpreter.
    static var jit: String? { value("AMBIENT_JIT") }
    /// `AMBIENT_LLVM`: the file of the libLLVM to load, instead of the first known version.
    static var llvm: String? { value("AMBIENT_LLVM") }

    private static func value(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}

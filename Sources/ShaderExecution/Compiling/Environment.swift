import Glibc

/// The environment variables that choose how shaders are executed; none of them can change a picture.
enum Environment {
    /// `AMBIENT_JIT`: `off` for the interpreter.
    static var jit: String? { value("AMBIENT_JIT") }
    /// `AMBIENT_LLVM`: the file of the libLLVM to load, instead of the first known version.
    static var llvm: String? { value("AMBIENT_LLVM") }
    /// `AMBIENT_SHADER_CACHE`: the folder for compiled shaders, or `off`.
    static var shaderCache: String? { value("AMBIENT_SHADER_CACHE") }

    /// Where this user's caches are; a relative path does not count.
    static var cacheHome: String? { value("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } }
    static var home: String? { value("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } }
    /// Folders that the loader looks into first.
    static var libraryPath: String? { value("LD_LIBRARY_PATH") }

    /// `AMBIENT_SHADER_DUMP`: a folder that gets each compiled shader as LLVM's text (`.ll`) and as an object (`.o`).
    static var dumpFolder: String? { value("AMBIENT_SHADER_DUMP") }

    /// Writes a file for whoever debugs the compiler; that it fails is nobody's concern.
    static func dump(_ bytes: [UInt8], as name: String) {
        guard let dumpFolder, let file = fopen("\(dumpFolder)/\(name)", "wb") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    private static func value(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}

import CLLVM
import Glibc

/// What tells a file from every other without reading it: its number, size and time of change.
///
/// The path does not count, since the same file may have several.
struct FileIdentity: Hashable, CustomStringConvertible {
    let description: String

    /// Nil if there is no file at the path.
    init?(ofFileAt path: String) {
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
        let time = information.st_mtim
        description = "\(information.st_ino) \(information.st_size) \(time.tv_sec).\(time.tv_nsec)"
    }

    /// This program.
    static let program = FileIdentity(ofFileAt: "/proc/self/exe")

    // MARK: - libLLVM

    /// The file of libLLVM that is loaded; nil before.
    static func loadedLibrary() -> FileIdentity? { FileIdentity(ofFileAt: String(cString: ambient_llvm_path())) }

    /// The file that loading libLLVM will most likely take; nil when it is not where libraries usually are.
    ///
    /// A wrong guess costs only time: what is kept is always kept under the file that was loaded.
    static func likelyLibrary() -> FileIdentity? {
        if let choice = Environment.llvm {
            return choice.contains("/") ? FileIdentity(ofFileAt: choice) : library(named: choice)
        }
        var index = 0
        while let name = ambient_llvm_name(index) {
            if let file = library(named: String(cString: name)) { return file }
            index += 1
        }
        return nil
    }

    /// Where the loader looks, on Debian and elsewhere.
    private static let folders = [
        "/usr/local/lib", "/usr/local/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu",
        "/lib64", "/usr/lib64", "/lib", "/usr/lib",
    ]

    private static func library(named name: String) -> FileIdentity? {
        let first = (Environment.libraryPath ?? "").split(whereSeparator: { $0 == ":" || $0 == ";" }).map(String.init)
        for folder in first + folders {
            if let file = FileIdentity(ofFileAt: folder + "/" + name) { return file }
        }
        return nil
    }
}

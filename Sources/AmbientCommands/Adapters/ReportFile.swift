import Diagnostics
import Glibc

/// A page or test results that a command writes beside its result, at a path the user names.
///
/// Reports are made again and again, so an earlier one is replaced without asking; any other file is refused before the
/// work starts. What is no regular file, such as a pipe, is written to and stays what it is.
struct ReportFile {
    /// What stands in the file.
    enum Content {
        case page, testResults

        /// How such a file begins.
        fileprivate var starts: [String] {
            switch self {
            case .page: ["<!doctype html", "<html"]
            case .testResults: ["<?xml", "<testsuite"]
            }
        }
    }

    let path: String
    /// Where links lead to.
    private let target: String
    private let isRegular: Bool

    /// The file that an option names; nil when it was not given.
    ///
    /// Exit 2 when it is one of `inputs` or of `others`, lies within `protected`, is a folder, or is a file that is no
    /// such report.
    init?(
        _ option: String, _ content: Content, _ arguments: Arguments, inputs: [String] = [], others: [String] = [],
        protected: String? = nil
    ) throws(CommandFailure) {
        guard let path = arguments.value(option) else { return nil }
        func refuse(_ why: String, hint: String = "choose another name") -> CommandFailure {
            .usage("--\(option) '\(Wording.printable(path))' \(why)", hint: hint)
        }
        guard !path.isEmpty, !path.utf8.contains(0) else { throw refuse("is no file name") }
        self.path = path
        target = Self.resolved(path)
        var status = stat()
        let exists = stat(target, &status) == 0
        let kind = status.st_mode & S_IFMT
        guard !exists || kind != S_IFDIR else { throw refuse("is a folder") }
        isRegular = !exists || kind == S_IFREG
        for input in inputs where Self.resolved(input) == target { throw refuse("would replace an input") }
        for other in others where Self.resolved(other) == target { throw refuse("is another output as well") }
        if let protected, target.hasPrefix(Self.resolved(protected) + "/") {
            throw refuse("lies within '\(Wording.printable(protected))'", hint: "reports go elsewhere")
        }
        guard exists, isRegular, status.st_size > 0 else { return }
        let start = (try? InputBytes.start(of: target, count: 64)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let text = String(start.drop { $0.isWhitespace || $0 == "\u{FEFF}" }).lowercased()
        guard content.starts.contains(where: text.hasPrefix) else {
            throw refuse(
                "exists and is no such report", hint: "only an earlier report is replaced; choose another name")
        }
    }

    /// A path with all links followed; of what does not exist, that of its folder.
    static func resolved(_ path: String) -> String {
        func real(_ path: String) -> String? {
            guard let found = realpath(path, nil) else { return nil }
            defer { free(found) }
            return String(cString: found)
        }
        if let found = real(path) { return found }
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        guard let name = parts.last else { return path }
        let folder = parts.dropLast().joined(separator: "/")
        let parent = path.hasPrefix("/") ? "/" + folder : folder.isEmpty ? "." : folder
        return (real(parent) ?? parent) + "/" + name
    }

    /// Writes the report; exit 4 when that fails.
    func write(_ text: String) throws(CommandFailure) {
        let name = isRegular ? target + ".partial-\(getpid())" : target
        func fail(_ code: Int32) -> CommandFailure {
            if isRegular { unlink(name) }
            return CommandFailure(
                .failedWork, "cannot write '\(Wording.printable(path))': " + String(cString: strerror(code)),
                stage: "report")
        }
        let descriptor = open(name, O_WRONLY | O_CLOEXEC | (isRegular ? O_CREAT | O_TRUNC : 0), 0o666)
        guard descriptor >= 0 else { throw fail(errno) }
        let code = Console.write(text, to: descriptor)
        let closed = close(descriptor) == 0 ? 0 : errno
        guard code == 0, closed == 0 else { throw fail(code == 0 ? closed : code) }
        if isRegular, rename(name, target) != 0 { throw fail(errno) }
    }
}

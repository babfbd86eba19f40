import Diagnostics
import Glibc

/// Standard output for data, standard error for people.
struct Console: Sendable {
    /// Suppresses notes, warnings and progress.
    var isQuiet = false
    var isVerbose = false

    /// Writes text and a line feed to standard output; a closed reader is not an error.
    func print(_ text: String) {
        Console.write(text + "\n", to: STDOUT_FILENO)
    }

    /// Writes a line to standard error.
    func say(_ text: String) {
        Console.write(text + "\n", to: STDERR_FILENO)
    }

    /// Prints diagnostics in their caret form; quiet shows errors only.
    func report(_ diagnostics: [Diagnostic]) {
        for diagnostic in diagnostics where !isQuiet || diagnostic.severity == .error {
            say(diagnostic.rendered())
        }
    }

    /// Prints a failure and its hint.
    func report(_ failure: CommandFailure) {
        say("ambient: error: " + failure.message)
        if let hint = failure.hint { say("  hint: " + hint) }
    }

    /// Whether standard error is a terminal.
    static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                return
            }
        }
    }
}

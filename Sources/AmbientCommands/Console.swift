import Diagnostics
import Glibc
import Synchronization

/// Standard output for data, standard error for people.
struct Console: Sendable {
    /// Suppresses notes, warnings and progress.
    var isQuiet = false
    var isVerbose = false

    /// Writes text and a line feed to standard output; a closed reader is not an error, anything else is remembered.
    func print(_ text: String) {
        Console.emit(text + "\n")
    }

    /// Writes a piece of text to standard output, as `print` does.
    static func emit(_ text: String) {
        let code = write(text, to: STDOUT_FILENO)
        if code != 0, code != EPIPE { lost.withLock { $0 = code } }
    }

    /// The `errno` of output that could not be written; 0 when all was.
    static var lostOutput: Int32 { lost.withLock { $0 } }
    private static let lost = Mutex<Int32>(0)

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
        // Names from the command line must not steer the terminal.
        say("ambient: error: " + Wording.printable(failure.message))
        if let hint = failure.hint { say("  hint: " + hint) }
    }

    /// Whether standard error is a terminal.
    static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes all of a text; the `errno` of a failure, else 0.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}

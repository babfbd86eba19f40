import Glibc

/// A program run beside the tests.
///
/// Foundation's `Process` now and then misses that a child has ended and waits for ever; this one asks the kernel.
public final class ChildProcess {
    /// Why a program could not be started.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// The process id.
    public let id: Int32
    private var status: Int32?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - executable: its path, or a name to look for on `PATH`.
    ///   - environment: variables added to ours.
    ///   - folder: where it runs; ours if nil.
    ///   - input: the file for its standard input; nothing if nil.
    ///   - output: the file that its standard output replaces; dropped if nil.
    ///   - error: the same for standard error.
    public init(
        _ executable: String, _ arguments: [String], environment: [String: String] = [:], folder: String? = nil,
        input: String? = nil, output: String? = nil, error: String? = nil
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input ?? "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, error ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0o600)

        var variables: [String] = []
        var entry = environ
        while let pointer = entry.pointee {
            let text = String(cString: pointer)
            if environment[String(text.prefix { $0 != "=" })] == nil { variables.append(text) }
            entry += 1
        }
        variables += environment.map { $0.key + "=" + $0.value }

        // A shell changes the folder: the C library's own way is not visible to Swift.
        let command = [executable] + arguments
        let line = folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0] + command } ?? command
        var words = line.map { strdup($0) } + [nil]
        var settings = variables.map { strdup($0) } + [nil]
        defer { (words + settings).forEach { free($0) } }
        var id = pid_t()
        let code = posix_spawnp(&id, line[0], &actions, nil, &words, &settings)
        guard code == 0 else { throw Failure(description: "\(executable): \(String(cString: strerror(code)))") }
        self.id = id
    }

    /// Waits for the end: the exit status, or the negative number of the signal that ended it.
    @discardableResult
    public func wait() -> Int32 {
        if let status { return status }
        var word: Int32 = 0
        while waitpid(id, &word, 0) < 0 { if errno != EINTR { return -1 } }
        let signal = word & 0x7F
        let result = signal == 0 ? word >> 8 & 0xFF : -signal
        status = result
        return result
    }

    /// Sends a signal to a program that has not been waited for.
    public func send(_ signal: Int32) {
        if status == nil { kill(id, signal) }
    }
}

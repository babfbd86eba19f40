import Diagnostics
import Foundation
import Imaging
import MediaIO

/// The program: words in, exit status out.
public enum AmbientProgram {
    /// The version, as `ambient --version` prints it.
    public static let version = "0.1.0"

    /// Runs the command that `words` (without the program's own name) ask for and returns the exit status.
    public static func main(_ words: [String]) -> Int32 {
        // A reader that closes early is an error code, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        // So is a file size limit.
        signal(SIGXFSZ, SIG_IGN)
        FrameMemory.keep()
        if ProcessInfo.processInfo.environment["AMBIENT_LIBAV_SIMD"] == "off" { MediaSettings.forcePlainLibav() }
        let status = run(words)
        ExtractedPackages.removeAll()
        guard Console.lostOutput == 0 else {
            Console().report(
                CommandFailure(
                    .failedWork, "cannot write standard output: " + String(cString: strerror(Console.lostOutput))))
            return ExitStatus.failedWork.rawValue
        }
        return status.rawValue
    }

    private static func run(_ words: [String]) -> ExitStatus {
        var console = Console()
        guard let name = words.first else {
            console.say(overview)
            return .usage
        }
        switch name {
        case "help", "--help", "-h":
            guard words.count > 1 else {
                console.print(overview)
                return .done
            }
            do {
                let found = try find(words.dropFirst())
                console.print(found.command.help(after: found.prefix))
                return .done
            } catch {
                console.report(error)
                return .usage
            }
        case "--version", "version":
            console.print("ambient \(version)")
            return .done
        default: break
        }
        do {
            let (command, prefix, rest) = try find(words[...])
            if rest.contains("--help") || rest.contains("-h") {
                console.print(command.help(after: prefix))
                return .done
            }
            let arguments = try Arguments(rest, options: command.options + Command.common)
            console.isQuiet = arguments.has("quiet")
            console.isVerbose = arguments.has("verbose")
            if arguments.operands.count > command.operandLimit {
                let extra = arguments.operands[command.operandLimit]
                throw CommandFailure.usage(
                    "unexpected '\(extra)'", hint: "usage: ambient \(prefix)\(command.name) \(command.operands)")
            }
            return try command.run(arguments, console)
        } catch {
            let failure = CommandFailure(error, stage: "run")
            console.report(failure)
            Progress.failed(failure, words: words, console: console)
            return failure.status
        }
    }

    /// The command that `words` begin with, the name it stands behind (with a space, or empty), and the other words.
    private static func find(
        _ words: ArraySlice<String>
    ) throws(CommandFailure) -> (command: Command, prefix: String, rest: ArraySlice<String>) {
        var (prefix, commands, rest) = ("", Command.all, words)
        while true {
            let name = rest.popFirst() ?? ""
            guard let command = commands.first(where: { $0.name == name }) else {
                throw unknown(name, behind: prefix, among: commands)
            }
            guard let next = rest.first, !next.hasPrefix("-"), !command.subcommands.isEmpty else {
                return (command, prefix, rest)
            }
            prefix += name + " "
            commands = command.subcommands
        }
    }

    private static func unknown(_ name: String, behind prefix: String, among commands: [Command]) -> CommandFailure {
        let near = Wording.nearest(to: name, among: commands.map(\.name))
        return .usage(
            "unknown command '\(prefix)\(name)'",
            hint: near.map { "did you mean '\(prefix)\($0)'?" } ?? "see \("ambient help \(prefix)".dropLast())")
    }

    /// What `ambient help` prints.
    private static var overview: String {
        var lines = ["ambient: renders ambient display packages to frames and clips, without a phone or a GPU", ""]
        let width = Command.all.map(\.name.count).max() ?? 0
        for command in Command.all {
            let padding = String(repeating: " ", count: width + 2 - command.name.count)
            lines.append("  ambient " + command.name + padding + command.summary)
        }
        lines += ["", "ambient help COMMAND lists a command's options; ambient --version"]
        return lines.joined(separator: "\n")
    }
}

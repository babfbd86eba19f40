/// One command: its place in the help, its options, and what it does.
struct Command: Sendable {
    let name: String
    /// The operands, for the usage line.
    let operands: String
    let summary: String
    /// Lines for `ambient help NAME`, below the usage.
    var details: [String] = []
    let options: [Option]
    /// The most operands it takes.
    let operandLimit: Int
    let run: @Sendable (Arguments, Console) throws -> ExitStatus
    /// Commands behind this one's name, each with options of its own; where there are any, one of them is run.
    var subcommands: [Command] = []

    /// Options that every command takes.
    static let common = [
        Option("quiet", short: "q", "errors only"),
        Option("verbose", short: "v", "more detail"),
        Option("help", short: "h", "this help"),
    ]

    /// The commands that work, in the order of the help.
    static let all: [Command] = [
        render, frame, run, diff, levels, package, settings, weather, doctor, shader, golden,
    ]

    /// A name before other commands' names, such as `shader` before `check`.
    static func group(
        name: String, summary: String, details: [String], subcommands: [Command]
    ) -> Command {
        let names = subcommands.map(\.name)
        return Command(
            name: name, operands: names.joined(separator: "|") + " …", summary: summary, details: details, options: [],
            operandLimit: 0,
            run: { _, _ in
                throw CommandFailure.usage(
                    "\(name) needs \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")",
                    hint: "see ambient help \(name)")
            }, subcommands: subcommands)
    }

    /// The usage line and the options.
    var help: String { help(after: "") }

    /// The same for a command behind another's name, which stands in `prefix` with a space.
    func help(after prefix: String) -> String {
        var lines = ["usage: ambient \(prefix)\(name) \(operands)", "", summary]
        if !subcommands.isEmpty {
            let usages = subcommands.map { "  ambient \(name) \($0.name) \($0.operands)" }
            let width = usages.map(\.count).max() ?? 0
            lines.append("")
            for (command, usage) in zip(subcommands, usages) {
                lines.append(usage + String(repeating: " ", count: width + 2 - usage.count) + command.summary)
            }
        }
        if !details.isEmpty { lines += [""] + details }
        for command in subcommands where !command.options.isEmpty {
            lines += ["", "options of \(command.name):"] + Command.table(command.options)
        }
        lines += ["", subcommands.isEmpty ? "options:" : "options of all:"]
        return (lines + Command.table(options + Command.common)).joined(separator: "\n")
    }

    private static func table(_ options: [Option]) -> [String] {
        let width = min(34, options.map(\.spelling.count).max() ?? 0)
        return options.map { option in
            let padding = String(repeating: " ", count: max(2, width + 2 - option.spelling.count))
            return "  " + option.spelling + padding + option.help
        }
    }
}

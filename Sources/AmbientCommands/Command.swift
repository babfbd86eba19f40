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

    /// Options that every command takes.
    static let common = [
        Option("quiet", short: "q", "errors only"),
        Option("verbose", short: "v", "more detail"),
        Option("help", short: "h", "this help"),
    ]

    /// The commands that work, in the order of the help.
    static let all: [Command] = [render, frame, run, levels, package, doctor, shader]

    /// The usage line and the options.
    var help: String {
        var lines = ["usage: ambient \(name) \(operands)", "", summary]
        if !details.isEmpty { lines += [""] + details }
        lines += ["", "options:"]
        let options = options + Command.common
        let width = min(34, options.map(\.spelling.count).max() ?? 0)
        for option in options {
            let padding = String(repeating: " ", count: max(2, width + 2 - option.spelling.count))
            lines.append("  " + option.spelling + padding + option.help)
        }
        return lines.joined(separator: "\n")
    }
}

import Diagnostics

/// How progress is shown on standard error.
enum ProgressStyle: String, Sendable { case auto, json, none }

/// Progress of one command: a bar on a terminal, or one JSON object a line.
struct Progress {
    static let option = Option("progress", value: "auto|json|none", "progress on standard error (auto)")

    private let style: ProgressStyle
    private let console: Console
    private let total: Int
    private let started = ContinuousClock.now
    private var lastShown: ContinuousClock.Instant?
    private var isBarDrawn = false

    init(style: ProgressStyle, total: Int, console: Console) {
        self.total = total
        self.console = console
        self.style = style == .auto && (console.isQuiet || !Console.isErrorTerminal) ? .none : style
    }

    /// Reads the option.
    static func style(_ arguments: Arguments) throws(CommandFailure) -> ProgressStyle {
        try arguments.value("progress", expected: "auto, json or none", ProgressStyle.init(rawValue:)) ?? .auto
    }

    /// Shows that `done` frames are written, at most ten times a second.
    mutating func update(_ done: Int) {
        let now = ContinuousClock.now
        if let lastShown, now - lastShown < .milliseconds(100), done < total { return }
        lastShown = now
        let elapsed = now - started
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
        let rate = seconds > 0 ? Double(done) / seconds : 0
        let remaining = rate > 0 ? Double(total - done) / rate : 0
        switch style {
        case .none: return
        case .json:
            let line = JSONText.object([
                ("event", .string("progress")), ("frame", .integer(done)), ("frames", .integer(total)),
                ("fps", .number(tenth(rate))), ("etaSeconds", .number(tenth(remaining))),
            ])
            console.say(line.text)
        case .auto:
            let width = 30
            let filled = total > 0 ? width * done / total : width
            let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
            Console.write(
                "\r\(bar) \(done)/\(total)  \(tenth(rate)) fps  ETA \(Int(remaining.rounded())) s \u{1B}[K", to: 2)
            isBarDrawn = true
        }
    }

    /// The last event: everything is written.
    mutating func completed(_ done: Int) {
        clear()
        guard style == .json else { return }
        console.say(JSONText.object([("event", .string("completed")), ("frames", .integer(done))]).text)
    }

    /// The last event after Ctrl-C: what is written can be played, but is not all.
    mutating func interrupted(_ done: Int) {
        clear()
        guard style == .json else { return }
        console.say(Progress.failedEvent(stage: "interrupted", message: "interrupted after \(done) frames"))
    }

    private static func failedEvent(stage: String, message: String) -> String {
        JSONText.object([("event", .string("failed")), ("stage", .string(stage)), ("message", .string(message))]).text
    }

    /// The last event of a command that failed, wherever: the words of the command line say whether it is wanted.
    static func failed(_ failure: CommandFailure, words: [String], console: Console) {
        let isWanted =
            words.contains("--progress=json") || zip(words, words.dropFirst()).contains { $0 == ("--progress", "json") }
        guard isWanted else { return }
        console.say(failedEvent(stage: failure.stage, message: failure.message))
    }

    /// Removes the bar.
    mutating func clear() {
        if isBarDrawn { Console.write("\r\u{1B}[K", to: 2) }
        isBarDrawn = false
    }

    private func tenth(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}

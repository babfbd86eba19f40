import Diagnostics

/// One option of a command: its spelling, its value and its line of help.
struct Option: Sendable {
    let name: String
    var short: Character?
    /// What the value is called in the help; nil for a flag.
    var value: String?
    let help: String

    init(_ name: String, short: Character? = nil, value: String? = nil, _ help: String) {
        self.name = name
        self.short = short
        self.value = value
        self.help = help
    }

    /// `-o, --output FILE`.
    var spelling: String {
        (short.map { "-\($0), " } ?? "    ") + "--" + name + (value.map { " " + $0 } ?? "")
    }
}

/// The words after a command's name, sorted into options and operands.
struct Arguments: Sendable {
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []
    private(set) var operands: [String] = []

    /// Sorts `words` by the options a command takes; `--` ends the options.
    ///
    /// The last of a repeated option wins, unless all of them are asked for. A value may follow as `--name=value` or as the next word, whatever it
    /// begins with.
    init(_ words: some Sequence<String>, options: [Option]) throws(CommandFailure) {
        var rest = Array(words)[...]
        var onlyOperands = false
        while let word = rest.popFirst() {
            guard !onlyOperands, word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            if word == "--" {
                onlyOperands = true
                continue
            }
            var attached: String?
            let option: Option
            if word.hasPrefix("--") {
                let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = parts.first.map(String.init) ?? ""
                guard let found = options.first(where: { $0.name == name }) else {
                    let near = Wording.nearest(to: name, among: options.map(\.name))
                    throw .usage(
                        "unknown option '--\(name)'", hint: near.map { "did you mean --\($0)?" } ?? "see ambient help")
                }
                option = found
                attached = parts.count > 1 ? String(parts[1]) : nil
            } else {
                let letters = word.dropFirst()
                guard let letter = letters.first, let found = options.first(where: { $0.short == letter }) else {
                    throw .usage("unknown option '\(word)'", hint: "see ambient help")
                }
                option = found
                let tail = letters.dropFirst()
                if option.value == nil, !tail.isEmpty {
                    // Flags may be joined: `-yq`.
                    rest = ["-" + tail] + rest
                } else {
                    attached = tail.isEmpty ? nil : String(tail)
                }
            }
            if option.value == nil {
                guard attached == nil else { throw .usage("--\(option.name) takes no value") }
                flags.insert(option.name)
            } else if let value = attached ?? rest.popFirst() {
                values[option.name, default: []].append(value)
            } else {
                throw .usage("--\(option.name) needs a value: \(option.spelling.drop { $0 == " " })")
            }
        }
    }

    /// Whether a flag was given.
    func has(_ name: String) -> Bool { flags.contains(name) }

    /// The value of an option; nil when it was not given.
    func value(_ name: String) -> String? { values[name]?.last }

    /// The values of an option that may be repeated, in order.
    func values(_ name: String) -> [String] { values[name] ?? [] }

    /// The value of an option read by `parse`; usage error when it gives nil.
    func value<T>(_ name: String, expected: String, _ parse: (String) -> T?) throws(CommandFailure) -> T? {
        guard let text = value(name) else { return nil }
        guard let result = parse(text) else { throw .usage("--\(name) '\(text)' is not \(expected)") }
        return result
    }
}

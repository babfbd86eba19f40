/// A file name with one `%d` or `%05d` for the number of the picture; `%%` stands for `%`.
struct NumberPattern: Hashable {
    private let prefix: String
    private let suffix: String
    /// The least number of digits; filled with zeros.
    private let digits: Int

    /// The names in a folder: `00000.png`.
    static let standard = digits(5)

    /// Numbers of so many digits at least, and `.png`.
    static func digits(_ digits: Int) -> NumberPattern { NumberPattern(prefix: "", suffix: ".png", digits: digits) }

    private init(prefix: String, suffix: String, digits: Int) {
        self.prefix = prefix
        self.suffix = suffix
        self.digits = digits
    }

    /// Reads a pattern; nil unless it has exactly one number of at most 20 digits.
    init?(_ name: String) {
        var parts = [""]
        var digits = 0
        var rest = name[...]
        while let character = rest.popFirst() {
            guard character == "%" else {
                parts[parts.count - 1].append(character)
                continue
            }
            if rest.first == "%" {
                rest.removeFirst()
                parts[parts.count - 1].append("%")
                continue
            }
            let width = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest[width.endIndex...]
            let number = width.isEmpty ? 1 : Int(width)
            guard rest.popFirst() == "d", let number, number <= 20, parts.count == 1 else { return nil }
            guard width.isEmpty || width.first == "0" else { return nil }
            digits = number
            parts.append("")
        }
        guard parts.count == 2 else { return nil }
        self.init(prefix: parts[0], suffix: parts[1], digits: digits)
    }

    /// The name of a picture.
    func name(_ number: Int) -> String {
        let text = String(number)
        return prefix + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text + suffix
    }

    /// The number in a name that this pattern makes; nil for other names.
    func number(in name: String) -> Int? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
        let middle = name.dropFirst(prefix.count).dropLast(suffix.count)
        guard let number = Int(middle), number >= 0, self.name(number) == name else { return nil }
        return number
    }
}

/// Pieces of YAML as this program writes it.
enum YAMLText {
    /// Text as a scalar that reads back the same, plain where that is safe in block and flow style.
    static func scalar(_ text: String) -> String {
        isPlain(text) ? text : quoted(text)
    }

    private static func isPlain(_ text: String) -> Bool {
        // Words of YAML 1.1 that other readers take for no text stay plain only where they are meant: true, off, 1.5.
        guard let first = text.utf8.first, isWord(first) || first == UInt8(ascii: ".") || first == UInt8(ascii: "/"),
            text != "null", text != "...", !text.hasPrefix("---"), !text.hasPrefix("... ")
        else { return false }
        return text.utf8.allSatisfy { isWord($0) || "./-+%".utf8.contains($0) }
            || isTime(text)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x61 && byte <= 0x7A || byte >= 0x41 && byte <= 0x5A || byte >= 0x30 && byte <= 0x39 || byte == 0x5F
    }

    /// Digits and colons, as in a point of time: a colon that no blank follows is text.
    private static func isTime(_ text: String) -> Bool {
        text.utf8.allSatisfy { isWord($0) || "+-:.".utf8.contains($0) } && !text.hasSuffix(":")
    }

    /// Text in double quotes; everything but ordinary characters is escaped.
    private static func quoted(_ text: String) -> String {
        var output = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\t": output += "\\t"
            default:
                let value = scalar.value
                let isOrdinary =
                    value >= 0x20 && value < 0x7F || value > 0xA0 && value < 0x2000 || value >= 0x2070 && value < 0xE000
                    || value >= 0xF900 && value < 0xFE00 || value >= 0x10000
                if isOrdinary {
                    output.unicodeScalars.append(scalar)
                } else {
                    let digits = String(value, radix: 16, uppercase: true)
                    output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return output + "\""
    }
}

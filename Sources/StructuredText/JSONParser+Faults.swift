import Diagnostics

/// Blanks, small classifications, and the wording of syntax errors.
extension JSONParser {
    mutating func skipBlanks() throws(Fault) {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
        if current == UInt8(ascii: "/") || current == UInt8(ascii: "#") {
            throw fault("comment", "JSON has no comments", hint: "remove the comment")
        }
    }

    mutating func skipWord() {
        while isWordPart(current) { index += 1 }
    }

    func isWordStart(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
            || byte >= UInt8(ascii: "A")
                && byte <= UInt8(ascii: "Z")
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }

    func isWordPart(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return isWordStart(byte) || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    /// The text between two offsets.
    func text(_ start: Int, _ end: Int) -> String {
        String(decoding: bytes[min(start, bytes.count)..<min(max(start, end), bytes.count)], as: UTF8.self)
    }

    /// The offset after the scalar that starts at `start`.
    func scalarEnd(_ start: Int) -> Int {
        var end = start + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return min(end, bytes.count)
    }

    /// An error at the current place, or over `from ..< to`.
    func fault(_ code: String, _ message: String, from: Int? = nil, to: Int? = nil, hint: String) -> Fault {
        let start = from ?? index
        let path = path.description
        return Fault(
            diagnostic: Diagnostic(
                .error, "json." + code, message, source: source, span: SourceSpan(start, to ?? scalarEnd(start)),
                path: path.isEmpty ? nil : path, hint: hint))
    }

    func unterminated(openedAt start: Int) -> Fault {
        let place = source.location(at: start)
        let closing = bytes[start] == UInt8(ascii: "{") ? "}" : "]"
        return fault(
            "unterminated",
            "the text ends before the \(text(start, start + 1)) of line \(place.line), column \(place.column) is closed",
            hint: "add the missing \(closing), or check that the file is complete")
    }

    func unterminatedString(_ start: Int) -> Fault {
        fault(
            "unterminated", "the string that starts here is never closed", from: start, to: start + 1,
            hint: "add the closing quote")
    }

    func wrongBracket(openedAt start: Int) -> Fault {
        let place = source.location(at: start)
        return fault(
            "wrong-bracket",
            "\(text(index, index + 1)) closes the \(text(start, start + 1)) of line \(place.line), column \(place.column)",
            hint: "close { with } and [ with ]")
    }

    func singleQuotes() -> Fault {
        fault("single-quotes", "text stands in single quotes", hint: "use double quotes")
    }

    func controlCharacter(_ byte: UInt8) -> Fault {
        switch byte {
        case 0x0A:
            fault(
                "line-feed-in-string", "a raw line feed stands in a string",
                hint: "close the string before the end of the line, or write \\n")
        case 0x0D: fault("control-character", "a raw carriage return stands in a string", hint: "write \\r")
        case 0x09: fault("control-character", "a raw tab stands in a string", hint: "write \\t")
        default:
            fault(
                "control-character", "the control character \(codePoint(UInt32(byte))) stands raw in a string",
                hint: "remove it, or write it as \\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))")
        }
    }

    /// Names what stands where `wanted` should.
    func unexpected(_ wanted: String) -> Fault {
        guard let byte = current else {
            return fault(
                "unterminated", "the text ends where \(wanted) should stand", hint: "check that the file is complete")
        }
        let scalar = text(index, scalarEnd(index)).unicodeScalars.first ?? "\u{FFFD}"
        switch scalar.value {
        case 0x27: return singleQuotes()
        case 0x201C, 0x201D, 0x201E, 0x2018, 0x2019, 0xAB, 0xBB:
            return fault("smart-quotes", "text stands in typographic quotes", hint: "use straight double quotes: \"")
        case 0..<0x20, 0x7F..<0xA1, 0xAD, 0x1680, 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x206F, 0x3000, 0xFEFF:
            return fault(
                "invisible-character",
                "the invisible character \(codePoint(scalar.value)) stands where \(wanted) should",
                hint: "delete it; between values only spaces, tabs and line ends may stand")
        default: break
        }
        switch byte {
        case UInt8(ascii: ","):
            return fault("unexpected", "a comma stands where \(wanted) should", hint: "remove the comma")
        case UInt8(ascii: "+"), UInt8(ascii: "."):
            return fault(
                "bad-number", "a number cannot start with \(scalar)",
                hint: byte == UInt8(ascii: "+")
                    ? "write it without the plus sign" : "write a zero before the decimal point")
        default:
            return fault(
                "unexpected", "\(scalar) stands where \(wanted) should", hint: "check the line and the one before")
        }
    }

    /// `U+00A0`.
    private func codePoint(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

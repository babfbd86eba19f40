import Diagnostics

/// Strings, numbers and words.
extension JSONParser {
    /// Reads a string from its opening quote.
    mutating func readString() throws(Fault) -> String {
        let start = index
        index += 1
        var output: [UInt8] = []
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return String(decoding: output, as: UTF8.self)
            case UInt8(ascii: "\\"): try readEscape(into: &output, stringStart: start)
            case 0..<0x20: throw controlCharacter(byte)
            default:
                output.append(byte)
                index += 1
            }
        }
        throw unterminatedString(start)
    }

    private mutating func readEscape(into output: inout [UInt8], stringStart: Int) throws(Fault) {
        let start = index
        index += 1
        guard let byte = current else { throw unterminatedString(stringStart) }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(byte)
        case UInt8(ascii: "b"): output.append(0x08)
        case UInt8(ascii: "f"): output.append(0x0C)
        case UInt8(ascii: "n"): output.append(0x0A)
        case UInt8(ascii: "r"): output.append(0x0D)
        case UInt8(ascii: "t"): output.append(0x09)
        case UInt8(ascii: "u"):
            var value = try readHex(escapeStart: start)
            if value >= 0xD800, value <= 0xDBFF, current == UInt8(ascii: "\\"), index + 1 < bytes.count,
                bytes[index + 1] == UInt8(ascii: "u")
            {
                let second = index
                index += 2
                let low = try readHex(escapeStart: second)
                if low >= 0xDC00, low <= 0xDFFF {
                    value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
                } else {
                    index = second
                }
            }
            guard let scalar = Unicode.Scalar(value) else {
                throw fault(
                    "lone-surrogate", "\(text(start, start + 6)) is half of a surrogate pair", from: start,
                    to: start + 6, hint: "write the character itself, or both halves: \\ud83d\\ude00")
            }
            output += Array(String(scalar).utf8)
        default:
            index = start + 1
            throw fault(
                "bad-escape", "\\\(Wording.printable(text(start + 1, scalarEnd(start + 1)))) is no escape of JSON",
                from: start, to: scalarEnd(start + 1),
                hint: "JSON knows \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX; write a backslash itself as \\\\")
        }
    }

    private mutating func readHex(escapeStart: Int) throws(Fault) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = hexDigit(byte) else {
                throw fault(
                    "bad-escape", "\\u needs four hexadecimal digits", from: escapeStart, to: index,
                    hint: "write for example \\u00e9")
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }

    private func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Reads a number from its sign or first digit.
    mutating func readNumber() throws(Fault) -> Node {
        let start = index
        if current == UInt8(ascii: "-") { index += 1 }
        if isWordStart(current) { return try readWord(from: start) }
        let whole = index
        skipDigits()
        guard index > whole else {
            throw fault(
                "bad-number", "a minus sign without a digit", from: start, to: index, hint: "write for example -1")
        }
        if bytes[whole] == UInt8(ascii: "0"), index - whole > 1 {
            throw fault(
                "leading-zero", "the number \(text(start, index)) starts with a zero", from: start, to: index,
                hint: "write it without leading zeros")
        }
        if current == UInt8(ascii: ".") {
            index += 1
            let fraction = index
            skipDigits()
            guard index > fraction else { throw badNumber(start, "a digit is missing after the decimal point") }
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            index += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
            let exponent = index
            skipDigits()
            guard index > exponent else { throw badNumber(start, "a digit is missing in the exponent") }
        }
        if isWordPart(current) || current == UInt8(ascii: ".") {
            while isWordPart(current) || current == UInt8(ascii: ".") { index += 1 }
            throw badNumber(start, "\(Wording.quoted(text(start, index))) is no JSON number")
        }
        let written = text(start, index)
        let value = Double(written) ?? .infinity
        guard value.isFinite else {
            // The rest of the document is sound, so reading goes on; the error keeps the document from being used.
            let shown = written.utf8.count > 40 ? String(written.prefix(40)) + "…" : written
            diagnostics.append(
                fault(
                    "number-out-of-range", "the number \(shown) is outside the range of a double (±1.8e308)",
                    from: start, to: index, hint: "write a smaller number"
                ).diagnostic)
            return Node(.null, span: SourceSpan(start, index))
        }
        return Node(.number(value, text: written), span: SourceSpan(start, index))
    }

    private func badNumber(_ start: Int, _ message: String) -> Fault {
        fault(
            "bad-number", message, from: start, to: max(index, start + 1),
            hint: "numbers are decimal: 12, -0.5, 3e8")
    }

    private mutating func skipDigits() {
        while let byte = current, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
    }

    /// Reads `true`, `false` or `null`, or says what stands there instead of a value.
    mutating func readWord() throws(Fault) -> Node {
        guard isWordStart(current) else { throw unexpected("a value") }
        return try readWord(from: index)
    }

    private mutating func readWord(from start: Int) throws(Fault) -> Node {
        skipWord()
        let word = text(start, index)
        let span = SourceSpan(start, index)
        switch word {
        case "true": return Node(.bool(true), span: span)
        case "false": return Node(.bool(false), span: span)
        case "null": return Node(.null, span: span)
        default: break
        }
        let bare = word.lowercased().drop { $0 == "-" }
        if ["nan", "infinity", "inf"].contains(bare) {
            throw fault(
                "not-a-number", "\(word) is not a JSON number", from: start, to: index, hint: "write a finite number")
        }
        let replacement = ["none": "null", "nil": "null", "undefined": "null", "yes": "true", "no": "false"]
        let simple = ["true", "false", "null"].contains(String(bare)) ? String(bare) : replacement[String(bare)]
        throw fault(
            "unknown-word", "\(Wording.quoted(word)) is no JSON value", from: start, to: index,
            hint: simple.map { "write \($0)" } ?? "text needs double quotes")
    }
}

/// Text that is safe wherever a report puts it.
enum ReportText {
    /// Text for the content of an element or for an attribute in quotes.
    static func html(_ string: String) -> String {
        var result = ""
        result.reserveCapacity(string.utf8.count)
        for scalar in string.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\0": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Text with what cannot be seen written out, such as `\u{202e}`: control characters, and marks that turn the
    /// direction of writing, with which one name can be made to look like another.
    static func visible(_ string: String) -> String {
        var result = ""
        for scalar in string.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                // The joiners are part of emoji and of several scripts.
                if scalar.value == 0x200C || scalar.value == 0x200D {
                    result.unicodeScalars.append(scalar)
                } else {
                    result += "\\u{" + String(scalar.value, radix: 16) + "}"
                }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A JSON string, which may also stand in a `script` element.
    static func json(_ string: String) -> String {
        var result = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "<", ">", "&", "\u{2028}", "\u{2029}", "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Three decimals at most, without a trailing zero; 0 for what is no number.
    static func decimal(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "0" }
        let thousandths = Int64((abs(value) * 1000).rounded())
        var fraction = String(thousandths % 1000)
        fraction = String(repeating: "0", count: 3 - fraction.count) + fraction
        while fraction.hasSuffix("0") { fraction.removeLast() }
        let sign = value < 0 && thousandths > 0 ? "-" : ""
        return sign + String(thousandths / 1000) + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// The bytes in the base64 alphabet, padded.
    static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let count = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: count) { target in
            var out = 0
            for index in stride(from: 0, to: bytes.count, by: 3) {
                let second = index + 1 < bytes.count ? Int(bytes[index + 1]) : 0
                let third = index + 2 < bytes.count ? Int(bytes[index + 2]) : 0
                let word = Int(bytes[index]) << 16 | second << 8 | third
                target[out] = alphabet[word >> 18]
                target[out + 1] = alphabet[word >> 12 & 63]
                target[out + 2] = index + 1 < bytes.count ? alphabet[word >> 6 & 63] : UInt8(ascii: "=")
                target[out + 3] = index + 2 < bytes.count ? alphabet[word & 63] : UInt8(ascii: "=")
                out += 4
            }
            return out
        }
    }
}

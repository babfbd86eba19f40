/// The value and type of a number as it is written.
enum NumberLiteral: Equatable, Sendable {
    case int(Int32)
    case uint(UInt32)
    case half(Float)
    case float(Float)
}

extension NumberLiteral {
    /// Reads a number; nil when it has no meaning or does not fit into 32 bits.
    ///
    /// There is no `double`: `1.0` is a float, rounded once from the decimal text.
    static func parse(_ text: String) -> NumberLiteral? {
        var digits = Substring(text.filter { $0 != "'" })
        let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        let isBinary = digits.hasPrefix("0b") || digits.hasPrefix("0B")
        let isFloat =
            isHexadecimal
            ? digits.contains { ".pP".contains($0) }
            : !isBinary && digits.contains { ".eE".contains($0) }
        let last = digits.last ?? "0"
        if isFloat || !isHexadecimal && !isBinary && "fFhH".contains(last) {
            let isHalf = last == "h" || last == "H"
            if isHalf || last == "f" || last == "F" { digits.removeLast() }
            guard let value = float(digits) else { return nil }
            // A literal that is too large is infinite on the phone too.
            return isHalf ? .half(Float(Float16(value))) : .float(value)
        }
        var isUnsigned = false
        while let suffix = digits.last, "uUlL".contains(suffix) {
            if suffix == "u" || suffix == "U" { isUnsigned = true }
            digits.removeLast()
        }
        guard let value = integer(digits, isHexadecimal: isHexadecimal, isBinary: isBinary) else { return nil }
        if !isUnsigned, let small = Int32(exactly: value) { return .int(small) }
        return .uint(value)
    }

    private static func float(_ digits: Substring) -> Float? {
        // What the standard library's reader takes besides numbers does not begin like one.
        guard digits.contains(where: { $0.isASCII && $0.isHexDigit }) else { return nil }
        var text = String(digits)
        if text.hasPrefix(".") { text = "0" + text }
        if text.hasSuffix(".") { text += "0" }
        for (found, repaired) in [(".e", ".0e"), (".E", ".0e"), (".p", ".0p"), (".P", ".0p")] {
            guard let index = text.firstRange(of: found) else { continue }
            text.replaceSubrange(index, with: repaired)
        }
        return Float(text)
    }

    private static func integer(_ digits: Substring, isHexadecimal: Bool, isBinary: Bool) -> UInt32? {
        if isHexadecimal { return unsigned(digits.dropFirst(2), radix: 16) }
        if isBinary { return unsigned(digits.dropFirst(2), radix: 2) }
        if digits.count > 1, digits.hasPrefix("0") { return unsigned(digits.dropFirst(), radix: 8) }
        return unsigned(digits, radix: 10)
    }

    private static func unsigned(_ digits: Substring, radix: Int) -> UInt32? {
        guard let first = digits.first, first != "+", first != "-" else { return nil }
        return UInt32(digits, radix: radix)
    }
}

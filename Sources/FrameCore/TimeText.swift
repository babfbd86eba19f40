/// Times as people write them, on the command line and in scenarios.
///
/// Forms: seconds (`12.5`), parts with units in falling order, each at most once (`90s`, `500ms`, `15m`, `4m59s`,
/// `1h30m`), and clock form (`1:30` is a minute and a half, `1:02:03` has hours). Only the last part may have decimals.
/// No sign, no blanks.
public enum TimeText {
    /// The longest time that is accepted, in seconds.
    public static let longest = Rational(1_000_000_000)

    /// The time in seconds, exact; nil for anything but the forms above, and above `longest`.
    public static func parse(_ text: String) -> Rational? {
        // No sensible time is longer, and the digits of a number must fit 64 bits.
        guard text.utf8.count <= 40 else { return nil }
        let bytes = Array(text.utf8)
        let time = bytes.contains(UInt8(ascii: ":")) ? clockForm(bytes) : unitForm(bytes)
        guard let time, time <= longest else { return nil }
        return time
    }

    private static func clockForm(_ bytes: [UInt8]) -> Rational? {
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3 else { return nil }
        var seconds = Rational.zero
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            guard let value = decimal(part, allowsFraction: isLast) else { return nil }
            if index > 0 {
                let whole = part.prefix { $0 != UInt8(ascii: ".") }
                guard value < Rational(60), whole.count <= 2 else { return nil }
            }
            seconds = seconds * Rational(60) + value
        }
        return seconds
    }

    private static func unitForm(_ bytes: [UInt8]) -> Rational? {
        let units: [(name: String, seconds: Rational)] = [
            ("h", Rational(3600)), ("m", Rational(60)), ("s", .one), ("ms", Rational(1, 1000)),
        ]
        var rest = bytes[...]
        var next = 0
        var seconds = Rational.zero
        repeat {
            let number = rest.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
            rest = rest.dropFirst(number.count)
            let letters = rest.prefix { !isDigit($0) && $0 != UInt8(ascii: ".") }
            rest = rest.dropFirst(letters.count)
            let name = String(decoding: letters, as: UTF8.self)
            guard let value = decimal(number, allowsFraction: rest.isEmpty) else { return nil }
            if name.isEmpty {
                // A bare number is seconds, and stands alone.
                return next == 0 ? value : nil
            }
            guard let unit = units[next...].firstIndex(where: { $0.name == name }) else { return nil }
            seconds = seconds + value * units[unit].seconds
            next = unit + 1
        } while !rest.isEmpty
        return seconds
    }

    /// Digits with an optional fraction: `12`, `12.5`, `.5`; at most 18 digits in all.
    private static func decimal(_ bytes: ArraySlice<UInt8>, allowsFraction: Bool) -> Rational? {
        var value: Int64 = 0
        var scale: Int64 = 1
        var digits = 0
        var isFraction = false
        for byte in bytes {
            if byte == UInt8(ascii: "."), allowsFraction, !isFraction {
                isFraction = true
                continue
            }
            guard isDigit(byte), digits < 18 else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            if isFraction { scale *= 10 }
            digits += 1
        }
        guard digits > 0, bytes.last != UInt8(ascii: ".") else { return nil }
        return Rational(value, scale)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}

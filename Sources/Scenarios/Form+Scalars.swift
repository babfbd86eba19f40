import Diagnostics
import FrameCore

/// Text.
extension Form where Value == String {
    /// Text that is not empty; what it means is for others to say.
    static func text(_ shown: String, example: String) -> Form {
        scalar(shown, example: example, write: { $0 }, read: { text in text })
    }

    /// A word to choose scenarios by: no blanks, no commas.
    static var tag: Form {
        scalar(
            "TAG", example: "smoke", schema: [("pattern", .string("^[^\\s,]+$"))], write: { $0 },
            read: { text throws(Complaint) in
                guard !text.unicodeScalars.contains(where: { $0 == "," || $0.properties.isWhitespace }) else {
                    throw Complaint(message: "\(Wording.quoted(text)) is no tag: it holds a blank or a comma")
                }
                return text
            })
    }
}

/// Words of a fixed set.
extension Form where Value: RawRepresentable & CaseIterable & Equatable, Value.RawValue == String {
    /// One of the cases; `what` names the set in messages.
    static func choice(_ what: String, _ shown: String, example: String? = nil) -> Form {
        choice(what, shown, of: Value.allCases.map { ($0.rawValue, $0) }, example: example)
    }
}

extension Form where Value: Equatable {
    /// One of named values.
    static func choice(_ what: String, _ shown: String, of choices: [(String, Value)], example: String? = nil) -> Form {
        let names = choices.map(\.0)
        // A number among the words may stand without quotes.
        let allowed = names.map(JSONText.string) + names.compactMap { Int($0).map(JSONText.integer) }
        return Form(
            shown: shown, example: example ?? names.first ?? "", schema: .object([("enum", .array(allowed))]),
            isScalar: true,
            read: { parser, field in
                guard let text = field.node.string, !text.isEmpty, !field.node.isNull else {
                    parser.wrongKind(field, shown: shown, example: example ?? names.first ?? "")
                    return nil
                }
                if let found = choices.first(where: { $0.0 == text }) { return found.1 }
                parser.complain(
                    Complaint(
                        message: "there is no \(what) \(Wording.quoted(text))",
                        hint: Wording.suggestion(for: text, among: names)
                            ?? "known are " + names.joined(separator: ", ")),
                    field.node.span, field.path, example: "")
                return nil
            },
            write: { value in YAMLText.scalar(choices.first { $0.1 == value }?.0 ?? "") })
    }
}

extension Form where Value == Bool {
    /// A switch.
    static var flag: Form {
        Form(
            shown: "true or false", example: "true",
            schema: .object([("enum", .array([.bool(true), .bool(false), .string("on"), .string("off")]))]),
            isScalar: true, read: flagByWord.read, write: { $0 ? "true" : "false" })
    }

    private static var flagByWord: Form {
        choice(
            "switch position", "true or false", of: [("true", true), ("false", false), ("on", true), ("off", false)])
    }
}

/// Times, in seconds.
extension Form where Value == Rational {
    static var time: Form {
        Form(
            shown: "TIME", example: "2s", schema: .object([("$ref", .string("#/$defs/time"))]), isScalar: true,
            read: timeText.read, write: timeText.write)
    }

    private static var timeText: Form {
        scalar(
            "TIME", example: "2s", write: timeWritten,
            read: { text throws(Complaint) in
                let limit = "the longest time is 10 years, 87600h"
                guard let time = fraction(text) ?? TimeText.parse(text) else {
                    var rest = text[...]
                    let isNegative = rest.first == "-"
                    if isNegative { rest.removeFirst() }
                    let digits = rest.prefix { $0.isASCII && $0.isNumber }
                    if !digits.isEmpty, isNegative {
                        throw Complaint(message: "\(Wording.quoted(text)) is negative, and time only goes forward")
                    }
                    let unit = rest.dropFirst(digits.count)
                    if digits.count >= 9, ["", "h", "m", "s", "ms"].contains(unit) {
                        throw Complaint(message: "\(Wording.quoted(text)) is too long a time", hint: limit)
                    }
                    if !digits.isEmpty, unit.first == "e" || unit.first == "E" {
                        throw Complaint(
                            message: "\(Wording.quoted(text)) is no time: times have no exponent",
                            hint: "write for example 2s; " + limit)
                    }
                    throw Complaint(message: "\(Wording.quoted(text)) is no time")
                }
                guard time <= Scenario.longestTime else {
                    throw Complaint(message: "\(Wording.quoted(text)) is too long a time", hint: limit)
                }
                return time
            })
    }

    /// `1/30s`, for moments between frames that have no decimal form.
    private static func fraction(_ text: String) -> Rational? {
        guard text.utf8.count <= 40, text.hasSuffix("s") else { return nil }
        let parts = text.dropLast().split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }),
            let top = Int64(parts[0]), let bottom = Int64(parts[1]), bottom > 0
        else { return nil }
        return Rational(top, bottom)
    }

    /// The shortest exact form.
    private static func timeWritten(_ time: Rational) -> String {
        if time.denominator == 1 {
            let seconds = time.numerator
            if seconds >= 3600, seconds % 3600 == 0 { return "\(seconds / 3600)h" }
            if seconds >= 60, seconds % 60 == 0 { return "\(seconds / 60)m" }
            return "\(seconds)s"
        }
        let milliseconds = time * Rational(1000)
        if milliseconds.denominator == 1, milliseconds < Rational(1000) { return "\(milliseconds.numerator)ms" }
        if milliseconds.denominator == 1, milliseconds.numerator < 1_000_000_000_000 {
            let rest = String(milliseconds.numerator % 1000 + 1000).dropFirst()
            let decimals = rest.reversed().drop { $0 == "0" }.reversed()
            return "\(milliseconds.numerator / 1000)." + String(decimals) + "s"
        }
        return "\(time)s"
    }
}

/// Numbers.
extension Form where Value == Int {
    /// A whole number in a range.
    static func whole(_ range: ClosedRange<Int>, example: String) -> Form {
        scalar(
            "N", example: example, schema: [("$comment", .string("\(range.lowerBound) to \(range.upperBound)"))],
            write: { "\($0)" },
            read: { text throws(Complaint) in
                let digits = text.first == "-" ? text.dropFirst() : text[...]
                guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
                    throw Complaint(message: "\(Wording.quoted(text)) is no whole number")
                }
                guard let number = Int(text), range.contains(number) else {
                    throw Complaint(
                        message: "\(Wording.quoted(text)) is outside \(range.lowerBound) to \(range.upperBound)")
                }
                return number
            }
        ).wholeSchema(range)
    }

    private func wholeSchema(_ range: ClosedRange<Int>) -> Form {
        var form = self
        form.schema = .object([
            ("type", .string("integer")), ("minimum", .integer(range.lowerBound)),
            ("maximum", .integer(range.upperBound)),
        ])
        return form
    }
}

extension Form where Value == Double {
    /// A number in a range.
    static func number(_ range: ClosedRange<Double>, example: String) -> Form {
        var form = scalar(
            "X", example: example, write: { "\($0)" },
            read: { text throws(Complaint) in
                guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 || "+-.eE".utf8.contains($0) }),
                    let number = Double(text), number.isFinite
                else { throw Complaint(message: "\(Wording.quoted(text)) is no number") }
                guard range.contains(number) else {
                    throw Complaint(message: "\(Wording.quoted(text)) is outside \(shownRange(range))")
                }
                return number
            })
        form.schema = .object([
            ("type", .string("number")), ("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound)),
        ])
        return form
    }

    private static func shownRange(_ range: ClosedRange<Double>) -> String {
        JSONText.number(range.lowerBound).text + " to " + JSONText.number(range.upperBound).text
    }
}

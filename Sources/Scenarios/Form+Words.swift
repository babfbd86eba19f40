import Diagnostics
import FrameCore
import Interaction

/// Values with a spelling of their own.
extension Form where Value == FocusTarget {
    static var focus: Form {
        scalar(
            "FOCUS", example: "film.2",
            schema: [("pattern", .string("^(film\\.[0-9]+|play|facts|nextAfter|stopAfter|shuffle)$"))],
            write: { $0.description },
            read: { text throws(Complaint) in
                let words: [FocusTarget] = [.play, .facts, .nextAfter, .stopAfter, .shuffle]
                if let word = words.first(where: { $0.description == text }) { return word }
                if let film = filmIndex(text) { return .film(film) }
                throw Complaint(
                    message: "there is no focus \(Wording.quoted(text))",
                    hint: Wording.suggestion(for: text, among: words.map(\.description) + ["film.0"])
                        ?? "write film.N, with N from 0, play, facts, nextAfter, stopAfter or shuffle")
            })
    }
}

extension Form where Value == Int {
    /// The card of a film.
    static var film: Form {
        scalar(
            "film.N", example: "film.2", schema: [("pattern", .string("^film\\.[0-9]+$"))], write: { "film.\($0)" },
            read: { text throws(Complaint) in
                guard let film = filmIndex(text) else {
                    throw Complaint(
                        message: "there is no card \(Wording.quoted(text))", hint: "write film.N, with N from 0")
                }
                return film
            })
    }
}

/// The N of `film.N`, at most 99 999.
private func filmIndex(_ text: String) -> Int? {
    let digits = text.dropFirst(5)
    guard text.hasPrefix("film."), (1...5).contains(digits.count),
        digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), digits.count == 1 || digits.first != "0"
    else { return nil }
    return Int(digits)
}

extension Form where Value == Rational {
    /// The time of a cross-fade: 0 to 10 s.
    static var crossFade: Form {
        let time = Form<Rational>.time
        return Form(
            shown: time.shown, example: "3s", schema: time.schema, isScalar: true,
            read: { parser, field in
                guard let value = time.read(&parser, field) else { return nil }
                guard value <= Rational(10) else {
                    parser.complain(
                        Complaint(message: "a cross-fade lasts at most 10s", hint: "write 0s to 10s"), field.node.span,
                        field.path, example: "3s")
                    return nil
                }
                return value
            },
            write: time.write)
    }
}

extension Form where Value == Rational? {
    static var timeOrNever: Form {
        let time = Form<Rational>.time
        return Form(
            shown: "TIME or never", example: "15m", schema: orWord("never"), isScalar: true,
            read: { parser, field in
                if field.node.string == "never" { return .some(nil) }
                return time.read(&parser, field).map(Optional.some)
            },
            write: { $0.map(time.write) ?? "never" })
    }
}

extension Form where Value == TimerExpectation.Reading {
    static var timeOrOff: Form {
        let time = Form<Rational>.time
        return Form(
            shown: "TIME or off", example: "4m59s", schema: orWord("off"), isScalar: true,
            read: { parser, field in
                if field.node.string == "off" { return .off }
                return time.read(&parser, field).map { .left($0) }
            },
            write: { reading in
                if case .left(let left) = reading { time.write(left) } else { "off" }
            })
    }
}

/// A time or one word.
private func orWord(_ word: String) -> JSONText {
    .object([("anyOf", .array([.object([("$ref", .string("#/$defs/time"))]), .object([("const", .string(word))])]))])
}

extension Form where Value == String? {
    static var playlistOrNone: Form {
        scalar(
            "ID or none", example: "sample-playlist-package", write: { $0 ?? "none" },
            read: { text in text == "none" ? nil : text })
    }
}

extension Form where Value == SettingChange.Location {
    static var location: Form {
        scalar(
            "LAT,LON[,NAME]", example: "\"52.52,13.41,Berlin\"",
            schema: [("pattern", .string("^[-+0-9.eE]+,[-+0-9.eE]+(,.*)?$"))],
            write: { place in "\(place.latitude),\(place.longitude)" + (place.name.map { "," + $0 } ?? "") },
            read: { text throws(Complaint) in
                let parts = text.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
                func number(_ index: Int, _ limit: Double) -> Double? {
                    guard index < parts.count else { return nil }
                    let part = parts[index].drop { $0 == " " }
                    guard part.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 || "+-.eE".utf8.contains($0) }),
                        let value = Double(part), value.magnitude <= limit
                    else { return nil }
                    return value
                }
                guard let latitude = number(0, 90), let longitude = number(1, 180) else {
                    throw Complaint(
                        message:
                            "\(Wording.quoted(text)) is no place: a latitude of -90 to 90, a comma, a longitude of "
                            + "-180 to 180", hint: "write \"52.52,13.41,Berlin\", in quotes where it stands in braces")
                }
                let name = parts.count > 2 ? String(parts[2].drop { $0 == " " }) : ""
                return SettingChange.Location(latitude: latitude, longitude: longitude, name: name.isEmpty ? nil : name)
            })
    }
}

extension Form where Value == FrameExpectation.Allowance {
    static var allowance: Form {
        scalar(
            "N or P%", example: "0.5%",
            schema: [("pattern", .string("^[0-9]+(\\.[0-9]+)?%?$")), ("minimum", .integer(0))],
            write: { allowance in
                switch allowance {
                case .count(let count): "\(count)"
                case .percent(let percent): percentWritten(percent) + "%"
                }
            },
            read: { text throws(Complaint) in
                let isPercent = text.hasSuffix("%")
                let digits = isPercent ? text.dropLast() : text[...]
                if isPercent, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2E }),
                    let percent = TimeText.parse(String(digits)), percent <= Rational(100),
                    (percent * Rational(1_000_000_000)).denominator == 1
                {
                    return .percent(percent)
                }
                if !isPercent, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let count = Int(digits) {
                    return .count(count)
                }
                throw Complaint(
                    message:
                        "\(Wording.quoted(text)) is no number of pixels, and no percentage up to 100% of at most 9 decimals"
                )
            })
    }

    /// Up to nine decimals, which is finer than any frame.
    private static func percentWritten(_ percent: Rational) -> String {
        let billionths = (percent * Rational(1_000_000_000)).floor
        let whole = billionths / 1_000_000_000
        let rest = billionths % 1_000_000_000
        guard rest > 0 else { return "\(whole)" }
        let digits = String(rest + 1_000_000_000).dropFirst()
        return "\(whole)." + String(digits.reversed().drop { $0 == "0" }.reversed())
    }
}

extension Form where Value == UInt64 {
    static var seed: Form {
        var form = scalar(
            "N", example: "7", write: { "\($0)" },
            read: { text throws(Complaint) in
                guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let seed = UInt64(text) else {
                    throw Complaint(message: "\(Wording.quoted(text)) is no seed")
                }
                return seed
            })
        form.schema = .object([("type", .string("integer")), ("minimum", .integer(0))])
        return form
    }
}

extension Form where Value == PixelSize {
    static var size: Form {
        scalar(
            "WxH", example: "1280x720", schema: [("pattern", .string("^[0-9]+x[0-9]+$"))],
            write: { "\($0.width)x\($0.height)" },
            read: { text throws(Complaint) in
                guard let size = PixelSize(text: text) else {
                    throw Complaint(message: "\(Wording.quoted(text)) is no size")
                }
                let sides = 1...PixelSize.largestSide
                guard sides.contains(size.width), sides.contains(size.height) else {
                    throw Complaint(message: "the size \(size) is outside 1 to \(PixelSize.largestSide) on a side")
                }
                return size
            })
    }
}

extension Form where Value == FrameRate {
    static var rate: Form {
        scalar(
            "RATE", example: "30000/1001", schema: [("pattern", .string("^[0-9.]+(/[0-9]+)?$"))],
            write: { "\($0.rate)" },
            read: { text throws(Complaint) in
                guard let rate = FrameRate(text: text) else {
                    throw Complaint(message: "\(Wording.quoted(text)) is no frame rate")
                }
                return rate
            })
    }
}

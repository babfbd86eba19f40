public import FrameCore

/// Reads the wall clock's start.
public enum WallClock {
    /// Unix time in seconds of an ISO 8601 date and time, exact.
    ///
    /// `YYYY-MM-DDThh:mm[:ss[.fraction]]` followed by `Z`, an offset (`+02:00`, `+0200`, `+02`) or nothing; the date
    /// alone means midnight; a space may stand for the `T`. Years 0001 to 9999, proleptic Gregorian; up to nine
    /// digits of fraction. Without an offset the time is local to `timeZone`: a time that the zone skips in spring is
    /// moved forward by the gap, and one that happens twice in autumn is the first of the two, as in Foundation's
    /// calendar. Throws `invalid-wall-clock`, or what an unknown zone throws.
    public static func parse(_ text: String, timeZone: String) throws(DrawingError) -> Rational {
        var reader = Reader(Array(text.utf8))
        guard let moment = reader.readMoment() else {
            throw DrawingError(
                .invalidWallClock, "“\(text.prefix(80))” is no date and time",
                hint: "write it like 2026-01-01T09:41:00, with Z or +02:00 for a fixed offset")
        }
        let zone = try ClockZone(timeZone)
        let seconds = moment.offset.map { moment.local - Int64($0) } ?? resolve(moment.local, in: zone)
        return Rational(seconds, 1) + moment.fraction
    }

    /// The instant at which clocks of a zone show a local time, given as the seconds it would be in UTC.
    private static func resolve(_ local: Int64, in zone: ClockZone) -> Int64 {
        let day: Int64 = 86_400
        let before = zone.offset(at: local - day)
        let after = zone.offset(at: local + day)
        if zone.offset(at: local - before) == before { return local - before }
        if zone.offset(at: local - after) == after { return local - after }
        // Skipped: counted on with the offset before the gap, it lands as far behind the gap.
        return local - before
    }

    private struct Moment {
        var local: Int64
        var fraction: Rational
        var offset: Int?
    }

    private struct Reader {
        private let bytes: [UInt8]
        private var index = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func readMoment() -> Moment? {
            guard let year = number(4, 1...9999), take("-"), let month = number(2, 1...12), take("-"),
                let day = number(2, 1...Reader.days(inMonth: month, year: year))
            else { return nil }
            var moment = Moment(
                local: Reader.daysSinceEpoch(year, month, day) * 86_400, fraction: .zero, offset: nil)
            if index == bytes.count { return moment }
            guard take("T") || take(" "), let hour = number(2, 0...23), take(":"), let minute = number(2, 0...59) else {
                return nil
            }
            moment.local += Int64(hour * 3600 + minute * 60)
            if take(":") {
                guard let second = number(2, 0...59) else { return nil }
                moment.local += Int64(second)
                if take(".") || take(",") {
                    guard let fraction = fraction() else { return nil }
                    moment.fraction = fraction
                }
            }
            if index == bytes.count { return moment }
            let rest = String(decoding: bytes[index...], as: UTF8.self)
            guard rest == "Z" || rest.hasPrefix("+") || rest.hasPrefix("-"), let offset = ClockZone.fixedOffset(rest),
                abs(offset) <= 18 * 3600
            else { return nil }
            moment.offset = offset
            return moment
        }

        private mutating func take(_ letter: Unicode.Scalar) -> Bool {
            guard index < bytes.count, bytes[index] == UInt8(ascii: letter) else { return false }
            index += 1
            return true
        }

        private mutating func number(_ count: Int, _ range: ClosedRange<Int>) -> Int? {
            var value = 0
            for _ in 0..<count {
                guard index < bytes.count, 48...57 ~= bytes[index] else { return nil }
                value = value * 10 + Int(bytes[index] - 48)
                index += 1
            }
            return range.contains(value) ? value : nil
        }

        private mutating func fraction() -> Rational? {
            var (value, unit): (Int64, Int64) = (0, 1)
            while index < bytes.count, 48...57 ~= bytes[index], unit < 1_000_000_000 {
                value = value * 10 + Int64(bytes[index] - 48)
                unit *= 10
                index += 1
            }
            return unit > 1 ? Rational(value, unit) : nil
        }

        private static func days(inMonth month: Int, year: Int) -> Int {
            if month == 2 { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28 }
            return [4, 6, 9, 11].contains(month) ? 30 : 31
        }

        /// Days from 1970-01-01, counting years from March so that the leap day comes last.
        private static func daysSinceEpoch(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
            let years = month > 2 ? year : year - 1
            let months = (month + 9) % 12
            let dayOfYear = (153 * months + 2) / 5 + day - 1
            return Int64(years * 365 + years / 4 - years / 100 + years / 400 + dayOfYear - 719_468)
        }
    }
}

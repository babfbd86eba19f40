import Diagnostics
import Foundation

/// A time zone as written on the command line: a tz database name, `UTC`, or a fixed offset.
struct ClockZone: Sendable {
    let zone: TimeZone

    /// Where the tz database's files are.
    static let dataDirectory = "/usr/share/zoneinfo"

    /// Finds a zone.
    ///
    /// Foundation's rules come with its ICU, yet its formatter dies without the zone's file: a named zone is therefore
    /// refused where the file is missing, and `UTC` and offsets are made from seconds, which need none.
    init(_ name: String, dataDirectory: String = ClockZone.dataDirectory) throws(DrawingError) {
        if let offset = ClockZone.fixedOffset(name) {
            guard let zone = TimeZone(secondsFromGMT: offset) else {
                throw DrawingError(.unknownTimeZone, "the offset \(name) is outside -18:00…+18:00")
            }
            self.zone = zone
            return
        }
        guard ClockZone.isPlain(name) else {
            throw ClockZone.unknown(name)
        }
        guard FileManager.default.fileExists(atPath: dataDirectory + "/Etc/UTC") else {
            throw DrawingError(
                .timeZoneDataMissing, "there are no time zone data on this machine for “\(name)”",
                hint: "apt install tzdata; UTC and offsets like +02:00 work without")
        }
        guard ClockZone.isZoneFile(dataDirectory + "/" + name), let zone = TimeZone(identifier: name) else {
            throw ClockZone.unknown(name)
        }
        self.zone = zone
    }

    private static func unknown(_ name: String) -> DrawingError {
        let nearest = Wording.nearest(to: name, among: TimeZone.knownTimeZoneIdentifiers)
        return DrawingError(
            .unknownTimeZone, "“\(name.prefix(80))” is no time zone",
            hint: nearest.map { "did you mean \($0)?" }
                ?? "a name such as Europe/Berlin, UTC, or an offset such as +02:00")
    }

    /// Seconds east of Greenwich for `UTC`, `GMT`, `Z`, `±hh`, `±hhmm`, `±hh:mm`; nil for anything else.
    static func fixedOffset(_ text: String) -> Int? {
        if ["UTC", "GMT", "Z"].contains(text) { return 0 }
        let letters = Array(text.utf8)
        guard let sign = letters.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        var digits = letters.dropFirst().map { Int($0) - 48 }
        if digits.count == 5, letters[3] == UInt8(ascii: ":") { digits.remove(at: 2) }
        guard digits.count == 2 || digits.count == 4, digits.allSatisfy({ 0...9 ~= $0 }) else { return nil }
        let minutes = digits.count == 4 ? digits[2] * 10 + digits[3] : 0
        guard minutes < 60 else { return nil }
        let seconds = (digits[0] * 10 + digits[1]) * 3600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }

    /// Whether a name can be put after the data directory: no way out of it, nothing but what tz names have.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64 && name.first != "/"
            && name.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0 || "_+-/".unicodeScalars.contains($0))
            }
    }

    private static func isZoneFile(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        // RFC 9636: a TZif file begins with these four letters.
        return (try? file.read(upToCount: 4)) == Data("TZif".utf8)
    }

    /// The offset from UTC in seconds at an instant.
    func offset(at seconds: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
    }
}

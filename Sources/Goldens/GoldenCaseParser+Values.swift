import Diagnostics
import StructuredText

/// Frames, tolerances and acceptances.
extension GoldenCaseParser {
    private static let frameLimit = 2_000_000_000
    private static let frameExample = #""0-29", or a list such as [0, 5, 7]"#

    mutating func readFrames(_ field: Field) -> [Int] {
        let numbers: [Int]
        if let text = field.node.string {
            guard let range = Self.range(text) else {
                fail(
                    "golden.bad-value", "\(Wording.quoted(text)) is no range of frames", field,
                    hint: "write \(Self.frameExample); the second number is the last frame")
                return []
            }
            guard range.count <= GoldenCase.mostFrames else {
                tooMany(range.count, field)
                return []
            }
            numbers = Array(range)
        } else if let elements = field.node.elements {
            guard elements.count <= GoldenCase.mostFrames else {
                tooMany(elements.count, field)
                return []
            }
            numbers = list(elements, field)
        } else {
            wrongKind(field, example: Self.frameExample)
            return []
        }
        if numbers.isEmpty, field.node.elements?.isEmpty == true {
            fail("golden.bad-value", "the list of frames is empty", field, hint: "write \(Self.frameExample)")
        }
        return numbers
    }

    private mutating func tooMany(_ count: Int, _ field: Field) {
        fail(
            "golden.too-many-frames", "these are \(count) frames; a case has at most \(GoldenCase.mostFrames)", field,
            hint: "choose fewer frames, for example a list")
    }

    /// The frames of a list, in order; reports those that are no frame numbers or come twice.
    private mutating func list(_ elements: [Node], _ field: Field) -> [Int] {
        var numbers: [Int] = []
        for (index, node) in elements.enumerated() {
            let element = Field(node: node, path: field.path.index(index))
            guard let number = node.number.flatMap({ Int(exactly: $0) }), (0..<Self.frameLimit).contains(number) else {
                wrongKind(element, example: "\(index)")
                continue
            }
            if let last = numbers.last, number <= last {
                fail(
                    "golden.bad-value", "frame \(number) does not follow frame \(last)", element,
                    hint: "list each frame once, in ascending order")
                continue
            }
            numbers.append(number)
        }
        return numbers
    }

    /// `A-B` or `A`, both inclusive.
    private static func range(_ text: String) -> ClosedRange<Int>? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }),
            let first = Int(parts[0]), let last = parts.count == 2 ? Int(parts[1]) : first, first <= last,
            last < frameLimit
        else { return nil }
        return first...last
    }

    mutating func readTolerance(_ field: Field) -> GoldenCase.Tolerance? {
        let example = #"{ "maxDelta": 2, "maxPixels": "0.1%" }"#
        guard let members = object(field, keys: ["maxDelta", "maxPixels"], example: example) else { return nil }
        if members.isEmpty {
            fail(
                "golden.bad-value", "the tolerance says nothing", field,
                hint: "write for example \(example), or remove it: a case is exact without it")
        }
        var tolerance = GoldenCase.Tolerance()
        for member in members {
            let value = Field(node: member.value, path: field.path.key(member.key))
            switch member.key {
            case "maxDelta":
                guard let delta = member.value.number.flatMap({ Int(exactly: $0) }), (0...255).contains(delta) else {
                    wrongKind(value, example: "2, a whole number from 0 to 255")
                    continue
                }
                tolerance.maxDelta = delta
            case "maxPixels":
                if let count = member.value.number.flatMap({ Int(exactly: $0) }), count >= 0 {
                    tolerance.maxPixels = .count(count)
                } else if let text = member.value.string, text.hasSuffix("%"),
                    let percent = Double(text.dropLast()), (0...100).contains(percent)
                {
                    tolerance.maxPixels = .share(percent / 100)
                } else {
                    wrongKind(value, example: "20, or \"0.1%\"")
                }
            default: continue
            }
        }
        return tolerance
    }

    mutating func readAcceptances(_ field: Field) -> [GoldenCase.Acceptance] {
        let example = #"{ "hash": "64 digits", "reason": "why it is right too", "date": "2026-01-31" }"#
        guard let elements = field.node.elements else {
            wrongKind(field, example: "[" + example + "]")
            return []
        }
        return elements.enumerated().compactMap { index, node in
            let element = Field(node: node, path: field.path.index(index))
            guard let members = object(element, keys: ["hash", "reason", "date"], example: example) else { return nil }
            func value(_ key: String) -> Field? {
                let member = members.first { $0.key == key }
                return member.map { Field(node: $0.value, path: element.path.key(key)) }
            }
            for key in ["hash", "reason", "date"] where value(key) == nil {
                fail("golden.missing-key", "the key \"\(key)\" is missing", element, hint: "write \(example)")
            }
            let hash = value("hash").flatMap { checked($0, "64 hexadecimal digits", Self.isHash) }
            let reason = value("reason").flatMap { text($0, example: "why it is right too") }
            let date = value("date").flatMap { checked($0, "a day such as 2026-01-31", Self.isDay) }
            guard let hash, let reason, let date else { return nil }
            return GoldenCase.Acceptance(hash: hash.lowercased(), reason: reason, date: date)
        }
    }

    private mutating func checked(_ field: Field, _ what: String, _ isRight: (String) -> Bool) -> String? {
        guard let text = field.node.string, isRight(text) else {
            let found = field.node.string.map { Wording.quoted($0) } ?? field.node.kindName
            fail("golden.bad-value", "\(found) is not \(what)", field, hint: "write \(what)")
            return nil
        }
        return text
    }

    private static func isHash(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "F") ~= $0
            }
    }

    private static func isDay(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...lengths[month - 1]).contains(day)
    }
}

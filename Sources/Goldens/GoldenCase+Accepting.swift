public import Diagnostics
import StructuredText

extension GoldenCase.Acceptance {
    /// The text of a `case.json` with this added to `accept`, all else as it was; nil if it does not read as JSON.
    public func added(to source: SourceText) -> [UInt8]? {
        guard let root = JSONReader.read(source).root, let members = root.members else { return nil }
        let entry = JSONText.object([
            ("hash", .string(hash)), ("reason", .string(reason)), ("date", .string(date)),
        ]).text
        if let list = root["accept"] {
            guard let elements = list.elements else { return nil }
            // Behind the last element, or behind the opening bracket.
            let place = elements.last?.span.end ?? list.span.start + 1
            return insert(elements.isEmpty ? "\n    " + entry + "\n  " : ",\n    " + entry, at: place, in: source)
        }
        let list = "\"accept\": [\n    " + entry + "\n  ]"
        guard let last = members.last else { return insert("\n  " + list + "\n", at: root.span.start + 1, in: source) }
        return insert(",\n  " + list, at: last.value.span.end, in: source)
    }

    private func insert(_ text: String, at place: Int, in source: SourceText) -> [UInt8]? {
        guard source.bytes.indices.contains(place) else { return nil }
        return Array(source.bytes[..<place]) + Array(text.utf8) + Array(source.bytes[place...])
    }
}

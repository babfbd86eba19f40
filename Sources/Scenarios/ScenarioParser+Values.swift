import Diagnostics
import FrameCore
import StructuredText

/// A value of a scenario and its path.
struct Field {
    let node: Node
    let path: DocumentPath
}

/// Readers of values; nil after an error, which they report.
extension ScenarioParser {
    /// Text that is not empty.
    mutating func text(_ field: Field, example: String) -> Located<String>? {
        guard let text = field.node.string, !text.isEmpty, !field.node.isNull else {
            wrongKind(field, example: example)
            return nil
        }
        return Located(text, at: place(field))
    }

    /// Text that `read` understands; `what` names it in messages.
    mutating func value<Value: Sendable>(
        _ field: Field, _ what: String, example: String, _ read: (String) -> Value?
    ) -> Located<Value>? {
        guard let text = text(field, example: example) else { return nil }
        guard let value = read(text.value) else {
            fail(
                "scenario.bad-value", "\(Wording.quoted(text.value)) is no \(what)", field.node.span, field.path,
                hint: "write for example \(example)")
            return nil
        }
        return Located(value, at: text.place)
    }

    /// One of a fixed set of words.
    mutating func choice<Value: Sendable>(
        _ field: Field, _ what: String, from choices: [(name: String, value: Value)]
    ) -> Located<Value>? {
        guard let text = text(field, example: choices.first?.name ?? "") else { return nil }
        if let found = choices.first(where: { $0.name == text.value }) { return Located(found.value, at: text.place) }
        let names = choices.map(\.name)
        fail(
            "scenario.bad-value", "there is no \(what) \(Wording.quoted(text.value))", field.node.span, field.path,
            hint: Wording.suggestion(for: text.value, among: names) ?? "known are " + names.joined(separator: ", "))
        return nil
    }

    mutating func size(_ field: Field) -> Located<PixelSize>? {
        guard let size = value(field, "size", example: "1280x720", { PixelSize(text: $0) }) else { return nil }
        let sides = 1...PixelSize.largestSide
        guard sides.contains(size.value.width), sides.contains(size.value.height) else {
            fail(
                "scenario.bad-value", "the size \(size.value) is outside 1 to \(PixelSize.largestSide) on a side",
                field.node.span, field.path, hint: "write for example 1280x720")
            return nil
        }
        return size
    }

    mutating func readApp(_ field: Field) {
        guard let app = choice(field, "app", from: [("display", true), ("player", false)]) else { return }
        if !app.value {
            fail(
                "scenario.not-yet", "this version does not play the app \"player\" yet", field.node.span, field.path,
                hint: "write app: display")
        }
    }

    mutating func readScenes(_ field: Field) {
        guard let elements = field.node.elements, !elements.isEmpty else {
            let found = field.node.elements == nil ? field.node.kindName : "empty"
            fail(
                "scenario.bad-value", "the list of scenes is \(found)", field.node.span, field.path,
                hint: "write for example scenes: [my-package]")
            return
        }
        for (index, element) in elements.enumerated() {
            let field = Field(node: element, path: field.path.index(index))
            if let scene = text(field, example: "my-package") { header.scenes.append(scene) }
        }
    }

    mutating func readRecord(_ field: Field) {
        let example = "{ from: 0s, to: 20s }"
        guard let members = field.node.members else {
            wrongKind(field, example: example)
            return
        }
        var range = ScenarioHeader.RecordRange()
        for member in members {
            let time = Field(node: member.value, path: field.path.key(member.key))
            switch member.key {
            case "from": range.from = value(time, "time", example: "2s", TimeText.parse)?.value
            case "to": range.to = value(time, "time", example: "20s", TimeText.parse)?.value
            default:
                fail(
                    "scenario.unknown-key", "there is no key \(Wording.quoted(member.key)) in record", member.keySpan,
                    time.path, hint: "write \(example)")
            }
        }
        if let to = range.to, to <= range.from ?? .zero {
            fail(
                "scenario.bad-value", "the recording ends before it begins", field.node.span, field.path,
                hint: "make to larger than from")
        }
        header.windows = Located([range], at: place(field))
    }

    private mutating func wrongKind(_ field: Field, example: String) {
        fail(
            "scenario.bad-value", "the value is \(field.node.kindName), where \(example) could stand", field.node.span,
            field.path, hint: "write for example \(example)")
    }

    private func place(_ field: Field) -> DocumentPlace {
        DocumentPlace(source: source, span: field.node.span, path: field.path)
    }
}

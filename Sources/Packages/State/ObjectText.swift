import Diagnostics
import StructuredText

/// A JSON object as text, in which single members are changed.
struct ObjectText {
    private(set) var bytes: [UInt8]
    private(set) var root: Node

    /// Takes the text of an object; a fresh one for anything else.
    init(_ old: [UInt8]) {
        if let root = ObjectText.read(old) {
            (bytes, self.root) = (old, root)
        } else {
            bytes = Array("{}\n".utf8)
            root = Node(.object([]), span: SourceSpan(0, 2))
        }
    }

    private static func read(_ bytes: [UInt8]) -> Node? {
        let root = JSONReader.read(SourceText(name: "", bytes: bytes)).root
        return root?.members == nil ? nil : root
    }

    mutating func removeUnlessString(_ key: String, allowsNull: Bool) {
        guard let node = root[key], node.string == nil, !(allowsNull && node.isNull) else { return }
        remove([key])
    }

    mutating func removeUnlessSettings() {
        guard let settings = root["settings"] else { return }
        if settings.members == nil {
            remove(["settings"])
        } else if let auto = settings["weatherAutoTheme"], auto.bool == nil {
            remove(["settings", "weatherAutoTheme"])
        }
    }

    /// Gives a member a value: in its place, else at the end.
    mutating func set(_ key: String, _ value: JSONText, in parent: String? = nil) {
        guard let object = parent.map({ root[$0] }) ?? root, let members = object.members else { return }
        if let old = object[key] {
            if !ObjectText.isSame(old, value) { replace(old.span, with: value.text) }
            return
        }
        let entry = JSONText.string(key).text + ": " + value.text
        if let last = members.last {
            replace(SourceSpan(last.value.span.end, last.value.span.end), with: "," + blanks(before: members) + entry)
        } else {
            let edge = parent == nil ? "\n" : " "
            replace(object.span, with: "{" + edge + (parent == nil ? "  " : "") + entry + edge + "}")
        }
    }

    /// Takes out a member, given by the keys that lead to it, with one comma.
    mutating func remove(_ keys: [String]) {
        var object = root
        for key in keys.dropLast() {
            guard let next = object[key] else { return }
            object = next
        }
        guard let members = object.members,
            let index = members.firstIndex(where: { $0.key.utf8.elementsEqual((keys.last ?? "").utf8) })
        else { return }
        let member = members[index]
        if index + 1 < members.count {
            replace(SourceSpan(member.keySpan.start, members[index + 1].keySpan.start), with: "")
        } else {
            let start = index > 0 ? members[index - 1].value.span.end : member.keySpan.start
            replace(SourceSpan(start, member.value.span.end), with: "")
        }
    }

    /// What stands between a comma and the next key in this object.
    private func blanks(before members: [Member]) -> String {
        let (first, last) = (members.first, members.last)
        guard let first, let last else { return " " }
        // From the last two members, since the first may share its line with the bracket.
        let end = last.keySpan.start
        let limit = members.count > 1 ? members[members.count - 2].value.span.end : 0
        var start = end
        while start > limit, start <= bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[start - 1]) { start -= 1 }
        let blanks = String(decoding: bytes[start..<end], as: UTF8.self)
        return blanks.isEmpty && first.keySpan.start == last.keySpan.start ? " " : blanks
    }

    private mutating func replace(_ span: SourceSpan, with text: String) {
        guard span.end <= bytes.count else { return }
        let changed = Array(bytes[..<span.start] + text.utf8 + bytes[span.end...])
        // Only sound edits are made; were one not, the text before it is the better one.
        guard let read = ObjectText.read(changed) else { return }
        (bytes, root) = (changed, read)
    }

    private static func isSame(_ node: Node, _ value: JSONText) -> Bool {
        switch value {
        case .string(let text): node.string.map { $0.utf8.elementsEqual(text.utf8) } ?? false
        case .bool(let isOn): node.bool == isOn
        case .number(let number): node.number == number
        case .null: node.isNull
        default: false
        }
    }
}

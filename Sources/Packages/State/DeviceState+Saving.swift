import Diagnostics
import StructuredText

extension DeviceState {
    /// The file with these changes, all else byte for byte as it was.
    ///
    /// Known keys of a wrong type go; an unusable text (`isReadable` false) is replaced as a whole. What the text says
    /// already stays as it is spelled.
    public static func saving(_ changes: [Change], into old: [UInt8]?) -> [UInt8] {
        var text = ObjectText(old ?? [])
        text.removeUnlessString("activeThemeId", allowsNull: false)
        text.removeUnlessString("activePlaylistId", allowsNull: true)
        text.removeUnlessSettings()
        for change in changes {
            switch change {
            case .activeTheme(let id?): text.set("activeThemeId", .string(id))
            case .activeTheme(nil): text.remove(["activeThemeId"])
            case .activePlaylist(.id(let id)): text.set("activePlaylistId", .string(id))
            case .activePlaylist(.silence): text.set("activePlaylistId", .null)
            case .activePlaylist(.unset): text.remove(["activePlaylistId"])
            case .weatherAutoTheme(let isOn):
                if text.root["settings"] == nil {
                    text.set("settings", .object([("weatherAutoTheme", .bool(isOn))]))
                } else {
                    text.set("weatherAutoTheme", .bool(isOn), in: "settings")
                }
            }
        }
        return text.bytes
    }

    /// What the device changes by itself: a theme or playlist that is not installed gives way to the first that is.
    ///
    /// `themes` and `playlists` are the installed ids in the order of the device. Nothing is forgotten where nothing is
    /// installed: the packages may come back.
    public func fallbacks(themes: [String], playlists: [String]) -> [Change] {
        var changes: [Change] = []
        if let first = themes.first, !themes.contains(where: { $0 == activeThemeId }) {
            changes.append(.activeTheme(first))
        }
        if let first = playlists.first {
            switch activePlaylist {
            case .silence: break
            case .id(let id) where playlists.contains(id): break
            case .id, .unset: changes.append(.activePlaylist(.id(first)))
            }
        }
        return changes
    }
}

/// A JSON object as text, in which single members are changed.
private struct ObjectText {
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
        let root = JSONReader.read(SourceText(name: DeviceState.fileName, bytes: bytes)).root
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
        case .null: node.isNull
        default: false
        }
    }
}

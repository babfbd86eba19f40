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

import Diagnostics
import Interaction
import Packages
import Storage

/// What a base directory remembers of the film player.
struct DevicePlayer {
    private let folder: DeviceFolder
    private let old: [UInt8]?
    private let memory: PlayerMemory
    private let isUnreadable: Bool

    var settings: PlayerSettings { memory.settings }
    var diagnostics: [Diagnostic] { memory.diagnostics + unreadable }
    private let unreadable: [Diagnostic]
    /// Whether there is a file.
    var isKnown: Bool { old != nil || isUnreadable }

    init(_ folder: DeviceFolder) {
        self.folder = folder
        let shown = folder.path + "/" + PlayerMemory.fileName
        do {
            old = try folder.read(PlayerMemory.fileName)
            memory = old.map { PlayerMemory(SourceText(name: shown, bytes: $0)) } ?? PlayerMemory()
            unreadable = []
            isUnreadable = false
        } catch {
            old = nil
            memory = PlayerMemory()
            isUnreadable = true
            unreadable = [
                Diagnostic(
                    .warning, "player.unreadable",
                    "the player's settings cannot be read and are ignored: \(error.reason)", file: shown,
                    hint: "check the file, or delete it")
            ]
        }
    }

    /// Writes other settings; a text that is not understood is kept aside first, which is said.
    func save(_ settings: PlayerSettings, holding lock: FolderLock) throws(StorageError) -> [Diagnostic] {
        let new = PlayerMemory.saving(settings, into: old)
        guard new != old else { return [] }
        var said: [Diagnostic] = []
        if isUnreadable || !memory.isSound, let copy = try folder.keepDamaged(PlayerMemory.fileName, holding: lock) {
            let cause = diagnostics.first
            said.append(
                Diagnostic(
                    .warning, "player.damaged",
                    "\(cause?.message ?? "the player's settings are damaged"); they are written anew, and the old text "
                        + "is kept as \(Wording.quoted(copy))", file: cause?.file, source: cause?.source,
                    span: cause?.span, path: cause?.path,
                    hint: "look into the copy if anything is missed, and delete it"
                ))
        }
        try folder.replace(PlayerMemory.fileName, with: new, holding: lock)
        return said
    }
}

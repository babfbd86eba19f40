public import Diagnostics
public import Storage

/// The file `state.json` of a base directory, for commands that may write.
///
/// Whoever only reads asks `PackageLibrary`.
public struct StateFile: Sendable {
    /// What a change came to.
    public struct Update: Sendable {
        public let before: DeviceState
        public let after: DeviceState
        /// False when the file says already what it should.
        public let isWritten: Bool
        /// The warning `state.damaged` where there was anything to mend; the file is sound afterwards, so it comes once.
        public let diagnostics: [Diagnostic]
    }

    public let folder: DeviceFolder

    public init(_ folder: DeviceFolder) { self.folder = folder }

    /// What the file says now; for checks before anything is locked or made.
    public func read() throws(StorageError) -> DeviceState { try load().state }

    /// Locks the folder, waiting up to `patience` seconds, and changes the file.
    public func update(
        patience: Double = 10, _ changes: (DeviceState) throws -> [DeviceState.Change]
    ) throws -> Update {
        let lock = try folder.lock(patience: patience)
        return try withExtendedLifetime(lock) { try update(holding: lock, changes) }
    }

    /// Reads the file, asks for changes, keeps a copy of a damaged text aside, and replaces the file as a whole.
    ///
    /// Nothing is written when `changes` throws. Throws `StorageError` when the file cannot be read or written.
    public func update(
        holding lock: FolderLock, _ changes: (DeviceState) throws -> [DeviceState.Change]
    ) throws -> Update {
        let name = DeviceState.fileName
        let (old, before) = try load()
        let new = DeviceState.saving(try changes(before), into: old)
        // A file that is missing is made once it has something to say.
        guard new != old, !(old == nil && before.isSound && new == DeviceState.saving([], into: nil)) else {
            return Update(before: before, after: before, isWritten: false, diagnostics: [])
        }
        var diagnostics: [Diagnostic] = []
        if !before.isSound, let copy = try folder.keepDamaged(name, holding: lock) {
            diagnostics = [damage(before, copy: copy)]
        }
        try folder.replace(name, with: new, holding: lock)
        let after = DeviceState(SourceText(name: folder.path + "/" + name, bytes: new))
        return Update(before: before, after: after, isWritten: true, diagnostics: diagnostics)
    }

    /// The text, nil where there is none that could be changed, and what it says.
    private func load() throws(StorageError) -> (bytes: [UInt8]?, state: DeviceState) {
        let shown = folder.path + "/" + DeviceState.fileName
        do {
            guard let bytes = try folder.read(DeviceState.fileName) else { return (nil, DeviceState()) }
            return (bytes, DeviceState(SourceText(name: shown, bytes: bytes)))
        } catch  where error.code == .tooLarge {
            let diagnostic = Diagnostic(.warning, "state.malformed", "the state is too large", file: shown)
            return (nil, DeviceState(unreadable: diagnostic))
        }
    }

    private func damage(_ state: DeviceState, copy: String) -> Diagnostic {
        let cause = state.diagnostics.first { $0.severity >= .warning }
        return Diagnostic(
            .warning, "state.damaged",
            "\(cause?.message ?? "the state is damaged"); it is written anew, and the old text is kept as "
                + Wording.quoted(copy),
            file: cause?.file, source: cause?.source, span: cause?.span, path: cause?.path,
            hint: "look into the copy if anything is missed, and delete it")
    }
}

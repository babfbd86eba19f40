import Glibc

/// Numbered files that grow in a hidden folder, and take their place at the end or vanish.
final class PartialSequence {
    private let pattern: NumberPattern
    /// The folder they will stand in.
    private let folder: String
    /// The hidden folder: beside `folder` if that is new, in it otherwise.
    private let temporary: String
    private let isFolderNew: Bool
    private var count = 0
    private var isOpen = true

    /// Creates the hidden folder.
    ///
    /// - Parameters:
    ///   - mustExist: whether the folder has to be there already.
    ///   - overwrite: whether what is in the way may be replaced. In a folder that is all numbered files of the
    ///     pattern, since a mixture of two clips is none.
    /// - Throws: `MediaError`; `.exists` when there is something in the way.
    init(
        folder path: String, pattern: NumberPattern, overwrite: Bool, mustExist: Bool = false
    ) throws(MediaError) {
        var status = stat()
        isFolderNew = stat(path, &status) != 0 && !mustExist
        folder = isFolderNew ? path : FilePlace.resolved(path)
        self.pattern = pattern
        if !isFolderNew {
            guard let names = FilePlace.names(in: folder) else { throw FilePlace.failure(path) }
            let isInTheWay =
                mustExist
                ? names.contains { pattern.number(in: $0) != nil } : !names.isEmpty
            guard overwrite || !isInTheWay else {
                throw MediaError(
                    .exists, OutputPlace.operation, path: path,
                    reason: mustExist ? "pictures of that name exist already" : "the folder is not empty")
            }
        }
        var attempt = 0
        while true {
            let base = isFolderNew ? path : folder + "/pictures"
            let name = FilePlace.partial(of: base, attempt: attempt)
            if mkdir(name, 0o777) == 0 {
                temporary = name
                PartialOutputs.add(temporary)
                return
            }
            guard errno == EEXIST, attempt < 1000 else { throw FilePlace.failure(path) }
            attempt += 1
        }
    }

    deinit { discard() }

    /// Writes a file.
    func write(_ bytes: [UInt8], number: Int) throws(MediaError) {
        let name = temporary + "/" + pattern.name(number)
        let descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw FilePlace.failure(folder) }
        var failure = bytes.withUnsafeBytes { FilePlace.write($0, to: descriptor) }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        guard failure == 0 else { throw FilePlace.failure(folder, number: failure) }
        count = max(count, number + 1)
    }

    /// Puts all files in place.
    func commit() throws(MediaError) {
        guard isOpen else { return }
        do throws(MediaError) {
            if isFolderNew {
                guard rename(temporary, folder) == 0 else { throw FilePlace.failure(folder) }
                FilePlace.synchronise(folder: FilePlace.split(folder).folder)
            } else {
                try moveFiles()
                FilePlace.synchronise(folder: folder)
            }
        } catch {
            discard()
            throw error
        }
        isOpen = false
        PartialOutputs.remove(temporary)
    }

    private func moveFiles() throws(MediaError) {
        for name in FilePlace.names(in: folder) ?? [] {
            if let number = pattern.number(in: name), number >= count { unlink(folder + "/" + name) }
        }
        for number in 0..<count {
            let name = pattern.name(number)
            guard rename(temporary + "/" + name, folder + "/" + name) == 0 else { throw FilePlace.failure(folder) }
        }
        rmdir(temporary)
    }

    /// Removes what was written, unless it was committed.
    func discard() {
        guard isOpen else { return }
        isOpen = false
        for name in FilePlace.names(in: temporary) ?? [] { unlink(temporary + "/" + name) }
        rmdir(temporary)
        PartialOutputs.remove(temporary)
    }
}

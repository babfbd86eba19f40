import Glibc

/// Takes the bytes of an output: a file put in place at the end, or a pipe or device at once.
final class ByteOutput {
    private enum Target {
        case file(PartialFile)
        case descriptor(Int32, isOwned: Bool)
        case closed
    }

    /// What to name in errors; nil for standard output.
    let path: String?
    private var target: Target

    /// A reader that goes away shall be an error of `write`, not the end of the process.
    private static let ignorePipeSignal: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

    /// Opens the output.
    ///
    /// - Throws: `MediaError` with the system's reason.
    init(_ place: OutputPlace) throws(MediaError) {
        switch place {
        case .regular(let path):
            self.path = path
            target = .file(try PartialFile(path: path))
        case .stream(let path):
            Self.ignorePipeSignal
            self.path = path
            guard let path else {
                target = .descriptor(STDOUT_FILENO, isOwned: false)
                return
            }
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw FilePlace.failure(path) }
            target = .descriptor(descriptor, isOwned: true)
        }
    }

    deinit { abandon() }

    /// Writes all of the bytes and tells the `errno` of a failure, else 0, for callbacks of C.
    func status(writing bytes: UnsafeRawBufferPointer) -> Int32 {
        switch target {
        case .file(let file): FilePlace.write(bytes, to: file.descriptor)
        case .descriptor(let descriptor, _): FilePlace.write(bytes, to: descriptor)
        case .closed: EBADF
        }
    }

    /// Writes all of the bytes.
    ///
    /// - Throws: `MediaError`; `.readerClosed` when a pipe has lost its reader.
    func write(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        let number = status(writing: bytes)
        guard number == 0 else { throw FilePlace.failure(path, number: number) }
    }

    /// Writes all of the bytes.
    func write(_ bytes: [UInt8]) throws(MediaError) {
        let number = bytes.withUnsafeBytes { status(writing: $0) }
        guard number == 0 else { throw FilePlace.failure(path, number: number) }
    }

    /// Writes text as UTF-8.
    func write(_ text: String) throws(MediaError) {
        var text = text
        let number = text.withUTF8 { status(writing: UnsafeRawBufferPointer($0)) }
        guard number == 0 else { throw FilePlace.failure(path, number: number) }
    }

    /// Completes the output: a file takes its final name.
    func finish() throws(MediaError) {
        defer { target = .closed }
        switch target {
        case .file(let file): try file.commit()
        case .descriptor(let descriptor, isOwned: true):
            guard close(descriptor) == 0 else { throw FilePlace.failure(path) }
        case .descriptor, .closed: break
        }
    }

    /// Drops the output, though what a pipe has taken is gone; does nothing after `finish()`.
    func abandon() {
        switch target {
        case .file(let file): file.discard()
        case .descriptor(let descriptor, isOwned: true): close(descriptor)
        case .descriptor, .closed: break
        }
        target = .closed
    }
}

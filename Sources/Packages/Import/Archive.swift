import CZip
import Diagnostics
import Glibc

/// A zip archive that is being read: our own reading of its directory, and libzip for the bytes.
///
/// The owner of libzip's handle; nothing of libzip leaves this type.
final class Archive {
    let plan: ArchivePlan
    /// How many entries the archive has.
    let entryCount: Int
    private let handle: OpaquePointer

    /// Opens a file that is called `.zip`, and judges all of its entries.
    convenience init(path: String, limits: ArchiveLimits) throws(ImportError) {
        guard !path.utf8.contains(0) else {
            throw ImportError(.missing, "there is no such file", hint: "check the name")
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let number = errno
            if number == ENOENT || number == ENOTDIR {
                throw ImportError(.missing, "there is no such file", hint: "check the name")
            }
            throw ImportError(
                .unreadable, "the archive cannot be opened: \(FileFault(code: number).reason)",
                hint: "check its permissions")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            throw ImportError(
                .notAFile, isFolder ? "it is a folder, not an archive" : "it is no file",
                hint: isFolder
                    ? "make an archive of it with 'ambient package pack', or copy it with Scripts/push_package"
                    : "name a .zip file")
        }
        guard path.lowercased().hasSuffix(".zip") else {
            throw ImportError(.notZipName, "only files whose name ends in .zip are imported", hint: "name a .zip file")
        }
        let bytes = ArchiveBytes.file(descriptor: descriptor, count: Int(status.st_size))
        try self.init(bytes, limits: limits) { flags throws(ImportError) in
            // libzip owns the descriptor that it is given.
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else { throw .disk("the archive cannot be opened", errno) }
            lseek(copy, 0, SEEK_SET)
            var code: Int32 = 0
            guard let handle = zip_fdopen(copy, flags, &code) else {
                close(copy)
                throw Self.refusal(code)
            }
            return handle
        }
    }

    /// The same for an archive in memory.
    convenience init(bytes: [UInt8], limits: ArchiveLimits) throws(ImportError) {
        try self.init(.memory(bytes), limits: limits) { flags throws(ImportError) in
            // libzip frees it with the source.
            let copy = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
            bytes.withUnsafeBytes {
                copy.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: $0.count)
            }
            var error = zip_error_t()
            guard let source = zip_source_buffer_create(copy, UInt64(bytes.count), 1, &error) else {
                copy.deallocate()
                throw Self.refusal(error.zip_err)
            }
            guard let handle = zip_open_from_source(source, flags, &error) else {
                zip_source_free(source)
                throw Self.refusal(error.zip_err)
            }
            return handle
        }
    }

    private init(
        _ bytes: ArchiveBytes, limits: ArchiveLimits, open: (Int32) throws(ImportError) -> OpaquePointer
    ) throws(ImportError) {
        let directory = try ArchiveDirectory(bytes, limits: limits)
        plan = try ArchivePlan(directory.entries, limits: limits)
        entryCount = directory.entries.count
        var opened: OpaquePointer?
        do {
            opened = try open(ZIP_RDONLY | ZIP_CHECKCONS)
        } catch  where error.code == .damaged {
            // The check also refuses archives that are sound: streamed ones whose sizes are zip64, and duplicates among
            // what is skipped. Our own reading has held every entry to its header.
            opened = try open(ZIP_RDONLY)
        }
        guard let opened else { throw ArchiveDirectory.damaged("it cannot be opened") }
        handle = opened
        // From here on `deinit` closes it. Both readings of the directory must be the same one.
        guard zip_get_num_entries(handle, 0) == entryCount else {
            throw ArchiveDirectory.damaged("it has two directories")
        }
        for item in plan.items {
            var status = zip_stat_t()
            guard zip_stat_index(handle, UInt64(item.entry.index), 0, &status) == 0,
                status.size == UInt64(item.entry.size), status.comp_size == UInt64(item.entry.compressedSize),
                Int(status.crc) == item.entry.checksum, Int(status.comp_method) == item.entry.method
            else { throw ArchiveDirectory.damaged("\(item.entry.shown) is described in two ways") }
        }
    }

    deinit { zip_discard(handle) }

    /// Hands out the bytes of a file piece by piece; they are as many as it declares, and their checksum is right, or it
    /// throws.
    func read(
        _ entry: ArchiveEntry, piece: (UnsafeRawBufferPointer) throws(ImportError) -> Void
    ) throws(ImportError) {
        guard let file = zip_fopen_index(handle, UInt64(entry.index), 0) else {
            throw fault(zip_error_code_zip(zip_get_error(handle)), entry)
        }
        defer { zip_fclose(file) }
        let length = 256 * 1024
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 16)
        defer { buffer.deallocate() }
        guard let start = buffer.baseAddress else { return }
        var done = 0
        while true {
            let count = Int(zip_fread(file, start, UInt64(length)))
            guard count >= 0 else { throw fault(zip_error_code_zip(zip_file_get_error(file)), entry) }
            if count == 0 { break }
            done += count
            guard done <= entry.size else { throw Self.mismatch(entry) }
            try piece(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        guard done == entry.size else { throw Self.mismatch(entry) }
    }

    private static func mismatch(_ entry: ArchiveEntry) -> ImportError {
        ImportError(
            .sizeMismatch, "the entry \(entry.shown) holds more or less than it says", hint: "make the archive again")
    }

    private func fault(_ code: Int32, _ entry: ArchiveEntry) -> ImportError {
        if code == ZIP_ER_CRC {
            return ImportError(
                .checksum, "the bytes of \(entry.shown) do not fit their checksum",
                hint: "make the archive again, or fetch it again")
        }
        return ArchiveDirectory.damaged("\(entry.shown) cannot be extracted")
    }

    private static func refusal(_ code: Int32) -> ImportError {
        switch code {
        case ZIP_ER_NOZIP:
            ImportError(.notAnArchive, "the file is no zip archive", hint: "name a .zip file with a package in it")
        case ZIP_ER_MEMORY:
            ImportError(.disk, "there is not enough memory for the archive", hint: "close other programs")
        case ZIP_ER_READ, ZIP_ER_SEEK, ZIP_ER_OPEN:
            ImportError(.unreadable, "the archive cannot be read", hint: "check the disk it is on")
        default: ArchiveDirectory.damaged("its parts contradict each other")
        }
    }
}

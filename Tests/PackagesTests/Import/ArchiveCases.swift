import ChildProcess
import Foundation

/// The archives that `make_archives.py` makes, and what should become of each.
struct ArchiveCase: Sendable, CustomStringConvertible {
    var name: String
    /// The code of the refusal; nil for an archive that installs.
    var code: String?
    var packageId = ""
    var found = 0
    var installed = 0
    var skipped: [String] = []
    /// Checksums of the files by their paths.
    var tree: [String: String] = [:]
    var path: String

    var description: String { name }

    /// Made once; the folder stays until the tests end.
    static let all: [ArchiveCase] = {
        let folder = NSTemporaryDirectory() + "ambient-archives-" + UUID().uuidString
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("make_archives.py").path
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            guard try ChildProcess("python3", [script, folder]).wait() == 0 else { return [] }
            let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/expected.json"))
            let list = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
            return list.map { entry in
                let name = entry["name"] as? String ?? ""
                return ArchiveCase(
                    name: name, code: entry["code"] as? String, packageId: entry["packageId"] as? String ?? "",
                    found: entry["found"] as? Int ?? -1, installed: entry["installed"] as? Int ?? -1,
                    skipped: entry["skipped"] as? [String] ?? [], tree: entry["tree"] as? [String: String] ?? [:],
                    path: folder + "/" + name + ".zip")
            }
        } catch {
            return []
        }
    }()

    static func named(_ name: String) -> ArchiveCase? { all.first { $0.name == name } }
}

/// What is in a folder, for telling whether anything in it changed.
struct FolderTree: Equatable {
    /// By path: the kind, the permissions, and the checksum of a file or the target of a link.
    var entries: [String: String] = [:]

    /// Everything below a folder except the lock's own file.
    init(_ folder: String) {
        guard let walk = FileManager.default.enumerator(atPath: folder) else { return }
        while let path = walk.nextObject() as? String {
            if path == ".lock" { continue }
            let attributes = walk.fileAttributes ?? [:]
            let mode = (attributes[.posixPermissions] as? Int ?? 0) & 0o7777
            let full = folder + "/" + path
            switch attributes[.type] as? FileAttributeType {
            case .typeDirectory: entries[path] = "folder \(String(mode, radix: 8))"
            case .typeSymbolicLink:
                entries[path] = "link \((try? FileManager.default.destinationOfSymbolicLink(atPath: full)) ?? "")"
            default:
                let data = FileManager.default.contents(atPath: full) ?? Data()
                entries[path] = "file \(String(mode, radix: 8)) \(Self.checksum(data))"
            }
        }
    }

    /// The checksums of the files.
    var files: [String: String] {
        entries.compactMapValues { $0.hasPrefix("file ") ? String($0.suffix(8)) : nil }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
    }

    /// CRC-32 with eight hexadecimal digits, as Python's `zlib.crc32`.
    private static func checksum(_ data: Data) -> String {
        var value: UInt32 = 0xFFFF_FFFF
        data.withUnsafeBytes { for byte in $0 { value = value >> 8 ^ table[Int((value ^ UInt32(byte)) & 0xFF)] } }
        let digits = String(~value, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

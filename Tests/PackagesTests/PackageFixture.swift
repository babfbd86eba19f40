import Diagnostics
import Foundation
import Packages

/// A temporary folder with packages in it, removed at the end.
final class PackageFixture {
    let root: String

    init() throws {
        root = NSTemporaryDirectory() + "packages-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// Writes a file, with the folders it needs.
    func write(_ path: String, _ bytes: [UInt8]) throws {
        let full = root + "/" + path
        let folder = (full as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // Foundation would wait for the disk at every file.
        guard let file = fopen(full, "w") else { throw CocoaError(.fileWriteUnknown) }
        let count = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, count == bytes.count else { throw CocoaError(.fileWriteUnknown) }
    }

    func write(_ path: String, _ text: String) throws { try write(path, Array(text.utf8)) }

    func folder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: root + "/" + path, withIntermediateDirectories: true)
    }

    func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: root + "/" + path, withDestinationPath: target)
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: root + "/" + path) }

    /// A sound theme package in the folder `p`, with a video, a shader and the given manifest.
    static func theme(_ manifest: String) throws -> PackageFixture {
        let fixture = try PackageFixture()
        try fixture.write("p/manifest.json", manifest)
        try fixture.write("p/Theme/v.mp4", "video")
        try fixture.write("p/Theme/Shaders/Bars.metal", "// bars\n")
        return fixture
    }

    /// A theme whose `layers` are the given JSON.
    static func layers(_ layers: String) throws -> PackageFixture {
        try theme(
            """
            {"packageId": "p", "type": "theme", "theme": {"displayName": "P", "background": {"video": "v.mp4"},
            "layers": \(layers)}}
            """)
    }

    func load(_ path: String = "p") -> LoadResult { loadPackage(at: root + "/" + path) }

    func theme(_ path: String = "p") -> ThemePackage? {
        if case .theme(let theme)? = load(path).package { theme } else { nil }
    }
}

extension LoadResult {
    var codes: [String] { diagnostics.map(\.code) }
    var errors: [String] { diagnostics.filter { $0.severity == .error }.map(\.code) }
}

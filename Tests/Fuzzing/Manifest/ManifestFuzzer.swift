import Diagnostics
import Foundation
import FuzzDriver
import Packages

/// A folder in memory with files that manifests may name.
private let folder: String = {
    let path = "/dev/shm/ambient-fuzz-manifest-\(getpid())"
    for (name, text) in [
        ("Theme/v.mp4", "video"), ("Theme/Shaders/A.metal", "// a\n"), ("Theme/t.png", "png"),
        ("Playlist/a.mp3", "mp3"),
        ("Films/f.mp4", "video"),
    ] {
        let url = URL(fileURLWithPath: path + "/" + name)
        try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? Data(text.utf8).write(to: url)
    }
    return path
}()

/// Loads whatever comes as a manifest: a package, or an error that says why not.
private func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    guard let file = fopen(folder + "/manifest.json", "w") else { return 0 }
    fwrite(data, 1, size, file)
    fclose(file)
    let result = loadPackage(at: folder)
    precondition(result.package != nil || result.diagnostics.contains { $0.severity == .error }, "a silent refusal")
    // What is printed to people and programs must not end the process either.
    for diagnostic in result.diagnostics {
        _ = diagnostic.rendered()
        _ = diagnostic.json.text
    }
    if let package = result.package {
        precondition(package.id.hasPrefix(package.packageId), "an id of another package")
    }
    return 0
}

@_cdecl("FuzzManifest_main")
public func main() -> CInt { FuzzDriver.run { testOneInput($0, $1) } }

import Diagnostics
import Foundation
import Packages

extension Command {
    /// `ambient package new ID`.
    static let packageNew = Command(
        name: "new", operands: "ID",
        summary: "makes ./ID: a theme that renders, or with --playlist a playlist that plays",
        details: [
            "The theme has a generated video, an effect that follows the music, and a clock; README.md says what to change."
        ],
        options: [Option("playlist", "a playlist instead of a theme"), jsonOption], operandLimit: 1, run: runNew)
}

private func runNew(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    guard let id = arguments.operands.first else {
        throw CommandFailure.usage("package new needs an id", hint: "usage: ambient package new ID")
    }
    guard isSafePackageId(id) else {
        throw CommandFailure.usage(
            "'\(id)' cannot be a package id",
            hint: "use 1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first")
    }
    var status = stat()
    guard lstat(id, &status) != 0 else {
        throw CommandFailure.usage("'\(id)' exists", hint: "choose another id, or move it elsewhere")
    }
    // Made under a hidden name, so that half a package never stands there.
    let temporary = ".\(id).\(getpid())"
    do {
        try arguments.has("playlist")
            ? PackageScaffold.writePlaylist(id, in: temporary) : PackageScaffold.writeTheme(id, in: temporary)
        try FileManager.default.moveItem(atPath: temporary, toPath: id)
    } catch {
        try? FileManager.default.removeItem(atPath: temporary)
        throw CommandFailure(.failedWork, "cannot make '\(id)': \(error)", hint: "check the disk", stage: "package")
    }
    let names = (FileManager.default.subpaths(atPath: id) ?? []).sorted().filter { name in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: id + "/" + name, isDirectory: &isFolder) && !isFolder.boolValue
    }
    if arguments.has("json") {
        console.print(
            JSONText.object([
                ("packageId", .string(id)), ("kind", .string(arguments.has("playlist") ? "playlist" : "theme")),
                ("folder", .string(id)), ("files", .array(names.map(JSONText.string))),
            ]).text)
        return .done
    }
    console.print("made \(id): " + names.joined(separator: ", "))
    console.print(
        arguments.has("playlist")
            ? "play it: ambient levels \(id)" : "render it: ambient render \(id); check it: ambient package check \(id)"
    )
    return .done
}

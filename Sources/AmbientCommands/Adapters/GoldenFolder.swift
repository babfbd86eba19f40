import Diagnostics
import Foundation
import FrameCore
import Goldens
import Imaging

/// The golden cases on disk.
struct GoldenFolder {
    static let option = Option("goldens", value: "DIR", "folder of the golden cases (./Goldens)")

    /// Ctrl-C, for commands that draw.
    var interruption: Interruption?
    /// The folder of all goldens.
    let root: String
    /// The folder that holds a folder for each case.
    let frames: String
    let tree: GoldenTree
    /// The option that names the folder in commands for people, with a space; empty for the usual folder.
    let option: String

    /// Lists the folder of the options; exit 3 when there is none.
    init(_ arguments: Arguments) throws(CommandFailure) {
        root = arguments.value("goldens") ?? "Goldens"
        frames = root + "/Frames"
        option = arguments.value("goldens").map { " --goldens " + Self.shellWord($0) } ?? ""
        var isRoot: ObjCBool = false
        guard FileManager.default.fileExists(atPath: frames, isDirectory: &isRoot), isRoot.boolValue,
            let walker = FileManager.default.enumerator(atPath: frames)
        else {
            throw CommandFailure(
                .badInput, "there is no folder '\(frames)'",
                hint: "run it where Goldens is, or give --goldens DIR; a case is DIR/Frames/NAME/case.json",
                stage: "goldens")
        }
        var files: [String] = []
        while let path = walker.nextObject() as? String {
            var isFolder: ObjCBool = false
            let full = frames + "/" + path
            if FileManager.default.fileExists(atPath: full, isDirectory: &isFolder), !isFolder.boolValue {
                files.append(path)
            }
        }
        tree = GoldenTree(files: files)
        guard !tree.caseNames.isEmpty else {
            throw CommandFailure(
                .badInput, "there are no golden cases in '\(frames)'", hint: "a case is NAME/case.json in it",
                stage: "goldens")
        }
    }

    /// A word as a shell reads it.
    static func shellWord(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            byte >= 0x30 && byte <= 0x39 || byte >= 0x41 && byte <= 0x5A || byte >= 0x61 && byte <= 0x7A
                || "/._-".utf8.contains(byte)
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }

    /// The command that records a case.
    func updateCommand(_ name: String) -> String { "ambient golden update" + option + " " + Self.shellWord(name) }

    /// The names of cases that words name, `*` and `?` stand for others; all without words.
    func names(_ words: [String]) throws(CommandFailure) -> [String] {
        guard !words.isEmpty else { return tree.caseNames }
        var found: Set<String> = []
        for word in words {
            let matches = tree.caseNames.filter { $0 == word || fnmatch(word, $0, 0) == 0 }
            guard !matches.isEmpty else {
                throw CommandFailure(
                    .badInput, "there is no golden case '\(word)'",
                    hint: Wording.nearest(to: word, among: tree.caseNames).map { "did you mean \($0)?" }
                        ?? "ambient golden list names them", stage: "goldens")
            }
            found.formUnion(matches)
        }
        return tree.caseNames.filter(found.contains)
    }

    /// The folder of a case.
    func path(_ name: String, _ file: String? = nil) -> String {
        frames + "/" + name + (file.map { "/" + $0 } ?? "")
    }

    /// Reads the description of a case; what is wrong goes to `log`.
    func golden(_ name: String, log: DiagnosticLog) throws(CommandFailure) -> GoldenCase {
        let path = path(name, GoldenFile.description)
        let bytes = try InputBytes.read(path, limit: 1 << 20, isFile: true)
        let (golden, diagnostics) = parseGoldenCase(name: name, SourceText(name: path, bytes: bytes))
        diagnostics.forEach(log.add)
        guard let golden else {
            throw CommandFailure(.badInput, "'\(path)' is not a golden case", stage: "goldens")
        }
        return golden
    }

    /// What was recorded of a case.
    func recording(_ golden: GoldenCase) throws(CommandFailure) -> GoldenRecording? {
        let path = path(golden.name, GoldenFile.hashes)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let bytes = try InputBytes.read(path, limit: 1 << 26, isFile: true)
        let text = String(decoding: bytes, as: UTF8.self)
        guard let hashes = RecordedHashes(text) else {
            throw CommandFailure(
                .badInput, "'\(path)' is not a list of frame hashes",
                hint: "record it again: \(updateCommand(golden.name))", stage: "goldens")
        }
        return GoldenRecording(text: text, hashes: hashes, facts: facts(golden))
    }

    /// The facts beside a recording; nil when there are none or they are damaged.
    private func facts(_ golden: GoldenCase) -> RecordedFacts? {
        let path = path(golden.name, GoldenFile.facts)
        guard let bytes = try? InputBytes.read(path, limit: 1 << 28, isFile: true) else { return nil }
        return RecordedFacts(SourceText(name: path, bytes: bytes))
    }

    /// The recorded picture of a frame; nil when there is none or it is damaged.
    func picture(_ golden: GoldenCase, frame: Int) -> PixelBuffer? {
        let path = path(golden.name, GoldenFile.picture(ofFrame: frame))
        guard let bytes = try? InputBytes.read(path, limit: 1 << 28, isFile: true) else { return nil }
        return try? PNG.decode(bytes)
    }
}

/// What was recorded of a case.
struct GoldenRecording {
    /// `frames.framehash` as it stands.
    let text: String
    let hashes: RecordedHashes
    /// Nil when `recorded.json` is missing or damaged.
    let facts: RecordedFacts?

    /// The layers of a frame; nil when they were not recorded.
    func layers(ofFrame frame: Int) -> RecordedFacts.Frame? { facts?.frames.first { $0.frame == frame } }
}

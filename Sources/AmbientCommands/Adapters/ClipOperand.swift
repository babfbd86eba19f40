import Foundation
import FrameCore
import Goldens
import MediaIO

/// One side of a comparison: a clip, or what a golden case has recorded.
struct ClipOperand {
    /// As given on the command line.
    let word: String
    let clip: any ClipSource
    /// The file whose sound is compared; nil for a golden case.
    let soundPath: String?
    /// The command that records the golden case again; nil for a clip.
    let acceptCommand: String?

    /// Opens a path, or a golden case by the path of its folder or its name; exit 3 when it is neither.
    init(_ word: String, arguments: Arguments) throws {
        self.word = word
        if let (folder, name) = Self.goldenCase(word, arguments) {
            let recorded = try RecordedClip(folder: folder, name: name, word: word)
            clip = recorded
            soundPath = nil
            acceptCommand = recorded.updateCommand
            return
        }
        do {
            clip = try openClip(word)
        } catch {
            throw CommandFailure(error, stage: "input")
        }
        soundPath = word
        acceptCommand = nil
    }

    private static func goldenCase(_ word: String, _ arguments: Arguments) -> (GoldenFolder, String)? {
        let path = word.hasSuffix("/") ? String(word.dropLast()) : word
        if FileManager.default.fileExists(atPath: path + "/" + GoldenFile.description) {
            let parent = (path as NSString).deletingLastPathComponent
            guard (parent as NSString).lastPathComponent == "Frames" else { return nil }
            let root = (parent as NSString).deletingLastPathComponent
            let named = try? Arguments(["--goldens", root.isEmpty ? "." : root], options: [GoldenFolder.option])
            return named.flatMap { try? GoldenFolder($0) }.map { ($0, (path as NSString).lastPathComponent) }
        }
        guard !word.contains("/"), !FileManager.default.fileExists(atPath: word),
            let folder = try? GoldenFolder(arguments), folder.tree.caseNames.contains(word)
        else { return nil }
        return (folder, word)
    }
}

/// The recorded frames of a golden case: its pictures where every frame has one, else its hashes.
private final class RecordedClip: ClipSource {
    let format: ClipFormat
    let updateCommand: String
    private let folder: GoldenFolder
    private let golden: GoldenCase
    private let hashes: [[UInt8]]
    private let rate: FrameRate?
    private var position = 0

    init(folder: GoldenFolder, name: String, word: String) throws {
        let log = DiagnosticLog()
        golden = try folder.golden(name, log: log)
        guard try folder.recording(golden) != nil else {
            throw CommandFailure(
                .badInput, "the golden case '\(name)' is not recorded", hint: folder.updateCommand(name),
                stage: "goldens")
        }
        self.folder = folder
        updateCommand = folder.updateCommand(name)
        // The list is read again by the reader of such lists, which says what is wrong with it.
        let list = try openClip(folder.path(name, GoldenFile.hashes))
        var hashes: [[UInt8]] = []
        while let frame = try list.next() {
            if case .hash(let hash) = frame.content { hashes.append(hash) }
        }
        self.hashes = hashes
        rate = list.format.rate
        let golden = golden
        let hasPixels = golden.tolerance != nil && golden.frames.allSatisfy { folder.picture(golden, frame: $0) != nil }
        format = ClipFormat(
            kind: "golden case", size: list.format.size, rate: list.format.rate, frameCount: hashes.count,
            hasPixels: hasPixels)
    }

    func next() throws -> ClipFrame? {
        guard position < hashes.count else { return nil }
        let index = position
        position += 1
        let time = rate?.time(ofFrame: index) ?? .zero
        guard format.hasPixels else { return ClipFrame(index: index, time: time, content: .hash(hashes[index])) }
        guard index < golden.frames.count, let picture = folder.picture(golden, frame: golden.frames[index]) else {
            throw CommandFailure(.badInput, "a recorded picture of '\(golden.name)' cannot be read", stage: "goldens")
        }
        return ClipFrame(index: index, time: time, content: .picture(picture))
    }

    func rewind() throws { position = 0 }
}

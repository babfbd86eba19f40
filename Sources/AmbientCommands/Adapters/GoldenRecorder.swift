import Diagnostics
import Foundation
import FrameCore
import Goldens
import Imaging

/// Records golden cases.
final class GoldenRecorder {
    private let folder: GoldenFolder
    private let threads: Int
    private let console: Console
    /// Why it is recorded; nil when nobody says.
    private let reason: String?
    private lazy var here = RecordedFacts.ofThisMachine()

    init(folder: GoldenFolder, threads: Int, reason: String?, console: Console) {
        self.folder = folder
        self.threads = threads
        self.reason = reason
        self.console = console
    }

    /// Whether a case has all of its files, and its recording knows the layers.
    func isComplete(_ golden: GoldenCase) -> Bool {
        let files = golden.pictureFrames.map(GoldenFile.picture) + [GoldenFile.hashes]
        guard files.allSatisfy({ FileManager.default.fileExists(atPath: folder.path(golden.name, $0)) }),
            let recording = try? folder.recording(golden)
        else { return false }
        return recording.facts?.frames.map(\.frame) == golden.frames
    }

    /// Draws a case and writes what is not as it was; a sentence about it, nil when nothing was written.
    func record(_ golden: GoldenCase, log: DiagnosticLog) throws -> String? {
        // What cannot be read is recorded anew.
        let old = try? folder.recording(golden)
        let run = try GoldenRun(golden, in: folder, threads: threads, log: log)
        var writer = FramehashWriter(size: run.picture.size, rate: run.picture.rate)
        var text = writer.header
        var facts = here
        var files: [(name: String, bytes: [UInt8])] = []
        let kept = Set(golden.pictureFrames)
        var changed = 0
        var place = 0
        try run.draw(layers: true) { drawn in
            text += writer.line(for: drawn.hash, byteCount: drawn.pixels.bytesPerRow * drawn.pixels.height)
            if let layers = drawn.layers { facts.frames.append(layers) }
            let hashes = old?.hashes.hashes ?? []
            if !hashes.indices.contains(place) || hashes[place] != drawn.hash.description { changed += 1 }
            place += 1
            guard kept.contains(drawn.frame) else { return }
            let name = GoldenFile.picture(ofFrame: drawn.frame)
            // Another version of libpng may write the same picture in other bytes: that is no change.
            if (folder.picture(golden, frame: drawn.frame)) == drawn.pixels { return }
            files.append((name, try PNG.encode(drawn.pixels)))
        }
        facts.reason = reason ?? (changed == 0 ? old?.facts?.reason : nil)
        files.append((GoldenFile.facts, Array(facts.text.utf8)))
        // The hashes last: without them a case counts as not recorded.
        files.append((GoldenFile.hashes, Array(text.utf8)))
        let written = try write(files, of: golden) + removeOldPictures(of: golden)
        guard !written.isEmpty else { return nil }
        let what =
            old == nil
            ? "new, \(place) frame\(place == 1 ? "" : "s")"
            : changed == 0 ? "no frame changed" : "\(changed) of \(place) frames changed"
        return "recorded \(golden.name): \(what); wrote \(written.joined(separator: ", "))"
    }

    /// Adds the hash of what a case draws now to those it accepts.
    func accept(_ golden: GoldenCase, reason: String, log: DiagnosticLog) throws -> String {
        let run = try GoldenRun(golden, in: folder, threads: threads, log: log)
        var writer = FramehashWriter(size: run.picture.size, rate: run.picture.rate)
        var text = writer.header
        try run.draw(layers: false) { drawn in
            text += writer.line(for: drawn.hash, byteCount: drawn.pixels.bytesPerRow * drawn.pixels.height)
        }
        let hash = try FrameHash(of: Array(text.utf8)).description
        let date = Date().formatted(.iso8601.year().month().day())
        let acceptance = GoldenCase.Acceptance(hash: hash, reason: reason, date: date)
        guard let bytes = acceptance.added(to: golden.place.source) else {
            throw CommandFailure(
                .badInput, "'\(golden.place.source.name)' cannot be added to", stage: "goldens")
        }
        _ = try write([(GoldenFile.description, bytes)], of: golden)
        return "accepted \(golden.name): \(hash) beside what is recorded"
    }

    /// Writes the files whose bytes are not the same already, each at once; returns their names.
    private func write(_ files: [(name: String, bytes: [UInt8])], of golden: GoldenCase) throws -> [String] {
        var written: [String] = []
        for (name, bytes) in files {
            let path = folder.path(golden.name, name)
            let data = Data(bytes)
            if FileManager.default.contents(atPath: path) == data { continue }
            do {
                try data.write(to: URL(fileURLWithPath: path), options: .atomic)
            } catch {
                throw CommandFailure(
                    .failedWork, "cannot write '\(path)': \(error.localizedDescription)", stage: "goldens")
            }
            written.append(name)
        }
        return written
    }

    /// Removes pictures of frames that the case no longer keeps; returns what was done.
    private func removeOldPictures(of golden: GoldenCase) -> [String] {
        let kept = Set(golden.pictureFrames.map(GoldenFile.picture))
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(golden.name))) ?? []
        return names.sorted().filter { GoldenFile.isPicture($0) && !kept.contains($0) }.compactMap { name in
            unlink(folder.path(golden.name, name)) == 0 ? "\(name) (removed)" : nil
        }
    }
}

import Foundation
import Testing

/// A folder with scenarios of the sample packages, played as a user plays them; it goes away with the value.
struct ScenarioScratch {
    let folder: URL
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        folder = scratch.url
    }

    static let sunny = "sample-scene-sunny.theme"
    static let cloudy = "sample-scene-cloudy.theme"
    static let music = Program.sample("sample-playlist-package")

    /// Writes a scenario of the sunny and the cloudy theme.
    func write(_ name: String, header: String = "", _ steps: String) throws {
        let scenes = [Self.sunny, Self.cloudy].map { Program.sample(String($0.dropLast(".theme".count))) }
        try text(
            """
            scenes: [\(scenes.joined(separator: ", "))]
            size: 64x36
            \(header)
            ---
            \(steps)

            """, to: name)
    }

    /// Writes it as `run.yaml`.
    func write(header: String = "", _ steps: String) throws { try write("run.yaml", header: header, steps) }

    func text(_ text: String, to name: String) throws {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func path(_ name: String) -> String { folder.path + "/" + name }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }

    /// Runs `ambient run …` in the folder and holds it to an exit status.
    @discardableResult
    func run(
        _ arguments: String..., exits status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Program.Result {
        let result = try Program.run(["run"] + arguments, in: folder)
        #expect(result.status == status, "\(result.text)\(result.error)", sourceLocation: sourceLocation)
        return result
    }

    /// The frame hashes of a run.
    func hashes(_ arguments: String...) throws -> [String] {
        let result = try Program.run(["run"] + arguments + ["--format", "framehash", "-o", "-"], in: folder)
        return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
            $0.split(separator: " ").last.map(String.init)
        }
    }

    /// Runs `ambient run … --json`.
    func json(_ arguments: String..., exits status: Int32 = 0) throws -> [String: Any] {
        let result = try Program.run(["run"] + arguments + ["--json"], in: folder)
        #expect(result.status == status, "\(result.text)\(result.error)")
        return try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    }
}

import Foundation
import Testing

/// A goldens folder and a small theme of its own, which goes away with the value.
struct GoldenScratch {
    let scratch = try? Scratch()
    let folder: URL

    /// Makes the theme `mine`: an effect of two passes, and a clock.
    init() throws {
        let scratch = try #require(scratch)
        folder = scratch.url
        _ = try scratch.makeTheme(layers: Self.layers, shaders: ["First.metal": Data(), "Second.metal": Data()])
        try setShaders()
    }

    private static let layers = """
        [{"kind": "effect", "shaders": [{"path": "Shaders/First.metal"},
                                        {"path": "Shaders/Second.metal", "inputs": ["previous"]}]},
         {"kind": "clock", "size": 100, "color": "#FFFFFF"}]
        """

    /// Writes both shaders: what the first one draws, and by how much the second one darkens it.
    func setShaders(red: String = "0.25", factor: String = "0.5") throws {
        let first = """
            fragment float4 fragment_first(VertexOut in [[stage_in]]) {
                float right = in.uv.x > 0.5 ? \(red) : 0.25;
                return float4(right, 0.5, 0.75, 1.0);
            }
            """
        let second = """
            fragment float4 fragment_second(VertexOut in [[stage_in]], texture2d<float> previous [[texture(0)]]) {
                float4 below = previous.read(uint2(in.position.xy));
                return float4(below.rgb * \(factor), 1.0);
            }
            """
        try write(first, to: "mine/Theme/Shaders/First.metal")
        try write(second, to: "mine/Theme/Shaders/Second.metal")
    }

    /// Changes the colour of the clock.
    func setClock(_ colour: String) throws {
        let text = try text("mine/manifest.json")
        let range = try #require(text.range(of: #""color": ""#))
        try write(text[..<range.upperBound] + colour + text[range.upperBound...].dropFirst(7), to: "mine/manifest.json")
    }

    /// Writes a case of the theme; `keys` are more of its members, each with a comma before it.
    func makeCase(_ name: String = "one", frames: String = #""0-3""#, keys: String = "") throws {
        let text = """
            {
              "scene": "mine", "options": ["--size", "64x36"],
              "frames": \(frames)\(keys)
            }

            """
        try write(text, to: "Goldens/Frames/\(name)/case.json")
    }

    func write(_ text: some StringProtocol, to path: String) throws {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(String(text).utf8).write(to: file)
    }

    func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }

    func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
    }

    /// Runs `ambient golden …` in the folder.
    func golden(_ arguments: String...) throws -> Program.Result {
        try Program.run(["golden"] + arguments, in: folder)
    }

    /// Runs `ambient golden …` and holds it to an exit status.
    @discardableResult
    func golden(
        _ arguments: String..., exits status: Int32, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Program.Result {
        let result = try Program.run(["golden"] + arguments, in: folder)
        #expect(result.status == status, "\(result.text)\(result.error)", sourceLocation: sourceLocation)
        return result
    }

    /// The bytes and the time of every file of the goldens, by path.
    func snapshot() throws -> [String: String] {
        let root = folder.appendingPathComponent("Goldens")
        var files: [String: String] = [:]
        let walker = try #require(FileManager.default.enumerator(atPath: root.path))
        while let path = walker.nextObject() as? String {
            let file = root.appendingPathComponent(path).path
            let facts = try FileManager.default.attributesOfItem(atPath: file)
            let time = (facts[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
            let bytes = FileManager.default.contents(atPath: file)?.base64EncodedString() ?? ""
            files[path] = "\(time) \(facts[.systemFileNumber] ?? "") \(bytes)"
        }
        return files
    }
}

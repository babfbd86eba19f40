import Diagnostics
import Effects
import Foundation
import FrameCore
import Packages
import ShaderExecution
import Testing

/// A theme package with one effect layer, made of files in a folder that goes away.
final class EffectFixture {
    private let folder: URL
    private(set) var diagnostics: [Diagnostic] = []

    /// Writes `files` under `Theme/`; `shaders` is the list of the manifest, `layer` more keys of the layer.
    init(_ shaders: String, files: [String: Data], layer: String = "") throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("effect-" + UUID().uuidString)
        let theme = folder.appendingPathComponent("Theme")
        for (name, data) in files.merging(["v.mp4": Data()], uniquingKeysWith: { first, _ in first }) {
            let file = theme.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: file)
        }
        let manifest = """
            {"packageId": "p", "type": "theme", "theme": {"displayName": "P", "background": {"video": "v.mp4"},
             "layers": [{"kind": "effect"\(layer), "shaders": \(shaders)}]}}
            """
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("manifest.json"))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The layer; its diagnostics and the manifest's are in `diagnostics`.
    func load(_ textures: SceneTextures = SceneTextures(TextureStore())) -> Effect? {
        let result = loadPackage(at: folder.path)
        diagnostics = result.diagnostics
        guard case .theme(let package) = result.package, let description = package.layers.first,
            case .effect(let parameters) = description.kind
        else { return nil }
        var more: [Diagnostic] = []
        let effect = Effect(
            name: description.name, parameters: parameters, store: ShaderStore(), textures: textures
        ) { more.append($0) }
        diagnostics += more
        return effect
    }

    /// Codes of the diagnostics but for notes.
    var faults: [String] { diagnostics.filter { $0.severity > .note }.map(\.code) }
}

extension Effect? {
    /// Draws the layer on one thread.
    func draw(
        time: Rational = .zero, size: PixelSize = PixelSize(4, 2), levels: [Float] = EffectMoment.silence,
        original: PixelBuffer? = nil, sourceVideo: PixelBuffer? = nil
    ) throws -> PixelBuffer {
        try #require(self).render(
            EffectMoment(time: time, size: size, audioLevels: levels, original: original, sourceVideo: sourceVideo),
            options: ExecutionOptions(threads: 1))
    }
}

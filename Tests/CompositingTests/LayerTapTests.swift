import Compositing
import Effects
import Foundation
import FrameCore
import Packages
import Testing

/// Looking at a frame while it is drawn, and leaving layers out of it.
@Suite struct LayerTapTests {
    private final class Solid: VideoSource {
        let duration = Rational(1)
        func image(at time: Rational) -> VideoImage {
            VideoImage(size: PixelSize(4, 4), samples: .bgra((0..<16).flatMap { _ in [40, 80, 120, 255] as [UInt8] }))
        }
    }

    /// An effect of two passes below one of a single pass.
    private func layers() throws -> [Layer] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tap-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("Theme"), withIntermediateDirectories: true)
        try Data().write(to: folder.appendingPathComponent("Theme/v.mp4"))
        let shaders = [
            "A": "fragment float4 fragment_a(VertexOut in [[stage_in]]) { return float4(0.25, 0.5, 1.0, 0.5); }",
            "B": """
            fragment float4 fragment_b(VertexOut in [[stage_in]], texture2d<float> previous [[texture(0)]]) {
                return float4(1.0 - previous.read(uint2(in.position.xy)).rgb, 0.5);
            }
            """,
            "C": "fragment float4 fragment_c(VertexOut in [[stage_in]]) { return float4(0.0, 1.0, 0.0, 0.25); }",
        ]
        for (name, text) in shaders {
            try Data(text.utf8).write(to: folder.appendingPathComponent("Theme/\(name).metal"))
        }
        let manifest = """
            {"packageId": "p", "type": "theme", "theme": {"displayName": "P", "background": {"video": "v.mp4"},
             "layers": [{"kind": "effect", "shaders": [{"path": "A.metal"}, {"path": "B.metal", "inputs": ["previous"]}]},
                        {"kind": "effect", "shaders": [{"path": "C.metal"}]}]}}
            """
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("manifest.json"))
        guard case .theme(let theme) = loadPackage(at: folder.path).package else { throw CocoaError(.fileReadUnknown) }
        return try theme.layers.map { layer in
            guard case .effect(let parameters) = layer.kind else { throw CocoaError(.fileReadUnknown) }
            return .effect(
                try #require(
                    Effect(
                        name: layer.name, parameters: parameters, store: ShaderStore(),
                        textures: SceneTextures(TextureStore()), report: { Issue.record("\($0.rendered())") })))
        }
    }

    private func stack(_ layers: [Layer]) -> LayerStack {
        LayerStack(background: Solid(), layers: layers, size: PixelSize(6, 5), pointScale: 1)
    }

    private func frame(_ stack: LayerStack, tap: ((LayerTap) -> Void)? = nil) throws -> PixelBuffer {
        try stack.frame(
            at: FrameMoment(sceneTime: .zero, wallTime: .zero), options: .init(threads: 1), tap: tap
        ).pixels
    }

    @Test func everyLayerAndPassIsShownFromTheBottomUp() throws {
        let layers = try layers()
        var taps: [LayerTap] = []
        let watched = try frame(stack(layers)) { taps.append($0) }
        #expect(try watched == frame(stack(layers)))
        try #require(taps.count == 4)
        #expect(taps.map(\.layer).suffix(3) == [layers[0].name, layers[0].name, layers[1].name])
        #expect(taps.map(\.pass) == [nil, 0, nil, nil])
        #expect(try taps[0].pixels == frame(stack([])))
        // Premultiplied: floor(0.25 · 0.5 · 255 + 0.5) = 32 and so on.
        #expect(taps[1].pixels.pixel(x: 3, y: 2) == SIMD4(128, 64, 32, 128))
        #expect(try taps[2].pixels == frame(stack([layers[0]])))
        #expect(taps[3].pixels == watched)
    }

    @Test func layersCanBeLeftOut() throws {
        let layers = try layers()
        let whole = stack(layers)
        #expect(try frame(whole.without([layers[0].name])) == frame(stack([layers[1]])))
        #expect(try frame(whole.without(Set(layers.map(\.name)))) == frame(stack([])))
        #expect(try frame(whole.without(["nobody"])) == frame(whole))
    }
}

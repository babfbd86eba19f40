import Compositing
import Effects
import Foundation
import FrameCore
import Packages
import Testing

/// What effects see of the frame: the picture below them and the background.
@Suite struct EffectInputTests {
    /// A picture of 8 × 8 different pixels that changes with time.
    private final class Film: VideoSource {
        let duration = Rational(10)
        func image(at time: Rational) -> VideoImage {
            let shift = time >= Rational(5) ? 100 : 0
            return VideoImage(
                size: PixelSize(8, 8),
                samples: .bgra(
                    (0..<64).flatMap { [UInt8($0 + shift), UInt8(63 - $0 + shift), UInt8($0 * 2), 255] as [UInt8] }))
        }
    }

    private func effects(_ shaders: [(inputs: String, body: String)]) throws -> [Layer] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("inputs-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("Theme"), withIntermediateDirectories: true)
        try Data().write(to: folder.appendingPathComponent("Theme/v.mp4"))
        var layers: [String] = []
        for (index, shader) in shaders.enumerated() {
            let text = """
                fragment float4 fragment_s\(index)(VertexOut in [[stage_in]],
                                                  texture2d<float> original [[texture(1)]],
                                                  texture2d<float> video [[texture(3)]]) {
                    constexpr sampler nearest(filter::nearest);
                    uint2 p = uint2(in.position.xy);
                    \(shader.body)
                }
                """
            try Data(text.utf8).write(to: folder.appendingPathComponent("Theme/S\(index).metal"))
            layers.append(
                "{\"kind\": \"effect\", \"shaders\": [{\"path\": \"S\(index).metal\", \"inputs\": \(shader.inputs)}]}")
        }
        let manifest = """
            {"packageId": "p", "type": "theme", "theme": {"displayName": "P", "background": {"video": "v.mp4"},
             "layers": [\(layers.joined(separator: ", "))]}}
            """
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("manifest.json"))
        guard case .theme(let theme) = loadPackage(at: folder.path).package else { throw CocoaError(.fileReadUnknown) }
        let textures = SceneTextures(TextureStore())
        return try theme.layers.map { layer in
            guard case .effect(let parameters) = layer.kind else { throw CocoaError(.fileReadUnknown) }
            return .effect(
                try #require(
                    Effect(
                        name: layer.name, parameters: parameters, store: ShaderStore(), textures: textures,
                        report: { if $0.severity > .note { Issue.record("\($0.rendered())") } })))
        }
    }

    private func frame(_ layers: [Layer], at time: Rational = .zero, size: PixelSize = PixelSize(8, 8)) throws
        -> PixelBuffer
    {
        try LayerStack(background: Film(), layers: layers, size: size, pointScale: 1).frame(
            at: FrameMoment(sceneTime: time, wallTime: .zero), options: .init(threads: 1)
        ).pixels
    }

    private static let tint = ("[]", "return float4(1.0, 0.5, 0.0, float(p.x) / 8.0);")

    /// Red, green and blue of every pixel replaced by 255 minus it.
    private func negative(_ image: PixelBuffer) -> [UInt8] {
        image.bytes.enumerated().map { $0.offset % 4 == 3 ? $0.element : 255 - $0.element }
    }

    @Test(arguments: [PixelSize(8, 8), PixelSize(12, 5)])
    func originalIsTheFrameWithoutThisLayerAndThoseAbove(size: PixelSize) throws {
        let look = (#"["original"]"#, "return float4(1.0 - original.read(p).rgb, 1.0);")
        let below = try frame(effects([Self.tint]), size: size)
        #expect(try frame(effects([Self.tint, look]), size: size).bytes == negative(below))
        // The next layer looks at this one's result.
        #expect(try frame(effects([Self.tint, look, look]), size: size) == below)
        #expect(try frame(effects([look, Self.tint]), size: size) != below)
        #expect(try frame(effects([look]), size: size).bytes == negative(try frame([], size: size)))
    }

    @Test(arguments: [PixelSize(8, 8), PixelSize(12, 5)])
    func sourceVideoIsTheFrameWithoutLayersOfThisMoment(size: PixelSize) throws {
        let look = (#"["sourceVideo"]"#, "return float4(video.read(p).rgb, 1.0);")
        for time in [Rational.zero, Rational(7)] {
            let plain = try frame([], at: time, size: size)
            #expect(try frame(effects([Self.tint, look]), at: time, size: size) == plain)
            #expect(try frame(effects([look, Self.tint, look]), at: time, size: size) == plain)
        }
        #expect(try frame([], size: size) != (try frame([], at: Rational(7), size: size)))
    }

    @Test func bothAreOfTheOutputsSizeAndOpaque() throws {
        let look = (
            #"["sourceVideo", "original"]"#,
            """
            bool isRight = video.get_width() == 12 && video.get_height() == 5 && original.get_width() == 12
                && original.get_height() == 5 && video.read(p).a == 1.0 && original.read(p).a == 1.0;
            return float4(isRight ? 1.0 : 0.0, 0.0, 0.0, 1.0);
            """
        )
        let image = try frame(effects([Self.tint, look]), size: PixelSize(12, 5))
        for x in 0..<12 { #expect(image.pixel(x: x, y: x % 5) == SIMD4(0, 0, 255, 255)) }
    }

    @Test func sampledWithUVTheyAreUpsideDown() throws {
        let look = (#"["original"]"#, "return float4(original.sample(nearest, in.uv).rgb, 1.0);")
        let plain = try frame([])
        let image = try frame(effects([look]))
        for y in 0..<8 { for x in 0..<8 { #expect(image.pixel(x: x, y: y) == plain.pixel(x: x, y: 7 - y)) } }
    }
}

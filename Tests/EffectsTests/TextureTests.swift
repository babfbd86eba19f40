import Effects
import Foundation
import FrameCore
import Testing

/// Pictures of a package, and the two pictures of the frame, as a shader sees them.
@Suite struct TextureTests {
    /// 2 × 2 RGBA by Pillow: red opaque, green at 128; blue at 0, white at 64.
    private static let corners = Data(
        base64Encoded: """
            iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAGUlEQVR4nAXBAQEAAAiAIHrWtJ4biOSGlH09Iwa8bGuuAwAAAABJRU5ErkJggg==
            """)
    /// One pixel of RGB 10, 20, 30 by Pillow.
    private static let dot = Data(
        base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGPgEpEDAABoAD1UCKP3AAAAAElFTkSuQmCC")
    /// 16 × 8 pixels of RGB 200, 100, 50 as JPEG by Pillow, which reads them back so.
    private static let brown = Data(
        base64Encoded: """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoKCgoKBggLDAsK\
            DAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgr/wAARCAAIABAD\
            AREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAj/xAAUEQEA\
            AAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCeldbAD//Z
            """)

    /// A layer of one pass whose body is `body`, with textures `a`, `b` and `c` from index 4.
    private func fixture(_ inputs: String, _ body: String, files: [String: Data?] = [:]) throws -> EffectFixture {
        let shader = """
            constexpr sampler nearest(filter::nearest, address::clamp_to_edge);
            fragment float4 fragment_a(VertexOut in [[stage_in]],
                                       texture2d<float> original [[texture(AmbientShaderTextureOriginalIndex)]],
                                       texture2d<float> video [[texture(AmbientShaderTextureSourceVideoIndex)]],
                                       texture2d<float> a [[texture(AmbientShaderTexturePackageBaseIndex)]],
                                       texture2d<float> b [[texture(AmbientShaderTexturePackageBaseIndex + 1)]],
                                       texture2d<float> c [[texture(6)]]) {
                \(body)
            }
            """
        return try EffectFixture(
            "[{\"path\": \"A.metal\", \"inputs\": \(inputs)}]",
            files: files.compactMapValues { $0 }.merging(["A.metal": Data(shader.utf8)]) { first, _ in first })
    }

    @Test func rowZeroIsTheTopAndAlphaIsStraight() throws {
        // Colours are shown opaque, alpha apart: 0.5 times what a premultiplied texture would lack.
        let colour = try fixture(
            #"["Textures/c.png"]"#, "return float4(a.read(uint2(in.position.xy)).rgb, 1.0);",
            files: ["Textures/c.png": Self.corners])
        let image = try colour.load().draw(size: PixelSize(2, 2))
        #expect(image.pixel(x: 0, y: 0) == SIMD4(0, 0, 255, 255))
        #expect(image.pixel(x: 1, y: 0) == SIMD4(0, 255, 0, 255))
        #expect(image.pixel(x: 0, y: 1) == SIMD4(255, 0, 0, 255))
        #expect(image.pixel(x: 1, y: 1) == SIMD4(255, 255, 255, 255))
        #expect(colour.faults.isEmpty)
        let alpha = try fixture(
            #"["Textures/c.png"]"#, "return float4(float3(a.read(uint2(in.position.xy)).a), 1.0);",
            files: ["Textures/c.png": Self.corners])
        let alphas = try alpha.load().draw(size: PixelSize(2, 2))
        #expect((0..<4).map { alphas.pixel(x: $0 % 2, y: $0 / 2)?.x } == [255, 128, 0, 64])
    }

    @Test func uvGrowsUpwardsSoASampledPictureIsUpsideDown() throws {
        let fixture = try fixture(
            #"["c.png"]"#, "return float4(a.sample(nearest, in.uv).rgb, 1.0);", files: ["c.png": Self.corners])
        let image = try fixture.load().draw(size: PixelSize(2, 2))
        #expect(image.pixel(x: 0, y: 0) == SIMD4(255, 0, 0, 255))
        #expect(image.pixel(x: 0, y: 1) == SIMD4(0, 0, 255, 255))
    }

    @Test func texturesAreBoundInTheirOrderWhateverStandsBetween() throws {
        let fixture = try fixture(
            #"["dot", "x/brown.txt", "audioLevels", "c.png", "./dot.png"]"#,
            """
            float3 size = float3(a.get_width(), b.get_width(), c.get_width()) / 255.0;
            return float4(in.position.x < 1.0 ? size : in.position.x < 2.0 ? a.read(uint2(3, 3)).rgb : c.read(uint2(0)).rgb,
                          1.0);
            """,
            files: ["c.png": Self.corners, "x/brown.txt": Self.brown, "dot.png": Self.dot])
        let image = try fixture.load().draw()
        // "dot" is no path and so no place; a JPEG is known by its content.
        #expect(image.pixel(x: 0, y: 0) == SIMD4(1, 2, 16, 255))
        #expect(image.pixel(x: 1, y: 0) == SIMD4(50, 100, 200, 255))
        #expect(image.pixel(x: 2, y: 0) == SIMD4(30, 20, 10, 255))
        #expect(fixture.faults == ["manifest.input-unknown"])
    }

    @Test func whatCannotBeReadIsEmptyAndKeepsItsPlace() throws {
        let fixture = try fixture(
            #"["broken.png", "missing.png", "dot.png"]"#,
            """
            float4 nothing = a.sample(nearest, float2(0.5)) + b.read(uint2(0)) + b.sample(nearest, float2(2.0, -1.0));
            float size = float(a.get_width() + a.get_height() + b.get_width() + b.get_height());
            return float4(c.read(uint2(0)).rgb + nothing.rgb + nothing.a + size, 1.0);
            """,
            files: ["broken.png": Self.corners?.dropLast(30), "dot.png": Self.dot])
        let image = try fixture.load().draw()
        #expect(image.pixel(x: 0, y: 0) == SIMD4(30, 20, 10, 255))
        #expect(fixture.faults == ["manifest.texture-missing", "effect.texture-broken"])
        #expect(fixture.diagnostics.allSatisfy { $0.severity != .error && $0.hint?.isEmpty == false })
        #expect(
            fixture.diagnostics.first { $0.code == "effect.texture-broken" }?.path
                == "theme.layers[0].shaders[0].inputs[0]")
    }

    @Test(
        arguments: [
            ("gif.png", Data("GIF89a, and no more".utf8), "effect.texture-format"),
            ("wide.png", corners.map { wide($0) }, "effect.texture-side"),
            ("cut.jpg", brown?.dropLast(20), "effect.texture-broken"),
            ("empty.png", Data(), "manifest.texture-size"),
        ] as [(String, Data?, String)])
    func everyFaultHasItsCode(name: String, file: Data?, code: String) throws {
        let fixture = try fixture(
            "[\"\(name)\"]", "return float4(float(a.get_width()), 0.0, 0.0, 1.0);", files: [name: file])
        let image = try fixture.load().draw()
        #expect(image.pixel(x: 0, y: 0) == SIMD4(0, 0, 0, 255))
        #expect(fixture.faults == [code])
        #expect(fixture.diagnostics.first { $0.code == code }?.severity == .warning)
    }

    /// A PNG whose header says 4097 pixels; its check sum is of Python's `zlib.crc32`.
    private static func wide(_ file: Data) -> Data {
        var file = file
        file.replaceSubrange(16..<33, with: [0, 0, 16, 1, 0, 0, 0, 2, 8, 6, 0, 0, 0] + wideChecksum)
        return file
    }
    private static let wideChecksum: [UInt8] = [0x37, 0x77, 0x72, 0xEC]

    /// Every option of a sampler, and everything that chooses a mip level, on a picture of two by two.
    @Test(
        arguments: [
            ("filter::nearest, address::repeat", "s, float2(1.25, 0.25)", [255, 0, 0]),
            ("filter::nearest, address::mirrored_repeat", "s, float2(1.25, 0.25)", [0, 255, 0]),
            ("filter::nearest, address::clamp_to_edge", "s, float2(7.0, 0.25)", [0, 255, 0]),
            ("filter::nearest, address::clamp_to_zero", "s, float2(7.0, 0.25)", [0, 0, 0]),
            (
                "filter::nearest, address::clamp_to_border, border_color::opaque_white", "s, float2(7.0, 0.25)",
                [255, 255, 255]
            ),
            ("filter::nearest, s_address::clamp_to_edge, t_address::repeat", "s, float2(7.0, 1.75)", [255, 255, 255]),
            ("coord::pixel, filter::nearest", "s, float2(0.5, 1.5)", [0, 0, 255]),
            ("filter::linear", "s, float2(0.5, 0.25)", [128, 128, 0]),
            (
                "filter::linear, mip_filter::linear, lod_clamp(0.0, 4.0), max_anisotropy(4)", "s, float2(0.5, 0.25)",
                [128, 128, 0]
            ),
            ("mag_filter::linear, min_filter::nearest, mip_filter::nearest", "s, float2(0.25, 0.5)", [128, 0, 128]),
            ("filter::nearest", "s, float2(0.25, 0.25), level(3.0)", [255, 0, 0]),
            ("filter::nearest", "s, float2(0.25, 0.25), bias(1.0)", [255, 0, 0]),
            ("filter::nearest", "s, float2(0.25, 0.25), gradient2d(float2(1.0), float2(1.0))", [255, 0, 0]),
            ("filter::nearest", "s, float2(0.25, 0.25), int2(1, 0)", [0, 255, 0]),
            ("filter::nearest", "s, float2(0.25, 0.25), level(0.0), int2(0, 1)", [0, 0, 255]),
        ] as [(String, String, [UInt8])])
    func samplers(options: String, arguments: String, wanted: [UInt8]) throws {
        let fixture = try fixture(
            #"["c.png"]"#, "constexpr sampler s(\(options)); return float4(a.sample(\(arguments)).rgb, 1.0);",
            files: ["c.png": Self.corners])
        let image = try fixture.load().draw()
        #expect(image.pixel(x: 0, y: 0) == SIMD4(wanted[2], wanted[1], wanted[0], 255), "\(fixture.diagnostics)")
    }

    @Test func originalAndSourceVideoAreWhatTheMomentGives() throws {
        let body = "return in.position.x < 2.0 ? original.read(uint2(1, 0)) : video.read(uint2(2, 1));"
        let original = try #require(PixelBuffer(width: 4, height: 2, bytes: (0..<32).map { $0 % 4 == 3 ? 255 : $0 }))
        let video = try #require(PixelBuffer(width: 4, height: 2, bytes: (0..<32).map { $0 % 4 == 3 ? 255 : 99 + $0 }))
        let both = try fixture(#"["sourceVideo", "original"]"#, body)
        let effect = both.load()
        #expect(effect?.readsOriginal == true && effect?.readsSourceVideo == true)
        let image = try effect.draw(original: original, sourceVideo: video)
        #expect(image.pixel(x: 0, y: 0) == SIMD4(4, 5, 6, 255))
        #expect(image.pixel(x: 3, y: 1) == SIMD4(123, 124, 125, 255))
        #expect(both.faults.isEmpty)
        // A moment without them, or a pass that does not list them: size 0, zeros.
        #expect(try effect.draw() == PixelBuffer(width: 4, height: 2))
        let neither = try fixture("[]", body)
        let blind = neither.load()
        #expect(blind?.readsOriginal == false && blind?.readsSourceVideo == false)
        #expect(try blind.draw(original: original, sourceVideo: video) == PixelBuffer(width: 4, height: 2))
        #expect(neither.faults == ["effect.unbound-texture", "effect.unbound-texture"])
        // Listed and not read: nobody need prepare them.
        let unread = try fixture(#"["sourceVideo", "original", "c.png"]"#, "return 1.0;", files: ["c.png": Self.dot])
        let lazy = unread.load()
        #expect(lazy?.readsOriginal == false && lazy?.readsSourceVideo == false)
        #expect(unread.faults.isEmpty)
        #expect(unread.diagnostics.count { $0.code == "effect.unread-input" } == 3)
    }

    @Test func everyPassSeesTheSamePicturesAndItsOwnTextures() throws {
        let first =
            "fragment float4 fragment_a(VertexOut in [[stage_in]], texture2d<float> t [[texture(4)]]) "
            + "{ return t.read(uint2(0)); }"
        let second = """
            fragment float4 fragment_b(VertexOut in [[stage_in]], texture2d<float> previous [[texture(0)]],
                                       texture2d<float> original [[texture(1)]], texture2d<float> t [[texture(4)]]) {
                uint2 p = uint2(in.position.xy);
                return p.x == 0 ? previous.read(p) : p.x == 1 ? original.read(p) : t.read(uint2(0));
            }
            """
        let fixture = try EffectFixture(
            #"[{"path": "A.metal", "inputs": ["dot.png"]}, {"path": "B.metal", "inputs": ["c.png", "previous", "original"]}]"#,
            files: [
                "A.metal": Data(first.utf8), "B.metal": Data(second.utf8), "c.png": try #require(Self.corners),
                "dot.png": try #require(Self.dot),
            ])
        let below = try #require(PixelBuffer(width: 4, height: 2, bytes: (0..<32).map { $0 % 4 == 3 ? 255 : $0 }))
        let image = try fixture.load().draw(original: below)
        #expect(image.pixel(x: 0, y: 1) == SIMD4(30, 20, 10, 255))
        #expect(image.pixel(x: 1, y: 1) == SIMD4(20, 21, 22, 255))
        #expect(image.pixel(x: 2, y: 1) == SIMD4(0, 0, 255, 255))
    }

    @Test func anUnboundTextureSaysHowToBindIt() throws {
        let none = try fixture("[]", "return a.read(uint2(0));")
        _ = none.load()
        #expect(none.diagnostics.map(\.code) == ["effect.unbound-texture"])
        #expect(none.diagnostics.first?.hint?.contains("Textures/noise.png") == true)
        let one = try fixture(#"["c.png"]"#, "return a.read(uint2(0)) + c.read(uint2(0));", files: ["c.png": Self.dot])
        _ = one.load()
        #expect(one.faults == ["effect.unbound-texture"])
        #expect(one.diagnostics.first { $0.code == "effect.unbound-texture" }?.hint?.contains("index 4") == true)
    }

    @Test func oneContentIsDecodedOnce() throws {
        let store = TextureStore()
        func base(_ effect: Effect?) throws -> PixelBuffer { try effect.draw(size: PixelSize(2, 2)) }
        let files = ["c.png": Self.corners, "copy.png": Self.corners]
        let body = "return a.read(uint2(in.position.xy));"
        let first = try fixture(#"["c.png"]"#, body, files: files).load(SceneTextures(store))
        let second = try fixture(#"["copy.png"]"#, body, files: files).load(SceneTextures(store))
        #expect(try base(first) == base(second))
        #expect(store.count == 1)
        // A file that is replaced is another texture.
        let third = try fixture(#"["c.png"]"#, body, files: ["c.png": Self.dot]).load(SceneTextures(store))
        #expect(try base(third).pixel(x: 0, y: 0) == SIMD4(30, 20, 10, 255))
        #expect(store.count == 2)
    }
}

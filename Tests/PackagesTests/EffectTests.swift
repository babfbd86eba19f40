import Diagnostics
import Packages
import Testing

struct EffectTests {
    private static let bars = #"{"path": "Shaders/Bars.metal"}"#

    private func effect(_ parameters: String, _ prepare: (PackageFixture) throws -> Void = { _ in }) throws -> (
        EffectParameters?, LoadResult
    ) {
        let fixture = try PackageFixture.layers("[{\"kind\": \"effect\", \(parameters)}]")
        try prepare(fixture)
        let result = fixture.load()
        guard case .theme(let theme)? = result.package, case .effect(let effect)? = theme.layers.first?.kind else {
            #expect(result.package != nil)
            return (nil, result)
        }
        return (effect, result)
    }

    @Test("one to four passes", arguments: 0...5)
    func passes(count: Int) throws {
        let passes = [String](repeating: Self.bars, count: count).joined(separator: ", ")
        let (effect, result) = try effect("\"shaders\": [\(passes)]")
        #expect(effect?.passes.count == ((1...4).contains(count) ? count : nil))
        #expect(result.codes == (count == 0 ? ["manifest.shaders"] : count == 5 ? ["manifest.too-many-passes"] : []))
    }

    @Test(
        "what declines the layer",
        arguments: [
            (#""sensitivity": 1"#, "manifest.shaders"), (#""shaders": {}"#, "manifest.shaders"),
            (#""shaders": [\#(bars), "x"]"#, "manifest.pass-not-object"), (#""shaders": [{}]"#, "manifest.shader-path"),
            (#""shaders": [{"path": ""}]"#, "manifest.shader-path"),
            (#""shaders": [{"path": 3}]"#, "manifest.shader-path"),
            (#""shaders": [{"path": "Shaders/Missing.metal"}]"#, "manifest.shader-missing"),
            (#""shaders": [{"path": "Shaders\\Bars.metal"}]"#, "manifest.shader-missing"),
            (#""shaders": [{"path": "/Shaders/Bars.metal"}]"#, "manifest.shader-outside"),
            (#""shaders": [{"path": "Shaders/../Shaders/Bars.metal"}]"#, "manifest.shader-outside"),
            (#""shaders": [{"path": "../Theme/Shaders/Bars.metal"}]"#, "manifest.shader-outside"),
            (#""shaders": [{"path": "Shaders/Bars.metallib"}]"#, "manifest.shader-metallib"),
            (#""shaders": [{"path": "Shaders/Bars.glsl"}]"#, "manifest.shader-extension"),
            (#""shaders": [{"path": "Shaders/Bars"}]"#, "manifest.shader-extension"),
            (#""shaders": [{"path": ".metal"}]"#, "manifest.shader-extension"),
            (#""shaders": [{"path": "Shaders"}]"#, "manifest.shader-extension"),
            (#""shaders": [{"path": "Folder.metal"}]"#, "manifest.shader-not-a-file"),
            (#""shaders": [{"path": "Empty.metal"}]"#, "manifest.shader-size"),
            (#""shaders": [{"path": "Large.metal"}]"#, "manifest.shader-size"),
            (#""shaders": [{"path": "Binary.metal"}]"#, "manifest.shader-encoding"),
            (#""shaders": [{"path": "Outside.metal"}]"#, "manifest.shader-outside"),
            (#""shaders": [{"path": "Beside.metal"}]"#, "manifest.shader-outside"),
            (#""shaders": [{"path": "Dangling.metal"}]"#, "manifest.shader-missing"),
            (#""shaders": [{"path": "Circle.metal"}]"#, "manifest.shader-unreadable"),
            (#""shaders": [{"path": "Zero.metal"}]"#, "manifest.shader-not-a-file"),
        ])
    func declined(parameters: String, code: String) throws {
        let (effect, result) = try effect(parameters) { fixture in
            try fixture.folder("p/Theme/Folder.metal")
            try fixture.write("p/Theme/Empty.metal", "")
            try fixture.write("p/Theme/Large.metal", [UInt8](repeating: 0x20, count: 512 * 1024 + 1))
            try fixture.write("p/Theme/Binary.metal", [0x4D, 0x54, 0x4C, 0x42, 0xFF])
            try fixture.write("outside.metal", "x")
            try fixture.write("p/ThemeBeside/x.metal", "x")
            try fixture.link("p/Theme/Outside.metal", to: "../../outside.metal")
            try fixture.link("p/Theme/Beside.metal", to: "../ThemeBeside/x.metal")
            try fixture.link("p/Theme/Dangling.metal", to: "nowhere.metal")
            try fixture.link("p/Theme/Circle.metal", to: "Circle.metal")
            try fixture.link("p/Theme/Zero.metal", to: "/dev/zero")
        }
        #expect(effect == nil)
        #expect(result.errors == [code])
        #expect(result.diagnostics.allSatisfy { $0.hint?.isEmpty == false && $0.path != nil })
    }

    @Test("sizes at the limits, and links that stay inside, are fine")
    func accepted() throws {
        let (effect, result) = try effect(
            #""shaders": [{"path": "One.metal"}, {"path": "./Most.metal"}, {"path": "Link.metal"}, {"path": "Ünï/É.metal"}]"#
        ) { fixture in
            try fixture.write("p/Theme/One.metal", "x")
            try fixture.write("p/Theme/Most.metal", [UInt8](repeating: 0x20, count: 512 * 1024))
            try fixture.link("p/Theme/Link.metal", to: "Shaders/Bars.metal")
            // The names composed in the other way than in the manifest.
            try fixture.write("p/Theme/U\u{308}ni\u{308}/E\u{301}.metal", "x")
        }
        #expect(result.diagnostics.isEmpty)
        #expect(effect?.passes.map(\.source.bytes.count) == [1, 524_288, 8, 1])
        #expect(effect?.passes.map(\.entryPoint) == ["fragment_one", "fragment_most", "fragment_link", "fragment_é"])
    }

    @Test("bytes that are not UTF-8 are pointed at in the shader")
    func encoding() throws {
        let (_, result) = try effect(#""shaders": [{"path": "B.metal"}]"#) { fixture in
            try fixture.write("p/Theme/B.metal", Array("a\nbc".utf8) + [0xC0])
        }
        #expect(result.diagnostics.first?.file?.hasSuffix("/p/Theme/B.metal") == true)
        #expect(result.diagnostics.first?.location == SourceLocation(line: 2, column: 3))
    }

    @Test("every bad pass is reported, and the layer declined once")
    func allPasses() throws {
        let (effect, result) = try effect(#""shaders": [{"path": "a.metal"}, \#(Self.bars), {"path": 1}]"#)
        #expect(effect == nil)
        #expect(result.errors == ["manifest.shader-missing", "manifest.shader-path"])
        #expect(
            result.diagnostics.map(\.path) == ["theme.layers[0].shaders[0].path", "theme.layers[0].shaders[2].path"])
    }

    @Test(
        "sensitivity",
        arguments: [
            ("0", 0, true), ("10", 10, true), ("2.5", 2.5, true), ("-1", 0, false), ("11", 10, false),
            ("1e300", 10, false),
            ("\"2\"", 1, false), ("null", 1, false), ("true", 1, false),
        ] as [(String, Float, Bool)])
    func sensitivity(text: String, value: Float, isSilent: Bool) throws {
        let (effect, result) = try effect("\"sensitivity\": \(text), \"shaders\": [\(Self.bars)]")
        #expect(effect?.sensitivity == value)
        #expect(result.codes == (isSilent ? [] : ["manifest.sensitivity"]))
        #expect(result.errors.isEmpty)
    }

    @Test(
        "params and inputs that are none are ignored with a warning",
        arguments: [
            (#""params": [1]"#, SIMD4(0, 0, 0, 0), [], ["manifest.params"]),
            (#""params": {"x": "1", "y": 2, "w": -1e-3}"#, SIMD4(0, 2, 0, -0.001), [], ["manifest.params"]),
            (#""params": {"x": 1e300}"#, SIMD4(.infinity, 0, 0, 0), [], ["manifest.params"]),
            (#""params": {"X": 1}"#, SIMD4(0, 0, 0, 0), [], ["manifest.unknown-key"]),
            (#""inputs": "audioLevels""#, SIMD4(0, 0, 0, 0), [], ["manifest.inputs"]),
            (
                #""inputs": ["audioLevels", 1, "audiolevels", "audioLevels"]"#, SIMD4(0, 0, 0, 0), [.audioLevels],
                ["manifest.inputs", "manifest.input-unknown"]
            ),
            (
                #""inputs": ["previous", "original", "sourceVideo"]"#, SIMD4(0, 0, 0, 0),
                [.previous, .original, .sourceVideo],
                ["manifest.input-unbound", "manifest.input-not-on-phone", "manifest.input-not-on-phone"]
            ),
        ] as [(String, SIMD4<Float>, [PassInput], [String])])
    func ignored(text: String, params: SIMD4<Float>, inputs: [PassInput], codes: [String]) throws {
        let (effect, result) = try effect(#""shaders": [{"path": "Shaders/Bars.metal", \#(text)}]"#)
        #expect(effect?.passes.first?.params == params)
        #expect(effect?.passes.first?.inputs == inputs)
        #expect(result.codes == codes)
        #expect(result.errors.isEmpty)
    }

    @Test("a file named thousands of times is read once")
    func shared() throws {
        let layer = "{\"kind\": \"effect\", \"shaders\": [\(Self.bars), \(Self.bars)]}"
        let fixture = try PackageFixture.layers(
            "[" + [String](repeating: layer, count: 2000).joined(separator: ",") + "]")
        let texts = (fixture.theme()?.layers ?? []).compactMap { layer in
            if case .effect(let effect) = layer.kind { effect.passes.map { ObjectIdentifier($0.source) } } else { nil }
        }
        #expect(texts.count == 2000)
        #expect(Set(texts.joined()).count == 1)
    }
}

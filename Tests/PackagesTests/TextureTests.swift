import Packages
import Testing

struct TextureTests {
    private func pass(_ inputs: String, _ prepare: (PackageFixture) throws -> Void = { _ in }) throws -> (
        EffectPass?, LoadResult, PackageFixture
    ) {
        let fixture = try PackageFixture.layers(
            "[{\"kind\": \"effect\", \"shaders\": [{\"path\": \"Shaders/Bars.metal\", \"inputs\": \(inputs)}]}]")
        try prepare(fixture)
        let result = fixture.load()
        guard case .theme(let theme)? = result.package, case .effect(let effect)? = theme.layers.first?.kind else {
            return (nil, result, fixture)
        }
        return (effect.passes.first, result, fixture)
    }

    private func faults(_ result: LoadResult) -> [String] {
        result.diagnostics.filter { $0.severity > .note }.map(\.code)
    }

    @Test("paths are textures, in their order, beside the named inputs")
    func order() throws {
        let (pass, result, fixture) = try pass(
            #"["Textures/b.png", "audioLevels", "a.jpeg", "previous", "Textures/b.png", "./plain"]"#
        ) { fixture in
            for name in ["Textures/b.png", "a.jpeg", "plain"] { try fixture.write("p/Theme/" + name, "x") }
        }
        #expect(pass?.textures.map(\.name) == ["Textures/b.png", "a.jpeg", "Textures/b.png", "./plain"])
        #expect(pass?.textures.map { $0.file?.hasSuffix("/p/Theme/a.jpeg") } == [false, true, false, false])
        #expect(pass?.inputs == [.audioLevels, .previous])
        #expect(faults(result).isEmpty)
        let bytes = try withExtendedLifetime(fixture) { try pass?.textures.first?.read() }
        #expect(bytes == Array("x".utf8))
    }

    @Test(
        "what cannot be a texture is a warning, and keeps its place",
        arguments: [
            ("/Textures/a.png", "manifest.texture-outside"), ("../outside.png", "manifest.texture-outside"),
            ("Textures/../Textures/a.png", "manifest.texture-outside"), ("Outside.png", "manifest.texture-outside"),
            ("Beside.png", "manifest.texture-outside"), ("Folder/a.png", "manifest.texture-outside"),
            ("Missing.png", "manifest.texture-missing"), ("Textures\\\\a.png", "manifest.texture-missing"),
            ("Textures/a.png\\u0000", "manifest.texture-missing"), ("Dangling.png", "manifest.texture-missing"),
            ("Textures", "manifest.input-unknown"), ("Textures/", "manifest.texture-not-a-file"),
            (".", "manifest.texture-not-a-file"), ("Zero.png", "manifest.texture-not-a-file"),
            ("Circle.png", "manifest.texture-unreadable"), ("Empty.png", "manifest.texture-size"),
            ("Large.png", "manifest.texture-size"),
        ])
    func refused(name: String, code: String) throws {
        let (pass, result, _) = try pass("[\"\(name)\", \"Textures/a.png\"]") { fixture in
            try fixture.write("p/Theme/Textures/a.png", "x")
            try fixture.write("outside.png", "x")
            try fixture.write("p/ThemeBeside/x.png", "x")
            try fixture.folder("elsewhere")
            try fixture.write("elsewhere/a.png", "x")
            try fixture.link("p/Theme/Outside.png", to: "../../outside.png")
            try fixture.link("p/Theme/Beside.png", to: "../ThemeBeside/x.png")
            try fixture.link("p/Theme/Folder", to: "../../elsewhere")
            try fixture.link("p/Theme/Dangling.png", to: "nowhere.png")
            try fixture.link("p/Theme/Circle.png", to: "Circle.png")
            try fixture.link("p/Theme/Zero.png", to: "/dev/zero")
            try fixture.write("p/Theme/Empty.png", "")
            if name == "Large.png" {
                try fixture.write("p/Theme/Large.png", [UInt8](repeating: 1, count: 10_000_001))
            }
        }
        #expect(faults(result) == [code])
        #expect(result.errors.isEmpty)
        #expect(
            result.diagnostics.allSatisfy {
                $0.hint?.isEmpty == false && $0.path?.hasSuffix("inputs[0]") == true || $0.severity == .note
            })
        let isPath = code != "manifest.input-unknown"
        #expect(pass?.textures.count == (isPath ? 2 : 1))
        #expect(pass?.textures.last?.file != nil)
        if isPath { #expect(pass?.textures.first?.file == nil) }
    }

    @Test("10 MB are fine, and links that stay inside")
    func accepted() throws {
        let (pass, result, fixture) = try pass(#"["Most.png", "Link.png", "Ünï/É.png"]"#) { fixture in
            try fixture.write("p/Theme/Most.png", [UInt8](repeating: 1, count: 10_000_000))
            try fixture.write("p/Theme/Textures/a.png", "x")
            try fixture.link("p/Theme/Link.png", to: "Textures/a.png")
            try fixture.write("p/Theme/U\u{308}ni\u{308}/E\u{301}.png", "x")
        }
        #expect(faults(result).isEmpty)
        #expect(pass?.textures.count { $0.file != nil } == 3)
        #expect(pass?.textures[1].file?.hasSuffix("/Textures/a.png") == true)
        let bytes = try withExtendedLifetime(fixture) { try pass?.textures[0].read() }
        #expect(bytes?.count == 10_000_000)
    }

    @Test("a phone shows none of them, which is noted once a pass")
    func notes() throws {
        let (_, result, _) = try pass(#"["a.png", "a.png", "original", "sourceVideo", "audioLevels"]"#) { fixture in
            try fixture.write("p/Theme/a.png", "x")
        }
        #expect(result.codes == [String](repeating: "manifest.input-not-on-phone", count: 3))
        #expect(result.diagnostics.allSatisfy { $0.severity == .note })
    }

    @Test("a pass binds at most 124 textures")
    func tooMany() throws {
        let names = [String](repeating: "\"a.png\"", count: 50_000).joined(separator: ", ")
        let (pass, result, _) = try pass("[\(names)]") { try $0.write("p/Theme/a.png", "x") }
        #expect(pass?.textures.count == 124)
        #expect(faults(result) == ["manifest.too-many-textures"])
    }

    @Test("a file that is gone or has grown is said when it is read")
    func vanished() throws {
        let fixture = try PackageFixture.layers(
            #"[{"kind": "effect", "shaders": [{"path": "Shaders/Bars.metal", "inputs": ["a.png"]}]}]"#)
        try fixture.write("p/Theme/a.png", "x")
        let theme = fixture.theme()
        guard case .effect(let effect)? = theme?.layers.first?.kind, let texture = effect.passes.first?.textures.first
        else {
            Issue.record("no texture")
            return
        }
        try fixture.write("p/Theme/a.png", [UInt8](repeating: 1, count: 10_000_001))
        #expect(throws: PackageFileFailure.self) { try texture.read() }
        try fixture.remove("p/Theme/a.png")
        #expect(throws: PackageFileFailure.self) { try texture.read() }
        try fixture.link("p/Theme/a.png", to: "/etc/passwd")
        #expect(throws: PackageFileFailure.self) { try texture.read() }
    }
}

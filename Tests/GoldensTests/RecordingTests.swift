import Diagnostics
import Goldens
import Testing

/// `recorded.json`, `frames.framehash`, and the files of a tree.
@Suite struct RecordingTests {
    private typealias Layer = RecordedFacts.Layer

    private func frame(_ layers: [Layer], scene: String = "a.theme") -> RecordedFacts.Frame {
        RecordedFacts.Frame(frame: 7, scene: scene, layers: layers)
    }

    private let facts = RecordedFacts(
        versions: [.init(name: "ambient", version: "0.1.0"), .init(name: "Pango", version: "1.50")],
        fonts: [.init(name: "Inter", hash: "aa"), .init(name: "Noto \"Sans\"", hash: "bb")],
        frames: [
            .init(
                frame: 3, scene: "a.theme",
                layers: [
                    Layer(name: "background", hash: "11"), Layer(name: "effect", passes: ["22", "33"], hash: "44"),
                ])
        ], reason: "a better font")

    @Test func factsReadBackAsWritten() throws {
        #expect(RecordedFacts(SourceText(name: "recorded.json", text: facts.text)) == facts)
        let bare = RecordedFacts(versions: [], fonts: [], frames: [])
        #expect(RecordedFacts(SourceText(name: "recorded.json", text: bare.text)) == bare)
    }

    @Test func recordingsWithoutLayersAreUnderstood() throws {
        let old = #"{"fonts" : [{"name" : "Inter", "sha256" : "aa"}], "versions" : {"ambient" : "0.1.0"}}"#
        let read = try #require(RecordedFacts(SourceText(name: "recorded.json", text: old)))
        #expect(read.frames.isEmpty && read.fonts.map(\.hash) == ["aa"])
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"versions": {"a": 1}, "fonts": []}"#, #"{"versions": {}, "fonts": [{}]}"#,
        #"{"versions": {}, "fonts": [], "frames": [{"frame": 1e99, "scene": "a", "layers": []}]}"#,
        #"{"versions": {}, "fonts": [], "frames": [{"frame": 1, "scene": "a", "layers": [{}]}]}"#,
    ]) func damagedFactsAreNone(text: String) {
        #expect(RecordedFacts(SourceText(name: "recorded.json", text: text)) == nil)
    }

    @Test func otherVersionsAndFontsAreNamed() {
        var now = facts
        #expect(facts.changes(to: now).isEmpty)
        now.versions[1].version = "1.52"
        now.fonts[0].hash = "cc"
        #expect(
            facts.changes(to: now) == [
                "Pango is 1.52, recorded with 1.50", "other font files than recorded: Inter",
            ])
    }

    @Test func theFirstLayerThatDiffersIsFound() throws {
        let old = frame([
            Layer(name: "background", hash: "1"), Layer(name: "effect", passes: ["p", "q"], hash: "2"),
            Layer(name: "clock", hash: "3"),
        ])
        let passes = ["effect": 3]
        func difference(_ now: RecordedFacts.Frame) -> LayerDifference? {
            LayerDifference(recorded: old, now: now) { passes[$0] ?? 0 }
        }
        #expect(difference(old) == nil)
        var now = old
        now.layers[2].hash = "x"
        #expect(difference(now)?.layer == "clock")
        #expect(difference(now)?.pass == nil)
        // The last pass is seen in the frame only.
        now.layers[1].hash = "x"
        #expect(difference(now)?.layer == "effect")
        #expect(difference(now)?.pass == 2)
        now.layers[1].passes = ["p", "y"]
        #expect(difference(now)?.pass == 1)
        now.layers[1].passes = ["z", "y"]
        #expect(difference(now)?.pass == 0)
        now.layers[0].hash = "x"
        #expect(difference(now)?.layer == "background")
        now.scene = "b.theme"
        #expect(difference(now)?.kind == .otherScene)
    }

    @Test func layersThatCameOrWentAreNamed() {
        let old = frame([Layer(name: "background", hash: "1"), Layer(name: "clock", hash: "2")])
        let more = frame([
            Layer(name: "background", hash: "1"), Layer(name: "effect", hash: "5"), Layer(name: "clock", hash: "6"),
        ])
        let grown = LayerDifference(recorded: old, now: more) { _ in 1 }
        #expect(grown?.kind == .added && grown?.layer == "effect")
        let shrunk = LayerDifference(recorded: more, now: old) { _ in 1 }
        #expect(shrunk?.kind == .removed && shrunk?.layer == "effect")
        let cut = LayerDifference(recorded: old, now: frame([Layer(name: "background", hash: "1")])) { _ in 1 }
        #expect(cut?.kind == .removed && cut?.layer == "clock")
    }

    @Test func hashesAreReadFromFFmpegsLayout() throws {
        // As `ffmpeg -f framehash` writes it.
        let hash = String(repeating: "ab", count: 32)
        let text = """
            #format: frame checksums
            #version: 2
            #hash: SHA256
            #tb 0: 1/30
            #dimensions 0: 64x36
            #stream#, dts,        pts, duration,     size, hash
            0,          0,          0,        1,     9216, \(hash)

            """
        let read = try #require(RecordedHashes(text))
        #expect(read.hashes == [hash] && read.fact("dimensions 0") == "64x36" && read.fact("sar 0") == nil)
        #expect(RecordedHashes("0, 0, 0, 1, 9216, abc\n") == nil)
    }

    @Test func filesThatNoCaseUsesAreFound() throws {
        let text = #"{"scene": "s", "frames": "0-4", "mask": ["m.png"]}"#
        let golden = try #require(parseGoldenCase(name: "one", SourceText(name: "case.json", text: text)).0)
        let tree = GoldenTree(files: [
            "one/recorded.json", "one/case.json", "one/frames.framehash", "one/frame-00000.png", "one/frame-00004.png",
            "one/m.png", "one/frame-00002.png", "one/old/frame-00000.png", "stray.txt", "empty/frame-00000.png",
            "empty/recorded.json", "broken/case.json", "broken/frame-00099.png", ".hidden", "deep/er/case.json",
        ])
        #expect(tree.caseNames == ["broken", "one"])
        #expect(
            tree.obsolete(cases: [golden]) == [
                "deep/", "empty/", "one/frame-00002.png", "one/old/frame-00000.png", "stray.txt",
            ])
    }

    @Test(arguments: [
        ("frame-00000.png", true), ("frame-123456.png", true), ("frame-0.png", false), ("frame.png", false),
    ])
    func picturesAreKnownByName(name: String, isPicture: Bool) { #expect(GoldenFile.isPicture(name) == isPicture) }
}

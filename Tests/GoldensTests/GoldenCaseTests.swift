import Diagnostics
import FrameCore
import Goldens
import Testing

/// `case.json`: what may stand in it, and how each mistake is named.
@Suite struct GoldenCaseTests {
    private func parse(_ text: String) -> (golden: GoldenCase?, diagnostics: [Diagnostic]) {
        parseGoldenCase(name: "one", SourceText(name: "case.json", text: text))
    }

    private static let hash = String(repeating: "0a", count: 32)

    @Test func everyKeyIsRead() throws {
        let text = """
            { "scene": "SamplePackages/a", "options": ["--size", "320x180"], "frames": "3-5",
              "tolerance": { "maxDelta": 2, "maxPixels": "0.5%" }, "mask": ["clock", "0,1,20,30", "masks/a.png"],
              "accept": [{ "hash": "\(Self.hash)", "reason": "other fonts", "date": "2024-02-29" }],
              "knownFailure": "waits for a font" }
            """
        let (golden, diagnostics) = parse(text)
        #expect(diagnostics.isEmpty)
        let one = try #require(golden)
        #expect(one.name == "one" && one.subject.word == "SamplePackages/a" && one.subject.key == "scene")
        #expect(one.options == ["--size", "320x180"] && one.frames == [3, 4, 5] && one.pictureFrames == [3, 4, 5])
        #expect(one.tolerance?.maxDelta == 2 && one.tolerance?.maxPixels == .share(0.005))
        #expect(
            one.masks.map(\.value) == [
                .layer("clock"), .rectangle(PixelRectangle(x: 0, y: 1, width: 20, height: 30)), .picture("masks/a.png"),
            ])
        #expect(one.accepted == [.init(hash: Self.hash, reason: "other fonts", date: "2024-02-29")])
        #expect(one.knownFailure == "waits for a font")
    }

    @Test func anExactCaseKeepsTheFirstAndTheLastPicture() throws {
        let list = try #require(parse(#"{"scenario": "a.yaml", "frames": [0, 5, 7]}"#).golden)
        #expect(list.frames == [0, 5, 7] && list.pictureFrames == [0, 7] && list.subject.key == "scenario")
        let single = try #require(parse(#"{"scene": "a", "frames": "9"}"#).golden)
        #expect(single.frames == [9] && single.pictureFrames == [9] && single.tolerance == nil)
    }

    @Test(arguments: [
        (#"{"scene": "a", "frames": "0-1", "tolerence": {}}"#, "golden.unknown-key", 1, 33, "tolerance"),
        (#"{"scene": "a", "frames": "0-1", "record": "all"}"#, "golden.unknown-key", 1, 33, "keys are"),
        (#"{"frames": "0-1"}"#, "golden.missing-key", 1, 1, "scenario"),
        (#"{"scene": "a", "scenario": "b", "frames": "0-1"}"#, "golden.scene-and-scenario", 1, 28, "keep one"),
        (#"{"scene": "a"}"#, "golden.missing-key", 1, 1, "frames"),
        (#"{"scene": "a", "frames": "5-3"}"#, "golden.bad-value", 1, 26, "0-29"),
        (#"{"scene": "a", "frames": "-3"}"#, "golden.bad-value", 1, 26, "0-29"),
        (#"{"scene": "a", "frames": "0-99999999999999999999"}"#, "golden.bad-value", 1, 26, "0-29"),
        (#"{"scene": "a", "frames": "0-1999999999"}"#, "golden.too-many-frames", 1, 26, "fewer"),
        (#"{"scene": "a", "frames": 7}"#, "golden.bad-value", 1, 26, "0-29"),
        (#"{"scene": "a", "frames": []}"#, "golden.bad-value", 1, 26, "0-29"),
        (#"{"scene": "a", "frames": [0, "5"]}"#, "golden.bad-value", 1, 30, "for example 1"),
        (#"{"scene": "a", "frames": [0, -5]}"#, "golden.bad-value", 1, 30, "for example 1"),
        (#"{"scene": "a", "frames": [1e300]}"#, "golden.bad-value", 1, 27, "for example 0"),
        (#"{"scene": "a", "frames": [0.5]}"#, "golden.bad-value", 1, 27, "for example 0"),
        (#"{"scene": "a", "frames": [3, 3]}"#, "golden.bad-value", 1, 30, "ascending"),
        (#"{"scene": "", "frames": "0"}"#, "golden.bad-value", 1, 11, "example"),
        (#"{"scene": 1, "frames": "0"}"#, "golden.bad-value", 1, 11, "example"),
        (#"{"scene": "a", "frames": "0", "options": "--size"}"#, "golden.bad-value", 1, 42, "320x180"),
        (#"{"scene": "a", "frames": "0", "options": [1]}"#, "golden.bad-value", 1, 43, "--size"),
        (#"{"scene": "a", "frames": "0", "tolerance": 2}"#, "golden.bad-value", 1, 44, "maxDelta"),
        (#"{"scene": "a", "frames": "0", "tolerance": {}}"#, "golden.bad-value", 1, 44, "exact"),
        (#"{"scene": "a", "frames": "0", "tolerance": {"maxDelta": 256}}"#, "golden.bad-value", 1, 57, "0 to 255"),
        (#"{"scene": "a", "frames": "0", "tolerance": {"maxPixels": "101%"}}"#, "golden.bad-value", 1, 58, "0.1%"),
        (#"{"scene": "a", "frames": "0", "tolerance": {"maxPixels": "nan%"}}"#, "golden.bad-value", 1, 58, "0.1%"),
        (#"{"scene": "a", "frames": "0", "tolerance": {"maxPixels": -1}}"#, "golden.bad-value", 1, 58, "0.1%"),
        (#"{"scene": "a", "frames": "0-60", "tolerance": {"maxDelta": 1}}"#, "golden.too-many-frames", 1, 26, "60"),
        (#"{"scene": "a", "frames": "0", "mask": "clock"}"#, "golden.bad-value", 1, 39, "clock"),
        (#"{"scene": "a", "frames": "0", "mask": ["1,2,3"]}"#, "golden.bad-value", 1, 40, "x,y,w,h"),
        (#"{"scene": "a", "frames": "0", "mask": ["0,0,0,5"]}"#, "golden.bad-value", 1, 40, "x,y,w,h"),
        (#"{"scene": "a", "frames": "0", "mask": ["../a.png"]}"#, "golden.bad-value", 1, 40, "PNG"),
        (#"{"scene": "a", "frames": "0", "accept": [{"hash": "12"}]}"#, "golden.missing-key", 1, 42, "date"),
        (#"{"scene": "a", "frames": "0", "knownFailure": " "}"#, "golden.bad-value", 1, 47, "reason"),
        (#"["scene"]"#, "golden.bad-value", 1, 1, "scene"),
    ]) func aMistakeIsNamedWithItsPlace(text: String, code: String, line: Int, column: Int, hint: String) throws {
        let (golden, diagnostics) = parse(text)
        #expect(golden == nil)
        let first = try #require(diagnostics.first)
        #expect(first.code == code)
        #expect(first.hint?.contains(hint) == true, "\(first.hint ?? "")")
        #expect(first.location == SourceLocation(line: line, column: column))
    }

    @Test(arguments: [
        #"{"hash": "\#(String(repeating: "g", count: 64))", "reason": "r", "date": "2024-01-01"}"#,
        #"{"hash": "\#(hash)", "reason": "", "date": "2024-01-01"}"#,
        #"{"hash": "\#(hash)", "reason": "r", "date": "2023-02-29"}"#,
        #"{"hash": "\#(hash)", "reason": "r", "date": "24-01-01"}"#,
        #"{"hash": "\#(hash)", "reason": "r", "date": 20240101}"#,
    ]) func anAcceptanceNeedsAHashAReasonAndADay(entry: String) {
        let (golden, diagnostics) = parse(#"{"scene": "a", "frames": "0", "accept": [\#(entry)]}"#)
        #expect(golden == nil && diagnostics.map(\.code) == ["golden.bad-value"])
    }

    @Test func allMistakesAreListed() {
        let text = #"{"scen": "a", "frames": [], "tolerance": 1, "mask": [2], "options": {}}"#
        #expect(parse(text).diagnostics.count == 6)
    }

    @Test func syntaxErrorsAreThoseOfTheReader() {
        #expect(parse("").diagnostics.first?.code == "json.empty")
        #expect(parse(#"{"scene": "a", "scene": "b", "frames": "0"}"#).golden == nil)
        #expect(parse("{").golden == nil)
    }

    @Test(arguments: [
        "{\n  \"scene\": \"a\",\n  \"frames\": \"0-1\"\n}\n", #"{"scene":"a","frames":"0","accept":[]}"#,
        #"{"accept": [{"hash": "\#(hash)", "reason": "r", "date": "2024-01-01"} ], "scene": "a", "frames": "0"}"#,
    ]) func acceptingAddsToTheFileAndKeepsTheRest(text: String) throws {
        let new = GoldenCase.Acceptance(
            hash: String(repeating: "f", count: 64), reason: "a \"quoted\" reason", date: "2026-11-30")
        let before = try #require(parse(text).golden)
        let bytes = try #require(new.added(to: SourceText(name: "case.json", text: text)))
        let after = String(decoding: bytes, as: UTF8.self)
        let golden = try #require(parse(after).golden)
        #expect(golden.accepted == before.accepted + [new])
        // What was there still stands there, in its order.
        var rest = after[...]
        for piece in text.split(whereSeparator: { "[]{}\n ".contains($0) }) {
            let found = try #require(rest.firstRange(of: piece))
            rest = rest[found.upperBound...]
        }
    }
}

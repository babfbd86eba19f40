import Foundation
import Testing

/// `ambient golden check`: what changed, where, and why.
@Suite struct GoldenCheckTests {
    /// The line of the output that names a case.
    private func line(_ result: Program.Result, _ name: String = "one") -> String {
        result.text.split(separator: "\n").first { $0.contains(" \(name)") }.map(String.init) ?? ""
    }

    @Test func aChangedConstantIsNamedAndAccepted() throws {
        let place = try GoldenScratch()
        try place.makeCase()
        #expect(line(try place.golden("update", exits: 1)).hasPrefix("recorded one: new, 4 frames"))
        #expect(try place.golden("check", exits: 0).text == "1 passed, 0 failed\n")
        #expect(!place.exists(".build"))

        try place.setShaders(factor: "0.6")
        let failed = try place.golden("check", exits: 1)
        #expect(
            line(failed)
                == "FAIL one: 4 of 4 frames differ, the first is frame 0 (0 s); first to differ: layer effect, "
                + "pass 1 (Shaders/Second.metal)")
        #expect(failed.text.contains(#"ambient golden update one --reason "…""#))
        #expect(failed.text.hasSuffix("\n0 passed, 1 failed\n"))
        for file in ["triple.png", "report.html"] {
            #expect(failed.text.contains(".build/goldens/one/" + file))
            #expect(place.exists(".build/goldens/one/" + file))
        }

        #expect(line(try place.golden("update", "one", "--reason", "lighter", exits: 1)).contains("4 of 4 frames"))
        #expect(try place.text("Goldens/Frames/one/recorded.json").contains(#""reason": "lighter""#))
        try place.golden("check", exits: 0)
        #expect(!place.exists(".build/goldens/one"), "an old report is removed")
    }

    @Test func theFirstPassThatDiffersIsNamed() throws {
        let place = try GoldenScratch()
        try place.makeCase(frames: "[3, 5]")
        try place.golden("update", exits: 1)
        try place.setShaders(red: "0.5", factor: "0.6")
        let failed = try place.golden("check", exits: 1)
        #expect(line(failed).contains("2 of 2 frames differ, the first is frame 3 (0.1 s)"))
        #expect(line(failed).hasSuffix("layer effect, pass 0 (Shaders/First.metal)"))
        let object = try #require(
            JSONSerialization.jsonObject(with: place.golden("check", "--json", exits: 1).output) as? [String: Any])
        #expect(object["passed"] as? Int == 0 && object["failed"] as? Int == 1)
        let one = try #require((object["cases"] as? [[String: Any]])?.first)
        #expect(one["name"] as? String == "one" && one["ok"] as? Bool == false && one["firstFrame"] as? Int == 3)
        #expect(one["layer"] as? String == "effect" && one["pass"] as? Int == 0)
        #expect(one["report"] as? String == ".build/goldens/one/report.html")
    }

    @Test func layersAboveAreNamedWhenOnlyTheyDiffer() throws {
        let place = try GoldenScratch()
        try place.makeCase()
        try place.golden("update", exits: 1)
        try place.setClock("#FF0000")
        #expect(line(try place.golden("check", exits: 1)).hasSuffix("first to differ: layer clock"))
    }

    @Test func thePicturesShowTheChange() throws {
        let place = try GoldenScratch()
        try place.makeCase()
        try place.golden("update", exits: 1)
        try place.setShaders(red: "0.75")
        try place.golden("check", "--build", "out", exits: 1)
        let size = try Program.tool(
            "ffprobe",
            [
                "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0",
                place.folder.appendingPathComponent("out/one/triple.png").path,
            ])
        let sides = size.text.split { !$0.isNumber }.compactMap { Int($0) }
        try #require(sides.count == 2)
        // Three pictures of 64x36, beside or above each other.
        #expect(sides[0] >= 3 * 64 || sides[1] >= 3 * 36)
        let page = try place.text("out/one/report.html")
        #expect(page.hasPrefix("<!doctype html>") || page.hasPrefix("<!DOCTYPE html>"))
        let words = page.replacing(/<[^>]*>/, with: "")
        #expect(words.contains("layer effect, pass 0") && words.contains("ambient golden update one"))
    }

    @Test func aCheckNeverWritesIntoTheGoldens() throws {
        let place = try GoldenScratch()
        try place.makeCase("one")
        try place.makeCase("two", keys: #", "knownFailure": "later""#)
        try place.makeCase("three")
        try place.golden("update", "one", exits: 1)
        try place.setShaders(red: "0.5")
        try place.golden("update", "two", exits: 1)
        let before = try place.snapshot()
        try place.golden("check", "--junit", "results.xml", exits: 3)
        try place.golden("check", "one", exits: 1)
        try place.golden("list", exits: 0)
        #expect(try place.snapshot() == before)
        #expect(try place.text("results.xml").contains("<testsuite"))
    }

    @Test func aKnownFailureMustFail() throws {
        let place = try GoldenScratch()
        try place.makeCase()
        try place.golden("update", exits: 1)
        try place.makeCase(keys: #", "knownFailure": "waits for a font""#)
        let passes = try place.golden("check", exits: 1)
        #expect(line(passes).contains("it passes now: remove knownFailure"))
        #expect(passes.text.contains("waits for a font"))
        try place.setShaders(red: "0.5")
        let fails = try place.golden("check", exits: 0)
        #expect(line(fails).hasPrefix("ok   one: known failure: waits for a font"))
        #expect(fails.text.hasSuffix("1 passed, 0 failed\n"))
        // Recording would hide it.
        let before = try place.snapshot()
        try place.golden("update", exits: 0)
        try place.golden("update", "--record", "all", exits: 0)
        #expect(try place.snapshot() == before)
    }

    @Test func recordedPicturesAreHeldToTheirHashes() throws {
        let place = try GoldenScratch()
        try place.makeCase()
        try place.golden("update", exits: 1)
        let picture = place.folder.appendingPathComponent("Goldens/Frames/one/frame-00003.png")
        try FileManager.default.removeItem(at: picture)
        #expect(line(try place.golden("check", exits: 1)).contains("frame-00003.png is missing"))
        try place.write("no picture", to: "Goldens/Frames/one/frame-00003.png")
        #expect(line(try place.golden("check", exits: 1)).contains("frame-00003.png is missing or damaged"))
        try Data(contentsOf: URL(fileURLWithPath: Program.checkout.path + "/Docs/Pictures/sunny.png")).write(
            to: picture)
        #expect(line(try place.golden("check", exits: 1)).contains("frame-00003.png is not the frame"))
        try place.golden("update", exits: 1)
        try place.golden("check", exits: 0)
    }

    @Test func otherVersionsAreALikelyReason() throws {
        let place = try GoldenScratch()
        try place.makeCase()
        try place.golden("update", exits: 1)
        let facts = try place.text("Goldens/Frames/one/recorded.json")
        let range = try #require(facts.range(of: #""Pango": ""#))
        let old = facts[..<range.upperBound] + "0." + facts[range.upperBound...]
        try place.write(old, to: "Goldens/Frames/one/recorded.json")
        try place.golden("check", exits: 0)
        try place.setShaders(red: "0.5")
        let failed = try place.golden("check", exits: 1)
        #expect(failed.text.contains("a likely reason: Pango is "))
        #expect(failed.text.contains(", recorded with 0."))
    }

    // MARK: - Bad input

    @Test func whatCannotBeCheckedIsBadInput() throws {
        let place = try GoldenScratch()
        let nothing = try place.golden("check", exits: 3)
        #expect(nothing.error.contains("there is no folder 'Goldens/Frames'"))
        try place.write("", to: "Goldens/Frames/stray.txt")
        #expect(try place.golden("check", exits: 3).error.contains("there are no golden cases"))
        try place.makeCase("scene-one")
        let missing = try place.golden("check", exits: 3)
        #expect(line(missing, "scene-one") == "FAIL scene-one: it is not recorded")
        #expect(missing.text.contains("ambient golden update scene-one\n"))
        #expect(missing.text.hasSuffix("0 passed, 1 failed\n"))
        #expect(try place.golden("check", "scene-on", exits: 3).error.contains("did you mean scene-one?"))
        #expect(try place.golden("check", "x*", exits: 3).error.contains("no golden case 'x*'"))
        #expect(try place.golden("check", "--record", "all", exits: 2).error.contains("unknown option '--record'"))
        try place.golden("check", "--goldens", "elsewhere", exits: 3)
    }

    @Test func damagedRecordingsAreNamedAndMended() throws {
        let place = try GoldenScratch()
        try place.makeCase()
        try place.golden("update", exits: 1)
        let hashes = try place.text("Goldens/Frames/one/frames.framehash")
        try place.write(hashes.dropLast(20), to: "Goldens/Frames/one/frames.framehash")
        let cut = try place.golden("check", exits: 3)
        #expect(line(cut).contains("frames.framehash' is not a list of frame hashes"))
        #expect(cut.text.contains("ambient golden update one"))
        try place.golden("update", exits: 1)
        #expect(try place.text("Goldens/Frames/one/frames.framehash") == hashes)
        // Without its facts a case can be checked; only the layer is not known.
        try place.write("{", to: "Goldens/Frames/one/recorded.json")
        try place.golden("check", exits: 0)
        try place.setShaders(red: "0.5")
        #expect(try place.golden("check", exits: 1).text.contains("no layers were recorded"))
        try place.write(#"{"scene": "nowhere", "frames": "0-3"}"#, to: "Goldens/Frames/one/case.json")
        let gone = try place.golden("check", exits: 3)
        #expect(line(gone).contains("'nowhere' is neither a package folder nor an installed theme"))
    }

    @Test func anotherSizeOrRateIsNamedFirst() throws {
        let place = try GoldenScratch()
        try place.makeCase()
        try place.golden("update", exits: 1)
        let text = try place.text("Goldens/Frames/one/case.json")
        try place.write(text.replacing("64x36", with: "48x36"), to: "Goldens/Frames/one/case.json")
        let size = try place.golden("check", exits: 1)
        #expect(line(size).hasPrefix("FAIL one: the size is 48x36, recorded 64x36; 4 of 4 frames differ"))
        #expect(try place.text(".build/goldens/one/report.html").contains("the size is 48x36, recorded 64x36"))
        try place.write(
            text.replacing(#""64x36""#, with: #""64x36", "--fps", "60""#),
            to: "Goldens/Frames/one/case.json")
        #expect(try line(place.golden("check", exits: 1)).hasPrefix("FAIL one: a frame's time is 1/60, recorded 1/30"))
        try place.golden("update", exits: 1)
        try place.golden("check", exits: 0)
    }

    @Test(arguments: [
        (#", "tolerence": 1"#, "case.json:3:20: error: there is no key \"tolerence\""),
        (#", "frames": "0""#, "case.json:3:20: error:"),
        (#", "mask": ["clok"]"#, "there is no layer 'clok'"),
        (#", "mask": ["none.png"]"#, "none.png"),
    ]) func mistakesOfACaseAreNamed(keys: String, message: String) throws {
        let place = try GoldenScratch()
        try place.makeCase(keys: keys)
        let result = try place.golden("update", exits: 3)
        #expect((result.error + result.text).contains(message), "\(result.error)")
        #expect(!place.exists("Goldens/Frames/one/frames.framehash"))
    }

    @Test(arguments: [
        (["--sizee", "64x36"], "did you mean --size?"), (["--size", "0x36"], "out of range"),
        (["-o", "x.png"], "unknown option"), (["--start", "now"], "every time"), (["more"], "'more' is no option"),
    ]) func optionsOfACaseAreThoseOfTheCommandLine(options: [String], message: String) throws {
        let place = try GoldenScratch()
        let list = options.map { "\"\($0)\"" }.joined(separator: ", ")
        try place.write(
            "{\"scene\": \"mine\",\n \"options\": [\(list)], \"frames\": \"0\"}", to: "Goldens/Frames/one/case.json")
        let result = try place.golden("update", exits: 3)
        #expect(result.error.contains("case.json:2: options: "), "\(result.error)")
        #expect(result.error.contains(message), "\(result.error)")
    }

    @Test func aSceneWithWarningsFails() throws {
        let place = try GoldenScratch()
        try place.makeCase()
        try place.golden("update", exits: 1)
        try place.write("fragment float4 fragment_second() { return vec4(0); }", to: "mine/Theme/Shaders/Second.metal")
        let result = try place.golden("check", exits: 1)
        #expect(line(result).contains("errors or warnings"))
        #expect(result.error.contains("Second.metal:1:44: error:"))
    }

    @Test func filesThatNoCaseUsesAreNamed() throws {
        let place = try GoldenScratch()
        try place.makeCase()
        try place.golden("update", exits: 1)
        try place.write("", to: "Goldens/Frames/one/frame-00002.png")
        try place.write("", to: "Goldens/Frames/gone/frames.framehash")
        let result = try place.golden("check", exits: 0)
        #expect(result.error.contains("no golden case uses Goldens/Frames/gone/\n"))
        #expect(result.error.contains("no golden case uses Goldens/Frames/one/frame-00002.png\n"))
        #expect(result.text == "1 passed, 0 failed\n")
        let object = try #require(
            JSONSerialization.jsonObject(with: place.golden("list", "--json", exits: 0).output) as? [String: Any])
        #expect(
            object["obsolete"] as? [String] == ["Goldens/Frames/gone/", "Goldens/Frames/one/frame-00002.png"])
        let one = try #require((object["cases"] as? [[String: Any]])?.first)
        #expect(one["scene"] as? String == "mine" && one["recorded"] as? Bool == true)
        #expect(one["frames"] as? String == "0-3")
        #expect(try place.golden("list", exits: 0).text.hasPrefix("one: scene mine; frames 0-3\nobsolete: "))
    }
}

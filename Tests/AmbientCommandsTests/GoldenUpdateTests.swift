import Foundation
import Testing

/// `ambient golden update`, and what a case accepts: masks, tolerances, more than one recording.
@Suite struct GoldenUpdateTests {
    @Test func onlyWhatChangedIsWritten() throws {
        let place = try GoldenScratch()
        try place.makeCase("one")
        try place.makeCase("two", keys: #", "mask": ["effect"]"#)
        try place.golden("update", exits: 1)
        let before = try place.snapshot()
        let nothing = try place.golden("update", exits: 0)
        #expect(nothing.text.isEmpty && nothing.error.contains("nothing to record"))
        try place.golden("update", "--record", "all", exits: 0)
        #expect(try place.snapshot() == before)
        try place.setShaders(red: "0.5")
        let result = try place.golden("update", exits: 1)
        #expect(result.text.split(separator: "\n").count == 1)
        #expect(result.text.hasPrefix("recorded one: 4 of 4 frames changed; wrote "))
        let after = try place.snapshot()
        #expect(Set(after.keys) == Set(before.keys))
        for (path, file) in after {
            let isNew = path.hasPrefix("Frames/one/") && !path.hasSuffix("case.json")
            #expect((before[path] == file) == !isNew || path == "Frames/one", "\(path)")
        }
    }

    @Test func recordModes() throws {
        let place = try GoldenScratch()
        try place.makeCase("one")
        try place.golden("update", "--record", "missing", exits: 1)
        try place.setShaders(red: "0.5")
        try place.makeCase("two")
        let before = try place.snapshot()
        #expect(try place.golden("update", "--record", "never", exits: 1).text.contains("FAIL one"))
        #expect(try place.snapshot() == before)
        let missing = try place.golden("update", "--record", "missing", exits: 1)
        #expect(missing.text.hasPrefix("recorded two: new") && !missing.text.contains("one"))
        try place.golden("check", "one", exits: 1)
        try place.golden("update", "--record", "sometimes", exits: 2)
        try place.golden("update", "--record", "failed", "on*", exits: 1)
        try place.golden("check", exits: 0)
    }

    @Test func framesThatAreNoLongerAskedForGo() throws {
        let place = try GoldenScratch()
        try place.makeCase()
        try place.golden("update", exits: 1)
        try place.makeCase(frames: #""0-2""#)
        let failed = try place.golden("check", exits: 1)
        #expect(failed.text.contains("the recording has 4 frames, and the case 3"))
        #expect(try place.golden("update", exits: 1).text.contains("frame-00003.png (removed)"))
        #expect(!place.exists("Goldens/Frames/one/frame-00003.png"))
        try place.golden("check", exits: 0)
    }

    @Test func severalRecordingsCanBeRight() throws {
        let place = try GoldenScratch()
        try place.makeCase()
        try place.golden("update", exits: 1)
        let text = try place.text("Goldens/Frames/one/case.json")
        let before = try place.snapshot()
        try place.golden("update", "--accept", "one", exits: 2)
        try place.golden("update", "--accept", "--reason", "r", exits: 2)
        try place.golden("update", "--accept", "--reason", " ", "one", exits: 2)
        // What passes needs no more.
        try place.golden("update", "--accept", "--reason", "r", "one", exits: 0)
        #expect(try place.snapshot() == before)

        try place.setShaders(red: "0.5")
        let accepted = try place.golden("update", "--accept", "--reason", "another GPU", "one", exits: 1)
        #expect(accepted.text.hasPrefix("accepted one: "))
        let now = try place.text("Goldens/Frames/one/case.json")
        #expect(now.hasPrefix(text.trimmingCharacters(in: CharacterSet(charactersIn: "}\n"))))
        #expect(now.contains(#""reason": "another GPU""#))
        let passes = try place.golden("check", exits: 0)
        #expect(passes.text.hasPrefix("ok   one: as accepted on 20"))
        // The first recording is as good as ever, a third is not.
        try place.setShaders()
        #expect(try place.golden("check", exits: 0).text == "1 passed, 0 failed\n")
        try place.setShaders(red: "0.6")
        try place.golden("check", exits: 1)
        // The hash is that of the list of frames, as other programs see it.
        try place.setShaders(red: "0.5")
        let render = try Program.run(
            ["render", "mine", "--size", "64x36", "--frames", "0-3", "--format", "framehash", "-o", "list.framehash"],
            in: place.folder)
        #expect(render.status == 0)
        let sum = try Program.tool("sha256sum", [place.folder.appendingPathComponent("list.framehash").path])
        #expect(now.contains(sum.text.prefix(64)))
    }

    @Test func aMaskedLayerIsNotDrawn() throws {
        let place = try GoldenScratch()
        try place.makeCase(keys: #", "mask": ["clock"]"#)
        try place.golden("update", exits: 1)
        try place.setClock("#FF0000")
        try place.golden("check", exits: 0)
        try place.setShaders(red: "0.5")
        try place.golden("check", exits: 1)
    }

    @Test func maskedPixelsAreBlackAndDoNotCount() throws {
        let place = try GoldenScratch()
        // The colour of the right half changes: columns 32 to 63.
        try place.makeCase("box", keys: #", "mask": ["32,0,32,36"]"#)
        try place.makeCase("part", keys: #", "mask": ["32,0,31,36"]"#)
        try place.makeCase("picture", keys: #", "mask": ["right.png"]"#)
        try place.makeCase("small", keys: #", "mask": ["small.png"]"#)
        for (name, size) in [("picture/right", "64x36"), ("small/small", "60x36")] {
            let result = try Program.tool(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "color=black:size=\(size),drawbox=32:0:32:36:white:fill",
                    "-frames:v", "1", place.folder.appendingPathComponent("Goldens/Frames/\(name).png").path,
                ])
            try #require(result.status == 0, "\(result.error)")
        }
        #expect(try place.golden("update", exits: 3).error.contains("is 60x36, and the frames are 64x36"))
        try place.setShaders(red: "0.5")
        for name in ["box", "picture"] { try place.golden("check", name, exits: 0) }
        try place.golden("check", "part", exits: 1)
        let column = try Program.tool(
            "ffmpeg",
            [
                "-v", "error", "-i", place.folder.appendingPathComponent("Goldens/Frames/box/frame-00000.png").path,
                "-vf", "crop=2:36:31:0", "-f", "rawvideo", "-pix_fmt", "rgb24", "-",
            ])
        // The last column that counts, and the first that does not.
        #expect(column.output.prefix(3) != Data([0, 0, 0]) && column.output.dropFirst(3).prefix(3) == Data([0, 0, 0]))
    }

    @Test func aToleranceComparesPictures() throws {
        let place = try GoldenScratch()
        try place.makeCase("near", keys: #", "tolerance": { "maxDelta": 3 }"#)
        try place.makeCase("exact")
        try place.golden("update", exits: 1)
        for frame in 0...3 { #expect(place.exists("Goldens/Frames/near/frame-0000\(frame).png")) }
        // 255 · 0.02 · 0.5 is between 2 and 3.
        try place.setShaders(red: "0.27")
        try place.golden("check", "near", exits: 0)
        try place.golden("check", "exact", exits: 1)
        try place.setShaders(red: "0.35")
        let failed = try place.golden("check", "near", exits: 1)
        #expect(failed.text.contains("4 of 4 frames differ"))
    }

    @Test func aScenarioIsPlayed() throws {
        let place = try GoldenScratch()
        func scenario(_ id: String) throws {
            try place.write(
                "app: display\nscenes: [mine]\n---\n- wait: 1s\n- assertScene: \(id)\n- setTheme: mine.theme\n",
                to: "play.yaml")
        }
        try scenario("mine.theme")
        try place.write(
            #"{"scenario": "play.yaml", "options": ["--size", "64x36"], "frames": [0, 29]}"#,
            to: "Goldens/Frames/play/case.json")
        try place.golden("update", exits: 1)
        try place.golden("check", exits: 0)
        try place.setShaders(red: "0.5")
        #expect(try place.golden("check", exits: 1).text.contains("layer effect, pass 0"))
        try place.write(
            "app: display\nscenes: [mine]\n---\n- setTheme: other.theme\n", to: "play.yaml")
        #expect(try place.golden("check", exits: 3).error.contains("other.theme"))
    }
}

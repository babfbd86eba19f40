import ChildProcess
import Foundation
import Testing

/// What `ambient golden` must not do, whatever it is asked.
@Suite struct GoldenSafetyTests {
    @Test func reportsNeverGoIntoTheGoldens() throws {
        let place = try GoldenScratch()
        try place.makeCase()
        try place.golden("update", exits: 1)
        let before = try place.text("Goldens/Frames/one/case.json")
        for options in [
            ["--junit", "Goldens/Frames/one/case.json"], ["--junit", "Goldens/new.xml"], ["--build", "Goldens/Frames"],
            ["--build", "Goldens"],
        ] {
            let result = try Program.run(["golden", "check"] + options, in: place.folder)
            #expect(result.status == 2, "\(options): \(result.text)\(result.error)")
        }
        #expect(try place.text("Goldens/Frames/one/case.json") == before)
    }

    @Test func aPipeInPlaceOfAFileIsNamed() throws {
        let place = try GoldenScratch()
        try place.makeCase()
        try place.golden("update", exits: 1)
        for name in ["case.json", "frames.framehash"] {
            let path = place.folder.appendingPathComponent("Goldens/Frames/one/" + name).path
            let kept = try Data(contentsOf: URL(fileURLWithPath: path))
            try FileManager.default.removeItem(atPath: path)
            try #require(mkfifo(path, 0o600) == 0)
            let result = try Program.run(["golden", "check"], in: place.folder)
            #expect(result.status == 3 && (result.text + result.error).contains("not a regular file"))
            try FileManager.default.removeItem(atPath: path)
            try kept.write(to: URL(fileURLWithPath: path))
        }
    }

    @Test func aMaskOfTheWholeFrameIsRefused() throws {
        let place = try GoldenScratch()
        try place.makeCase(keys: #", "mask": ["0,0,64,36"]"#)
        let result = try Program.run(["golden", "update"], in: place.folder)
        #expect(result.status == 3 && (result.text + result.error).contains("nothing of the frame is left"))
    }

    @Test func theGapInTheAcceptingCommandIsNoReason() throws {
        let place = try GoldenScratch()
        try place.makeCase()
        let result = try Program.run(["golden", "update", "one", "--reason", "…"], in: place.folder)
        #expect(result.status == 2 && result.error.contains("gap to be filled"))
    }

    @Test func anInterruptionEndsWithItsStatusAndWritesNothing() throws {
        let place = try GoldenScratch()
        try place.makeCase(frames: #""0-90000""#)
        let process = try ChildProcess(
            Program.path, ["golden", "update"], environment: ["AMBIENT_SHADER_CACHE": "off"],
            folder: place.folder.path)
        Thread.sleep(forTimeInterval: 2)
        process.send(SIGINT)
        #expect(process.wait() == 130)
        #expect(!place.exists("Goldens/Frames/one/frames.framehash"))
    }
}

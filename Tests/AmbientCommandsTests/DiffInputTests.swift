import Foundation
import Testing

/// What `ambient diff` compares, and what it refuses.
@Suite struct DiffInputTests {
    private let scratch: Scratch
    private static let size = ["--size", "64x36"]

    init() throws { scratch = try Scratch() }

    private func render(_ output: String, _ options: [String] = [], scene: String = "sample-scene-sunny") throws {
        let result = try Program.run(
            ["render", Program.sample(scene)] + Self.size + ["--frames", "0-9", "-o", scratch.path(output)] + options)
        try #require(result.status == 0, "\(result.error)")
    }

    private func diff(_ arguments: [String]) throws -> Program.Result {
        try Program.run(["diff"] + arguments, in: scratch.url)
    }

    @Test func everyKindOfClipComparesWithEveryOther() throws {
        try render("a.framehash")
        try render("frames/")
        try render("shots-%03d.png")
        let kinds = ["a.framehash", "frames", "shots-%03d.png"]
        for one in kinds {
            for other in kinds {
                let result = try diff([one, other])
                #expect(result.status == 0, "\(one) \(other): \(result.text)\(result.error)")
                #expect(result.text.hasSuffix(" 0 failed\n"))
            }
        }
        try render("a.y4m")
        try render("b.y4m")
        #expect(try diff(["a.y4m", "b.y4m"]).status == 0)
        #expect(try diff(["frames/00003.png", "shots-003.png"]).status == 0)
    }

    @Test func aHashThatDiffersNamesItsFrame() throws {
        try render("a.framehash")
        let list = try String(contentsOfFile: scratch.path("a.framehash"), encoding: .utf8)
        let lines = list.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let changed = lines.map { $0.hasPrefix("0,          4") ? String($0.dropLast(4)) + "0000" : $0 }
        try changed.joined(separator: "\n").write(
            toFile: scratch.path("b.framehash"), atomically: true, encoding: .utf8)
        let result = try diff(["a.framehash", "b.framehash"])
        #expect(result.status == 1)
        #expect(result.text.contains("changed: frame 4 differs (0.133 s)"))
        let tolerant = try diff(["a.framehash", "b.framehash", "--max-delta", "3"])
        #expect(tolerant.status == 2 && tolerant.error.contains("hashes only"))
    }

    @Test func whatCannotBeReadIsNamedAndNeverEqual() throws {
        try render("a.y4m")
        let files = FileManager.default
        try Data().write(to: scratch.url.appendingPathComponent("empty.mp4"))
        try Data("no clip".utf8).write(to: scratch.url.appendingPathComponent("text.txt"))
        try files.createDirectory(atPath: scratch.path("folder"), withIntermediateDirectories: true)
        let whole = try Data(contentsOf: scratch.url.appendingPathComponent("a.y4m"))
        try whole.dropLast(100).write(to: scratch.url.appendingPathComponent("cut.y4m"))
        let header = whole.prefix { $0 != 10 } + [10]
        try header.write(to: scratch.url.appendingPathComponent("none.y4m"))
        try render("gap/")
        try files.removeItem(atPath: scratch.path("gap/00004.png"))
        let bad = ["missing.mp4", "empty.mp4", "text.txt", "folder", "cut.y4m", "none.y4m", "gap", "/dev/null"]
        for name in bad {
            for pair in [[name, "a.y4m"], ["a.y4m", name], [name, name]] {
                let result = try diff(pair)
                #expect(result.status == 3, "\(pair): \(result.text)\(result.error)")
                #expect(result.error.contains(name), "\(pair): \(result.error)")
            }
        }
        #expect(try diff(["gap", "gap"]).error.contains("00004.png"))
    }

    @Test(arguments: [
        (["a"], "two clips"), (["a", "b", "c"], "unexpected"), (["a.y4m", "a.y4m", "--max-delta", "256"], "0 to 255"),
        (["a.y4m", "a.y4m", "--max-pixels", "-1"], "number of pixels"),
        (["a.y4m", "a.y4m", "--max-pixels", "101%"], "number of pixels"),
        (["a.y4m", "a.y4m", "--min-ssim", "nan"], "0 to 1"),
        (["a.y4m", "a.y4m", "--lossy", "--max-delta", "1"], "does not go with"),
        (["a.y4m", "a.y4m", "--mask", "1,2,3"], "x,y,w,h"),
        (["a.y4m", "a.y4m", "--mask", "clock"], "--scene"),
        (["a.y4m", "a.y4m", "--mask", "0,0,64,36"], "nothing is left"),
        (["a.y4m", "a.y4m", "--mask", "100,100,5,5"], "outside the frames"),
        (["a.y4m", "a.y4m", "--scene", "nosuch"], "--mask LAYER"),
        (["a.y4m", "a.y4m", "--report", "a.y4m"], "would replace an input"),
        (["a.y4m", "a.y4m", "--junit", "./a.y4m"], "would replace an input"),
        (["a.y4m", "a.y4m", "--junit", "x.html", "--report", "x.html"], "another output"),
        (["a.y4m", "a.y4m", "--report", "."], "is a folder"),
    ])
    func wrongUsageSaysWhatIsRight(arguments: [String], words: String) throws {
        try render("a.y4m")
        let result = try diff(arguments)
        #expect(result.status == 2, "\(result.text)\(result.error)")
        #expect(result.error.contains(words), "\(result.error)")
    }

    @Test func aLayerIsMaskedByItsName() throws {
        let scene = Program.sample("sample-scene-sunny")
        try render("morning/")
        try render("noon/", ["--start", "2026-01-01T12:58:00"])
        let plain = try diff(["morning", "noon"])
        #expect(plain.status == 1)
        let masked = try diff(["morning", "morning", "--mask", "clock", "--scene", scene])
        #expect(masked.status == 0)
        let unknown = try diff(["morning", "noon", "--mask", "clokc", "--scene", scene])
        #expect(unknown.status == 3 && unknown.error.contains("did you mean \"clock\"?"))
        // Another time, with a digit more.
        #expect(try diff(["morning", "noon", "--mask", "clock", "--scene", scene]).status == 0)
        // What changed lies within the layer's pixels: seconds of the same minute do not move the clock at all.
        try damageClock("morning", "damaged")
        #expect(try diff(["morning", "damaged"]).status == 1)
        #expect(try diff(["morning", "damaged", "--mask", "clock", "--scene", scene]).status == 0)
    }

    /// Copies a folder of frames and changes one pixel that the clock covers, the brightest of the frame.
    private func damageClock(_ name: String, _ copy: String) throws {
        try FileManager.default.copyItem(atPath: scratch.path(name), toPath: scratch.path(copy))
        let file = scratch.path(copy) + "/00005.png"
        let raw = try Program.tool("ffmpeg", ["-v", "error", "-i", file, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
        var bytes = [UInt8](raw.output)
        var (brightest, index) = (-1, 0)
        for place in stride(from: 0, to: bytes.count - 2, by: 3) {
            let light = Int(bytes[place]) + Int(bytes[place + 1]) + Int(bytes[place + 2])
            if light > brightest { (brightest, index) = (light, place) }
        }
        try #require(brightest > 0)
        bytes[index] /= 2
        let written = try Program.tool(
            "ffmpeg",
            [
                "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "64x36", "-i", "-", "-frames:v", "1",
                file,
            ], input: Data(bytes))
        try #require(written.status == 0, "\(written.error)")
    }

    @Test func bitsThatAreNotComparedAreNamed() throws {
        let made = try Program.tool(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x36:r=30:d=0.2", "-pix_fmt", "yuv420p10le", "-c:v",
                "ffv1", scratch.path("deep.mkv"),
            ])
        try #require(made.status == 0)
        #expect(try diff(["deep.mkv", "deep.mkv"]).text.contains("8 of 10 bits"))
    }

    @Test func aGoldenCaseIsAnOperand() throws {
        let result = try Program.run(["diff", "Goldens/Frames/scene-sunny", "scene-sunny"], in: Program.checkout)
        #expect(result.status == 0)
        let golden = Program.checkout.appendingPathComponent("Goldens/Frames/scene-sunny").path
        let rendered = try Program.run([
            "render", Program.sample("sample-scene-sunny"), "--size", "320x180", "--frames", "0-29", "-o",
            scratch.path("now.framehash"),
        ])
        try #require(rendered.status == 0)
        #expect(try diff([golden, "now.framehash"]).status == 0)
        try render("other.framehash", scene: "sample-scene-cloudy")
        let other = try diff([golden, "other.framehash"])
        #expect(other.status == 1)
        #expect(other.text.contains("ambient golden update --goldens"))
    }

    @Test func soundTellsWhetherToLookAtShadersOrAudio() throws {
        func clip(_ name: String, tone: String, _ filter: String = "null") throws {
            let result = try Program.tool(
                "ffmpeg",
                [
                    "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=64x36:r=30:d=2", "-f", "lavfi", "-i",
                    tone + ":d=2", "-vf", filter, "-c:v", "ffv1", "-c:a", "pcm_s16le", scratch.path(name),
                ])
            try #require(result.status == 0, "\(result.error)")
        }
        try clip("a.mkv", tone: "sine=f=440:r=48000")
        try clip("same.mkv", tone: "sine=f=440:r=48000")
        try clip("picture.mkv", tone: "sine=f=440:r=48000", "hue=h=30")
        try clip("both.mkv", tone: "sine=f=3000:r=48000", "hue=h=30")
        try clip("sound.mkv", tone: "sine=f=3000:r=48000")
        let same = try diff(["a.mkv", "same.mkv"])
        #expect(same.status == 0 && same.text.contains("sound equal") && same.text.hasSuffix("4 passed, 0 failed\n"))
        let picture = try diff(["a.mkv", "picture.mkv"])
        #expect(picture.status == 1 && picture.text.contains("look at a shader or the scene"))
        let both = try diff(["a.mkv", "both.mkv"])
        #expect(both.status == 1 && both.text.contains("look at the audio first"))
        let sound = try diff(["a.mkv", "sound.mkv"])
        #expect(sound.status == 1 && sound.text.contains("sound: samples differ from 0.0"))
        #expect(try diff(["a.mkv", "sound.mkv", "--no-sound"]).status == 0)
        let json = try JSONSerialization.jsonObject(with: diff(["a.mkv", "sound.mkv", "--json"]).output)
        let object = try #require((json as? [String: Any])?["sound"] as? [String: Any])
        #expect(object["levelsEqual"] as? Bool == false)
    }

    @Test func theReportIsOneFileThatShowsTheEvent() throws {
        try render("a/")
        try render("b/", ["--start", "2026-01-01T12:58:00"])
        let result = try diff(["a", "b", "--report", "r.html", "--junit", "r.xml"])
        #expect(result.status == 1 && result.text.contains("report: r.html"))
        let page = try String(contentsOfFile: scratch.path("r.html"), encoding: .utf8)
        #expect(page.contains("frames 0 to 9 differ"))
        #expect(page.contains("data:image/png;base64,"))
        // Nothing is fetched from anywhere.
        #expect(page.firstMatch(of: /(src|href)="?https?:/) == nil)
        let parsed = try Program.tool(
            "python3",
            [
                "-c",
                "import sys,xml.etree.ElementTree as e; r=e.parse(sys.argv[1]).getroot(); "
                    + "print(len(list(r.iter('testcase'))), len(list(r.iter('failure'))))",
                scratch.path("r.xml"),
            ])
        #expect(parsed.text == "3 1\n")
        let nowhere = try diff(["a", "b", "--report", "missing/r.html"])
        #expect(nowhere.status == 4)
        // An earlier report is replaced, another file never.
        #expect(try diff(["a", "b", "--report", "r.html", "--junit", "r.xml"]).status == 1)
        try Data("mine".utf8).write(to: scratch.url.appendingPathComponent("notes.txt"))
        #expect(try diff(["a", "b", "--report", "notes.txt"]).status == 2)
        #expect(try String(contentsOfFile: scratch.path("notes.txt"), encoding: .utf8) == "mine")
        // A link stays a link, and what it leads to is replaced.
        try FileManager.default.createSymbolicLink(atPath: scratch.path("link.html"), withDestinationPath: "r.html")
        #expect(try diff(["a", "b", "--report", "link.html"]).status == 1)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path("link.html")) == "r.html")
        #expect(scratch.names.allSatisfy { !$0.contains("partial") })
    }
}

import Foundation
import Testing

/// Clips with one fault each, made by FFmpeg from a moving test picture of 120 frames.
private final class PlantedClips: @unchecked Sendable {
    // Proof of the unchecked conformance: a scratch folder has nothing that changes.
    let folder: Scratch

    init() throws {
        folder = try Scratch()
        try ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=320x180:r=30", "-frames:v", "120"] + Self.lossless, "base.mkv")
    }

    static let lossless = ["-pix_fmt", "yuv420p", "-c:v", "ffv1"]
    static func x264(_ crf: Int) -> [String] {
        ["-c:v", "libx264", "-preset", "veryfast", "-crf", "\(crf)", "-pix_fmt", "yuv420p"]
    }

    func path(_ name: String) -> String { folder.path(name) }

    func ffmpeg(_ arguments: [String], _ output: String) throws {
        let result = try Program.tool("ffmpeg", ["-v", "error", "-y"] + arguments + [path(output)])
        try #require(result.status == 0, "\(result.error)")
    }

    /// The base clip through a filter.
    func planted(_ filter: String, _ encoding: [String] = PlantedClips.lossless, frames: Int? = nil) throws -> String {
        let name = UUID().uuidString + (encoding == PlantedClips.lossless ? ".mkv" : ".mp4")
        let count = frames.map { ["-frames:v", "\($0)"] } ?? []
        let input = ["-i", path("base.mkv"), "-i", path("base.mkv"), "-filter_complex", filter]
        try ffmpeg(input + count + encoding, name)
        return path(name)
    }
}

/// What a comparison printed as JSON.
private struct Found {
    let status: Int32
    let object: [String: Any]

    init(_ arguments: [String], in folder: URL? = nil) throws {
        let result = try Program.run(["diff"] + arguments + ["--json"], in: folder)
        status = result.status
        object = try #require(
            JSONSerialization.jsonObject(with: result.output) as? [String: Any], "\(result.error)")
    }

    struct Event: Equatable {
        var kind: String
        var first: Int
        var last: Int
        var count: Int
    }

    var events: [Event] {
        (object["events"] as? [[String: Any]] ?? []).map { event in
            Event(
                kind: event["kind"] as? String ?? "", first: event["first"] as? Int ?? -1,
                last: event["last"] as? Int ?? -1, count: event["count"] as? Int ?? 0)
        }
    }
    var findings: [String] { object["findings"] as? [String] ?? [] }
    func integer(_ key: String) -> Int? { object[key] as? Int }
}

@Suite struct DiffTests {
    /// A fault that FFmpeg plants, and what it must be called.
    struct Fault: CustomTestStringConvertible {
        var name: String
        var filter: String
        var frames: Int?
        var event: (kind: String, first: Int, last: Int, count: Int)
        var testDescription: String { name }
    }

    static let faults = [
        Fault(name: "drop 1", filter: "select='not(eq(n,30))',setpts=N/30/TB", event: ("dropped", 30, 30, 1)),
        Fault(name: "drop 3", filter: "select='not(between(n,30,32))',setpts=N/30/TB", event: ("dropped", 30, 32, 3)),
        Fault(name: "duplicate", filter: "loop=1:1:40,setpts=N/30/TB", event: ("duplicated", 41, 41, 1)),
        Fault(
            name: "2 late", filter: "tpad=start=2:start_mode=clone,setpts=N/30/TB", frames: 120,
            event: ("shifted", 0, 119, 2)),
        Fault(
            name: "2 early", filter: "trim=start_frame=2,setpts=N/30/TB,tpad=stop=2:stop_mode=clone",
            event: ("shifted", 0, 119, -2)),
        Fault(
            name: "freeze 10", filter: "[0][1]freezeframes=first=50:last=59:replace=49", event: ("frozen", 50, 59, 10)),
        Fault(name: "half the length", filter: "trim=end_frame=60", event: ("dropped", 60, 119, 60)),
    ]

    private static let clips = Result { try PlantedClips() }

    @Test(arguments: faults, [nil, 18, 28])
    func faultsInTimeAreNamedOnce(fault: Fault, crf: Int?) throws {
        let clips = try Self.clips.get()
        let path = try clips.planted(
            fault.filter, crf.map(PlantedClips.x264) ?? PlantedClips.lossless, frames: fault.frames)
        let found = try Found([clips.path("base.mkv"), path] + (crf == nil ? [] : ["--lossy"]))
        #expect(found.status == 1)
        let event = try #require(found.events.first)
        #expect(found.events.count == 1)
        #expect(event.kind == fault.event.kind)
        #expect(event.count == fault.event.count)
        if fault.event.kind != "shifted", fault.event.kind != "duplicated" {
            #expect(event.first == fault.event.first && event.last == fault.event.last)
        }
        // The copy stands beside its original: which of the two is the copy cannot be told.
        if fault.event.kind == "duplicated" { #expect((40...41).contains(event.first)) }
    }

    @Test(arguments: [nil, 18, 28] as [Int?]) func swappedFramesAreOneEvent(crf: Int?) throws {
        let clips = try Self.clips.get()
        let order = (0..<120).map { $0 == 70 ? 71 : $0 == 71 ? 70 : $0 }.map(String.init).joined(separator: " ")
        let path = try clips.planted("shuffleframes=\(order)", crf.map(PlantedClips.x264) ?? PlantedClips.lossless)
        let found = try Found([clips.path("base.mkv"), path] + (crf == nil ? [] : ["--lossy"]))
        #expect(found.events == [Found.Event(kind: "reordered", first: 70, last: 71, count: 2)])
    }

    @Test func equalClipsAreEqual() throws {
        let clips = try Self.clips.get()
        let found = try Found([clips.path("base.mkv"), clips.path("base.mkv")])
        #expect(found.status == 0)
        #expect(found.object["equal"] as? Bool == true)
        #expect(found.events.isEmpty && found.integer("maxDelta") == 0 && found.integer("differingPixels") == 0)
        #expect(found.integer("framesExpected") == 120 && found.object["firstDifference"] is NSNull)
    }

    @Test(arguments: [18, 23, 28]) func encodingAgainIsNoEvent(crf: Int) throws {
        let clips = try Self.clips.get()
        // Sharp moving shapes, ever changing detail, slow soft colours, film, and a picture that stands still.
        let sources = [
            ["-i", clips.path("base.mkv")], ["-f", "lavfi", "-i", "mandelbrot=s=320x180:r=30"],
            ["-f", "lavfi", "-i", "gradients=s=320x180:r=30:speed=0.02:seed=4"],
            ["-i", Program.sample("sample-scene-sunny/Theme/test.mp4"), "-vf", "scale=320:180"],
            ["-f", "lavfi", "-i", "smptebars=s=320x180:r=30"],
        ]
        for (place, source) in sources.enumerated() {
            let (original, encoded) = ("source\(place)-\(crf).mkv", "encoded\(place)-\(crf).mp4")
            try clips.ffmpeg(source + ["-frames:v", "60"] + PlantedClips.lossless, original)
            try clips.ffmpeg(["-i", clips.path(original)] + PlantedClips.x264(crf), encoded)
            let found = try Found([clips.path(original), clips.path(encoded), "--lossy"])
            #expect(found.status == 0, "source \(place): \(found.events)")
            #expect(found.events.isEmpty)
        }
    }

    @Test(arguments: [18, 23]) func aBoxInsideEncoderNoiseIsFound(crf: Int) throws {
        let clips = try Self.clips.get()
        let (width, height) = (320, 180)
        let still = ["-f", "lavfi", "-i", "mandelbrot=s=320x180:r=30", "-frames:v", "60"]
        try clips.ffmpeg(still + PlantedClips.lossless, "fractal\(crf).mkv")
        let decoded = try Program.tool(
            "ffmpeg",
            ["-v", "error", "-i", clips.path("fractal\(crf).mkv"), "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"])
        var bytes = [UInt8](decoded.output)
        let frame = width * height * 3 / 2
        try #require(bytes.count == frame * 60)
        for number in 40...42 {
            for y in 50..<74 {
                for x in 101..<125 {
                    let index = number * frame + y * width + x
                    bytes[index] = UInt8(min(235, Int(bytes[index]) + 6))
                }
            }
        }
        let raw = clips.path("box\(crf).yuv")
        try Data(bytes).write(to: URL(fileURLWithPath: raw))
        try clips.ffmpeg(
            ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "320x180", "-r", "30", "-i", raw]
                + PlantedClips.x264(crf), "box\(crf).mp4")
        let found = try Found([clips.path("fractal\(crf).mkv"), clips.path("box\(crf).mp4"), "--lossy"])
        #expect(found.status == 1)
        let event = try #require(found.events.first)
        #expect(found.events.count == 1)
        #expect(event == Found.Event(kind: "changed", first: 40, last: 42, count: 3))
        let boxes = (found.object["events"] as? [[String: Any]])?.compactMap { $0["box"] as? [Int] } ?? []
        let box = try #require(boxes.first)
        // Windows of 16 pixels every 8 hold the box of 24 at (101, 50), with at most a window around it.
        #expect(box[0] <= 104 && box[0] >= 80 && box[1] <= 56 && box[1] >= 32)
        #expect(box[0] + box[2] >= 120 && box[0] + box[2] <= 144 && box[1] + box[3] >= 64 && box[1] + box[3] <= 96)
    }

    @Test func onePixelByOneIsFoundAndCanBeForgiven() throws {
        let clips = try Self.clips.get()
        let (one, other) = (clips.path("pixel-a.png"), clips.path("pixel-b.png"))
        try clips.ffmpeg(["-i", clips.path("base.mkv"), "-frames:v", "1", "-pix_fmt", "rgb24"], "pixel-a.png")
        try clips.ffmpeg(
            [
                "-i", one, "-vf",
                "geq=r='r(X,Y)+eq(X,100)*eq(Y,60)*if(gt(r(X,Y),128),-1,1)':g='g(X,Y)':b='b(X,Y)'", "-pix_fmt", "rgb24",
            ], "pixel-b.png")
        let found = try Found([one, other])
        #expect(found.status == 1)
        #expect(found.integer("maxDelta") == 1 && found.integer("differingPixels") == 1)
        let text = try Program.run(["diff", one, other]).text
        #expect(text.contains("within 1x1 at (100, 60)"))
        #expect(text.hasSuffix("2 passed, 1 failed\n"))
        for accepted in [["--max-delta", "1"], ["--max-pixels", "1"], ["--mask", "100,60,1,1"]] {
            #expect(try Found([one, other] + accepted).status == 0)
        }
        #expect(try Found([one, other, "--mask", "99,60,1,1"]).status == 1)
    }

    @Test func aSmallRegionIsNotHiddenByALargeQuietFrame() throws {
        let clips = try Self.clips.get()
        let box = try clips.planted("drawbox=x=200:y=100:w=16:h=16:color=white:t=fill:enable='between(n,40,42)'")
        // 16x16 pixels are 0.44 % of the frame, and all of a window.
        let options = [clips.path("base.mkv"), box, "--max-pixels", "2%"]
        #expect(try Found(options).events == [Found.Event(kind: "changed", first: 40, last: 42, count: 3)])
        #expect(try Found(options + ["--max-density", "100%"]).status == 0)
    }

    @Test func sizesRatesAndLengthsAreNamedFirst() throws {
        let clips = try Self.clips.get()
        let base = clips.path("base.mkv")
        let size = try Found([base, try clips.planted("scale=160:90")])
        #expect(size.status == 1 && size.findings == ["the sizes differ: expected 320x180, actual 160x90"])
        let rate = try Found([base, try clips.planted("fps=25")])
        #expect(rate.status == 1 && rate.events.isEmpty)
        #expect(rate.findings == ["the frame rates differ: expected 30 frames a second, actual 25"])
        let length = try Found([base, try clips.planted("trim=end_frame=60")])
        #expect(
            length.findings == ["the lengths differ: expected 120 frames (4.000 s), actual 60 frames (2.000 s)"])
    }

    @Test(arguments: [nil, 23] as [Int?], [8, 20]) func anotherHueIsAChangeOfEveryFrame(crf: Int?, degrees: Int) throws
    {
        let clips = try Self.clips.get()
        let hue = try clips.planted("hue=h=\(degrees)", crf.map(PlantedClips.x264) ?? PlantedClips.lossless)
        let found = try Found([clips.path("base.mkv"), hue] + (crf == nil ? [] : ["--lossy"]))
        #expect(found.events == [Found.Event(kind: "changed", first: 0, last: 119, count: 120)])
    }

    @Test(arguments: [18, 28]) func aLargeAreaThatIsBrighterIsAChange(crf: Int) throws {
        let clips = try Self.clips.get()
        // Six levels of a half of the picture, or of all of it, for the whole length.
        for width in ["iw/2", "iw"] {
            let brighter = try clips.planted(
                "[0]crop=\(width):ih:0:0,lutyuv=y='min(val+6,235)'[a];[1][a]overlay=format=yuv420",
                PlantedClips.x264(crf))
            let found = try Found([clips.path("base.mkv"), brighter, "--lossy"])
            #expect(found.events == [Found.Event(kind: "changed", first: 0, last: 119, count: 120)])
        }
    }

    @Test func theNoiseRatioIsThatOfFFmpeg() throws {
        let clips = try Self.clips.get()
        // Pictures of RGB, so that nobody converts anything.
        for (name, filter) in [("one", "null"), ("other", "eq=brightness=0.05")] {
            try FileManager.default.createDirectory(
                atPath: clips.path(name), withIntermediateDirectories: true)
            try clips.ffmpeg(
                ["-i", clips.path("base.mkv"), "-frames:v", "10", "-vf", filter, "-pix_fmt", "rgb24"], name + "/%d.png")
        }
        let found = try Found([clips.path("one"), clips.path("other")])
        let measured = try Program.tool(
            "ffmpeg",
            [
                "-cpuflags", "0", "-i", clips.path("one/%d.png"), "-i", clips.path("other/%d.png"), "-lavfi",
                "[0]format=gbrp[a];[1]format=gbrp[b];[a][b]psnr", "-f", "null", "-",
            ])
        let words = measured.error.split { $0.isWhitespace }
        let average = try #require(words.first { $0.hasPrefix("average:") }?.dropFirst(8))
        let psnr = try #require(found.object["psnr"] as? Double)
        #expect(abs(psnr - (Double(average) ?? 0)) < 0.001)
        let ssim = try #require(found.object["ssim"] as? Double)
        #expect(ssim > 0.5 && ssim < 1)
    }
}

import FrameCore
import Imaging
import MediaIO
import Testing

struct BlackBarsTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The clip: ffmpeg's arguments before the encoder's.
        var arguments: [String]
        var encoder: [String] = ["-c:v", "libx264", "-preset", "veryfast", "-g", "25"]
        /// Top, left, bottom, right.
        var bars: [Int]
    }

    private static func bright(_ size: String, _ filter: String, seconds: Int = 2) -> [String] {
        // A picture whose edges are never dark, in motion.
        let content = "gradients=s=\(size):r=25:d=\(seconds):c0=0x808020:c1=0xc0a0f0:c2=0x90ffff:n=3:seed=4:speed=0.05"
        return ["-f", "lavfi", "-i", content + ",format=yuv420p" + filter]
    }

    @Test(
        "bars are where they were put, and where ffmpeg's cropdetect sees them",
        arguments: [
            Sample(testDescription: "none", arguments: bright("160x96", ""), bars: [0, 0, 0, 0]),
            Sample(
                testDescription: "letterbox", arguments: bright("160x68", ",pad=160:96:0:14"), bars: [14, 0, 14, 0]),
            Sample(testDescription: "pillarbox", arguments: bright("96x96", ",pad=160:96:32:0"), bars: [0, 32, 0, 32]),
            Sample(
                testDescription: "all four sides", arguments: bright("120x64", ",pad=160:96:20:16"),
                bars: [16, 20, 16, 20]),
            Sample(testDescription: "below only", arguments: bright("160x80", ",pad=160:96:0:0"), bars: [0, 0, 16, 0]),
            Sample(
                testDescription: "uneven", arguments: bright("160x68", ",pad=160:96:0:8"), bars: [8, 0, 20, 0]),
            Sample(
                testDescription: "10 bits", arguments: bright("160x68", ",pad=160:96:0:14,format=yuv420p10le"),
                bars: [14, 0, 14, 0]),
            Sample(
                testDescription: "full range",
                arguments: bright("160x68", ",pad=160:96:0:14,scale=out_range=full,format=yuvj420p"),
                bars: [14, 0, 14, 0]),
            Sample(
                testDescription: "RGB", arguments: bright("160x68", ",pad=160:96:0:14"),
                encoder: ["-c:v", "png", "-f", "matroska"], bars: [14, 0, 14, 0]),
            Sample(
                testDescription: "after a fade from black",
                arguments: bright("160x68", ",pad=160:96:0:14,fade=in:0:20"), bars: [14, 0, 14, 0]),
        ])
    func placed(sample: Sample) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("bars.mkv")
        try Tool.ffmpeg(sample.arguments + sample.encoder + [path])
        let bars = try LoopingVideo(path: path).blackBars()
        #expect([bars.top, bars.left, bars.bottom, bars.right] == sample.bars)
        #expect(bars.size == PixelSize(160, 96))
        #expect(bars.isEmpty == (sample.bars == [0, 0, 0, 0]))
        #expect(try Self.cropdetect(path) == sample.bars)
    }

    /// What cropdetect leaves over after the whole clip, as insets.
    private static func cropdetect(_ path: String) throws -> [Int] {
        let text = try Tool.run(
            "ffprobe",
            [
                "-v", "error", "-f", "lavfi", "-show_entries",
                "frame_tags=lavfi.cropdetect.x,lavfi.cropdetect.y,lavfi.cropdetect.w,lavfi.cropdetect.h", "-of",
                "default=nw=1", "movie=\(path),format=yuv420p,cropdetect=24:2:0:skip=0",
            ])
        var values: [String: Int] = [:]
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "=")
            if let key = parts.first?.last, let value = parts.last.flatMap({ Int($0) }) { values[String(key)] = value }
        }
        let (x, y, w, h) = (values["x"] ?? -1, values["y"] ?? -1, values["w"] ?? -1, values["h"] ?? -1)
        return [y, x, 96 - y - h, 160 - x - w]
    }

    @Test(
        "dark scenes have no bars",
        arguments: [
            // Black throughout; a bright disc that is never near an edge; a night whose lower fortieth is black.
            ["-f", "lavfi", "-i", "color=black:s=160x96:r=25:d=1"],
            ["-f", "lavfi", "-i", "color=0x020202:s=160x96:r=25:d=1,drawbox=74:42:6:6:white:fill"],
            bright("160x94", ",pad=160:96:0:0", seconds: 1),
            // Two bars with a sliver of light between.
            bright("160x6", ",pad=160:96:0:44", seconds: 1),
        ])
    func dark(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("dark.mp4")
        try Tool.ffmpeg(arguments + ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", path])
        #expect(try LoopingVideo(path: path).blackBars().isEmpty)
    }

    @Test("a bar that a later scene fills is none")
    func filledLater() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("later.mp4")
        try Tool.ffmpeg(
            Self.bright("160x96", ",drawbox=0:0:160:20:black:fill:enable='lt(t,1.4)',drawbox=0:76:160:20:black:fill")
                + ["-c:v", "libx264", "-preset", "veryfast", path])
        let bars = try LoopingVideo(path: path).blackBars()
        #expect([bars.top, bars.left, bars.bottom, bars.right] == [0, 0, 20, 0])
    }

    @Test(
        "bars turn with the picture", arguments: [(90, [0, 16, 0, 0]), (180, [0, 0, 16, 0]), (270, [0, 0, 0, 16])])
    func turned(degrees: Int, expected: [Int]) throws {
        let folder = try TemporaryFolder()
        let (plain, path) = (folder.file("plain.mp4"), folder.file("turned.mp4"))
        // The bar is stored at the top.
        try Tool.ffmpeg(
            ["-f", "lavfi", "-i", "color=0x90c0ff:s=160x80:r=25:d=1,pad=160:96:0:16", "-c:v", "libx264"]
                + ["-pix_fmt", "yuv420p", plain])
        try Tool.ffmpeg(["-i", plain, "-c", "copy", "-metadata:s:v:0", "rotate=\(degrees)", path])
        let bars = try LoopingVideo(path: path).blackBars()
        #expect([bars.top, bars.left, bars.bottom, bars.right] == expected)
        #expect(bars.size == (degrees == 180 ? PixelSize(160, 96) : PixelSize(96, 160)))
        // Where ffmpeg shows the bar, once it has turned the picture itself.
        let picture = try Tool.ffmpeg([
            "-i", path, "-frames:v", "1", "-vf", "scale=2:2:flags=area,format=gray", "-f", "rawvideo", "-",
        ])
        let sides = [picture[0], picture[1], picture[2], picture[3]].map(Int.init)
        let darkest = [sides[0] + sides[1], sides[0] + sides[2], sides[2] + sides[3], sides[1] + sides[3]]
        #expect(darkest.firstIndex(of: darkest.min() ?? 0) == expected.firstIndex(of: 16))
    }
}

struct ContentTests {
    @Test(
        "the content is what is not black when the picture is drawn",
        arguments: [
            (PixelSize(320, 180), "1", "0"),
            (PixelSize(320, 240), "1", "0"),
            (PixelSize(90, 160), "1", "0"),
            (PixelSize(333, 101), "4/3", "0"),
            (PixelSize(320, 180), "1", "90"),
            (PixelSize(320, 180), "3/2", "90"),
        ])
    func drawn(screen: PixelSize, aspect: String, rotation: String) throws {
        let folder = try TemporaryFolder()
        let (plain, path) = (folder.file("plain.mp4"), folder.file("film.mp4"))
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "color=white:s=160x64:r=25:d=1,pad=160:90:0:13,setsar=\(aspect)", "-c:v", "libx264",
            "-qp", "0", "-pix_fmt", "yuv444p", plain,
        ])
        try Tool.ffmpeg(["-i", plain, "-c", "copy", "-metadata:s:v:0", "rotate=\(rotation)", path])
        let video = try LoopingVideo(path: path)
        let content = try video.blackBars().content(fitting: screen)
        let frame = VideoConverter(target: screen, mode: .fit).bgra(try video.image(at: .zero))
        var (left, top, right, bottom) = (screen.width, screen.height, 0, 0)
        for y in 0..<screen.height {
            for x in 0..<screen.width where (frame.pixel(x: x, y: y)?.x ?? 0) > 30 {
                (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x + 1), max(bottom, y + 1))
            }
        }
        let drawn = PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
        // It is rounded outwards, and scaling softens an edge by a pixel.
        for (ours, theirs) in [
            (content.x, drawn.x), (content.y, drawn.y), (content.x + content.width, drawn.x + drawn.width),
            (content.y + content.height, drawn.y + drawn.height),
        ] { #expect(abs(ours - theirs) <= 1) }
    }
}

struct PosterTests {
    @Test(
        "a poster is the picture of its time, and the last one after the end",
        arguments: [(-1.0, 0), (0, 0), (0.39, 9), (0.4, 10), (0.99, 24), (1.0, 24), (1.5, 24), (9_000_000, 24)])
    func time(seconds: Double, picture: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("grey.mkv")
        // Picture n is 8 n + 20 all over.
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "color=s=32x16:r=25:d=1,format=gray,geq=lum='8*N+20'", "-c:v", "ffv1", path,
        ])
        let poster = try LoopingVideo.poster(
            path: path, at: Rational(Int64(seconds * 1000), 1000), size: PixelSize(8, 8))
        let looping = try LoopingVideo(path: path)
        let expected = try looping.image(at: Rational(Int64(picture), 25))
        guard case .planar8(let planes) = expected.samples else {
            Issue.record("not grey")
            return
        }
        #expect(planes.first?.first == UInt8(8 * picture + 20))
        let isFull = expected.isFullRange
        let grey = isFull ? Double(8 * picture + 20) : Double(8 * picture + 4) * 255 / 219
        #expect(poster.size == PixelSize(8, 8))
        #expect(abs(Double(poster.pixel(x: 3, y: 3)?.x ?? 0) - min(255, grey)) <= 1)
        #expect(poster.pixel(x: 0, y: 0) == poster.pixel(x: 7, y: 7))
    }

    @Test("clips shorter than the poster's time have one", arguments: ["0.04", "0.5", "1", "1.48", "1.52"])
    func short(seconds: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("short.mp4")
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "color=red:s=32x32:r=25:d=\(seconds)", "-c:v", "libx264", "-pix_fmt", "yuv420p", path,
        ])
        let poster = try LoopingVideo.poster(path: path, at: Rational(3, 2), size: PixelSize(16, 9))
        #expect((poster.pixel(x: 8, y: 4)?.z ?? 0) > 240)
    }

    @Test("a poster is upright and covers its size")
    func upright() throws {
        let folder = try TemporaryFolder()
        let (plain, path) = (folder.file("plain.mp4"), folder.file("turned.mp4"))
        // Stored: left half red, right half blue; shown: turned by 90 degrees.
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "color=red:s=64x32:r=25:d=1,drawbox=32:0:32:32:blue:fill", "-c:v", "libx264",
            "-pix_fmt", "yuv420p", plain,
        ])
        try Tool.ffmpeg(["-i", plain, "-c", "copy", "-metadata:s:v:0", "rotate=90", path])
        let poster = try LoopingVideo.poster(path: path, at: .zero, size: PixelSize(16, 16))
        let shown = try Tool.ffmpeg([
            "-i", path, "-frames:v", "1", "-vf", "crop=32:32,scale=16:16,format=bgra", "-f", "rawvideo", "-",
        ])
        for (x, y) in [(8, 2), (8, 13)] {
            for channel in 0..<3 {
                let ours = Int(poster.pixel(x: x, y: y)?[channel] ?? 0)
                #expect(abs(ours - Int(shown[(y * 16 + x) * 4 + channel])) < 12)
            }
        }
    }

    @Test("without its bars a poster is that of the film that was cropped before", arguments: [false, true])
    func cropped(isTurned: Bool) throws {
        let folder = try TemporaryFolder()
        let (barred, inner) = (folder.file("barred.mkv"), folder.file("inner.mkv"))
        let picture = "testsrc2=s=96x40:r=25:d=0.2,format=bgra,lutrgb=r='64+val/2':g='64+val/2':b='64+val/2'"
        let turn = isTurned ? ",transpose=1" : ""
        try Tool.ffmpeg(["-f", "lavfi", "-i", picture + turn, "-c:v", "ffv1", inner])
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", picture + ",pad=96:72:0:16:black" + turn, "-c:v", "ffv1", barred,
        ])
        let bars = try LoopingVideo(path: barred).blackBars()
        #expect(!bars.isEmpty)
        for size in [PixelSize(32, 18), PixelSize(17, 40), PixelSize(96, 40)] {
            let expected = try LoopingVideo.poster(path: inner, at: .zero, size: size)
            #expect(try LoopingVideo.poster(path: barred, at: .zero, size: size, without: bars) == expected)
        }
        // With them it is another; on a card of the inner shape the crop alone would hide the bars.
        let card = PixelSize(32, 18)
        let plain = try LoopingVideo.poster(path: barred, at: .zero, size: card)
        #expect(try LoopingVideo.poster(path: inner, at: .zero, size: card) != plain)
    }

    @Test("a file that is none throws")
    func broken() throws {
        #expect(throws: MediaError.self) {
            try LoopingVideo.poster(path: "/nowhere.mp4", at: .zero, size: PixelSize(1, 1))
        }
    }
}

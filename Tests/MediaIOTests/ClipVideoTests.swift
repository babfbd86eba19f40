import Foundation
import FrameCore
import MediaIO
import Testing

/// All frames of a clip.
func frames(of clip: any ClipSource) throws -> [ClipFrame] {
    var frames: [ClipFrame] = []
    while let frame = try clip.next() { frames.append(frame) }
    return frames
}

extension ClipFrame {
    /// The pixels, where there are some.
    var picture: PixelBuffer? {
        if case .picture(let picture) = content { picture } else { nil }
    }
}

@Suite struct ClipVideoTests {
    @Test("every frame once, when ffprobe says, from every format", arguments: Clip.all)
    func everyFrame(clip: Clip) throws {
        let folder = try TemporaryFolder()
        let path = try clip.make(in: folder)
        let times = try ProbedTimes(path)
        let source = try openClip(path)
        #expect(source.format.kind == "video")
        #expect(source.format.hasPixels)
        #expect(source.format.frameCount == times.starts.count)
        let all = try frames(of: source)
        #expect(all.map(\.index) == Array(0..<times.starts.count))
        #expect(all.map(\.time) == times.starts)
        #expect(all.allSatisfy { $0.picture?.size == source.format.size })

        try source.rewind()
        let again = try frames(of: source)
        #expect(again.map(\.picture) == all.map(\.picture))
    }

    @Test(
        "pixels are those of ffmpeg where nothing is lost on the way",
        arguments: [
            ["-c:v", "libx264rgb", "-crf", "0", "-preset", "veryfast"], ["-c:v", "ffv1", "-pix_fmt", "bgr0"],
            ["-c:v", "png"], ["-c:v", "utvideo", "-pix_fmt", "gbrp"],
        ])
    func exactPixels(codec: [String]) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("clip.mkv")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=66x50:r=30:d=0.5,format=rgb24"] + codec + [path])
        let expected = try Clip(name: "", file: "", arguments: [], pixelFormat: "bgra").pictures(
            path, bytesPerPicture: 66 * 50 * 4)
        #expect(expected.count == 15)
        let all = try frames(of: try openClip(path))
        #expect(all.map { $0.picture?.bytes } == expected)
    }

    @Test("turned and oblong pixels come as shown")
    func shown() throws {
        let folder = try TemporaryFolder()
        let (plain, turned, oblong) = (folder.file("a.mp4"), folder.file("b.mp4"), folder.file("c.mp4"))
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.2,format=rgb24", "-c:v", "libx264rgb", "-crf", "0", plain,
        ])
        try Tool.ffmpeg(["-i", plain, "-c", "copy", "-metadata:s:v:0", "rotate=90", turned])
        try Tool.ffmpeg(["-i", plain, "-c", "copy", "-aspect", "64:24", oblong])
        let clip = try openClip(turned)
        #expect(clip.format.size == PixelSize(48, 64))
        // ffmpeg turns pictures by itself.
        let expected = try Clip(name: "", file: "", arguments: [], pixelFormat: "bgra").pictures(
            turned, bytesPerPicture: 48 * 64 * 4)
        #expect(try frames(of: clip).map { $0.picture?.bytes } == expected)
        let wide = try openClip(oblong)
        #expect(wide.format.size == PixelSize(128, 48))
        #expect(try wide.next()?.picture?.size == PixelSize(128, 48))
    }

    @Test(
        "the rate is exact, and nil where it varies",
        arguments: [
            ("30000/1001", "a.mp4"), ("30000/1001", "a.mkv"), ("24000/1001", "a.ts"), ("25", "a.y4m"), ("60", "a.mkv"),
            ("30", "a.webm"), ("25", "a.avi"), ("50", "a.gif"),
        ])
    func rates(rate: String, file: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file(file)
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=64x48:r=\(rate):d=1", path])
        let clip = try openClip(path)
        #expect(clip.format.rate?.rate.description == rate)
        let all = try frames(of: clip)
        #expect(all.count == clip.format.frameCount)
    }

    @Test("a rate that varies is none", arguments: ["a.mp4", "a.mkv"])
    func variableRate(file: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file(file)
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2,select='not(between(n,20,29))'", "-vsync", "vfr", path,
        ])
        #expect(try openClip(path).format.rate == nil)
    }

    @Test("y4m of every sampling", arguments: ["yuv420p", "yuv422p", "yuv444p", "gray", "yuv420p10le"])
    func y4m(format: String) throws {
        let folder = try TemporaryFolder()
        let (path, whole) = (folder.file("a.y4m"), folder.file("a.mkv"))
        // ffmpeg writes odd sizes of more than 8 bits wrongly.
        let size = format.hasSuffix("10le") ? PixelSize(66, 50) : PixelSize(65, 49)
        let source = [
            "-f", "lavfi", "-i",
            "testsrc2=s=80x60:r=25:d=0.4,scale=\(size.width):\(size.height),setsar=1,format=\(format)",
        ]
        try Tool.ffmpeg(source + ["-strict", "-1", path])
        // What y4m calls 420jpeg.
        let siting = format == "yuv420p" ? ["-chroma_sample_location", "center"] : []
        try Tool.ffmpeg(source + ["-c:v", "ffv1"] + siting + [whole])
        let clip = try openClip(path)
        #expect(clip.format.size == size)
        let all = try frames(of: clip)
        #expect(all.count == 10)
        #expect(all.map(\.picture) == (try frames(of: try openClip(whole))).map(\.picture))
        #expect(all[0].picture != all[9].picture)
    }

    @Test("a PNG that moves, and several PNGs in one file, are videos")
    func movingPNG() throws {
        let folder = try TemporaryFolder()
        let (moving, several) = (folder.file("a.png"), folder.file("b.png"))
        let source = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.2"]
        try Tool.ffmpeg(source + ["-f", "apng", moving])
        try Tool.ffmpeg(source + ["-f", "image2pipe", "-c:v", "png", several])
        let expected = try Clip(name: "", file: "", arguments: [], pixelFormat: "bgra").pictures(
            moving, bytesPerPicture: 64 * 48 * 4)
        for path in [moving, several] {
            let all = try frames(of: try openClip(path))
            #expect(all.map { $0.picture?.bytes } == expected)
        }
    }

    @Test func sound() throws {
        let folder = try TemporaryFolder()
        let (silent, loud, picture) = (folder.file("a.mp4"), folder.file("b.mp4"), folder.file("c.png"))
        let source = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.5"]
        try Tool.ffmpeg(source + [silent])
        try Tool.ffmpeg(source + ["-f", "lavfi", "-i", "sine=d=0.5:r=48000", "-c:a", "flac", "-strict", "-2", loud])
        try Tool.ffmpeg(source + ["-frames:v", "1", picture])
        #expect(try openClipSound(silent) == nil)
        #expect(try openClipSound(picture) == nil)
        #expect(try openClipSound(folder.path) == nil)
        #expect(try openClipSound(loud)?.sampleCount == 24_000)
        #expect(throws: MediaError.self) { try openClipSound(folder.file("missing.mp4")) }
    }
}

import Foundation
import FrameCore
import MediaIO
import Testing

/// How a picture is to be shown: what the file says of colour, shape and direction.
@Suite struct PictureTests {
    private func image(_ arguments: [String], size: String = "64x48", file: String = "clip.mp4") throws -> VideoImage {
        let folder = try TemporaryFolder()
        let path = folder.file(file)
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=\(size):r=25:d=0.2"] + arguments + [path])
        return try LoopingVideo(path: path).image(at: .zero)
    }

    @Test(
        "the tagged matrix and range",
        arguments: [
            ("bt709", ColourMatrix.bt709), ("smpte170m", .bt601), ("bt470bg", .bt601), ("bt2020nc", .bt2020),
            ("smpte240m", .smpte240m), ("fcc", .fcc),
        ])
    func tagged(name: String, matrix: ColourMatrix) throws {
        for (range, isFull) in [("tv", false), ("pc", true)] {
            let image = try image(["-c:v", "libx264", "-colorspace", name, "-color_range", range])
            #expect(image.matrix == matrix)
            #expect(image.isFullRange == isFull)
        }
    }

    @Test("untagged: BT.709 from 720 lines up", arguments: [(718, ColourMatrix.bt601), (720, .bt709)])
    func untagged(lines: Int, matrix: ColourMatrix) throws {
        let image = try image(["-c:v", "libx264", "-preset", "ultrafast"], size: "64x\(lines)")
        #expect(image.matrix == matrix)
        #expect(!image.isFullRange)
        #expect(image.siting == .left)
    }

    @Test func jpegIsCentred() throws {
        let image = try image(["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"], file: "clip.mov")
        #expect(image.siting == .centre)
        #expect(image.isFullRange)
    }

    @Test func samplesAndShape() throws {
        let ten = try image(["-c:v", "libx264", "-pix_fmt", "yuv422p10le", "-vf", "setsar=4/3"])
        guard case .planar16(let planes, bitDepth: 10) = ten.samples else {
            Issue.record("not 10 bits")
            return
        }
        #expect(planes.map(\.count) == [64 * 48, 32 * 48, 32 * 48])
        #expect(ten.chromaShift == (1, 0))
        #expect(ten.pixelAspect == Rational(4, 3))
        #expect(ten.size == PixelSize(64, 48))
        let grey = try image(["-c:v", "ffv1", "-pix_fmt", "gray"], file: "clip.mkv")
        guard case .planar8(let luma) = grey.samples else {
            Issue.record("not 8 bits")
            return
        }
        #expect(luma.map(\.count) == [64 * 48])
    }

    /// Matrices of QuickTime's track header for each turn, first mirrored, then turned clockwise.
    @Test(
        "turned and flipped",
        arguments: [
            ([0, 1, -1, 0], DisplayTransform(quarterTurns: 1), "-90"),
            ([-1, 0, 0, -1], DisplayTransform(quarterTurns: 2), "-180"),
            ([0, -1, 1, 0], DisplayTransform(quarterTurns: 3), "90"),
            ([-1, 0, 0, 1], DisplayTransform(isMirrored: true), nil),
            ([1, 0, 0, -1], DisplayTransform(isMirrored: true, quarterTurns: 2), nil),
            ([1, 1, -1, 1], DisplayTransform.identity, nil),
        ] as [([Int32], DisplayTransform, String?)])
    func turned(matrix: [Int32], transform: DisplayTransform, rotation: String?) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("clip.mp4")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.2", "-c:v", "libx264", path])
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        let header = try #require(data.range(of: Data("tkhd".utf8)))
        // After the type: version and flags, two times, track, reserved, duration, two reserved, four of 16 bits.
        let start = header.upperBound + 40
        for (index, value) in zip([0, 1, 3, 4], matrix) {
            let bytes = withUnsafeBytes(of: (value << 16).bigEndian) { Data($0) }
            data.replaceSubrange(start + index * 4..<start + index * 4 + 4, with: bytes)
        }
        try data.write(to: URL(fileURLWithPath: path))
        if let rotation {
            #expect(try Tool.value("stream_side_data=rotation", path) == rotation)
        }
        let video = try LoopingVideo(path: path)
        #expect(try video.image(at: .zero).transform == transform)
        #expect(video.info.rotation == transform.quarterTurns * 90)
        let isUpright = transform.quarterTurns % 2 == 0
        #expect(video.info.displaySize == (isUpright ? PixelSize(64, 48) : PixelSize(48, 64)))
    }

    @Test func information() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("clip.mp4")
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=s=64x48:r=30000/1001:d=2,setsar=3/2", "-c:v", "libx264", "-colorspace",
            "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv", path,
        ])
        let info = try LoopingVideo.probe(path: path)
        #expect(info.codec == "h264")
        #expect(info.pixelFormat == "yuv420p")
        #expect(info.size == PixelSize(64, 48))
        #expect(info.displaySize == PixelSize(96, 48))
        #expect(info.frameRate == "30000/1001")
        #expect(info.frameCount == 60)
        #expect(info.duration == Rational(60 * 1001, 30000))
        #expect([info.colourMatrix, info.colourPrimaries, info.colourTransfer] == ["bt709", "bt709", "bt709"])
        #expect(info.colourRange == "tv")
        #expect(info.chromaLocation == "left")
    }
}

import ChildProcess
import Foundation
import FrameCore
import MediaIO
import Testing

@Suite struct EncodingTests {
    static let size = PixelSize(64, 48)

    static func render(
        _ path: String, frames: Int = 60, size: PixelSize = size, rate: FrameRate = .thirty,
        encoding: EncodingSettings = EncodingSettings(), format: OutputFormat = .mp4, overwrite: Bool = false
    ) throws {
        let sink = try makeSink(
            format: format, destination: .file(path: path), size: size, rate: rate, encoding: encoding,
            overwrite: overwrite)
        for number in 0..<frames { try sink.write(testFrame(number, size)) }
        try sink.finish()
    }

    /// The types of the boxes of an MP4 file, in order.
    static func boxes(_ path: String) throws -> [String] {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        var boxes: [String] = []
        var place = 0
        while place + 8 <= data.count {
            let length = data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            boxes.append(String(decoding: data[place + 4..<place + 8], as: UTF8.self))
            guard length >= 8 else { break }
            place += length
        }
        return boxes
    }

    @Test(
        "what the contract says of MP4, as ffprobe sees it",
        arguments: [(30, 1), (30000, 1001), (24, 1), (25, 2), (60000, 1001), (120, 1)])
    func properties(numerator: Int64, denominator: Int64) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("clip.mp4")
        let rate = try FrameRate.test(numerator, denominator)
        try Self.render(path, frames: 61, rate: rate)
        let expected = [
            "codec_name": "h264", "profile": "High", "pix_fmt": "yuv420p", "width": "64", "height": "48",
            "color_range": "tv", "color_space": "bt709", "color_primaries": "bt709", "color_transfer": "bt709",
            "chroma_location": "left", "r_frame_rate": "\(numerator)/\(denominator)",
            "avg_frame_rate": "\(numerator)/\(denominator)", "nb_frames": "61", "start_pts": "0",
            "sample_aspect_ratio": "1:1", "codec_tag_string": "avc1",
        ]
        for (name, value) in expected {
            #expect(try Tool.value("stream=\(name)", path) == value, "\(name)")
        }
        let length = 61 * Double(denominator) / Double(numerator)
        for entry in ["stream=duration", "format=duration"] {
            let duration = try #require(Double(try Tool.value(entry, path)))
            #expect(abs(duration - length) < 0.000_001, "\(entry)")
        }
        let boxes = try Self.boxes(path)
        let (index, media) = try (#require(boxes.firstIndex(of: "moov")), #require(boxes.firstIndex(of: "mdat")))
        #expect(index < media)
        #expect(folder.names == ["clip.mp4"])

        let packets = try Tool.ffprobe("packet=pts,duration,flags", path)
        let stamps = packets.compactMap { Int64($0[0]) }.sorted()
        let step = try #require(Int64(packets[0][1]))
        #expect(stamps == (0..<61).map { Int64($0) * step })
        #expect(packets.allSatisfy { Int64($0[1]) == step })
        #expect(packets[0][2].hasPrefix("K"))
    }

    @Test("a pipe gets fragments with the same properties")
    func fragments() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let copy = folder.file("copy.mp4")
        let reader = try ChildProcess("/bin/sh", ["-c", "cat \(path) > \(copy)"])
        try Self.render(path, frames: 300, rate: try .test(30000, 1001))
        reader.wait()
        let boxes = try Self.boxes(copy)
        #expect(boxes.prefix(4) == ["ftyp", "moov", "moof", "mdat"])
        #expect(boxes.filter { $0 == "moof" }.count > 1)
        #expect(try Tool.value("stream=start_time", copy) == "0.000000")
        #expect(try Tool.value("stream=r_frame_rate", copy) == "30000/1001")
        #expect(try Tool.value("stream=color_space", copy) == "bt709")
        let packets = try Tool.ffprobe("packet=pts", copy)
        #expect(packets.count == 300)
        // The pictures are those of the file, and what is made of them.
        let file = folder.file("file.mp4")
        try Self.render(file, frames: 300, rate: try .test(30000, 1001))
        func hashes(_ path: String) throws -> Data {
            try Tool.ffmpeg(["-i", path, "-map", "0:v", "-f", "framehash", "-"])
        }
        let (fragments, whole) = try (hashes(copy), hashes(file))
        #expect(String(decoding: fragments, as: UTF8.self).split(separator: "\n").count > 300)
        #expect(fragments == whole)
    }

    @Test("every group of pictures stands alone: no picture refers back past a key picture")
    func closedGroups() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("clip.mp4")
        try Self.render(path, frames: 520)
        let packets = try Tool.ffprobe("packet=pts,flags", path)
        let stamps = try packets.map { try #require(Int64($0[0])) }
        let keys = packets.indices.filter { packets[$0][1].hasPrefix("K") }
        #expect(keys.count > 1)
        for key in keys { #expect(stamps[key...].allSatisfy { $0 >= stamps[key] }) }
    }

    @Test("the picture that was written comes back")
    func roundTrip() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("clip.mp4")
        var frame = PixelBuffer(Self.size)
        frame.withMutableBytes { bytes in
            // BT.709 of (R, G, B) = (200, 100, 50): Y 117, Cb 96, Cr 174 in limited range.
            for index in 0..<Self.size.area {
                for (channel, value) in [UInt8(50), 100, 200, 255].enumerated() { bytes[index * 4 + channel] = value }
            }
        }
        let sink = try makeSink(
            format: .mp4, destination: .file(path: path), size: Self.size, rate: .thirty,
            encoding: EncodingSettings(crf: 0))
        for _ in 0..<3 { try sink.write(frame) }
        try sink.finish()
        let video = try LoopingVideo(path: path)
        #expect(video.duration == Rational(3, 30))
        let image = try video.image(at: Rational(1, 30))
        #expect(image.matrix == .bt709)
        #expect(!image.isFullRange)
        guard case .planar8(let planes) = image.samples else {
            Issue.record("not 8 bits")
            return
        }
        for (plane, value) in zip(planes, [117, 96, 174]) {
            #expect(plane.allSatisfy { abs(Int($0) - value) <= 1 })
        }
    }

    @Test("the same frames make the same bytes, and presets and crf change them")
    func sameBytes() throws {
        let folder = try TemporaryFolder()
        var seen: [Data] = []
        for (name, encoding) in [
            ("a", EncodingSettings()), ("b", EncodingSettings()), ("c", EncodingSettings(crf: 30)),
            ("d", EncodingSettings(preset: "medium")),
        ] {
            let path = folder.file(name + ".mp4")
            try Self.render(path, encoding: encoding)
            seen.append(try Data(contentsOf: URL(fileURLWithPath: path)))
        }
        #expect(seen[0] == seen[1])
        #expect(seen[2] != seen[0])
        #expect(seen[3] != seen[0])
    }

    @Test("every preset opens", arguments: EncodingSettings.presets)
    func presets(preset: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("clip.mp4")
        try Self.render(path, frames: 2, encoding: EncodingSettings(preset: preset))
        let profile = try Tool.value("stream=profile", path)
        #expect(profile == (preset == "ultrafast" ? "Constrained Baseline" : "High"))
    }

    @Test("the smallest size, and one frame")
    func smallest() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("clip.mp4")
        try Self.render(path, frames: 1, size: PixelSize(2, 2))
        #expect(try Tool.value("stream=nb_frames", path) == "1")
        #expect(try LoopingVideo(path: path).duration == Rational(1, 30))
    }

    @Test("settings that cannot be had are refused before anything is written")
    func refused() throws {
        let folder = try TemporaryFolder()
        func code(_ body: () throws -> Void) -> MediaError? {
            do {
                try body()
                return nil
            } catch { return error as? MediaError }
        }
        let path = folder.file("clip.mp4")
        let preset = code { try Self.render(path, encoding: EncodingSettings(preset: "fastest")) }
        #expect(preset?.code == .badSetting)
        #expect(preset?.reason.contains("ultrafast, superfast, veryfast") == true)
        for crf in [-1, 52, Double.nan] {
            #expect(code { try Self.render(path, encoding: EncodingSettings(crf: crf)) }?.code == .badSetting)
        }
        for size in [PixelSize(63, 48), PixelSize(64, 47), PixelSize(0, 0), PixelSize(8194, 2), PixelSize(-2, 2)] {
            #expect(code { try Self.render(path, size: size) }?.code == .badSetting)
        }
        #expect(code { try Self.render(path, rate: try .test(1_000_000_007, 1_000_000_009 * 5)) }?.code == .badSetting)
        #expect(folder.names.isEmpty)
        #expect(code { try Self.render(path, frames: 0) }?.code == .encoder)
        #expect(folder.names.isEmpty)
    }
}

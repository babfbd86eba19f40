import Foundation
import FrameCore
import MediaIO
import Synchronization
import Testing

@Suite struct SoundTrackTests {
    static let size = PixelSize(64, 48)

    /// Two tones, one a side.
    @Sendable static func tones(_ first: Int, _ count: Int) -> PCMBlock {
        PCMBlock(
            sampleRate: 48000,
            channels: [441.0, 700].map { frequency in
                (first..<first + count).map { Float(0.4 * sin(2 * Double.pi * frequency * Double($0) / 48000)) }
            })
    }

    static func render(
        _ path: String, frames: Int, rate: FrameRate = .thirty, sound: SoundTrackSettings?,
        format: OutputFormat = .mp4
    ) throws {
        let sink = try makeSink(
            format: format, destination: .file(path: path), size: size, rate: rate, sound: sound)
        for number in 0..<frames { try sink.write(testFrame(number, size)) }
        try sink.finish()
    }

    @Test(
        "the sound is AAC, starts with the picture and is as long",
        arguments: [
            (30, 1, 61), (30000, 1001, 300), (24, 1, 24), (60000, 1001, 61), (25, 2, 40), (120, 1, 7), (1, 1, 3),
        ])
    func properties(numerator: Int64, denominator: Int64, frames: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("clip.mp4")
        let rate = try FrameRate.test(numerator, denominator)
        try Self.render(path, frames: frames, rate: rate, sound: SoundTrackSettings(samples: Self.tones))
        let values = try Tool.soundValues(path)
        for (entry, value) in [
            "codec_name": "aac", "profile": "LC", "sample_rate": "48000", "channels": "2", "channel_layout": "stereo",
            "start_pts": "0", "time_base": "1/48000", "codec_tag_string": "mp4a",
        ] {
            #expect(values[entry] == value, "\(entry)")
        }
        let length = Double(frames) * Double(denominator) / Double(numerator)
        #expect(try Tool.value("stream=start_pts", path) == "0")
        for entry in ["stream=duration", "format=duration"] {
            let duration = try #require(Double(try Tool.value(entry, path)))
            #expect(abs(duration - length) < 0.000_001, "\(entry)")
        }
        let duration = try #require(Double(values["duration"] ?? ""))
        #expect(abs(duration - length) < 1 / 48000)
        // What is heard is as long, and is what was given; ffmpeg itself plays the padding of the last packet, too.
        let count = Int(length * 48000 + 1e-6)
        #expect(try AudioTrack(path: path).sampleCount == count)
        let heard = try Tool.samples(path)
        #expect((2 * count..<2 * (count + 1024)).contains(heard.count))
        let given = Self.tones(0, count)
        var error: Float = 0
        for index in stride(from: min(2000, count / 2), to: count - min(2000, count / 2), by: 3) {
            for side in 0..<2 { error = max(error, (heard[index * 2 + side] - given.channels[side][index]).magnitude) }
        }
        #expect(error < 0.002)
        let boxes = try EncodingTests.boxes(path)
        #expect(try #require(boxes.firstIndex(of: "moov")) < (try #require(boxes.firstIndex(of: "mdat"))))
    }

    /// Clicks every half second, at odd places.
    private static let clicks = (1..<8).map { $0 * 24000 + $0 * 37 }

    @Test("clicks are heard where they were put", arguments: [false, true])
    func clicks(isPiped: Bool) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("clip.mp4")
        let sound = SoundTrackSettings { first, count in
            let samples = (first..<first + count).map { place -> Float in
                Self.clicks.contains { (0..<8).contains(place - $0) } ? 0.9 : 0
            }
            return PCMBlock(sampleRate: 48000, channels: [samples, samples])
        }
        if isPiped {
            let pipe = folder.file("pipe")
            #expect(mkfifo(pipe, 0o600) == 0)
            let reader = Process()
            reader.executableURL = URL(fileURLWithPath: "/bin/sh")
            reader.arguments = ["-c", "cat \(pipe) > \(path)"]
            try reader.run()
            try Self.render(pipe, frames: 300, rate: try .test(60), sound: sound)
            reader.waitUntilExit()
            #expect(try EncodingTests.boxes(path).prefix(4) == ["ftyp", "moov", "moof", "mdat"])
            #expect(try Tool.value("stream=start_time", path) == "0.000000")
        } else {
            try Self.render(path, frames: 300, rate: try .test(60), sound: sound)
        }
        // In fragments, ffmpeg plays what the encoder needs before the start, but knows that it comes before.
        let start = try #require(Int(try Tool.soundValues(path)["start_pts"] ?? ""))
        #expect(start == (isPiped ? -1024 : 0))
        let heard = try Tool.samples(path).dropFirst(-2 * start).map { $0 }
        #expect((2 * 5 * 48000..<2 * (5 * 48000 + 1024)).contains(heard.count))
        for click in Self.clicks {
            let near = click - 2000..<click + 2000
            let loudest = near.max { heard[$0 * 2].magnitude < heard[$1 * 2].magnitude } ?? 0
            #expect(abs(loudest - click - 4) <= 64)
            #expect(heard[loudest * 2] > 0.3)
        }
    }

    @Test("sound and pictures alternate in the file, and pictures are the same as without sound")
    func interleaving() throws {
        let folder = try TemporaryFolder()
        let (path, silent) = (folder.file("clip.mp4"), folder.file("silent.mp4"))
        try Self.render(path, frames: 300, sound: SoundTrackSettings(samples: Self.tones))
        try Self.render(silent, frames: 300, sound: nil)
        let data = try Tool.run(
            "ffprobe", ["-v", "error", "-show_entries", "packet=codec_type,dts_time,pos", "-of", "csv=p=0", path])
        let packets = String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap {
            line -> (String, Double, Int)? in
            let parts = line.split(separator: ",")
            guard parts.count == 3, let time = Double(parts[1]), let place = Int(parts[2]) else { return nil }
            return (String(parts[0]), time, place)
        }.sorted { $0.2 < $1.2 }
        #expect(packets.count > 700)
        var latest = ["audio": 0.0, "video": 0.0]
        for (kind, time, _) in packets {
            latest[kind] = time
            #expect(abs((latest["audio"] ?? 0) - (latest["video"] ?? 0)) < 0.2)
        }
        func hashes(_ path: String) throws -> Data {
            try Tool.ffmpeg(["-i", path, "-map", "0:v", "-c", "copy", "-f", "framehash", "-"])
        }
        #expect(try hashes(path) == hashes(silent))
    }

    @Test("the same sound makes the same bytes; it is asked for in order, up to the last frame")
    func sameBytes() throws {
        let folder = try TemporaryFolder()
        let asked = Mutex<[Range<Int>]>([])
        for name in ["a", "b"] {
            let sound = SoundTrackSettings { first, count in
                if name == "b" { asked.withLock { $0.append(first..<first + count) } }
                return Self.tones(first, count)
            }
            try Self.render(folder.file(name), frames: 50, sound: sound)
        }
        let (a, b) = try (
            Data(contentsOf: URL(fileURLWithPath: folder.file("a"))),
            Data(contentsOf: URL(fileURLWithPath: folder.file("b")))
        )
        #expect(a == b)
        let runs = asked.withLock { $0 }
        #expect(runs.first?.lowerBound == 0)
        #expect(runs.last?.upperBound == 50 * 1600)
        #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    }

    @Test("other formats take no notice of sound")
    func otherFormats() throws {
        let folder = try TemporaryFolder()
        let sound = SoundTrackSettings { _, _ in throw ToolError(description: "not asked for") }
        try Self.render(folder.file("a.y4m"), frames: 3, sound: sound, format: .y4m)
        try Self.render(folder.file("b.y4m"), frames: 3, sound: nil, format: .y4m)
        let (a, b) = try (
            Data(contentsOf: URL(fileURLWithPath: folder.file("a.y4m"))),
            Data(contentsOf: URL(fileURLWithPath: folder.file("b.y4m")))
        )
        #expect(a == b)
    }

    @Test("sound that cannot be had leaves no file")
    func failures() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("clip.mp4")
        #expect(throws: ToolError.self) {
            try Self.render(
                path, frames: 30,
                sound: SoundTrackSettings { first, count in
                    if first > 9000 { throw ToolError(description: "gone") }
                    return Self.tones(first, count)
                })
        }
        func code(_ sound: SoundTrackSettings) -> MediaError.Code? {
            do {
                try Self.render(path, frames: 30, sound: sound)
                return nil
            } catch {
                return (error as? MediaError)?.code
            }
        }
        #expect(code(SoundTrackSettings(bitRate: 1, samples: Self.tones)) == .badSetting)
        #expect(code(SoundTrackSettings { first, count in Self.tones(first, count - 1) }) == .badSetting)
        #expect(
            code(SoundTrackSettings { PCMBlock(sampleRate: 44100, channels: Self.tones($0, $1).channels) })
                == .badSetting)
        #expect(
            code(SoundTrackSettings { PCMBlock(sampleRate: 48000, channels: [Self.tones($0, $1).channels[0]]) })
                == .badSetting)
        #expect(folder.names.isEmpty)
        // What is no number is silence to the encoder.
        #expect(
            code(
                SoundTrackSettings { _, count in
                    let none = [Float](repeating: .nan, count: count)
                    return PCMBlock(sampleRate: 48000, channels: [none, none])
                }) == nil)
        #expect(try Tool.samples(path).allSatisfy { $0.magnitude < 1e-3 })
    }

    @Test func counts() throws {
        #expect(SoundTrackSettings.sampleCount(frames: 300, rate: .thirty) == 480_000)
        #expect(SoundTrackSettings.sampleCount(frames: 5, rate: try .test(30000, 1001)) == 8008)
        #expect(SoundTrackSettings.sampleCount(frames: 1, rate: try .test(30000, 1001)) == 1601)
        #expect(SoundTrackSettings.sampleCount(frames: 0, rate: .thirty) == 0)
        // An hour, and no drift.
        #expect(SoundTrackSettings.sampleCount(frames: 108_000, rate: try .test(30000, 1001)) == 172_972_800)
    }
}

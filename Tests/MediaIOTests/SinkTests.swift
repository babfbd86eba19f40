import ChildProcess
import Foundation
import FrameCore
import Imaging
import MediaIO
import Testing

@Suite struct SinkTests {
    static let size = PixelSize(64, 48)

    private func failure(_ body: () throws -> Void) -> MediaError? {
        do {
            try body()
            return nil
        } catch {
            return error as? MediaError
        }
    }

    @Test func raw() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("clip.bgra")
        let sink = try makeSink(format: .raw, destination: .file(path: path), size: PixelSize(3, 1), rate: .thirty)
        let frame = try #require(PixelBuffer(width: 3, height: 1, bytes: [1, 2, 3, 0, 4, 5, 6, 7, 8, 9, 10, 255]))
        try sink.write(frame)
        try sink.write(frame)
        #expect(failure { try sink.write(PixelBuffer(Self.size)) }?.code == .badSetting)
        #expect(!FileManager.default.fileExists(atPath: path))
        try sink.finish()
        let once: [UInt8] = [1, 2, 3, 255, 4, 5, 6, 255, 8, 9, 10, 255]
        #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) == once + once)
        sink.abandon()
        #expect(folder.names == ["clip.bgra"])
        #expect(failure { try sink.write(frame) }?.code == .cannotWrite)
    }

    @Test("framehash is what ffmpeg makes of the raw output")
    func framehash() throws {
        let folder = try TemporaryFolder()
        let rate = try FrameRate.test(30000, 1001)
        for (format, name) in [(OutputFormat.raw, "clip.bgra"), (.framehash, "clip.framehash")] {
            try EncodingTests.render(folder.file(name), frames: 12, rate: rate, format: format)
        }
        let expected = try Tool.ffmpeg([
            "-f", "rawvideo", "-pixel_format", "bgra", "-video_size", "64x48", "-framerate", "30000/1001", "-i",
            folder.file("clip.bgra"), "-fflags", "+bitexact", "-f", "framehash", "-",
        ])
        let actual = try Data(contentsOf: URL(fileURLWithPath: folder.file("clip.framehash")))
        #expect(String(decoding: actual, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
    }

    @Test("ffmpeg reads Y4M as it was meant")
    func y4m() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("clip.y4m")
        try EncodingTests.render(path, frames: 7, rate: try .test(24000, 1001), format: .y4m)
        for (entry, value) in [
            ("pix_fmt", "yuv420p"), ("width", "64"), ("height", "48"), ("r_frame_rate", "24000/1001"),
            ("color_range", "tv"), ("chroma_location", "left"), ("sample_aspect_ratio", "1:1"),
            ("field_order", "progressive"),
        ] {
            #expect(try Tool.value("stream=\(entry)", path) == value, "\(entry)")
        }
        let planes = try Tool.ffmpeg(["-i", path, "-f", "rawvideo", "-"])
        #expect(planes.count == 7 * 64 * 48 * 3 / 2)
        // Against the definition: mean luma of BT.709 in limited range over the first frame.
        let frame = testFrame(0, Self.size)
        var expected = 0.0
        frame.withBytes { bytes in
            for index in stride(from: 0, to: bytes.count, by: 4) {
                let (b, g, r) = (Double(bytes[index]), Double(bytes[index + 1]), Double(bytes[index + 2]))
                expected += 16 + 219 / 255 * (0.2126 * r + 0.7152 * g + 0.0722 * b)
            }
        }
        let actual = planes.prefix(64 * 48).reduce(0.0) { $0 + Double($1) }
        #expect(abs(actual - expected) / Double(64 * 48) < 0.05)
    }

    @Test("a folder of pictures appears as a whole")
    func folder() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("frames/")
        let sink = try makeSink(format: .png, destination: .file(path: path), size: Self.size, rate: .thirty)
        for number in 0..<3 { try sink.write(testFrame(number, Self.size)) }
        #expect(!folder.names.contains("frames"))
        try sink.finish()
        #expect(folder.names == ["frames"])
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        #expect(names == ["00000.png", "00001.png", "00002.png"])
        let bytes = try Tool.ffmpeg(["-i", path + "%05d.png", "-f", "rawvideo", "-pix_fmt", "bgra", "-"])
        #expect([UInt8](bytes) == (0..<3).flatMap { testFrame($0, Self.size).bytes })

        // There is a clip now: it is not mixed with another.
        #expect(failure { try EncodingTests.render(path, frames: 2, format: .png) }?.code == .exists)
        try EncodingTests.render(path, frames: 2, format: .png, overwrite: true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["00000.png", "00001.png"])
        let empty = folder.file("empty")
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: false)
        try EncodingTests.render(empty, frames: 1, format: .png)
        #expect(try FileManager.default.contentsOfDirectory(atPath: empty) == ["00000.png"])
    }

    @Test func numberedAndSingle() throws {
        let folder = try TemporaryFolder()
        try EncodingTests.render(folder.file("x-%03d.png"), frames: 2, format: .png)
        #expect(folder.names == ["x-000.png", "x-001.png"])
        let error = failure { try EncodingTests.render(folder.file("x-%03d.png"), frames: 1, format: .png) }
        #expect(error?.code == .exists)
        try EncodingTests.render(folder.file("y.png"), frames: 1, format: .png)
        #expect(try Tool.value("stream=width", folder.file("y.png")) == "64")
        #expect(
            failure { try EncodingTests.render(folder.file("z.png"), frames: 2, format: .png) }?.code == .badSetting)
        #expect(folder.names == ["x-000.png", "x-001.png", "y.png"])
    }

    static let destinations: [(OutputFormat, String)] = [
        (.mp4, "clip.mp4"), (.y4m, "clip.y4m"), (.raw, "clip.bgra"), (.framehash, "clip.framehash"), (.png, "frames/"),
        (.png, "%05d.png"), (.png, "one.png"),
    ]

    @Test("what is abandoned, or forgotten, leaves nothing", arguments: destinations)
    func abandoned(format: OutputFormat, name: String) throws {
        let folder = try TemporaryFolder()
        for isForgotten in [false, true] {
            let sink = try makeSink(
                format: format, destination: .file(path: folder.file(name)), size: Self.size, rate: .thirty)
            try sink.write(testFrame(0, Self.size))
            #expect(folder.names.allSatisfy { $0.hasPrefix(".") })
            if isForgotten { continue }
            sink.abandon()
            sink.abandon()
            #expect(folder.names.isEmpty)
        }
        #expect(folder.names.isEmpty)
    }

    @Test("an existing file is kept unless it may be replaced", arguments: destinations.filter { $0.0 != .png })
    func existing(format: OutputFormat, name: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file(name)
        try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
        #expect(failure { try EncodingTests.render(path, frames: 1, format: format) }?.code == .exists)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("precious".utf8))
        let link = folder.file("link" + name)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        try EncodingTests.render(link, frames: 1, format: format, overwrite: true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) != Data("precious".utf8))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    }

    @Test("a place that cannot be written says why", arguments: destinations)
    func unwritable(format: OutputFormat, name: String) throws {
        let folder = try TemporaryFolder()
        let error = failure { try EncodingTests.render(folder.file("none/" + name), frames: 1, format: format) }
        #expect(error?.code == .cannotWrite)
        #expect(error?.reason == "No such file or directory")
        #expect(folder.names.isEmpty)
    }

    @Test("a full device", arguments: [OutputFormat.mp4, .y4m, .raw, .framehash, .png])
    func fullDevice(format: OutputFormat) throws {
        let error = failure {
            try EncodingTests.render("/dev/full", frames: 300, format: format)
        }
        #expect(error?.code == .cannotWrite)
        #expect(error?.reason.contains("No space left on device") == true)
    }

    @Test("a device is written to, not replaced")
    func device() throws {
        try EncodingTests.render("/dev/null", frames: 2, format: .raw)
        var status = stat()
        #expect(stat("/dev/null", &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test("a full file system", arguments: [OutputFormat.mp4, .raw, .png])
    func sizeLimit(format: OutputFormat) async throws {
        let folder = try TemporaryFolder()
        let path = folder.file(format == .png ? "frames/" : "clip.x")
        // The limit on the size of files stands in for a full disk; it holds for a process, so this one is another.
        await #expect(processExitsWith: .success) { [path = path as String, name = format.rawValue as String] in
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 500, rlim_max: 500)
            guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(3) }
            do {
                try EncodingTests.render(
                    path, frames: 40, size: PixelSize(128, 128), encoding: EncodingSettings(crf: 1),
                    format: OutputFormat(rawValue: name) ?? .raw)
                exit(4)
            } catch let error as MediaError {
                exit(error.code == .cannotWrite && error.reason.contains("File too large") ? 0 : 5)
            }
        }
        #expect(folder.names.isEmpty)
    }

    @Test("a reader that has gone", arguments: [OutputFormat.mp4, .y4m, .raw, .framehash, .png])
    func readerGone(format: OutputFormat) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let reader = try ChildProcess("/bin/sh", ["-c", "head -c 20 \(path) > /dev/null"])
        let error = failure { try EncodingTests.render(path, frames: 3000, format: format) }
        reader.wait()
        #expect(error?.code == .readerClosed)
    }

    @Test("standard output gets the bytes of the file", arguments: [OutputFormat.y4m, .raw, .framehash])
    func standardOutput(format: OutputFormat) async throws {
        let folder = try TemporaryFolder()
        let (file, copy) = (folder.file("file"), folder.file("copy"))
        try EncodingTests.render(file, frames: 3, format: format)
        await #expect(processExitsWith: .success) { [copy = copy as String, name = format.rawValue as String] in
            let descriptor = open(copy, O_WRONLY | O_CREAT, 0o600)
            guard descriptor >= 0, dup2(descriptor, 1) == 1 else { exit(3) }
            let sink = try makeSink(
                format: OutputFormat(rawValue: name) ?? .raw, destination: .standardOutput, size: SinkTests.size,
                rate: .thirty)
            for number in 0..<3 { try sink.write(testFrame(number, SinkTests.size)) }
            try sink.finish()
            exit(fcntl(1, F_GETFD) >= 0 ? 0 : 4)
        }
        let (expected, actual) = try (
            Data(contentsOf: URL(fileURLWithPath: file)), Data(contentsOf: URL(fileURLWithPath: copy))
        )
        #expect(actual == expected)
    }

    @Test func formatOfName() {
        for (name, format) in [
            ("a.mp4", OutputFormat.mp4), ("b/a.MP4", .mp4), ("a.y4m", .y4m), ("x%05d.png", .png), ("a.b/", .png),
            ("a.bgra", .raw), ("a.framehash", .framehash), ("a.mov", nil), ("mp4", nil), (".mp4", nil),
            ("a.mp4/b", nil),
        ] as [(String, OutputFormat?)] {
            #expect(OutputFormat(path: name) == format, "\(name)")
        }
    }
}

import Foundation
import FrameCore
import MediaIO
import Testing

@Suite struct AudioBadInputTests {
    private func failure(_ path: String) -> MediaError? {
        do {
            _ = try AudioTrack(path: path)
            return nil
        } catch {
            return error as? MediaError
        }
    }

    private func file(_ folder: TemporaryFolder, _ name: String, _ bytes: Data) throws -> String {
        let path = folder.file(name)
        try bytes.write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test("what is no file, or no sound, is refused at once", .timeLimit(.minutes(1)))
    func refused() throws {
        let folder = try TemporaryFolder()
        #expect(failure(folder.file("missing.mp3"))?.code == .unreadable)
        #expect(failure(folder.path)?.reason == "it is a folder")
        #expect(failure(try file(folder, "empty.mp3", Data()))?.reason == "the file is empty")
        for device in ["/dev/zero", "/dev/null", "/dev/urandom"] {
            #expect(failure(device)?.reason == "it is not a regular file")
        }
        let pipe = folder.file("pipe.mp3")
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(failure(pipe)?.reason == "it is not a regular file")
        #expect(failure(folder.file("a\0b.mp3"))?.code == .unreadable)
        let text = Data(String(repeating: "la la la la\n", count: 2000).utf8)
        #expect(failure(try file(folder, "text.mp3", text))?.code == .notMedia)
        #expect(
            failure(try file(folder, "list.mp3", Data("ffconcat version 1.0\nfile a.mp3\n".utf8)))?.code == .notMedia)
        #expect(failure(try file(folder, "zeros.mp3", Data(count: 100_000)))?.isInputFault == true)
        let film = folder.file("film.mp4")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=64x48:d=1", film])
        #expect(failure(film)?.code == .noAudio)
        #expect(failure(film)?.description == "cannot open audio \(film): it holds no audio stream")
    }

    @Test("72 bytes of MP3, and other cut-off files")
    func cut() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.mp3")
        try Tool.ffmpeg(Sound.source(seconds: 5) + ["-b:a", "128k", path])
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(failure(try file(folder, "72.mp3", data.prefix(72)))?.isInputFault == true)
        for length in [data.count / 2, data.count - 100] {
            let path = try file(folder, "cut.mp3", data.prefix(length))
            let expected = try Tool.samples(path, decoder: "mp3")
            let track = try AudioTrack(path: path)
            let block = try track.samples(from: 0, count: track.sampleCount)
            #expect(block.greatestDifference(from: expected) == 0)
        }
        let holed = data.prefix(30_000) + Data(repeating: 0x55, count: 5000) + data.dropFirst(30_000)
        let path2 = try file(folder, "holed.mp3", holed)
        #expect(try AudioTrack(path: path2).sampleCount * 2 == Tool.samples(path2, decoder: "mp3").count)
    }

    @Test("a WAV that promises ten hours has what it has", arguments: [UInt32(36000 * 88200), .max, 0])
    func promise(size: UInt32) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.wav")
        try writeWAV([Float](repeating: 0.5, count: 44100), rate: 44100, to: path)
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        withUnsafeBytes(of: size.littleEndian) { data.replaceSubrange(40..<44, with: $0) }
        let track = try AudioTrack(path: try file(folder, "b.wav", data))
        #expect(track.sampleCount == 44100)
    }

    @Test("no end of junk after the sound", .timeLimit(.minutes(1)))
    func endless() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.mp3")
        try Tool.ffmpeg(Sound.source(seconds: 2) + ["-b:a", "128k", path])
        let count = try AudioTrack(path: path).sampleCount
        #expect(truncate(path, 1 << 38) == 0)
        let clock = ContinuousClock()
        var track: AudioTrack?
        let time = try clock.measure { track = try AudioTrack(path: path) }
        #expect(time < .seconds(40))
        #expect(abs((track?.sampleCount ?? 0) - count) < 3 * 1152)
    }

    @Test("more than a day is refused", .timeLimit(.minutes(1)))
    func tooLong() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.wav")
        try writeWAV([0], rate: 1000, to: path)
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        let day = 86_401 * 1000 * 2
        withUnsafeBytes(of: UInt32(day).littleEndian) { data.replaceSubrange(40..<44, with: $0) }
        try data.write(to: URL(fileURLWithPath: path))
        #expect(truncate(path, off_t(44 + day)) == 0)
        #expect(failure(path)?.code == .limit)
    }

    @Test("rates beyond reason are refused, not trapped on", arguments: [1, 999, 768_001, 2_000_000_000])
    func rates(rate: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.wav")
        try writeWAV([Float](repeating: 0.5, count: 100), rate: 44100, to: path)
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        withUnsafeBytes(of: UInt32(rate).littleEndian) { data.replaceSubrange(24..<28, with: $0) }
        #expect(failure(try file(folder, "b.wav", data))?.code == .unsupported)
    }

    @Test("numbers that are none, in a float file, become silence and limits")
    func notNumbers() throws {
        let folder = try TemporaryFolder()
        let raw = folder.file("a.raw")
        let values: [Float] = [0.5, .nan, .infinity, -.infinity, 1e30, -1e30, 2, -0.25]
        try values.withUnsafeBytes { Data($0) }.write(to: URL(fileURLWithPath: raw))
        let path = folder.file("a.wav")
        try Tool.ffmpeg(["-f", "f32le", "-ar", "8000", "-ac", "1", "-i", raw, "-c:a", "copy", path])
        let block = try AudioTrack(path: path).samples(from: 0, count: 8)
        #expect(block.channels == [[0.5, 0, 256, -256, 256, -256, 2, -0.25]])
    }

    @Test("noise in the middle of any format neither traps nor hangs", .timeLimit(.minutes(2)), arguments: Sound.all)
    func damaged(sound: Sound) throws {
        let folder = try TemporaryFolder()
        let path = try sound.make(in: folder, seconds: 2)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        var noise: UInt64 = 99
        for round in 0..<6 {
            var data = whole
            for _ in 0..<(4 << round) {
                noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                data[Int(noise >> 33) % data.count] = UInt8(truncatingIfNeeded: noise >> 24)
            }
            let path = try file(folder, "damaged", data)
            guard let track = try? AudioTrack(path: path) else { continue }
            #expect(track.sampleCount > 0)
            let last = try track.samples(from: track.sampleCount - 2000, count: 2000)
            let again = try AudioTrack(path: path).samples(from: track.sampleCount - 2000, count: 2000)
            #expect(last == again)
            #expect(last.channels.allSatisfy { $0.allSatisfy(\.isFinite) })
        }
    }

    @Test("opening and closing gives the memory back")
    func leaks() async throws {
        let folder = try TemporaryFolder()
        let path = try Sound.all[0].make(in: folder, seconds: 3)
        let text = try file(folder, "text.mp3", Data(String(repeating: "no sound ", count: 500).utf8))
        await #expect(processExitsWith: .success) { [path = path as String, text = text as String] in
            let kilobytes = try growth {
                let track = try AudioTrack(path: path)
                _ = try track.samples(from: 50_000, count: 1000)
                _ = try? AudioTrack(path: text)
            }
            // A leaked decoder would be at least 50 kB a round, 10 MB in all; a leaked segment twenty times that.
            exit(kilobytes < 8000 ? 0 : 3)
        }
    }
}

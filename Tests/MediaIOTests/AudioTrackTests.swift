import Foundation
import FrameCore
import MediaIO
import Testing

@Suite struct AudioTrackTests {
    @Test("length and samples are those that ffmpeg decodes", arguments: Sound.all)
    func asFFmpeg(sound: Sound) throws {
        let folder = try TemporaryFolder()
        let path = try sound.make(in: folder, seconds: 3)
        var expected = try Tool.samples(path, decoder: sound.decoder)
        let track = try AudioTrack(path: path)
        // Of AAC in MP4, ffmpeg plays the padding of the last frame.
        if sound.file == "a.m4a" { expected.removeLast(expected.count - 3 * 44100 * 2) }
        #expect(track.sampleCount * track.channelCount == expected.count)
        #expect(try Tool.soundValues(path)["sample_rate"] == String(track.sampleRate))
        let block = try track.samples(from: 0, count: track.sampleCount)
        #expect(block.channels.count == track.channelCount)
        #expect(block.greatestDifference(from: expected, less: sound.bias) <= sound.tolerance)
    }

    private static let jumping = [
        "tag.mp3", "vbr.mp3", "low.mp3", "mp3.mkv", "a.ogg", "a.opus", "a.m4a", "a.aac", "51.ac3", "a.wma",
        "adpcm.wav", "a.flac",
    ]

    @Test("any order gives the samples of going through once", arguments: jumping)
    func randomOrder(file: String) throws {
        let folder = try TemporaryFolder()
        let sound = try #require(Sound.all.first { $0.file == file })
        let path = try sound.make(in: folder, seconds: 26)
        let track = try AudioTrack(path: path)
        let count = track.sampleCount
        let whole = try track.samples(from: 0, count: count)
        // Where decoding begins anew, the samples are still ffmpeg's, but for what decoders carry along without end.
        let expected = try Tool.samples(path, decoder: sound.decoder).prefix(count * track.channelCount)
        #expect(
            whole.greatestDifference(from: Array(expected), less: sound.bias)
                <= max(sound.tolerance, sound.laterTolerance))
        let jumping = try AudioTrack(path: path)
        for (place, fresh) in [(0.9, false), (0.2, false), (0.65, true), (0.5, false), (0.01, true), (0.33, true)] {
            let first = Int(place * Double(count))
            let block = try (fresh ? AudioTrack(path: path) : jumping).samples(from: first, count: 4096)
            #expect(block.channels == whole.part(first..<first + 4096), "\(place)")
        }
    }

    @Test("outside of the track there are zeros")
    func outside() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.wav")
        try writeWAV([0.5, 0.25, -0.5], rate: 8000, to: path)
        let track = try AudioTrack(path: path)
        #expect(track.sampleCount == 3)
        #expect(try track.samples(from: -2, count: 7).channels == [[0, 0, 0.5, 0.25, -0.5, 0, 0]])
        #expect(try track.samples(from: 3, count: 2).channels == [[0, 0]])
        #expect(try track.samples(from: -5, count: 2).channels == [[0, 0]])
        #expect(try track.samples(from: 1, count: 0).channels == [[]])
        #expect(try track.samples(from: 1, count: -4).channels == [[]])
        #expect(try track.samples(from: .max, count: 5).channels == [[0, 0, 0, 0, 0]])
        #expect(try track.samples(from: .min, count: 1).channels == [[0]])
    }

    @Test("many threads get what one gets")
    func threads() throws {
        let folder = try TemporaryFolder()
        let path = try Sound.all[0].make(in: folder, seconds: 30)
        let track = try AudioTrack(path: path)
        let whole = try AudioTrack(path: path).samples(from: 0, count: track.sampleCount)
        DispatchQueue.concurrentPerform(iterations: 24) { index in
            let first = index * 7919 * 17 % (track.sampleCount - 3000)
            let block = try? track.samples(from: first, count: 3000)
            #expect(block?.channels == whole.part(first..<first + 3000))
        }
    }

    // MARK: - Length

    private static let tone: [String] = ["-f", "lavfi", "-i", "sine=f=440:r=44100:d=10"]

    @Test(
        "ten seconds are ten seconds",
        arguments: [
            ("a.mp3", ["-b:a", "128k"], 441_000), ("q.mp3", ["-q:a", "2"], 441_000),
            ("m.mp3", ["-ar", "22050", "-b:a", "48k"], 220_500), ("m25.mp3", ["-ar", "11025", "-b:a", "24k"], 110_250),
            ("a.opus", [], 480_000), ("a.ogg", ["-c:a", "libvorbis"], 441_000), ("a.flac", [], 441_000),
            ("a.m4a", [], 441_000), ("a.wav", [], 441_000), ("v.mp3", ["-ar", "22050", "-q:a", "5"], 220_500),
        ] as [(String, [String], Int)])
    func exactLength(file: String, arguments: [String], count: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file(file)
        try Tool.ffmpeg(Self.tone + arguments + [path])
        let track = try AudioTrack(path: path)
        #expect(track.sampleCount == count)
        #expect(track.info.duration == Rational(10))
    }

    @Test("what the header says of the length does not count", arguments: [0, 1, 100, 1_380_000])
    func wrongHeader(frames: UInt32) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.mp3")
        try Tool.ffmpeg(Self.tone + ["-q:a", "3", path])
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        let tag = try #require(data.range(of: Data("Xing".utf8)))
        // Flags, then the number of frames, both big-endian.
        #expect(data[tag.upperBound + 3] & 1 == 1)
        withUnsafeBytes(of: frames.bigEndian) {
            data.replaceSubrange(tag.upperBound + 4..<tag.upperBound + 8, with: $0)
        }
        try data.write(to: URL(fileURLWithPath: path))
        let track = try AudioTrack(path: path)
        #expect(try track.sampleCount == Tool.samples(path, decoder: "mp3").count)
        #expect(abs(track.sampleCount - 441_000) < 2205)
    }

    @Test("a variable rate without any header")
    func headless() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.mp3")
        try Tool.ffmpeg(Sound.source(seconds: 10) + ["-q:a", "3", "-write_xing", "0", path])
        let track = try AudioTrack(path: path)
        #expect(try track.sampleCount * 2 == Tool.samples(path, decoder: "mp3").count)
        #expect(abs(track.sampleCount - 441_000) < 2205)
    }

    @Test("tags before and after the sound are no sound")
    func tagsAround() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.mp3")
        try Tool.ffmpeg(Self.tone + ["-write_id3v1", "1", "-metadata", "title=A", path])
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(data.suffix(128).starts(with: Data("TAG".utf8)))
        #expect(try AudioTrack(path: path).sampleCount == 441_000)
        data.append(Data("LYRICSBEGIN".utf8) + Data(repeating: 0x41, count: 3000) + Data("LYRICS200".utf8))
        try data.write(to: URL(fileURLWithPath: path))
        #expect(try AudioTrack(path: path).sampleCount == 441_000)
    }

    @Test("a track that was cut in two plays on without a gap", arguments: ["mp3", "opus", "m4a", "ogg", "flac"])
    func join(suffix: String) throws {
        let folder = try TemporaryFolder()
        // No whole number of frames; whole milliseconds, which is what the edit lists of ffmpeg's MP4 count in.
        let (cut, rate) = (3 * 48000 + 4800, 48000)
        func tone(_ index: Int) -> Float { 0.5 * Float(sin(2 * Double.pi * 441 * Double(index) / Double(rate))) }
        var joined: [Float] = []
        for (name, range) in [("a", 0..<cut), ("b", cut..<2 * cut + 768)] {
            try writeWAV(range.map(tone), rate: rate, to: folder.file(name + ".wav"))
            let path = folder.file("\(name).\(suffix)")
            let codec = suffix == "ogg" ? ["-c:a", "libvorbis"] : []
            try Tool.ffmpeg(["-i", folder.file(name + ".wav")] + codec + ["-b:a", "160k", path])
            let track = try AudioTrack(path: path)
            #expect(track.sampleCount == range.count)
            joined += try track.samples(from: 0, count: track.sampleCount).channels[0]
        }
        let near = (cut - 4000..<cut + 4000).filter { abs($0 - cut) > 48 }
        // LAME makes everything a little quieter.
        let gain = near.reduce(Float(0)) { $0 + joined[$1] * tone($1) } / near.reduce(0) { $0 + tone($1) * tone($1) }
        #expect(abs(gain - 1) < 0.06)
        func error(lag: Int) -> Float {
            near.reduce(Float(0)) { $0 + (joined[$1] - gain * tone($1 + lag)).magnitude } / Float(near.count)
        }
        #expect(error(lag: 0) < 0.01)
        #expect(error(lag: 1) > 3 * error(lag: 0))
        #expect(error(lag: -1) > 3 * error(lag: 0))
        // Silence would be a run of small samples; the tone passes zero in two.
        let quiet = (cut - 200..<cut + 200).filter { joined[$0].magnitude < 0.02 && joined[$0 + 8].magnitude < 0.02 }
        #expect(quiet.isEmpty)
    }

    // MARK: - Changes within a file

    @Test("another rate and other channels later in the file keep the pitch and the length", arguments: ["mp3", "ogg"])
    func changes(suffix: String) throws {
        let folder = try TemporaryFolder()
        var data = Data()
        var lengths: [Int] = []
        for (rate, channels) in [(44100, 2), (22050, 1), (48000, 2), (44100, 6)] {
            if channels == 6, suffix == "mp3" { continue }
            let path = folder.file("part.\(suffix)")
            let codec = suffix == "ogg" ? ["-c:a", "libvorbis"] : []
            try Tool.ffmpeg(
                ["-f", "lavfi", "-i", "sine=f=440:r=\(rate):d=5", "-ac", "\(channels)"] + codec + [path])
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            data += bytes
            // Without its neighbours' tags each part has the encoder's delay as well.
            let bare = folder.file("bare.\(suffix)")
            try bytes.write(to: URL(fileURLWithPath: bare))
            lengths.append(try Tool.samples(bare).count / channels * 44100 / rate)
        }
        let path = folder.file("all.\(suffix)")
        try data.write(to: URL(fileURLWithPath: path))
        let track = try AudioTrack(path: path)
        #expect(track.sampleRate == 44100)
        #expect(track.channelCount == 2)
        // Within the file, the later parts' delays, paddings and tags count as sound: at most 3500 samples each.
        #expect(abs(track.sampleCount - lengths.reduce(0, +)) < 3500 * 3)
        // The tone passes zero upwards 440 times a second, in the middle of each part.
        for part in lengths.indices {
            let first = lengths[..<part].reduce(0, +) + 44100
            let block = try AudioTrack(path: path).samples(from: first, count: 2 * 44100)
            for samples in block.channels {
                let passes = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
                #expect(abs(passes - 880) <= 1, "part \(part)")
            }
        }
        let whole = try track.samples(from: 0, count: track.sampleCount)
        for place in [0.3, 0.7, 0.45, 0.95] {
            let first = Int(place * Double(track.sampleCount - 3000))
            let block = try AudioTrack(path: path).samples(from: first, count: 3000)
            #expect(block.channels == whole.part(first..<first + 3000))
        }
    }

    // MARK: - Silence, tags, covers

    @Test("digital silence is exactly 0", arguments: ["mp3", "m4a", "ac3", "ogg", "opus", "flac"])
    func silence(suffix: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.\(suffix)")
        let codec = suffix == "ogg" ? ["-c:a", "libvorbis"] : []
        try Tool.ffmpeg(["-f", "lavfi", "-i", "anullsrc=r=48000:cl=stereo:d=2"] + codec + [path])
        let track = try AudioTrack(path: path)
        let block = try track.samples(from: 0, count: track.sampleCount)
        #expect(block.count > 95_000)
        #expect(block.channels.allSatisfy { $0.allSatisfy { $0 == 0 } })
    }

    @Test("a cover is no sound, titles are found, and a film has a sound track as well")
    func info() throws {
        let folder = try TemporaryFolder()
        let cover = folder.file("cover.png")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=1200x1200", "-frames:v", "1", cover])
        let song = folder.file("song.mp3")
        try Tool.ffmpeg(
            Self.tone + [
                "-i", cover, "-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic",
                "-metadata", "title= Señor\tBär ", "-metadata", "artist=Λ", "-metadata", "album=One", song,
            ])
        let info = try AudioTrack.probe(path: song)
        #expect(info.codec == "mp3")
        #expect(info.sampleRate == 44100)
        #expect(info.channelCount == 1)
        #expect(info.sampleCount == 441_000)
        #expect(info.title == "Señor Bär")
        #expect(info.artist == "Λ")
        #expect(info.album == "One")
        let ogg = folder.file("song.ogg")
        try Tool.ffmpeg(Self.tone + ["-c:a", "libvorbis", "-metadata", "artist=Nobody", ogg])
        #expect(try AudioTrack.probe(path: ogg).artist == "Nobody")
        #expect(try AudioTrack.probe(path: ogg).title == nil)
        let film = folder.file("film.mkv")
        try Tool.ffmpeg(
            ["-f", "lavfi", "-i", "testsrc2=s=64x48:d=10"] + Self.tone + ["-c:v", "libx264", "-c:a", "flac", film])
        let track = try AudioTrack(path: film)
        #expect(track.sampleCount == 441_000)
        #expect(track.info.codec == "flac")
    }

    @Test("the mix to stereo is that of ffmpeg", arguments: [1, 2, 3, 4, 5, 6, 7, 8])
    func mix(channels: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.wav")
        let layouts = ["mono", "stereo", "3.0", "4.0", "5.0", "5.1", "6.1", "7.1"]
        let tones = (1...channels).map { "0.9*sin(2*PI*\($0 * 110)*t)" }.joined(separator: "|")
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "aevalsrc=exprs='\(tones)':s=44100:d=0.5:c=\(layouts[channels - 1])", "-c:a",
            "pcm_s16le", path,
        ])
        let track = try AudioTrack(path: path)
        #expect(track.channelCount == channels)
        let block = try track.samples(from: 0, count: track.sampleCount)
        let mixed = PCMBlock(sampleRate: 44100, channels: track.stereoMix.mix(block.channels))
        // For whole numbers ffmpeg scales its weights down, so that nothing clips. One channel it makes quieter.
        let filter = channels == 1 ? ["-af", "pan=stereo|c0=c0|c1=c0"] : ["-ac", "2"]
        let expected = try Tool.ffmpeg(["-i", path] + filter + ["-f", "s16le", "-"])
        let samples = expected.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: 2).map {
                Float(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: Int16.self))) / 32768
            }
        }
        #expect(mixed.greatestDifference(from: samples) < 2.5 / 32768)
    }
}

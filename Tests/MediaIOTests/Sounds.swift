import Foundation
import FrameCore
import Testing

/// A sound file that ffmpeg makes, and how it is compared with what ffmpeg decodes.
struct Sound: Sendable, CustomTestStringConvertible {
    var file: String
    var arguments: [String]
    /// The decoder that ffmpeg is to use; empty: its own choice.
    var decoder = ""
    /// How far samples may be off.
    var tolerance: Float = 0
    /// What a decoder that begins anew in the middle makes different: rounding, dither.
    var laterTolerance: Float = 0
    /// What is in every sample that ffmpeg's decoder gives, and ours takes off.
    var bias: Float = 0

    var testDescription: String { file }

    private static let lame = ["-c:a", "libmp3lame"]
    // Noise substitution draws random numbers, which are others after a new start.
    private static let aac = ["-c:a", "aac", "-aac_pns", "0"]
    private static let lastPlace: Float = 1.01 / 32768

    static let all: [Sound] = [
        Sound(file: "tag.mp3", arguments: lame + ["-b:a", "128k"], decoder: "mp3", laterTolerance: lastPlace),
        Sound(
            file: "bare.mp3", arguments: lame + ["-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0"],
            decoder: "mp3", laterTolerance: lastPlace),
        Sound(file: "vbr.mp3", arguments: lame + ["-q:a", "4"], decoder: "mp3", laterTolerance: lastPlace),
        Sound(
            file: "low.mp3", arguments: lame + ["-b:a", "8k", "-ar", "16000", "-ac", "1"], decoder: "mp3",
            laterTolerance: lastPlace),
        Sound(file: "two.mp2", arguments: ["-c:a", "mp2", "-b:a", "192k"], decoder: "mp2", laterTolerance: lastPlace),
        Sound(file: "mp3.mkv", arguments: lame + ["-b:a", "96k"], decoder: "mp3", laterTolerance: lastPlace),
        Sound(file: "a.ogg", arguments: ["-c:a", "libvorbis"], tolerance: 1e-5, laterTolerance: 1e-5),
        Sound(file: "a.opus", arguments: ["-c:a", "libopus", "-b:a", "96k"], tolerance: 1e-5, laterTolerance: 1e-4),
        Sound(file: "a.flac", arguments: ["-c:a", "flac"]),
        Sound(
            file: "a.m4a", arguments: aac, decoder: "aac_fixed", tolerance: 1e-7, laterTolerance: lastPlace,
            bias: 0.5 / 32768),
        Sound(
            file: "a.aac", arguments: aac, decoder: "aac_fixed", tolerance: 1e-7, laterTolerance: lastPlace,
            bias: 0.5 / 32768),
        Sound(file: "alac.m4a", arguments: ["-c:a", "alac"]),
        Sound(file: "a.wav", arguments: ["-c:a", "pcm_s16le"]),
        Sound(file: "u8.wav", arguments: ["-c:a", "pcm_u8"]),
        Sound(file: "24.wav", arguments: ["-c:a", "pcm_s24le"]),
        Sound(file: "float.wav", arguments: ["-c:a", "pcm_f32le"]),
        Sound(file: "double.wav", arguments: ["-c:a", "pcm_f64le"]),
        Sound(file: "8k.wav", arguments: ["-c:a", "pcm_s16le", "-ar", "8000", "-ac", "1"]),
        Sound(file: "192k.flac", arguments: ["-c:a", "flac", "-ar", "192000"]),
        Sound(file: "51.flac", arguments: ["-c:a", "flac", "-ac", "6"]),
        Sound(file: "51.ac3", arguments: ["-c:a", "ac3", "-ac", "6"], decoder: "ac3_fixed", laterTolerance: 0.01),
        Sound(file: "a.wma", arguments: ["-c:a", "wmav2"], tolerance: 1e-5, laterTolerance: 1e-5),
        Sound(file: "adpcm.wav", arguments: ["-c:a", "adpcm_ms"]),
        Sound(file: "a.wv", arguments: ["-c:a", "wavpack"]),
        Sound(file: "a.aiff", arguments: []),
        Sound(file: "a.tta", arguments: ["-c:a", "tta"]),
    ]

    /// Makes the file; its path.
    func make(in folder: TemporaryFolder, seconds: Double) throws -> String {
        let path = folder.file(file)
        try Tool.ffmpeg(Self.source(seconds: seconds) + arguments + [path])
        return path
    }

    /// 44.1 kHz stereo: a tone in noise that swells, and a tone that rises.
    static func source(seconds: Double) -> [String] {
        [
            "-f", "lavfi", "-i",
            "aevalsrc=exprs='0.3*sin(2*PI*440*t)+0.2*random(0)*sin(PI*t)|0.4*sin(2*PI*(300+20*t)*t)':s=44100"
                + ":d=\(seconds)",
        ]
    }
}

extension Tool {
    /// The samples of a file as ffmpeg decodes them, interleaved; `arguments` come before the output.
    static func samples(_ path: String, decoder: String = "", _ arguments: [String] = []) throws -> [Float] {
        let data = try ffmpeg(
            (decoder.isEmpty ? [] : ["-c:a", decoder]) + ["-i", path, "-map", "0:a"] + arguments
                + ["-c:a", "pcm_f32le", "-f", "f32le", "-"])
        return [Float](unsafeUninitializedCapacity: data.count / 4) { buffer, count in
            count = data.copyBytes(to: buffer) / 4
        }
    }

    /// All that ffprobe says of the sound stream.
    static func soundValues(_ path: String) throws -> [String: String] {
        let data = try run(
            "ffprobe", ["-v", "error", "-select_streams", "a:0", "-show_streams", "-of", "default=nw=1", path])
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        return lines.reduce(into: [:]) { values, line in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
        }
    }
}

extension PCMBlock {
    /// The greatest difference from interleaved samples, less a constant; infinite when there are more or fewer.
    func greatestDifference(from interleaved: [Float], less bias: Float = 0) -> Float {
        guard count * channels.count == interleaved.count else { return .infinity }
        var most: Float = 0
        interleaved.withUnsafeBufferPointer { other in
            for (channel, samples) in channels.enumerated() {
                samples.withUnsafeBufferPointer { samples in
                    var index = 0
                    while index < samples.count {
                        let difference = samples[index] - (other[index * channels.count + channel] - bias)
                        if !(difference.magnitude <= most) { most = difference.magnitude }
                        index += 1
                    }
                }
            }
        }
        return most
    }

    /// Some of the samples.
    func part(_ range: Range<Int>) -> [[Float]] { channels.map { Array($0[range]) } }
}

/// Writes 16-bit samples as a WAV file.
func writeWAV(_ samples: [Float], rate: Int, to path: String) throws {
    var data = Data()
    func append<T: FixedWidthInteger>(_ value: T) {
        withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }
    data.append(Data("RIFF".utf8))
    append(UInt32(36 + samples.count * 2))
    data.append(Data("WAVEfmt ".utf8))
    append(UInt32(16))
    append(UInt16(1))
    append(UInt16(1))
    append(UInt32(rate))
    append(UInt32(rate * 2))
    append(UInt16(2))
    append(UInt16(16))
    data.append(Data("data".utf8))
    append(UInt32(samples.count * 2))
    for sample in samples { append(Int16(max(-32768, min(32767, (sample * 32768).rounded())))) }
    try data.write(to: URL(fileURLWithPath: path))
}

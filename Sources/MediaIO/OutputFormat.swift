public import FrameCore

/// A format that finished frames can be written in.
public enum OutputFormat: String, Sendable, CaseIterable {
    /// H.264 in MP4; fragmented when it goes to a pipe.
    case mp4
    /// A folder, a numbered sequence, or one file of PNG.
    case png
    /// YUV4MPEG2, 4:2:0.
    case y4m
    /// BGRA bytes, alpha 255.
    case raw
    /// The layout of FFmpeg's `framehash` muxer, SHA-256.
    case framehash

    /// The format that the suffix of a file name stands for: `.mp4 .y4m .png .bgra .framehash`, or a folder's `/`.
    public init?(path: String) {
        if path.hasSuffix("/") {
            self = .png
            return
        }
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        switch name[name.index(after: dot)...].lowercased() {
        case "mp4": self = .mp4
        case "y4m": self = .y4m
        case "png": self = .png
        case "bgra": self = .raw
        case "framehash": self = .framehash
        default: return nil
        }
    }

    /// Whether both sides of a picture have to be even.
    public var needsEvenSize: Bool { self == .mp4 || self == .y4m }
}

/// Where output goes.
public enum OutputDestination: Sendable, Hashable {
    /// A file, a device or named pipe, or, for `png`, a folder (`NAME/`) or numbered sequence (`NAME%05d.png`).
    case file(path: String)
    case standardOutput
}

/// How `mp4` is compressed; other formats take no notice.
public struct EncodingSettings: Sendable, Hashable {
    /// x264's constant rate factor, 0 (lossless) to 51.
    public var crf: Double
    /// x264's preset, one of `presets`.
    public var preset: String

    public init(crf: Double = 20, preset: String = "veryfast") {
        self.crf = crf
        self.preset = preset
    }

    /// The presets there are, fastest first.
    public static let presets = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
    ]
}

/// The sound track of an `mp4`; other formats take no notice.
public struct SoundTrackSettings: Sendable {
    /// Bits a second that AAC may take, 32 000 to 320 000.
    public var bitRate: Int
    /// Gives the samples `[first, first + count)` of the sound track: 48 kHz, two channels, −1 to 1.
    ///
    /// It is asked for one run after the other, from 0 to the end of the picture, by the thread that writes frames;
    /// what it throws, `write` and `finish` throw.
    public var samples: @Sendable (_ first: Int, _ count: Int) throws -> PCMBlock

    public init(
        bitRate: Int = 320_000, samples: @escaping @Sendable (_ first: Int, _ count: Int) throws -> PCMBlock
    ) {
        self.bitRate = bitRate
        self.samples = samples
    }

    /// The length in samples of the sound for so many frames: the picture's, rounded down to a whole sample.
    public static func sampleCount(frames: Int, rate: FrameRate) -> Int {
        (Rational(frames) / rate.rate * Rational(Resampler48.sampleRate)).floor
    }
}

/// Opens an output.
///
/// Nothing stands under its final name before `finish()`, and nothing is left if that is not reached.
///
/// - Parameters:
///   - size: the size of every frame; both sides even for `mp4` and `y4m`.
///   - rate: frames per second.
///   - sound: the sound track of an `mp4`, as long as the picture; nil for none.
///   - frames: how many frames will be written, where that is known: one PNG holds one picture.
///   - overwrite: whether an existing file, or the numbered pictures of an existing folder, may be replaced.
///   - keepsAlpha: whether `raw` and `framehash` take the frames' premultiplied alpha as it is, and not as 255; `png`
///     always keeps it (straight), `mp4` and `y4m` have none.
/// - Throws: `MediaError` with `.badSetting` or `.exists` before anything is touched, else why it cannot be written.
public func makeSink(
    format: OutputFormat, destination: OutputDestination, size: PixelSize, rate: FrameRate,
    encoding: EncodingSettings = EncodingSettings(), sound: SoundTrackSettings? = nil, frames: Int? = nil,
    overwrite: Bool = false, keepsAlpha: Bool = false
) throws -> any FrameSink {
    let operation = "write"
    var path: String?
    if case .file(let name) = destination { path = name }
    let sides = 1...PixelSize.largestSide
    guard sides.contains(size.width), sides.contains(size.height) else {
        throw MediaError(
            .badSetting, operation, path: path, reason: "a size of \(size) is not within 1 to \(sides.upperBound)")
    }
    if format.needsEvenSize, size.width % 2 != 0 || size.height % 2 != 0 {
        throw MediaError(
            .badSetting, operation, path: path,
            reason: "\(format.rawValue) needs an even width and height, and the size is \(size)")
    }
    switch format {
    case .png: return try PNGSink(destination, size: size, frames: frames, overwrite: overwrite)
    case .mp4:
        return try MP4Sink(
            OutputPlace(destination, overwrite: overwrite), size: size, rate: rate, encoding: encoding,
            sound: sound)
    case .y4m: return try Y4MSink(ByteOutput(OutputPlace(destination, overwrite: overwrite)), size: size, rate: rate)
    case .raw:
        return try RawSink(
            ByteOutput(OutputPlace(destination, overwrite: overwrite)), size: size, keepsAlpha: keepsAlpha)
    case .framehash:
        return try FramehashSink(
            ByteOutput(OutputPlace(destination, overwrite: overwrite)), size: size, rate: rate, keepsAlpha: keepsAlpha)
    }
}

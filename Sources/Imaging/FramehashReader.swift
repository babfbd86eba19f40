public import FrameCore

/// Why a list of hashes cannot be used, and where.
public struct FramehashError: Error, Sendable, Hashable, CustomStringConvertible {
    /// From 1; nil where the list as a whole is at fault.
    public let line: Int?
    /// What is wrong, in words.
    public let message: String

    public var description: String { (line.map { "line \($0): " } ?? "") + message }
}

/// Reads, line by line, what FFmpeg's `framehash` muxer and `FramehashWriter` write: SHA-256 of raw BGRA frames.
///
/// Only the first video stream counts. That the pixels are BGRA the list does not say, but the number of bytes a frame
/// must be that of BGRA.
public struct FramehashReader: Sendable {
    /// One line of the video stream.
    public struct Frame: Sendable, Hashable {
        /// The time stamp in units of the stream's time base.
        public let timestamp: Int64
        /// In units of the stream's time base; 0 where it is not known.
        public let duration: Int64
        /// The 32 bytes of the SHA-256.
        public let hash: [UInt8]
    }

    /// What the header says of one stream.
    private struct Stream {
        var timeBase: Rational?
        var mediaType = ""
        var codec = ""
        var size: PixelSize?
    }

    private static let largestNumberOfStreams = 256

    /// The size of the frames; nil until the first of them was read.
    public var size: PixelSize? { video?.size }
    /// Seconds a unit of time; nil until the first frame was read.
    public var timeBase: Rational? { video?.timeBase }

    private var lineNumber = 0
    private var version: String?
    private var hashName: String?
    private var streams: [Int: Stream] = [:]
    private var video: (number: Int64, size: PixelSize, timeBase: Rational)?
    private var lastTimestamp: Int64?

    public init() {}

    /// Whether a file that begins with these bytes is meant as a list of hashes or checksums of frames.
    public static func recognises(_ start: some Collection<UInt8>) -> Bool {
        ["#format: frame checksums", "#software: Lavf", "#tb 0: "].contains { start.starts(with: $0.utf8) }
    }

    /// Takes the next line, without its line feed; the frame if it is one of the video stream.
    public mutating func read(_ line: some Collection<UInt8>) throws(FramehashError) -> Frame? {
        lineNumber += 1
        let text = String(decoding: line, as: UTF8.self)
        let trimmed = text.hasSuffix("\r") ? text.dropLast() : text[...]
        if lineNumber == 1 {
            guard trimmed == "#format: frame checksums" else {
                throw failure("it is not `#format: frame checksums`, as FFmpeg's `-f framehash` writes")
            }
            return nil
        }
        if trimmed.utf8.first == UInt8(ascii: "#") {
            guard video == nil else { throw failure("a line of the head stands between the frames") }
            try readHeader(trimmed.dropFirst())
            return nil
        }
        return try readFrame(trimmed)
    }

    /// Ends the list; throws when it has no frame.
    public func finish() throws(FramehashError) {
        guard video != nil else { throw FramehashError(line: nil, message: "it lists no frame of a video stream") }
    }

    private func failure(_ message: String) -> FramehashError { FramehashError(line: lineNumber, message: message) }

    // MARK: - Head

    private mutating func readHeader(_ line: Substring) throws(FramehashError) {
        guard let colon = line.firstIndex(of: ":") else { return }
        let key = line[..<colon].split(separator: " ")
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        switch key.first {
        case "version" where key.count == 1: version = String(value)
        case "hash" where key.count == 1: hashName = String(value)
        case "tb", "media_type", "codec_id", "dimensions":
            guard key.count == 2, let number = Int(key[1]), (0..<Self.largestNumberOfStreams).contains(number) else {
                throw failure("'\(key.joined(separator: " "))' does not name a stream")
            }
            try note(key[0], value, of: number)
        default: break
        }
    }

    private mutating func note(_ key: Substring, _ value: Substring, of number: Int) throws(FramehashError) {
        var stream = streams[number] ?? Stream()
        switch key {
        case "tb":
            let parts = value.split(separator: "/", omittingEmptySubsequences: false).map { Int64($0) }
            guard parts.count == 2, let top = parts[0], let bottom = parts[1], top > 0, bottom > 0 else {
                throw failure("the time base '\(value)' is not a positive fraction such as 1/30")
            }
            stream.timeBase = Rational(top, bottom)
        case "dimensions":
            let parts = value.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
            let sides = 1...PixelSize.largestSide
            guard parts.count == 2, let width = parts[0], let height = parts[1], sides.contains(width),
                sides.contains(height)
            else {
                throw failure(
                    "the dimensions '\(value)' are not WIDTHxHEIGHT, each 1 to \(PixelSize.largestSide)")
            }
            stream.size = PixelSize(width, height)
        case "media_type": stream.mediaType = String(value)
        default: stream.codec = String(value)
        }
        streams[number] = stream
    }

    /// The stream whose frames count, once the head is complete.
    private func examineHeader() throws(FramehashError) -> (number: Int64, size: PixelSize, timeBase: Rational) {
        guard version == "2" else {
            throw failure(version.map { "the list is of version \($0); 2 is read" } ?? "the head has no `#version: 2`")
        }
        guard let hashName else { throw failure("the head has no `#hash:`") }
        guard hashName == "SHA256" else {
            throw failure("the hashes are \(hashName); SHA256 is read, as FFmpeg's `-f framehash` writes by default")
        }
        guard let (number, stream) = streams.filter({ $0.value.mediaType == "video" }).min(by: { $0.key < $1.key })
        else { throw failure("the head has no `#media_type 0: video`") }
        guard stream.codec == "rawvideo" else {
            throw failure("the hashes are of '\(stream.codec)', not of raw frames: make them with `-c:v rawvideo`")
        }
        guard let timeBase = stream.timeBase, timeBase > .zero else {
            throw failure("the head has no `#tb \(number):`")
        }
        guard let size = stream.size else { throw failure("the head has no `#dimensions \(number):`") }
        return (Int64(number), size, timeBase)
    }

    // MARK: - Frames

    private mutating func readFrame(_ line: Substring) throws(FramehashError) -> Frame? {
        // The first field alone tells whether the line counts; those of sound may hold anything behind it.
        let fields = line.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed }
        guard fields.count >= 6, fields.dropFirst(6).first?.hasPrefix("S=") ?? true else {
            throw failure("it has \(fields.count) fields; a frame has 6: stream, dts, pts, duration, size, hash")
        }
        var numbers: [Int64] = []
        for field in fields.prefix(5) {
            guard let number = Int64(field) else { throw failure("'\(field)' is not a number") }
            numbers.append(number)
        }
        let video: (number: Int64, size: PixelSize, timeBase: Rational)
        if let known = self.video { video = known } else { video = try examineHeader() }
        guard numbers[0] == video.number else { return nil }
        let expected = video.size.area * 4
        guard numbers[4] == expected else {
            throw failure(
                "the frame has \(numbers[4]) bytes; \(video.size) in BGRA is \(expected), as of `-pix_fmt bgra`")
        }
        if let lastTimestamp, numbers[2] <= lastTimestamp {
            throw failure("the frame is not later than the one before it")
        }
        guard let hash = Self.digest(fields[5]) else { throw failure("'\(fields[5])' is not a SHA-256 of 64 digits") }
        self.video = video
        lastTimestamp = numbers[2]
        return Frame(timestamp: numbers[2], duration: max(0, numbers[3]), hash: hash)
    }

    private static func digest(_ text: Substring) -> [UInt8]? {
        let digits = text.utf8.compactMap { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
            default: nil
            }
        }
        guard digits.count == 64, text.utf8.count == 64 else { return nil }
        return stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

extension Substring {
    /// Without the spaces at both ends.
    fileprivate var trimmed: Substring {
        var rest = drop { $0 == " " }
        while rest.last == " " { rest.removeLast() }
        return rest
    }
}

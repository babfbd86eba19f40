import CFFmpeg
public import FrameCore

/// What an audio file is, and what it says of itself, for people.
public struct AudioInfo: Sendable, Hashable {
    /// FFmpeg's name of the codec, such as `mp3`.
    public let codec: String
    /// Samples a second.
    public let sampleRate: Int
    public let channelCount: Int
    /// The decoded length in samples, never the header's claim.
    public let sampleCount: Int
    /// What the tags say; nil where they are silent.
    public let title: String?
    public let artist: String?
    public let album: String?

    /// The decoded length in seconds.
    public var duration: Rational { Rational(Int64(sampleCount), Int64(sampleRate)) }

    private static let longestTag = 1000

    init(_ input: InputFile, _ timeline: SoundTimeline) {
        codec = String(cString: avcodec_get_name(input.decoder.pointee.id))
        sampleRate = timeline.format.sampleRate
        channelCount = timeline.format.channels.count
        sampleCount = timeline.sampleCount
        let tags = [input.format.pointee.metadata, input.stream.pointee.metadata]
        func tag(_ names: String...) -> String? {
            for tags in tags {
                for name in names {
                    guard let entry = av_dict_get(tags, name, nil, 0), let value = entry.pointee.value else { continue }
                    let text = Self.clean(String(cString: value))
                    if !text.isEmpty { return text }
                }
            }
            return nil
        }
        title = tag("title")
        artist = tag("artist", "album_artist")
        album = tag("album")
    }

    /// One line without what would disturb a terminal.
    private static func clean(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(longestTag).map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        let words = String(String.UnicodeScalarView(scalars)).split(separator: " ", omittingEmptySubsequences: true)
        return words.joined(separator: " ")
    }
}

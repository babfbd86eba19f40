import CFFmpeg

/// The form of decoded sound: its rate and what each channel is.
struct SoundFormat: Hashable, Sendable {
    /// What a channel is, as far as mixing is concerned.
    enum Channel: UInt8, Sendable {
        case left, right, centre, leftSurround, rightSurround, backCentre
        /// Low-frequency effects.
        case silent
    }

    /// Accepted samples a second.
    static let rates = 1000...768_000
    /// The most channels that are accepted.
    static let mostChannels = 64

    let sampleRate: Int
    /// In the order of the samples; at least one.
    let channels: [Channel]

    init(sampleRate: Int, channels: [Channel]) {
        self.sampleRate = sampleRate
        self.channels = channels
    }

    /// The form of a frame; nil when it is beyond what is accepted.
    init?(_ frame: UnsafeMutablePointer<AVFrame>) {
        let rate = Int(frame.pointee.sample_rate)
        let count = Int(frame.pointee.ch_layout.nb_channels)
        guard Self.rates.contains(rate), (1...Self.mostChannels).contains(count) else { return nil }
        sampleRate = rate
        channels = withUnsafePointer(to: &frame.pointee.ch_layout) { Self.channels($0, count: count) }
    }

    /// The channels of libav's usual layout for a number of channels.
    static func usualChannels(_ count: Int) -> [Channel] {
        guard (1...mostChannels).contains(count) else { return [] }
        var layout = AVChannelLayout()
        av_channel_layout_default(&layout, Int32(count))
        defer { av_channel_layout_uninit(&layout) }
        return channels(&layout, count: count)
    }

    private static func channels(_ layout: UnsafePointer<AVChannelLayout>, count: Int) -> [Channel] {
        if count == 1 { return [.centre] }
        let known = (0..<count).map { Channel(av_channel_layout_channel_from_index(layout, UInt32($0))) }
        if known.contains(.left) || known.contains(.right) { return known.map { $0 ?? .silent } }
        // Nothing tells them apart: they alternate.
        return (0..<count).map { $0 % 2 == 0 ? .left : .right }
    }
}

extension SoundFormat.Channel {
    /// What a channel of libav is; nil when that is unknown.
    fileprivate init?(_ channel: AVChannel) {
        switch channel {
        case AV_CHAN_FRONT_LEFT, AV_CHAN_FRONT_LEFT_OF_CENTER, AV_CHAN_STEREO_LEFT: self = .left
        case AV_CHAN_FRONT_RIGHT, AV_CHAN_FRONT_RIGHT_OF_CENTER, AV_CHAN_STEREO_RIGHT: self = .right
        case AV_CHAN_FRONT_CENTER, AV_CHAN_TOP_FRONT_CENTER, AV_CHAN_BOTTOM_FRONT_CENTER, AV_CHAN_TOP_CENTER:
            self = .centre
        case AV_CHAN_LOW_FREQUENCY, AV_CHAN_LOW_FREQUENCY_2: self = .silent
        case AV_CHAN_BACK_LEFT, AV_CHAN_SIDE_LEFT, AV_CHAN_WIDE_LEFT, AV_CHAN_SURROUND_DIRECT_LEFT,
            AV_CHAN_TOP_FRONT_LEFT, AV_CHAN_TOP_BACK_LEFT, AV_CHAN_TOP_SIDE_LEFT, AV_CHAN_BOTTOM_FRONT_LEFT:
            self = .leftSurround
        case AV_CHAN_BACK_RIGHT, AV_CHAN_SIDE_RIGHT, AV_CHAN_WIDE_RIGHT, AV_CHAN_SURROUND_DIRECT_RIGHT,
            AV_CHAN_TOP_FRONT_RIGHT, AV_CHAN_TOP_BACK_RIGHT, AV_CHAN_TOP_SIDE_RIGHT, AV_CHAN_BOTTOM_FRONT_RIGHT:
            self = .rightSurround
        case AV_CHAN_BACK_CENTER, AV_CHAN_TOP_BACK_CENTER: self = .backCentre
        default: return nil
        }
    }
}

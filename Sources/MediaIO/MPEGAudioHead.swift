import CFFmpeg

/// What the four bytes say that begin a frame of MPEG audio (ISO 11172-3 and 13818-3, and the 2.5 extension).
struct MPEGAudioHead {
    let format: SoundFormat
    /// Samples in each channel.
    let sampleCount: Int
    /// Bytes in all.
    let frameSize: Int

    private static let bitRates: [[Int]] = [
        [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    ]
    private static let lowBitRates: [[Int]] = [
        [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    /// Reads the head; nil when there is none, or it leaves the size open (free format).
    init?(_ packet: UnsafePointer<AVPacket>) {
        guard packet.pointee.size >= 4, let data = packet.pointee.data else { return nil }
        let head = (0..<4).reduce(0) { $0 << 8 | Int(data[$1]) }
        let (version, layer) = (head >> 19 & 3, 4 - (head >> 17 & 3))
        let (rateIndex, frequency) = (head >> 12 & 15, head >> 10 & 3)
        guard head >> 21 == 0x7ff, version != 1, layer < 4, (1...14).contains(rateIndex), frequency < 3 else {
            return nil
        }
        let isLow = version != 3
        let rate = [44100, 48000, 32000][frequency] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
        let bits = (isLow ? Self.lowBitRates : Self.bitRates)[layer - 1][rateIndex - 1] * 1000
        let padding = head >> 9 & 1
        switch layer {
        case 1: (sampleCount, frameSize) = (384, (12 * bits / rate + padding) * 4)
        case 2: (sampleCount, frameSize) = (1152, 144 * bits / rate + padding)
        default:
            (sampleCount, frameSize) = isLow ? (576, 72 * bits / rate + padding) : (1152, 144 * bits / rate + padding)
        }
        format = SoundFormat(sampleRate: rate, channels: head >> 6 & 3 == 3 ? [.centre] : [.left, .right])
    }
}

/// How the channels of a track become left and right: one weight a channel and side.
///
/// ITU-R BS.775: the centre and the surround channels at −3 dB, no low-frequency effects; then all weights are scaled
/// down so that full-scale channels together do not exceed full scale. One channel goes to both sides as it is.
public struct StereoMix: Sendable, Hashable {
    /// The weight of each channel on the left; finite.
    public let left: [Float]
    /// The weight of each channel on the right; as many.
    public let right: [Float]

    /// The number of channels that are mixed.
    public var channelCount: Int { left.count }

    /// The mix for a number of channels in the usual order: FL FR FC LFE BL BR SL SR for eight, and so on.
    public static func standard(channelCount: Int) -> StereoMix {
        StereoMix(SoundFormat.usualChannels(channelCount))
    }

    init(_ channels: [SoundFormat.Channel]) {
        guard channels.count > 1 else {
            left = channels.map { _ in 1 }
            right = left
            return
        }
        let weights = channels.map(\.sides)
        let most = max(1, weights.reduce(0) { $0 + $1.left }, weights.reduce(0) { $0 + $1.right })
        left = weights.map { Float($0.left / most) }
        right = weights.map { Float($0.right / most) }
    }

    /// Whether left and right are the two channels themselves.
    var isIdentity: Bool { left == [1, 0] && right == [0, 1] }

    /// Left and right of some channels, all of one length; those beyond `channelCount` are not heard.
    public func mix(_ channels: [[Float]]) -> [[Float]] {
        if isIdentity, channels.count == 2 { return channels }
        return [Self.sum(channels, left), Self.sum(channels, right)]
    }

    private static func sum(_ channels: [[Float]], _ weights: [Float]) -> [Float] {
        var sum = [Float](repeating: 0, count: channels.first?.count ?? 0)
        for (channel, weight) in zip(channels, weights) where weight != 0 {
            sum.withUnsafeMutableBufferPointer { sum in
                channel.withUnsafeBufferPointer { channel in
                    for index in 0..<min(sum.count, channel.count) { sum[index] += channel[index] * weight }
                }
            }
        }
        return sum
    }
}

extension SoundFormat.Channel {
    /// What it adds to left and right before scaling.
    fileprivate var sides: (left: Double, right: Double) {
        let half = 0.5.squareRoot()
        return switch self {
        case .left: (1, 0)
        case .right: (0, 1)
        case .centre: (half, half)
        case .leftSurround: (half, 0)
        case .rightSurround: (0, half)
        case .backCentre: (0.5, 0.5)
        case .silent: (0, 0)
        }
    }
}

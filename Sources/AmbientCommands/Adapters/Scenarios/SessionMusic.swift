import AmbientEngine
import AudioLevels
import FrameCore
import MediaIO

/// The sound of a session: which playlist plays from when, what shaders see of it, and the sound track of the clip.
final class SessionMusic: Sendable {
    /// What shaders see; gain and spectrum belong to the run, and a new playlist does not restart them.
    let levels: LevelTimeline
    private let playlists: [PackageEdition: Music]
    private let audio: AudioTimeline

    /// Opens nothing yet.
    init(playlists: [PackageEdition: Music], audio: AudioTimeline) throws {
        self.playlists = playlists
        self.audio = audio
        levels = try LevelTimeline { tick in
            let time = Rational(Int64(tick), Int64(LevelTimeline.tickRate))
            let segment = audio.segment(at: time).segment
            return try segment.source.flatMap { playlists[$0] }?.block(segment.position(at: time))
        }
    }

    /// The sound track of a clip of some frames of the run.
    func soundTrack(of frames: RecordedFrames, settings: SoundSettings, rate: FrameRate) -> SoundTrackSettings {
        let length = SoundTrackSettings.sampleCount(frames: frames.count, rate: rate)
        let level = SoundLevel(gain: settings.gain, fadeEnd: settings.isFading ? length : nil)
        return SoundTrackSettings { [self] first, count in
            level.apply(to: try clip(frames, rate, from: first, count: count), at: first)
        }
    }

    /// Samples of the clip, which jump where a window of the run ends.
    private func clip(_ frames: RecordedFrames, _ rate: FrameRate, from first: Int, count: Int) throws -> PCMBlock {
        var parts = StereoParts()
        var next = first
        let end = first + count
        while next < end {
            let window = frames.window(atSample: next, rate: rate)
            let stop = min(end, max(next + 1, window.end ?? end))
            let origin = Music.outputSample(at: rate.time(ofFrame: window.frame))
            try run(from: origin + next - window.start, count: stop - next, into: &parts)
            next = stop
        }
        return parts.block
    }

    /// Samples of the run, its sample n at n / 48000 s.
    private func run(from first: Int, count: Int, into parts: inout StereoParts) throws {
        var next = first
        let end = first + count
        while next < end {
            let time = Rational(Int64(next), Int64(Resampler48.sampleRate))
            let (segment, following) = audio.segment(at: time)
            let stop = min(end, max(next + 1, following.map { Music.outputSample(at: $0) } ?? end))
            if let music = segment.source.flatMap({ playlists[$0] }) {
                let origin = Music.outputSample(at: segment.start) - Music.outputSample(at: segment.position)
                var block = try music.output(from: max(0, next - origin), count: stop - next)
                setVolume(of: &block, from: next)
                parts.add(block)
            } else {
                parts.addSilence(stop - next)
            }
            next = stop
        }
    }

    /// Turns samples of the run down where the session does so.
    private func setVolume(of block: inout PCMBlock, from first: Int) {
        guard !audio.volumes.isEmpty else { return }
        let rate = Double(Resampler48.sampleRate)
        let points = audio.volumes.map { (sample: $0.time.double * rate, gain: $0.gain.double) }
        var place = 0
        for index in 0..<block.count {
            let sample = Double(first + index)
            while place < points.count, points[place].sample <= sample { place += 1 }
            let gain: Double
            if place == 0 {
                gain = 1
            } else if place == points.count {
                gain = points[place - 1].gain
            } else {
                let (from, to) = (points[place - 1], points[place])
                gain = from.gain + (to.gain - from.gain) * (sample - from.sample) / (to.sample - from.sample)
            }
            for side in block.channels.indices { block.channels[side][index] *= Float(gain) }
        }
    }
}

/// Two channels in the making.
private struct StereoParts {
    private var sides = [[Float]](repeating: [], count: 2)

    mutating func add(_ block: PCMBlock) {
        for (side, samples) in zip(sides.indices, block.channels) { sides[side] += samples }
    }

    mutating func addSilence(_ count: Int) {
        for side in sides.indices { sides[side] += [Float](repeating: 0, count: count) }
    }

    var block: PCMBlock { PCMBlock(sampleRate: Resampler48.sampleRate, channels: sides) }
}

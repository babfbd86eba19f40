import AudioLevels
import Diagnostics
import FrameCore
import MediaIO
import Playlists
import Synchronization

/// The sound of a run: which track plays when, what shaders see of it, and the sound track of the clip.
final class Music: Sendable {
    /// What plays: files in order, and the name shown to people.
    struct Source: Sendable {
        var name: String
        var files: [String]
        /// Where the manifest names each file; empty for a folder or a single file.
        var diagnostic: @Sendable (_ track: Int, _ reason: String) -> Diagnostic
    }

    let source: Source
    let timeline: PlaylistTimeline
    let levels: LevelTimeline
    /// The samples that are analysed at a time of the playlist; nil where nothing plays.
    let block: @Sendable (Rational) throws -> PCMBlock?
    private let tracks: Tracks

    /// Opens nothing yet; tracks that cannot be opened are skipped and named in `log` when their turn comes.
    init(_ source: Source, settings: SoundSettings, log: DiagnosticLog) throws {
        self.source = source
        let tracks = Tracks(source, log: log)
        let timeline = PlaylistTimeline(
            trackCount: source.files.count, repeats: settings.repeats, shuffleSeed: settings.shuffleSeed
        ) { index in
            tracks.track(index).map { TrackLength(sampleCount: $0.sampleCount, sampleRate: $0.sampleRate) }
        }
        let alignment = settings.alignment
        let block = { @Sendable (time: Rational) throws -> PCMBlock? in
            guard let playing = try timeline.playing(at: time), let track = tracks.track(playing.track),
                let first = alignment.firstSample(at: playing.position(at: time), sampleRate: track.sampleRate)
            else { return nil }
            return try track.samples(from: first, count: LevelTimeline.blockLength)
        }
        levels = try LevelTimeline { try block(Rational(Int64($0), Int64(LevelTimeline.tickRate))) }
        self.block = block
        self.tracks = tracks
        self.timeline = timeline
    }

    /// Whether anything can be heard at all.
    var isPlayable: Bool { (try? timeline.playing(at: .zero)) != nil }

    /// The sound track of a clip of so many frames that begins at `start` seconds of the run.
    func soundTrack(from start: Rational, settings: SoundSettings, frames: Int, rate: FrameRate) -> SoundTrackSettings {
        let origin = Music.outputSample(at: start)
        let length = SoundTrackSettings.sampleCount(frames: frames, rate: rate)
        let level = SoundLevel(gain: settings.gain, fadeEnd: settings.isFading ? length : nil)
        return SoundTrackSettings { [self] first, count in
            level.apply(to: try output(from: origin + first, count: count), at: first)
        }
    }

    /// 48 kHz stereo of the playlist, its sample n at n / 48000 s.
    func output(from first: Int, count: Int) throws -> PCMBlock {
        var sides = [[Float]](repeating: [], count: 2)
        var next = first
        let end = first + count
        while next < end {
            let time = Rational(Int64(next), Int64(Resampler48.sampleRate))
            guard let playing = try timeline.playing(at: time), let track = tracks.track(playing.track) else {
                for side in sides.indices { sides[side] += [Float](repeating: 0, count: end - next) }
                break
            }
            let start = Music.outputSample(at: playing.start)
            // At least one sample, however short the track.
            let stop = min(end, max(next + 1, Music.outputSample(at: playing.end)))
            let resampler = tracks.resampler(for: track)
            let block = try resampler.samples(from: next - start, count: stop - next) { first, count in
                try joined(playing, track, from: first, count: count)
            }
            for side in sides.indices { sides[side] += block.channels[side] }
            next = stop
        }
        return PCMBlock(sampleRate: Resampler48.sampleRate, channels: sides)
    }

    /// Samples of a track, continued into the tracks around it where those have the same form, so that no seam is heard.
    private func joined(_ playing: Playing, _ track: AudioTrack, from first: Int, count: Int) throws -> PCMBlock {
        var block = try track.samples(from: first, count: count)
        let length = playing.length.sampleCount
        if playing.start > .zero, first < 0,
            let before = try timeline.playing(at: playing.start - Rational(1, Int64(track.sampleRate))),
            let other = neighbour(before, of: track)
        {
            let missing = min(-first, count)
            let samples = try other.samples(from: before.length.sampleCount + first, count: missing)
            for channel in block.channels.indices {
                block.channels[channel].replaceSubrange(0..<missing, with: samples.channels[channel])
            }
        }
        if first + count > length, let after = try timeline.playing(at: playing.end),
            let other = neighbour(after, of: track)
        {
            let from = max(first, length)
            let samples = try other.samples(from: from - length, count: first + count - from)
            for channel in block.channels.indices {
                block.channels[channel].replaceSubrange((from - first)..<count, with: samples.channels[channel])
            }
        }
        return block
    }

    private func neighbour(_ playing: Playing, of track: AudioTrack) -> AudioTrack? {
        guard let other = tracks.track(playing.track), other.sampleRate == track.sampleRate,
            other.channelCount == track.channelCount
        else { return nil }
        return other
    }

    /// The sample of the 48 kHz sound track that is nearest to a time.
    static func outputSample(at time: Rational) -> Int {
        (time * Rational(Resampler48.sampleRate) + Rational(1, 2)).floor
    }
}

/// Opened tracks, the few last used, each found unreadable once.
private final class Tracks: Sendable {
    private struct State {
        var open: [(index: Int, track: AudioTrack)] = []
        var unreadable: Set<Int> = []
        /// By rate: making one means making its filter, which costs more than a frame's sound.
        var resamplers: [(rate: Int, mix: StereoMix, resampler: Resampler48)] = []
    }
    /// Two tracks sound around a seam; a few more for requests out of order.
    private static let limit = 4
    /// Unreadable tracks that are named one by one.
    private static let namedFaults = 20

    private let source: Music.Source
    private let log: DiagnosticLog
    private let state = Mutex(State())

    init(_ source: Music.Source, log: DiagnosticLog) {
        self.source = source
        self.log = log
    }

    /// The resampler for a track's form, made once.
    func resampler(for track: AudioTrack) -> Resampler48 {
        state.withLock { state in
            let known = state.resamplers.first { $0.rate == track.sampleRate && $0.mix == track.stereoMix }
            if let known { return known.resampler }
            let made = Resampler48(inputRate: track.sampleRate, mix: track.stereoMix)
            if state.resamplers.count == Self.limit { state.resamplers.removeFirst() }
            state.resamplers.append((track.sampleRate, track.stereoMix, made))
            return made
        }
    }

    func track(_ index: Int) -> AudioTrack? {
        state.withLock { state in
            if state.unreadable.contains(index) || !source.files.indices.contains(index) { return nil }
            if let place = state.open.firstIndex(where: { $0.index == index }) {
                let entry = state.open.remove(at: place)
                state.open.append(entry)
                return entry.track
            }
            do {
                let track = try AudioTrack(path: source.files[index])
                if state.open.count == Self.limit { state.open.removeFirst() }
                state.open.append((index, track))
                return track
            } catch {
                state.unreadable.insert(index)
                if state.unreadable.count <= Self.namedFaults {
                    log.add(source.diagnostic(index, "\(error)"))
                } else if state.unreadable.count == Self.namedFaults + 1 {
                    log.add(
                        Diagnostic(
                            .error, "playlist.more-unreadable-tracks",
                            "more than \(Self.namedFaults) tracks cannot be decoded",
                            file: source.name, hint: "mend those that are named, then look again"))
                }
                return nil
            }
        }
    }
}

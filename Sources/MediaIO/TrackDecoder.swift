/// Decodes any samples of a track, by its timeline.
///
/// A segment is always decoded from the same packet on by a fresh decoder. So a sample never depends on what was
/// asked for before, though a decoder may carry rounding (the fixed-point one of MP3) or noise along without end.
final class TrackDecoder {
    private static let operation = "decode audio"
    /// Bytes of decoded segments that are kept, besides the latest two.
    private static let mostKeptBytes = 24 << 20

    let timeline: SoundTimeline
    private let reader: PacketReader
    private let parameters: CodecParametersOwner
    /// Whether a decoder has to begin at the first packet; then it is kept, and goes on where that is possible.
    private let isSequential: Bool
    private let bias: Int32
    private var pass: (decoder: SoundPass, nextSegment: Int)?
    /// A frame that belongs to the segment after the one it was decoded for.
    private var pending: SoundPass.Frame?
    /// Decoded segments, the most recently used last.
    private var kept: [(segment: Int, planes: [[Float]])] = []
    private var resamplings: [Int: Resampling] = [:]

    init(_ reader: PacketReader, _ parameters: CodecParametersOwner, _ timeline: SoundTimeline) {
        self.reader = reader
        self.parameters = parameters
        self.timeline = timeline
        bias = SoundDecoder.bias(reader.input.decoder)
        isSequential = SoundDecoder.primingPackets(reader.input.decoder.pointee.id) == nil
    }

    /// Samples of the track at its own rate, zeros outside of it; one array a channel.
    func samples(_ range: Range<Int>) throws(MediaError) -> [[Float]] {
        let format = timeline.format
        var planes = format.channels.map { _ in [Float](repeating: 0, count: range.count) }
        for index in timeline.runs(holding: range) {
            let run = timeline.runs[index]
            let part = range.clamped(to: run.trackSamples)
            guard !part.isEmpty else { continue }
            let offset = run.trackSamples.lowerBound
            let wanted = part.lowerBound - offset..<part.upperBound - offset
            let place = part.lowerBound - range.lowerBound
            if run.format == format {
                try copy(wanted, of: index, to: &planes, at: place)
                continue
            }
            let resampling = resampling(from: run.format.sampleRate)
            let source = resampling.source(of: wanted)
            var native = run.format.channels.map { _ in [Float](repeating: 0, count: source.count) }
            try copy(source, of: index, to: &native, at: 0)
            let found = native.map { resampling.resample($0, to: wanted) }
            for (channel, plane) in run.format.map(found, to: format).enumerated() {
                planes[channel].replace(at: place, with: plane, from: 0, count: part.count)
            }
        }
        return planes
    }

    /// What the file is and says of itself.
    var info: AudioInfo { AudioInfo(reader.input, timeline) }

    private func resampling(from rate: Int) -> Resampling {
        if let known = resamplings[rate] { return known }
        let made = Resampling(from: rate, to: timeline.format.sampleRate)
        resamplings[rate] = made
        return made
    }

    /// Copies samples of a run, at its own rate, to where the first one goes; outside of the run there are none.
    private func copy(
        _ range: Range<Int>, of run: Int, to planes: inout [[Float]], at place: Int
    ) throws(MediaError) {
        for index in timeline.segments(of: run, holding: range) {
            let segment = timeline.segments[index]
            let part = range.clamped(to: segment.firstSample..<segment.firstSample + segment.count)
            guard !part.isEmpty else { continue }
            let source = try planesOfSegment(index)
            for channel in planes.indices {
                planes[channel].replace(
                    at: place + part.lowerBound - range.lowerBound, with: source[channel],
                    from: part.lowerBound - segment.firstSample, count: part.count)
            }
        }
    }

    // MARK: - Segments

    private func planesOfSegment(_ index: Int) throws(MediaError) -> [[Float]] {
        if let place = kept.lastIndex(where: { $0.segment == index }) {
            let found = kept.remove(at: place)
            kept.append(found)
            return found.planes
        }
        let planes: [[Float]]
        do throws(MediaError) {
            planes = try isSequential ? goOn(to: index) : decode(index)
        } catch {
            (pass, pending) = (nil, nil)
            throw error
        }
        keep(index, planes)
        return planes
    }

    private func keep(_ index: Int, _ planes: [[Float]]) {
        kept.append((index, planes))
        func bytes(_ planes: [[Float]]) -> Int { planes.reduce(0) { $0 + $1.count } * MemoryLayout<Float>.size }
        var sum = kept.reduce(0) { $0 + bytes($1.planes) }
        while kept.count > 2, sum > Self.mostKeptBytes { sum -= bytes(kept.removeFirst().planes) }
    }

    private func decode(_ index: Int) throws(MediaError) -> [[Float]] {
        let pass = try begin(at: timeline.segments[index].start)
        pending = nil
        return try fill(index, by: pass)
    }

    private func begin(at mark: PacketMark) throws(MediaError) -> SoundPass {
        guard try reader.move(to: mark) else {
            throw MediaError(
                .damaged, Self.operation, path: reader.input.path, reason: "it cannot be read a second time")
        }
        return try SoundPass(reader, first: mark.number, parameters: parameters)
    }

    /// Decodes all segments up to one, from the start or from where the last call ended.
    private func goOn(to index: Int) throws(MediaError) -> [[Float]] {
        if pass == nil || pass.map({ $0.nextSegment > index }) ?? true {
            pending = nil
            pass = (try begin(at: timeline.segments[0].start), 0)
        }
        guard let (decoder, next) = pass else { return [] }
        for passed in next..<index { keep(passed, try fill(passed, by: decoder)) }
        let planes = try fill(index, by: decoder)
        pass = (decoder, index + 1)
        return planes
    }

    private func nextFrame(of pass: SoundPass) throws(MediaError) -> SoundPass.Frame? {
        if let pending {
            self.pending = nil
            return pending
        }
        return try pass.next()
    }

    /// The samples of a segment that are heard; what cannot be decoded again is silence.
    private func fill(_ index: Int, by pass: SoundPass) throws(MediaError) -> [[Float]] {
        let segment = timeline.segments[index]
        let format = timeline.runs[segment.run].format
        let end = index + 1 < timeline.segments.count ? timeline.segments[index + 1].firstPacket : Int.max
        var planes = format.channels.map { _ in [Float](repeating: 0, count: segment.decodedCount) }
        var place = 0
        while let frame = try nextFrame(of: pass) {
            guard frame.packet < end else {
                pending = frame
                break
            }
            reader.input.renewAllowance()
            guard frame.packet >= segment.firstPacket, frame.format == format else { continue }
            var count = frame.count
            if let each = segment.samplesPerPacket {
                place = min(segment.decodedCount, (frame.packet - segment.firstPacket) * each)
                count = min(count, each)
            }
            SampleConversion.write(0..<count, of: pass.samples, bias: bias, to: &planes, at: place)
            place += count
            if place >= segment.decodedCount, !isSequential { break }
        }
        for channel in planes.indices {
            for cut in segment.cuts.reversed() { planes[channel].removeSubrange(cut) }
        }
        return planes
    }
}

extension SoundFormat {
    /// Channels in this form as those of another.
    fileprivate func map(_ planes: [[Float]], to other: SoundFormat) -> [[Float]] {
        if channels == other.channels { return planes }
        let sides = StereoMix(channels).mix(planes)
        if other.channels.count == 1 { return [zip(sides[0], sides[1]).map { ($0 + $1) * 0.5 }] }
        var mapped = other.channels.map { _ in [Float](repeating: 0, count: sides[0].count) }
        mapped[other.channels.firstIndex(of: .left) ?? 0] = sides[0]
        mapped[other.channels.firstIndex(of: .right) ?? 1] = sides[1]
        return mapped
    }
}

extension [Float] {
    /// Overwrites elements with some of another array, as far as both reach.
    fileprivate mutating func replace(at place: Int, with source: [Float], from first: Int, count: Int) {
        let count = Swift.min(count, self.count - place, source.count - first)
        guard count > 0, place >= 0, first >= 0 else { return }
        withUnsafeMutableBufferPointer { target in
            source.withUnsafeBufferPointer { source in
                guard let target = target.baseAddress, let source = source.baseAddress else { return }
                (target + place).update(from: source + first, count: count)
            }
        }
    }
}

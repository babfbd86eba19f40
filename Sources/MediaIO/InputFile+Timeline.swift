import CFFmpeg
import FrameCore

extension InputFile {
    /// Reads the file to its end, without decoding, to learn when each picture is shown.
    ///
    /// - Parameter look: is shown each packet.
    /// - Throws: `MediaError` when it has too many pictures, or none with a usable time stamp.
    func readTimeline(looking look: (AVPacket) -> Void = { _ in }) throws(MediaError) -> StreamTimeline {
        let operation = "open video"
        let packet = try PacketOwner(operation, path: path)
        // Every GIF and APNG packet is flagged as a key, though it may only change a part of the picture.
        let isPainting = [AV_CODEC_ID_GIF, AV_CODEC_ID_APNG].contains(decoder.pointee.id)
        var builder = TimelineBuilder(
            timeBase: timeBase,
            frameRate: Rational(positive: stream.pointee.r_frame_rate)
                ?? Rational(positive: stream.pointee.avg_frame_rate),
            hasKeys: !isPainting)
        while read(into: packet) {
            look(packet.pointer.pointee)
            guard builder.add(packet.pointer.pointee.record) else {
                throw MediaError(
                    .limit, operation, path: path,
                    reason: "it has more than \(TimelineBuilder.mostPackets) pictures")
            }
        }
        guard let timeline = builder.build() else {
            throw MediaError(
                .damaged, operation, path: path, reason: "it has no picture with a usable time stamp")
        }
        return timeline
    }
}

/// A looped clip of pictures that can be asked for at any time, in any order, from any thread.
public protocol VideoSource: AnyObject, Sendable {
    /// The length of one pass in seconds: last time stamp + its duration − first time stamp; positive.
    var duration: Rational { get }

    /// The last picture whose time stamp, counted from the first, is at or before `time` modulo `duration`.
    ///
    /// The same time gives the same picture whatever was asked before.
    func image(at time: Rational) throws -> VideoImage
}

/// Where finished frames go: an encoder, a file or a pipe.
///
/// Frames arrive in order. Nothing stands under the final name before `finish()` returns.
public protocol FrameSink: AnyObject {
    /// Takes the next frame.
    func write(_ frame: PixelBuffer) throws
    /// Completes the output and puts it under its final name.
    func finish() throws
    /// Removes whatever was written. Called instead of `finish()`; more than once is fine.
    func abandon()
}

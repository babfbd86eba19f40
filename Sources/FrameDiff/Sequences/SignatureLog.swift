/// The signatures of a clip, kept in a file without a name, so that memory does not grow with the clip.
public final class SignatureLog {
    /// How many were added.
    public private(set) var count = 0

    /// Opens an empty log in the folder for temporary files.
    public init() throws {}

    /// Adds the signature of the next frame.
    public func append(_ signature: FrameSignature) throws {}

    /// The signature of a frame; nil outside the clip.
    public func signature(_ index: Int) throws -> FrameSignature? { nil }
}

public import FrameCore

/// What is kept of a frame to tell it from others: a hash, and a small picture to find a like one.
public struct FrameSignature: Sendable, Hashable {
    /// Equal exactly when the pixels are: 32 bytes of SHA-256, or a fast 64-bit hash when both sides are pixels.
    public var hash: [UInt8]
    /// Mean luma of a grid of cells, 16 bits each, row by row; empty when only the hash is known.
    public var cells: [UInt16]

    /// Cells across and down.
    public static let grid = PixelSize(32, 18)

    public init(hash: [UInt8], cells: [UInt16]) {
        self.hash = hash
        self.cells = cells
    }

    /// The signature of a frame; `isStrong` takes SHA-256, to compare with lists of hashes.
    public init(of frame: PixelBuffer, isStrong: Bool) throws {
        self.init(hash: [], cells: [])
    }
}

import CFrameDiff
public import FrameCore
import Imaging

/// What is kept of a frame to tell it from others: a hash, and a small picture to find a like one.
public struct FrameSignature: Sendable, Hashable {
    /// Equal exactly when the pixels are: 32 bytes of SHA-256, or a fast 64-bit hash when both sides are pixels.
    ///
    /// The fast one is the same on every processor; it is no protection against frames made to collide.
    public var hash: [UInt8]
    /// Mean luma of a grid of cells, row by row; empty when only the hash is known.
    ///
    /// In 8.8 fixed point: 256 times the mean of 19 B + 183 G + 54 R over 256, so 0 to 65280.
    public var cells: [UInt16]

    /// Cells across and down.
    public static let grid = PixelSize(32, 18)

    public init(hash: [UInt8], cells: [UInt16]) {
        self.hash = hash
        self.cells = cells
    }

    /// The signature of a frame; `isStrong` takes SHA-256, to compare with lists of hashes.
    ///
    /// Without loss only hashes count, and `hasCells` saves their measuring. A frame without pixels has a hash and no
    /// cells. Throws `ImagingError` (`hash`) if libcrypto fails.
    public init(of frame: PixelBuffer, isStrong: Bool, hasCells: Bool = true) throws {
        var fast: UInt64 = 0
        var cells = [UInt16](repeating: 0, count: Self.grid.width * Self.grid.height)
        let (width, height) = (Int32(clamping: frame.width), Int32(clamping: frame.height))
        let isMeasured = frame.withBytes { pixels in
            guard let base = pixels.baseAddress, width > 0, height > 0 else { return false }
            return cells.withUnsafeMutableBufferPointer { cells in
                frame_signature(
                    base.assumingMemoryBound(to: UInt8.self), width, height, &fast, hasCells ? cells.baseAddress : nil)
            }
        }
        let hash =
            isStrong ? try FrameHash(of: frame).bytes : (0..<8).map { UInt8(truncatingIfNeeded: fast >> ($0 * 8)) }
        self.init(hash: hash, cells: isMeasured && hasCells ? cells : [])
    }

    /// A hash in 64 bits, as the aligner compares it.
    static func key(_ hash: UnsafeRawBufferPointer) -> UInt64 {
        var key = UInt64(hash.count)
        for (index, byte) in hash.enumerated() {
            key = (index % 8 == 0 ? key &* 0x9E37_79B9_7F4A_7C15 : key) ^ UInt64(byte) << UInt64(index % 8 * 8)
        }
        return key
    }
}

import CPixel

/// The row kernels of this room.
public enum PixelKernels {
    /// Which version of the kernels runs; all give the same bytes.
    package enum Version: Sendable, CaseIterable {
        /// AVX2 where the CPU has it.
        case fastest
        /// C without vector instructions of its own.
        case plain

        var isPlain: Bool { self == .plain }
    }

    /// Whether this machine runs the AVX2 versions; for reports, the bytes are the same without.
    public static var usesAVX2: Bool { pixel_has_avx2() }
}

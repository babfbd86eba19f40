import CPixel
import FrameCore

extension ColourMatrix {
    /// The shares of red and blue in luma, in ten thousandths.
    var lumaShares: (red: Int64, blue: Int64) {
        switch self {
        case .bt601: (2990, 1140)
        case .bt709: (2126, 722)
        case .bt2020: (2627, 593)
        case .smpte240m: (2120, 870)
        case .fcc: (3000, 1100)
        }
    }

    /// The matrix for samples of a bit depth (8 to 16), in the fixed point of the row kernels.
    ///
    /// Factors are rounded to 2⁻²⁸ of what one 8-bit step means, so that a channel is at most 10⁻⁶ of a level away
    /// from the ideal formula before its one rounding.
    func fixedPoint(isFullRange: Bool, bitDepth: Int) -> pixel_matrix {
        let extraBits = bitDepth - 8
        let scale = Int64(1) << Int64(28 + extraBits)
        let lumaSteps = isFullRange ? (Int64(1) << Int64(bitDepth)) - 1 : 219 << Int64(extraBits)
        let chromaSteps = isFullRange ? lumaSteps : 224 << Int64(extraBits)
        let shares = lumaShares
        let red = Rational(shares.red, 10_000)
        let blue = Rational(shares.blue, 10_000)
        let green = Rational.one - red - blue
        let two = Rational(2)
        let half = Rational(1, 2)
        func fixed(_ factor: Rational, _ steps: Int64) -> Int32 {
            Int32(clamping: (factor * Rational(255, steps) * Rational(scale, 1) + half).floor)
        }
        let redSpan = two * (.one - red)
        let blueSpan = two * (.one - blue)
        return pixel_matrix(
            luma_offset: isFullRange ? 0 : 16 << Int32(extraBits),
            luma: fixed(.one, lumaSteps),
            cr_to_red: fixed(redSpan, chromaSteps),
            cb_to_green: fixed(-(blueSpan * blue / green), chromaSteps),
            cr_to_green: fixed(-(redSpan * red / green), chromaSteps),
            cb_to_blue: fixed(blueSpan, chromaSteps),
            shift: Int32(28 + 6 + extraBits))
    }
}

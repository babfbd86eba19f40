import CPixel
import FrameCore

/// How luma columns or rows take their chroma, by their place in the chroma block.
struct ChromaPhases {
    /// One for each of the 2^shift places.
    let phases: [pixel_phase]

    /// Where the chroma sample sits on this axis.
    enum Place {
        /// On the first luma sample of the block.
        case first
        /// In the middle of the block.
        case middle
        /// On the last luma sample of the block.
        case last
    }

    /// The phases for a shift of 0 to 2.
    init(shift: Int, place: Place) {
        let block = 1 << shift
        // Twice the distance of the chroma sample from the first luma sample of its block.
        let origin =
            switch place {
            case .first: 0
            case .middle: block - 1
            case .last: 2 * (block - 1)
            }
        phases = (0..<block).map { position in
            // (2 · position − origin) / (2 · block) of a chroma step from the block's own sample, in eighths.
            let eighths = (2 * position - origin) * 4 / block
            return eighths < 0
                ? pixel_phase(offset: -1, near: Int32(-eighths), far: Int32(8 + eighths))
                : pixel_phase(offset: 0, near: Int32(8 - eighths), far: Int32(eighths))
        }
    }
}

extension ChromaSiting {
    var across: ChromaPhases.Place {
        switch self {
        case .left, .topLeft, .bottomLeft: .first
        case .centre, .top, .bottom: .middle
        }
    }

    var down: ChromaPhases.Place {
        switch self {
        case .left, .centre: .middle
        case .topLeft, .top: .first
        case .bottomLeft, .bottom: .last
        }
    }
}

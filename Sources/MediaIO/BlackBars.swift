public import FrameCore

/// Bars of black at the sides of a film's picture, in whole pixels of the picture as it is stored, but turned upright.
public struct BlackBars: Sendable, Hashable {
    /// The stored size turned upright; pixels need not be square.
    public var size: PixelSize
    /// Width over height of an upright pixel.
    public var pixelAspect: Rational
    public var top: Int
    public var left: Int
    public var bottom: Int
    public var right: Int

    public init(
        size: PixelSize, pixelAspect: Rational = .one, top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0
    ) {
        self.size = size
        self.pixelAspect = pixelAspect
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// Whether there is no bar.
    public var isEmpty: Bool { top == 0 && left == 0 && bottom == 0 && right == 0 }

    /// The part of a screen that the picture, aspect fit, covers without its bars; rounded outwards to whole pixels.
    public func content(fitting screen: PixelSize) -> PixelRectangle {
        guard size.area > 0, screen.area > 0 else {
            return PixelRectangle(x: 0, y: 0, width: screen.width, height: screen.height)
        }
        // As where the picture is drawn: beyond 64 : 1 it is no aspect.
        let isSane = pixelAspect <= Rational(64) && pixelAspect >= Rational(1, 64)
        let aspect = isSane ? pixelAspect : .one
        let (width, height) = (Rational(size.width) * aspect, Rational(size.height))
        let scale = min(Rational(screen.width) / width, Rational(screen.height) / height)
        func span(_ side: Int, _ length: Rational, _ first: Rational, _ last: Rational) -> (start: Int, count: Int) {
            let origin = (Rational(side) - length * scale) / Rational(2)
            let start = min(max(0, (origin + first * scale).floor), side - 1)
            let end = min(max(start + 1, (origin + (length - last) * scale).ceiling), side)
            return (start, end - start)
        }
        let across = span(screen.width, width, Rational(left) * aspect, Rational(right) * aspect)
        let down = span(screen.height, height, Rational(top), Rational(bottom))
        return PixelRectangle(x: across.start, y: down.start, width: across.count, height: down.count)
    }

    /// Of two pictures' bars, what is black in both.
    func intersection(_ other: BlackBars) -> BlackBars {
        BlackBars(
            size: size, pixelAspect: pixelAspect, top: min(top, other.top), left: min(left, other.left),
            bottom: min(bottom, other.bottom),
            right: min(right, other.right))
    }

    /// Without what is more likely a dark scene than a bar: a pair that is neither alike nor, each, 4 % of the side.
    var plausible: BlackBars {
        func pair(_ first: Int, _ second: Int, of side: Int) -> (Int, Int) {
            let isAlike = abs(first - second) <= 2 && min(first, second) >= 2
            func isBar(_ inset: Int) -> Bool { inset * 25 >= side }
            let kept = (isAlike || isBar(first) ? first : 0, isAlike || isBar(second) ? second : 0)
            // A sliver between two bars is a line of light, not a picture.
            return (side - kept.0 - kept.1) * 10 >= side ? kept : (0, 0)
        }
        var result = self
        (result.top, result.bottom) = pair(top, bottom, of: size.height)
        (result.left, result.right) = pair(left, right, of: size.width)
        return result
    }

    /// The same after a display transform of the picture.
    func turned(by transform: DisplayTransform) -> BlackBars {
        var result = self
        if transform.isMirrored { swap(&result.left, &result.right) }
        for _ in 0..<transform.quarterTurns {
            result = BlackBars(
                size: PixelSize(result.size.height, result.size.width), pixelAspect: .one / result.pixelAspect,
                top: result.left, left: result.bottom,
                bottom: result.right, right: result.top)
        }
        return result
    }
}

/// The black edges of one stored picture.
struct BlackEdges {
    /// What counts as black, of 8-bit luma in limited range: the mean of a line, and its brightest sample.
    private static let mean = 24
    private static let peak = 48

    /// Nil for a picture that is black throughout.
    static func bars(of image: VideoImage) -> BlackBars? {
        switch image.samples {
        case .planar8(let planes):
            let limits = limits(isFullRange: image.isFullRange, bitDepth: 8)
            return bars(planes.first ?? [], size: image.size, limits)
        case .planar16(let planes, let bitDepth):
            let limits = limits(isFullRange: image.isFullRange, bitDepth: bitDepth)
            return bars(planes.first ?? [], size: image.size, limits)
        case .bgra(let bytes):
            guard bytes.count >= image.size.area * 4 else { return nil }
            let luma = (0..<image.size.area).map { index -> UInt8 in
                let (blue, green, red) = (Int(bytes[index * 4]), Int(bytes[index * 4 + 1]), Int(bytes[index * 4 + 2]))
                return UInt8((54 * red + 183 * green + 19 * blue) >> 8)
            }
            return bars(luma, size: image.size, limits(isFullRange: true, bitDepth: 8))
        }
    }

    private static func limits(isFullRange: Bool, bitDepth: Int) -> (mean: Int, peak: Int) {
        func scaled(_ level: Int) -> Int {
            (isFullRange ? (level - 16) * 255 / 219 : level) << max(0, min(8, bitDepth - 8))
        }
        return (scaled(mean), scaled(peak))
    }

    private static func bars<Sample: FixedWidthInteger>(
        _ luma: [Sample], size: PixelSize, _ limits: (mean: Int, peak: Int)
    ) -> BlackBars? {
        let (width, height) = (size.width, size.height)
        guard width > 0, height > 0, luma.count >= size.area else { return nil }
        return luma.withUnsafeBufferPointer { luma in
            func isBlack(from start: Int, count: Int, stride: Int) -> Bool {
                var sum = 0
                for step in 0..<count {
                    let value = Int(luma[start + step * stride])
                    if value > limits.peak { return false }
                    sum += value
                }
                return sum <= limits.mean * count
            }
            func isRowBlack(_ y: Int) -> Bool { isBlack(from: y * width, count: width, stride: 1) }
            guard let top = (0..<height).first(where: { !isRowBlack($0) }),
                let last = (0..<height).last(where: { !isRowBlack($0) })
            else { return nil }
            // Columns without the bars above and below, which would make dim ones black.
            func isColumnBlack(_ x: Int) -> Bool {
                isBlack(from: top * width + x, count: last - top + 1, stride: width)
            }
            let left = (0..<width).first { !isColumnBlack($0) } ?? 0
            let right = (0..<width).last { !isColumnBlack($0) } ?? width - 1
            return BlackBars(size: size, top: top, left: left, bottom: height - 1 - last, right: width - 1 - right)
        }
    }
}

extension LoopingVideo {
    /// Finds black bars inside the film: lines at its edges that are black in each of `samples` pictures over the clip.
    ///
    /// A line is black when its luma is at most 24 on average and at most 48 anywhere (8 bits, limited range). Pictures that
    /// are black throughout tell nothing. Of a pair of bars each must be 4 % of the side, unless they are alike; what is
    /// dark in a scene is no bar. The same file gives the same bars.
    ///
    /// - Throws: `MediaError` when nothing in the file can be decoded.
    public func blackBars(samples: Int = 8) throws -> BlackBars {
        var found: BlackBars?
        var none = BlackBars(size: info.size, pixelAspect: info.pixelAspect)
        var transform = DisplayTransform.identity
        for index in sampleIndices(max(1, samples)) {
            let image = try image(atIndex: index)
            transform = image.transform
            none = BlackBars(size: image.size, pixelAspect: image.pixelAspect)
            guard var bars = BlackEdges.bars(of: image) else { continue }
            bars.pixelAspect = image.pixelAspect
            // A stream may change its size; then lines cannot be compared.
            guard found.map({ $0.size == bars.size }) ?? true else { return none.turned(by: transform) }
            found = found?.intersection(bars) ?? bars
            if found?.isEmpty == true { break }
        }
        return (found?.plausible ?? none).turned(by: transform)
    }
}

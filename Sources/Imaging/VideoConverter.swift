import CPixel
public import FrameCore
import Synchronization

/// Turns decoded pictures into frames: colour, display transform, then scaling about the centre.
///
/// Colour: chroma is interpolated bilinearly at its siting (edges repeat) and goes through the matrix in exact
/// integers with one rounding to nearest; pictures with alpha lie over black. Scaling: see `ScaleTable`; across first,
/// then down, each rounded once to 8 bits. The result is opaque and the same on every machine.
public struct VideoConverter: Sendable {
    /// How a picture meets a target of another shape.
    public enum Mode: Sendable, Hashable {
        /// Covers the target; what sticks out is cut off.
        case fill
        /// Lies wholly on the target, with black bars.
        case fit
    }

    public let target: PixelSize
    public let mode: Mode
    private let version: PixelKernels.Version
    private let cache = PlanCache()

    /// Creates a converter; sides of the target are clamped to 0...`PixelSize.largestSide`.
    public init(target: PixelSize, mode: Mode = .fill) {
        self.init(target: target, mode: mode, version: .fastest)
    }

    package init(target: PixelSize, mode: Mode, version: PixelKernels.Version) {
        let sides = 0...PixelSize.largestSide
        self.target = PixelSize(
            min(max(target.width, sides.lowerBound), sides.upperBound),
            min(max(target.height, sides.lowerBound), sides.upperBound))
        self.mode = mode
        self.version = version
    }

    /// The picture as a frame of the target's size.
    ///
    /// A picture that is not well formed (a size outside 1...16384, planes too short, an unknown bit depth or
    /// subsampling) gives a black frame.
    public func bgra(_ image: VideoImage) -> PixelBuffer {
        makeOpaqueFrame(target) { out in
            guard target.area > 0 else { return }
            let done = StoredRows.with(image, version: version) { stored in
                let rows = stored.applying(image.transform)
                let aspect = image.transform.quarterTurns % 2 == 0 ? image.pixelAspect : .one / image.pixelAspect
                draw(rows, plan(for: rows.size, pixelAspect: aspect), out)
            }
            if !done { blacken(out, target.area) }
        }
    }

    /// The picture at its stored size, before display transform, pixel aspect and scaling; black if not well formed.
    public static func storedBGRA(_ image: VideoImage) -> PixelBuffer {
        storedBGRA(image, version: .fastest)
    }

    package static func storedBGRA(_ image: VideoImage, version: PixelKernels.Version) -> PixelBuffer {
        let sides = 0...StoredRows.largestSide
        guard sides.contains(image.size.width), sides.contains(image.size.height) else {
            return PixelBuffer(width: 0, height: 0)
        }
        return makeOpaqueFrame(image.size) { out in
            let done = StoredRows.with(image, version: version) { rows in
                for y in 0..<rows.size.height { rows.write(y, out + y * rows.size.width * 4) }
            }
            if !done { blacken(out, image.size.area) }
        }
    }

    // MARK: - Plans

    /// The two axes of a scaling.
    private struct Plan: Sendable {
        let source: PixelSize
        let pixelAspect: Rational
        let across: ScaleTable
        let down: ScaleTable
    }

    /// The plan of the last picture: pictures of a clip are alike.
    private final class PlanCache: Sendable {
        let last = Mutex<Plan?>(nil)
    }

    private func plan(for source: PixelSize, pixelAspect: Rational) -> Plan {
        if let plan = cache.last.withLock({ $0 }), plan.source == source, plan.pixelAspect == pixelAspect {
            return plan
        }
        // Broken files claim anything; beyond 64 : 1 it is no aspect.
        let isSane = pixelAspect <= Rational(64) && pixelAspect >= Rational(1, 64)
        let aspect = isSane ? pixelAspect : .one
        let displayWidth = Rational(source.width) * aspect
        let ratios = (Rational(target.width) / displayWidth, Rational(target.height) / Rational(source.height))
        let scale = mode == .fill ? max(ratios.0, ratios.1) : min(ratios.0, ratios.1)
        let plan = Plan(
            source: source, pixelAspect: pixelAspect,
            across: ScaleTable(source: source.width, target: target.width, scale: scale * aspect),
            down: ScaleTable(source: source.height, target: target.height, scale: scale))
        cache.last.withLock { $0 = plan }
        return plan
    }

    // MARK: - Drawing

    private func draw(_ rows: StoredRows, _ plan: Plan, _ out: UnsafeMutablePointer<UInt8>) {
        let (across, down) = (plan.across, plan.down)
        let bytesPerRow = target.width * 4
        guard !across.inside.isEmpty, !down.inside.isEmpty else {
            blacken(out, target.area)
            return
        }
        for y in 0..<target.height {
            let row = out + y * bytesPerRow
            if down.inside.contains(y) {
                blacken(row, across.inside.lowerBound)
                blacken(row + across.inside.upperBound * 4, target.width - across.inside.upperBound)
            } else {
                blacken(row, target.width)
            }
        }

        let scaled = ScaledRows(rows, across, keeping: down.counts.max() ?? 1, version)
        let bytes = Int32(across.inside.count * 4)
        var pointers: [UnsafePointer<UInt8>?] = []
        for index in 0..<down.inside.count {
            let row = out + (down.inside.lowerBound + index) * bytesPerRow + across.inside.lowerBound * 4
            let start = Int(down.starts[index])
            let count = down.counts[index]
            let weights = down.weights[(index * down.taps)..<(index * down.taps + count)]
            if down.copyStart != nil {
                scaled.write(start, row)
                continue
            }
            pointers.removeAll(keepingCapacity: true)
            for tap in 0..<count { pointers.append(UnsafePointer(scaled.row(start + tap))) }
            weights.withUnsafeBufferPointer { weights in
                pixel_scale_down(pointers, weights.baseAddress, Int32(count), bytes, row, version.isPlain)
            }
        }
    }
}

/// A frame whose every byte `body` writes.
private func makeOpaqueFrame(_ size: PixelSize, _ body: (UnsafeMutablePointer<UInt8>) -> Void) -> PixelBuffer {
    let count = size.area * 4
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialised in
        if let start = buffer.baseAddress, count > 0 { body(start) }
        initialised = count
    }
    return PixelBuffer(width: size.width, height: size.height, bytes: bytes) ?? PixelBuffer(size)
}

/// Writes opaque black pixels.
private func blacken(_ pixels: UnsafeMutablePointer<UInt8>, _ count: Int) {
    UnsafeMutableRawPointer(pixels).withMemoryRebound(to: UInt32.self, capacity: count) {
        $0.update(repeating: UInt32(littleEndian: 0xff00_0000), count: count)
    }
}

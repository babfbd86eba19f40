import FrameCore
import ShaderIR

/// A texture's texels in memory that outlives the pass.
struct TexelView: @unchecked Sendable {
    enum Format { case bgra8, red32Float }

    var format: Format
    var width: Int
    var height: Int
    /// `width * height` texels.
    var texels: UnsafeRawPointer?

    /// Nothing is bound.
    static var none: TexelView { TexelView(format: .bgra8, width: 0, height: 0, texels: nil) }

    /// Calls `body` with views of the textures at the bindings.
    static func withViews<R, E: Error>(
        of textures: [Int: Texture], bindings: ArraySlice<Int>, _ views: [TexelView] = [],
        _ body: ([TexelView]) throws(E) -> R
    ) throws(E) -> R {
        guard let binding = bindings.first else { return try body(views) }
        let rest = bindings.dropFirst()
        switch textures[binding]?.contents {
        case nil: return try withViews(of: textures, bindings: rest, views + [.none], body)
        case .bgra8(let pixels):
            return try pixels.withBytes { (bytes) throws(E) in
                let view = TexelView(
                    format: .bgra8, width: pixels.width, height: pixels.height, texels: bytes.baseAddress)
                return try withViews(of: textures, bindings: rest, views + [view], body)
            }
        case .red32Float(let numbers, let width, let height):
            let count = max(0, width).multipliedReportingOverflow(by: max(0, height))
            guard !count.overflow, width <= Int(Int32.max), height <= Int(Int32.max) else {
                return try withViews(of: textures, bindings: rest, views + [.none], body)
            }
            let missing = max(0, count.partialValue - numbers.count)
            let padded = missing == 0 ? numbers : numbers + [Float](repeating: 0, count: missing)
            return try padded.withUnsafeBufferPointer { (pointer) throws(E) in
                let view = TexelView(
                    format: .red32Float, width: max(0, width), height: max(0, height),
                    texels: UnsafeRawPointer(pointer.baseAddress))
                return try withViews(of: textures, bindings: rest, views + [view], body)
            }
        }
    }

    /// n / 255 for each byte, correctly rounded.
    private static let fractions: [Float] = (0..<256).map { Float($0) / 255 }
}

/// Reads the texels of one view.
struct TexelReader {
    private let view: TexelView
    private let width: Int32
    private let height: Int32
    private let fractions: UnsafePointer<Float>

    /// Calls `body` with a reader.
    @inline(__always) static func with(_ view: TexelView, _ body: (TexelReader) -> Void) {
        TexelView.withFractions { fractions in body(TexelReader(view, fractions)) }
    }

    private init(_ view: TexelView, _ fractions: UnsafePointer<Float>) {
        self.view = view
        self.fractions = fractions
        width = Int32(clamping: view.width)
        height = Int32(clamping: view.height)
    }

    var isEmpty: Bool { view.texels == nil || width == 0 || height == 0 }

    /// The texel at whole coordinates inside the texture.
    @inline(__always) private func texel(_ x: Int32, _ y: Int32) -> SIMD4<Float> {
        guard let texels = view.texels else { return .zero }
        let offset = (Int(y) &* Int(width) &+ Int(x)) &* 4
        switch view.format {
        case .bgra8:
            let bytes = texels.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt8>.self)
            return SIMD4(
                fractions[Int(bytes.z)], fractions[Int(bytes.y)], fractions[Int(bytes.x)], fractions[Int(bytes.w)])
        case .red32Float: return SIMD4(texels.loadUnaligned(fromByteOffset: offset, as: Float.self), 0, 0, 1)
        }
    }

    /// The texel at unsigned coordinates; zeros outside.
    @inline(__always) func read(_ x: Int32, _ y: Int32) -> SIMD4<Float> {
        guard x >= 0, y >= 0, x < width, y < height else { return .zero }
        return texel(x, y)
    }

    // MARK: - Sampling

    /// The colour at a coordinate.
    ///
    /// Where magnification and minification filters differ the first one counts: there is one level only, and which one
    /// applies would depend on the neighbouring pixels.
    @inline(__always) func sample(_ sampler: Sampler, _ x: Float, _ y: Float) -> SIMD4<Float> {
        let u = sampler.isNormalized ? x * Float(width) : x
        let v = sampler.isNormalized ? y * Float(height) : y
        switch sampler.magnification {
        case .nearest: return fetch(sampler, Self.whole(Self.floor(u)), Self.whole(Self.floor(v)))
        case .linear:
            // Texel i has its centre at i + 0.5.
            let (s, t) = (u - 0.5, v - 0.5)
            let (left, top) = (Self.floor(s), Self.floor(t))
            let (a, b) = (Self.fraction(s - left), Self.fraction(t - top))
            let (i, j) = (Self.whole(left), Self.whole(top))
            let upperLeft = fetch(sampler, i, j)
            let upperRight = fetch(sampler, i + 1, j)
            let lowerLeft = fetch(sampler, i, j + 1)
            let lowerRight = fetch(sampler, i + 1, j + 1)
            let upper = upperLeft + (upperRight - upperLeft) * a
            let lower = lowerLeft + (lowerRight - lowerLeft) * a
            return upper + (lower - upper) * b
        }
    }

    /// The texel at any whole coordinates, by the address modes.
    @inline(__always) private func fetch(_ sampler: Sampler, _ x: Int32, _ y: Int32) -> SIMD4<Float> {
        guard let i = address(sampler.addressS, x, width), let j = address(sampler.addressT, y, height) else {
            return outside(sampler, x, y)
        }
        return texel(i, j)
    }

    /// The index within 0 ..< `count`; nil outside where that has a colour of its own.
    @inline(__always) private func address(_ mode: Sampler.Address, _ index: Int32, _ count: Int32) -> Int32? {
        if index >= 0, index < count { return index }
        switch mode {
        case .clampToEdge: return min(max(index, 0), count - 1)
        case .repeats:
            let rest = index % count
            return rest < 0 ? rest + count : rest
        case .mirroredRepeat:
            let period = Int64(count) * 2
            var rest = Int64(index) % period
            if rest < 0 { rest += period }
            return Int32(truncatingIfNeeded: min(rest, period - 1 - rest))
        case .clampToZero, .clampToBorder: return nil
        }
    }

    /// What lies around the texture; a format without alpha reads 1 there, as everywhere.
    private func outside(_ sampler: Sampler, _ x: Int32, _ y: Int32) -> SIMD4<Float> {
        let isBeyondS = x < 0 || x >= width
        let mode = isBeyondS && isOpen(sampler.addressS) ? sampler.addressS : sampler.addressT
        var colour: SIMD4<Float> =
            switch (mode, sampler.border) {
            case (.clampToBorder, .opaqueBlack): SIMD4(0, 0, 0, 1)
            case (.clampToBorder, .opaqueWhite): SIMD4(1, 1, 1, 1)
            default: .zero
            }
        if view.format == .red32Float { colour = SIMD4(colour.x, 0, 0, 1) }
        return colour
    }

    private func isOpen(_ mode: Sampler.Address) -> Bool { mode == .clampToZero || mode == .clampToBorder }

    // MARK: - Coordinates

    /// Downward to a whole number; large numbers, infinities and NaN stay.
    @inline(__always) private static func floor(_ x: Float) -> Float {
        guard abs(x) < 8_388_608 else { return x }
        let near = (abs(x) + 8_388_608) - 8_388_608
        let signed = x < 0 ? -near : near
        return x < signed ? signed - 1 : signed
    }

    /// A whole number as an integer, at most 2³⁰ either way; NaN gives 0.
    @inline(__always) private static func whole(_ x: Float) -> Int32 {
        let inside = min(max(x, -1_073_741_824), 1_073_741_824)
        return inside == inside ? Int32(inside) : 0
    }

    /// What is left of infinities counts as nothing.
    @inline(__always) private static func fraction(_ x: Float) -> Float { x >= 0 && x < 1 ? x : 0 }
}

extension TexelView {
    @inline(__always) fileprivate static func withFractions(_ body: (UnsafePointer<Float>) -> Void) {
        fractions.withUnsafeBufferPointer { pointer in
            if let base = pointer.baseAddress { body(base) }
        }
    }
}

extension Machine {
    func textureSize(_ step: Step) {
        let view = frame.textures[Int(step.immediate)]
        fill(step, Words(repeating: Int32(clamping: step.count == 0 ? view.width : view.height)))
    }

    /// Reads a texture for each lane.
    func fetch(_ step: Step) {
        let fetch = plan.fetches[Int(step.immediate)]
        TexelReader.with(frame.textures[fetch.texture]) { reader in
            if reader.isEmpty {
                gather(step, fetch) { _, _ in .zero }
                return
            }
            switch fetch.kind {
            case .read: gather(step, fetch) { reader.read($0, $1) }
            case .sample(let sampler):
                gather(step, fetch) { x, y in
                    reader.sample(
                        sampler, Float(bitPattern: UInt32(bitPattern: x)), Float(bitPattern: UInt32(bitPattern: y)))
                }
            }
        }
    }

    @inline(__always) private func gather(
        _ step: Step, _ fetch: FetchStep, _ body: (Int32, Int32) -> SIMD4<Float>
    ) {
        let xs = memory + Int(step.a.offset)
        let ys = memory + Int(step.b.offset)
        let (red, green, blue, alpha) = fetch.targets
        let isUniform = fetch.stride == 0
        forEachChunk { chunk in
            let x = xs[chunk &* Int(step.a.stride)]
            let y = ys[chunk &* Int(step.b.stride)]
            var r = Floats.zero
            var g = Floats.zero
            var b = Floats.zero
            var a = Floats.zero
            for lane in 0..<(isUniform ? 1 : 16) {
                let colour = body(x[lane], y[lane])
                r[lane] = colour.x
                g[lane] = colour.y
                b[lane] = colour.z
                a[lane] = colour.w
            }
            if isUniform {
                r = Floats(repeating: r[0])
                g = Floats(repeating: g[0])
                b = Floats(repeating: b[0])
                a = Floats(repeating: a[0])
            }
            memory[Int(red) &+ chunk] = unsafeBitCast(r, to: Words.self)
            memory[Int(green) &+ chunk] = unsafeBitCast(g, to: Words.self)
            memory[Int(blue) &+ chunk] = unsafeBitCast(b, to: Words.self)
            memory[Int(alpha) &+ chunk] = unsafeBitCast(a, to: Words.self)
        }
    }
}

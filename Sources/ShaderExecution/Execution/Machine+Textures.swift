import ShaderIR

/// Texture reads: coordinates and colours sixteen at a time, only the texels one by one.
extension Machine {
    func textureSize(_ step: Step) {
        let view = frame.textures[Int(step.immediate)]
        fill(step, Words(repeating: Int32(clamping: step.count == 0 ? view.width : view.height)))
    }

    /// Reads a texture for the live chunks.
    func fetch(_ step: Step) {
        let fetch = plan.fetches[Int(step.immediate)]
        let view = frame.textures[fetch.texture]
        if view.isEmpty {
            for target in fetch.targets where target >= 0 {
                forEachChunk { memory[Int(target) &+ $0] = .zero }
            }
            return
        }
        let xs = memory + Int(step.a.offset)
        let ys = memory + Int(step.b.offset)
        let (width, height) = (Int32(clamping: view.width), Int32(clamping: view.height))
        var horizontal = AxisPlace(fetch.kind, xs[0], width, isHorizontal: true)
        var vertical = AxisPlace(fetch.kind, ys[0], height, isHorizontal: false)
        forEachChunk { chunk in
            // A uniform coordinate stays where it is.
            if step.a.stride != 0 { horizontal = AxisPlace(fetch.kind, xs[chunk], width, isHorizontal: true) }
            if step.b.stride != 0 { vertical = AxisPlace(fetch.kind, ys[chunk], height, isHorizontal: false) }
            let reading = TextureReading(view, fetch.kind, horizontal, vertical)
            for channel in 0..<4 where fetch.targets[channel] >= 0 {
                memory[Int(fetch.targets[channel]) &+ chunk] = unsafeBitCast(reading.channel(channel), to: Words.self)
            }
        }
    }
}

/// Sixteen reads of one texture.
private struct TextureReading {
    private let view: TexelView
    private let kind: Fetch.Kind
    /// The texels at upper left, upper right, lower left and lower right; only the first when nothing is filtered.
    private var texels = Quadruple()
    private var isLinear = false
    private let horizontal: AxisPlace
    private let vertical: AxisPlace

    private struct Quadruple {
        var upperLeft = Words.zero
        var upperRight = Words.zero
        var lowerLeft = Words.zero
        var lowerRight = Words.zero
    }

    @inline(__always) init(
        _ view: TexelView, _ kind: Fetch.Kind, _ horizontal: AxisPlace, _ vertical: AxisPlace
    ) {
        self.view = view
        self.kind = kind
        self.horizontal = horizontal
        self.vertical = vertical
        if case .sample(let sampler) = kind { isLinear = sampler.magnification == .linear }
        texels.upperLeft = gather(horizontal.first, vertical.first)
        guard isLinear else { return }
        texels.upperRight = gather(horizontal.second, vertical.first)
        // Often all lie in one row: bars of levels, and everything along an edge.
        let isSeparate = Machine.isAnyTrue(vertical.first ^ vertical.second)
        texels.lowerLeft = isSeparate ? gather(horizontal.first, vertical.second) : texels.upperLeft
        texels.lowerRight = isSeparate ? gather(horizontal.second, vertical.second) : texels.upperRight
    }

    /// The texels at indices inside the texture.
    @inline(__always) private func gather(_ x: Words, _ y: Words) -> Words {
        guard let base = view.texels else { return .zero }
        var result = Words.zero
        for lane in 0..<16 {
            let index = Int(y[lane]) &* view.width &+ Int(x[lane])
            result[lane] = base.loadUnaligned(fromByteOffset: index &* 4, as: Int32.self)
        }
        return result
    }

    /// One channel of the result; 0 is red.
    @inline(__always) func channel(_ channel: Int) -> Floats {
        let upperLeft = colour(texels.upperLeft, channel, horizontal.isFirstInside, vertical.isFirstInside)
        guard isLinear else { return upperLeft }
        let upperRight = colour(texels.upperRight, channel, horizontal.isSecondInside, vertical.isFirstInside)
        let lowerLeft = colour(texels.lowerLeft, channel, horizontal.isFirstInside, vertical.isSecondInside)
        let lowerRight = colour(texels.lowerRight, channel, horizontal.isSecondInside, vertical.isSecondInside)
        let upper = upperLeft + (upperRight - upperLeft) * horizontal.fraction
        let lower = lowerLeft + (lowerRight - lowerLeft) * horizontal.fraction
        return upper + (lower - upper) * vertical.fraction
    }

    /// A channel of a texel, or of what lies outside.
    @inline(__always) private func colour(
        _ texel: Words, _ channel: Int, _ isInsideX: Words, _ isInsideY: Words
    ) -> Floats {
        var value: Words
        switch (view.format, channel) {
        case (.bgra8, _):
            let shift = Words(repeating: [16, 8, 0, 24][channel])
            let bytes = (texel &>> shift) & Words(repeating: 255)
            let numbers = Floats(
                lowHalf: VectorLanes.Integers(bytes.lowHalf).converted.vector,
                highHalf: VectorLanes.Integers(bytes.highHalf).converted.vector)
            value = unsafeBitCast(numbers / Floats(repeating: 255), to: Words.self)
        case (.red32Float, 0): value = texel
        case (.red32Float, 3): value = Words(repeating: Self.one)
        case (.red32Float, _): value = .zero
        }
        value = Machine.choose(isInsideY, value, Words(repeating: outside(vertical.mode, channel)))
        value = Machine.choose(isInsideX, value, Words(repeating: outside(horizontal.mode, channel)))
        return unsafeBitCast(value, to: Floats.self)
    }

    /// The bits of 1.
    private static let one: Int32 = 0x3F80_0000

    /// The bits of a channel of what lies around the texture; a format without alpha reads 1 there, as everywhere.
    private func outside(_ mode: Sampler.Address?, _ channel: Int) -> Int32 {
        guard case .sample(let sampler) = kind else { return 0 }
        if view.format == .red32Float, channel > 0 { return channel == 3 ? Self.one : 0 }
        if mode != .clampToBorder { return 0 }
        switch sampler.border {
        case .transparentBlack: return 0
        case .opaqueBlack: return channel == 3 ? Self.one : 0
        case .opaqueWhite: return Self.one
        }
    }
}

/// Where sixteen reads fall along one axis.
private struct AxisPlace {
    /// Indices of the texel and, for filtering, of the next one; always inside the texture.
    private(set) var first: Words
    private(set) var second = Words.zero
    /// False where the border counts instead.
    private(set) var isFirstInside = Words(repeating: -1)
    private(set) var isSecondInside = Words(repeating: -1)
    /// How far between the two, 0 to below 1.
    private(set) var fraction = Floats.zero
    /// nil for reads, which have zeros outside.
    private(set) var mode: Sampler.Address?

    /// At the coordinates of a fetch.
    init(_ kind: Fetch.Kind, _ coordinate: Words, _ count: Int32, isHorizontal: Bool) {
        switch kind {
        case .read: self.init(reading: coordinate, count)
        case .sample(let sampler):
            self.init(
                sampling: unsafeBitCast(coordinate, to: Floats.self), count,
                isHorizontal ? sampler.addressS : sampler.addressT, sampler)
        }
    }

    /// At unsigned whole coordinates.
    private init(reading index: Words, _ count: Int32) {
        isFirstInside = Self.isInside(index, count)
        first = index & isFirstInside
    }

    /// At a coordinate.
    ///
    /// Where magnification and minification filters differ the first one counts: there is one level only, and which one
    /// applies would depend on the neighbouring pixels.
    private init(sampling coordinate: Floats, _ count: Int32, _ mode: Sampler.Address, _ sampler: Sampler) {
        self.mode = mode
        var place = coordinate
        if sampler.isNormalized { place = place * Floats(repeating: Float(count)) }
        let isLinear = sampler.magnification == .linear
        // Texel i has its centre at i + 0.5.
        if isLinear { place = place - Floats(repeating: 0.5) }
        let floor = Self.eachHalf(place) { Elementary.floor($0) }
        first = Self.whole(floor)
        if isLinear {
            let rest = place - floor
            // What is left of infinities counts as nothing.
            let isProper = (Floats.zero .<= rest) .& (rest .< Floats(repeating: 1))
            fraction = Floats.zero.replacing(with: rest, where: isProper)
            second = first &+ Words(repeating: 1)
            isSecondInside = Self.address(&second, count, mode)
        }
        isFirstInside = Self.address(&first, count, mode)
    }

    @inline(__always) private static func eachHalf(_ x: Floats, _ body: (VectorLanes) -> VectorLanes) -> Floats {
        Floats(lowHalf: body(VectorLanes(x.lowHalf)).vector, highHalf: body(VectorLanes(x.highHalf)).vector)
    }

    /// Whole numbers as integers, at most 2³⁰ either way; NaN gives 0.
    @inline(__always) private static func whole(_ x: Floats) -> Words {
        let result = eachHalf(x) { lanes in
            let limit = lanes.splat(1_073_741_824)
            return Elementary.signed(Elementary.minimum(Elementary.maximum(lanes, limit.negated), limit)).asFloatBits
        }
        // The maximum prefers the number to NaN.
        let isNumber = Machine.words(x .== x)
        return unsafeBitCast(result, to: Words.self) & isNumber
    }

    @inline(__always) private static func isInside(_ index: Words, _ count: Int32) -> Words {
        ~Machine.words(index .< .zero) & Machine.words(index .< Words(repeating: count))
    }

    /// Brings indices into 0 ..< `count` by an address mode; false where the border counts.
    @inline(__always) private static func address(_ index: inout Words, _ count: Int32, _ mode: Sampler.Address)
        -> Words
    {
        let all = Words(repeating: -1)
        let inside = isInside(index, count)
        if !Machine.isAnyTrue(~inside) { return all }
        switch mode {
        case .clampToEdge:
            let last = Words(repeating: count - 1)
            index = index & ~Machine.words(index .< .zero)
            index = Machine.choose(Machine.words(last .< index), last, index)
            return all
        case .repeats:
            for lane in 0..<16 {
                let rest = index[lane] % count
                index[lane] = rest < 0 ? rest + count : rest
            }
            return all
        case .mirroredRepeat:
            let period = Int64(count) * 2
            for lane in 0..<16 {
                var rest = Int64(index[lane]) % period
                if rest < 0 { rest += period }
                index[lane] = Int32(truncatingIfNeeded: min(rest, period - 1 - rest))
            }
            return all
        case .clampToZero, .clampToBorder:
            index &= inside
            return inside
        }
    }
}

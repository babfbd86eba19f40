import ShaderIR

/// Texture reads: the same arithmetic as in the interpreter.
extension ShaderEmitter {
    /// Where reads fall along one axis; see `AxisPlace`.
    private struct Axis {
        var first: EmittedIntegers
        var second: EmittedIntegers?
        /// nil where nothing lies outside.
        var isFirstInside: EmittedMask?
        var isSecondInside: EmittedMask?
        var fraction: EmittedFloats?
        var mode: Sampler.Address?
    }

    private func textureField(_ index: Int, _ offset: Int, _ type: String) -> String {
        let key = "\(index) \(offset)"
        if let known = textureFields[key] { return known }
        let name = field(index * TextureLayout.size + offset, type, of: "%textures")
        textureFields[key] = name
        return name
    }

    /// An integer field of a texture in the shape that is asked for.
    private func count(_ index: Int, _ offset: Int, scalar: Bool) -> EmittedIntegers {
        let name = textureField(index, offset, "i32")
        if scalar { return EmittedIntegers(code: code, name: name, isScalar: true) }
        let key = "\(index) \(offset) lanes"
        if textureFields[key] == nil {
            textureFields[key] = code.within(.entry) { code.broadcast(name, .int) }
        }
        return EmittedIntegers(code: code, name: textureFields[key] ?? name, isScalar: false)
    }

    /// Emits a fetch; what nobody uses is left out.
    func emit(_ fetch: Fetch) {
        guard let index = program.textures.firstIndex(of: fetch.texture) else { return }
        let scalar = isScalar(fetch.x.index) && isScalar(fetch.y.index)
        let horizontal = axis(fetch, fetch.x.index, index, TextureLayout.safeWidth, scalar, isHorizontal: true)
        let vertical = axis(fetch, fetch.y.index, index, TextureLayout.safeHeight, scalar, isHorizontal: false)
        let texels = textureField(index, TextureLayout.texels, "ptr")
        let width = count(index, TextureLayout.safeWidth, scalar: scalar)
        func read(_ x: EmittedIntegers, _ y: EmittedIntegers) -> EmittedIntegers {
            let place = (y &* width) &+ x
            if scalar {
                let pointer = code.emit("getelementptr i32, ptr \(texels), i32 \(place.name)")
                return place.with(code.emit("load i32, ptr \(pointer)"))
            }
            return place.with(gather(texels, place.name))
        }
        let upperLeft = read(horizontal.first, vertical.first)
        var others: [EmittedIntegers] = []
        if let right = horizontal.second, let below = vertical.second {
            let upperRight = read(right, vertical.first)
            // Often all lie in one row: bars of levels, and everything along an edge.
            let isSeparate = vertical.first.compare("ne", below).any
            let (separate, joined) = (code.newLabel("separate"), code.newLabel("joined"))
            let before = code.label
            code.branch(isSeparate, separate, joined)
            code.place(separate)
            let lowerLeft = read(horizontal.first, below)
            let lowerRight = read(right, below)
            let end = code.label
            code.place(joined)
            func either(_ lower: EmittedIntegers, _ upper: EmittedIntegers) -> EmittedIntegers {
                let name = code.emit(
                    "phi \(lower.type) [ \(lower.name), %\(end) ], [ \(upper.name), %\(before) ]")
                return lower.with(name)
            }
            others = [upperRight, either(lowerLeft, upperLeft), either(lowerRight, upperRight)]
        }
        let isEmpty = code.within(.entry) {
            code.emit("icmp ne i32 \(textureField(index, TextureLayout.isEmpty, "i32")), 0")
        }
        for channel in 0..<4 where isUsed[fetch.results[channel].index] {
            func colour(_ texel: EmittedIntegers, _ x: EmittedMask?, _ y: EmittedMask?) -> EmittedFloats {
                let inner = value(of: texel, channel, formats[index])
                let inRows = outside(fetch, vertical.mode, channel, formats[index], y, inner)
                return outside(fetch, horizontal.mode, channel, formats[index], x, inRows)
            }
            var result = colour(upperLeft, horizontal.isFirstInside, vertical.isFirstInside)
            if others.count == 3, let across = horizontal.fraction, let down = vertical.fraction {
                let upperRight = colour(others[0], horizontal.isSecondInside, vertical.isFirstInside)
                let lowerLeft = colour(others[1], horizontal.isFirstInside, vertical.isSecondInside)
                let lowerRight = colour(others[2], horizontal.isSecondInside, vertical.isSecondInside)
                let upper = result + (upperRight - result) * across
                let lower = lowerLeft + (lowerRight - lowerLeft) * across
                result = upper + (lower - upper) * down
            }
            let type = code.type(.float, isScalar: scalar)
            let zero = code.constant(.float, bits: 0, isScalar: scalar)
            let name = code.emit("select i1 \(isEmpty), \(type) \(zero), \(type) \(result.name)")
            values[fetch.results[channel].index] = Emitted(name: name, isScalar: scalar)
        }
    }

    /// A channel of a texel.
    private func value(of texel: EmittedIntegers, _ channel: Int, _ format: TexelView.Format) -> EmittedFloats {
        switch (format, channel) {
        case (.bgra8, _):
            let byte = texel.shiftedRightLogical([16, 8, 0, 24][channel]) & 255
            // b / 255, correctly rounded for every byte: 1/255 in two parts, of which the first product is exact.
            let x = byte.converted
            return x * 0x1.01p-8 + x * 0x1.010102p-24
        case (.red32Float, 0): return texel.asFloatBits
        case (.red32Float, 3): return texel.asFloatBits.splat(1)
        case (.red32Float, _): return texel.asFloatBits.splat(0)
        }
    }

    /// A channel, or what lies around the texture; a format without alpha reads 1 there, as everywhere.
    private func outside(
        _ fetch: Fetch, _ mode: Sampler.Address?, _ channel: Int, _ format: TexelView.Format, _ isInside: EmittedMask?,
        _ value: EmittedFloats
    ) -> EmittedFloats {
        guard let isInside else { return value }
        var border: Float = 0
        if case .sample(let sampler) = fetch.kind {
            if format == .red32Float, channel > 0 {
                border = channel == 3 ? 1 : 0
            } else if mode == .clampToBorder {
                switch sampler.border {
                case .transparentBlack: border = 0
                case .opaqueBlack: border = channel == 3 ? 1 : 0
                case .opaqueWhite: border = 1
                }
            }
        }
        return isInside.select(value, value.splat(border))
    }

    private func axis(
        _ fetch: Fetch, _ coordinate: Int, _ index: Int, _ offset: Int, _ scalar: Bool, isHorizontal: Bool
    ) -> Axis {
        let count = count(index, offset, scalar: scalar)
        guard case .sample(let sampler) = fetch.kind else {
            let place = integers(coordinate, scalar: scalar)
            let isInside = place.compare("ult", count)
            return Axis(first: isInside.select(place, place.splat(0)), isFirstInside: isInside)
        }
        let mode = isHorizontal ? sampler.addressS : sampler.addressT
        var place = floats(coordinate, scalar: scalar)
        if sampler.isNormalized { place = place * count.converted }
        let isLinear = sampler.magnification == .linear
        if isLinear { place = place - 0.5 }
        let floor = round(.floor, place)
        let whole = whole(floor)
        var axis = Axis(first: whole, mode: mode)
        if isLinear {
            let rest = place - floor
            let isProper = (rest.splat(0) .<= rest) .& (rest .< 1)
            axis.fraction = isProper.select(rest, rest.splat(0))
            let (second, isInside) = address(whole &+ 1, count, mode)
            axis.second = second
            axis.isSecondInside = isInside
        }
        (axis.first, axis.isFirstInside) = address(whole, count, mode)
        return axis
    }

    /// Whole numbers as integers, at most 2³⁰ either way; NaN gives 0.
    private func whole(_ x: EmittedFloats) -> EmittedIntegers {
        let limit: Float = 1_073_741_824
        let above = x.compare("ogt", x.splat(-limit)).select(x, x.splat(-limit))
        let inside = (above .< limit).select(above, x.splat(limit))
        let integer = converted(inside, "fptosi")
        return x.isNumber.select(integer, integer.splat(0))
    }

    /// Brings indices inside by an address mode; nil where the border never counts.
    private func address(
        _ index: EmittedIntegers, _ count: EmittedIntegers, _ mode: Sampler.Address
    ) -> (EmittedIntegers, EmittedMask?) {
        switch mode {
        case .clampToEdge:
            let last = count &- 1
            return (index.intrinsic("smax", [index.splat(0)]).intrinsic("smin", [last]), nil)
        case .repeats: return (wrapped(index, count) { self.modulo(index, count) }, nil)
        case .mirroredRepeat:
            return (
                wrapped(index, count) {
                    let period = count.shiftedLeft(1)
                    let rest = self.modulo(index, period)
                    return rest.intrinsic("smin", [(period &- 1) &- rest])
                }, nil
            )
        case .clampToZero, .clampToBorder:
            let isInside = index.compare("ult", count)
            return (isInside.select(index, index.splat(0)), isInside)
        }
    }

    /// Indices that are all inside stay; else what `body` makes of them.
    private func wrapped(
        _ index: EmittedIntegers, _ count: EmittedIntegers, _ body: () -> EmittedIntegers
    ) -> EmittedIntegers {
        let (wrap, after) = (code.newLabel("wrap"), code.newLabel("wrapped"))
        let before = code.label
        code.branch(index.compare("uge", count).any, wrap, after)
        code.place(wrap)
        let inside = body()
        let end = code.label
        code.place(after)
        return index.with(
            code.emit("phi \(index.type) [ \(index.name), %\(before) ], [ \(inside.name), %\(end) ]"))
    }

    /// The remainder from 0 to below the modulus, which is positive: through binary64, which holds it all.
    private func modulo(_ index: EmittedIntegers, _ modulus: EmittedIntegers) -> EmittedIntegers {
        let doubles = index.isScalar ? "double" : "<\(code.lanes) x double>"
        let a = code.emit("sitofp \(index.type) \(index.name) to \(doubles)")
        let b = code.emit("sitofp \(index.type) \(modulus.name) to \(doubles)")
        let quotient = code.emit("fdiv \(doubles) \(a), \(b)")
        let whole = index.with(code.emit("fptosi \(doubles) \(quotient) to \(index.type)"))
        let rest = index &- (whole &* modulus)
        return (rest .< rest.splat(0)).select(rest &+ modulus, rest)
    }
}

import ShaderIR

/// What storing a tile needs to know.
struct PixelStage {
    /// Where the tile is in memory; all but `hasBelow` are of 64 bits.
    var row = ""
    var column = ""
    var bytesPerRow = ""
    var hasBelow = ""
}

/// The output: to 8 bits, blended, stored.
extension ShaderEmitter {
    /// Stores the tile's pixels by the rule of `Machine.storePixels`: premultiplied bytes, or those over what is below.
    ///
    /// Whole tiles always: at the right and lower edge the caller gives memory that has room for them.
    func storePixels(discarded: String?) {
        let outputs = draft.output.map { floats($0, scalar: false) }
        guard outputs.count == 4 else { return }
        let alpha = unit(outputs[3])
        // Channels as they lie in memory: blue, green, red, alpha.
        var bytes = [outputs[2], outputs[1], outputs[0]].map { byte(unit($0) * alpha) }
        bytes.append(byte(alpha))
        if let discarded {
            let gone = EmittedMask(code: code, name: discarded, isScalar: false)
            bytes = bytes.map { gone.select($0.splat(0), $0) }
        }
        let lanes = code.lanes
        let plain = packed(bytes)
        let (over, store) = (code.newLabel("over"), code.newLabel("store"))
        let before = code.label
        code.branch(stage.hasBelow, over, store)
        code.place(over)
        let below = loadTile("%below")
        let rest = bytes[3].splat(255) &- bytes[3]
        let blended = (0..<4).map { channel -> EmittedIntegers in
            let product = (below.shiftedRightLogical(Int32(channel * 8)) & 255) &* rest
            // x / 255 rounded, for x up to 255²: x + 128, and a 256th of that on top, divided by 256.
            let near = product &+ 128
            let sum = bytes[channel] &+ (near &+ near.shiftedRightLogical(8)).shiftedRightLogical(8)
            // Premultiplied colours do not go above alpha, so this only guards foreign ones.
            return sum.intrinsic("smin", [sum.splat(255)])
        }
        let composite = packed(blended)
        let end = code.label
        code.place(store)
        let type = "<\(lanes) x i32>"
        let pixels = code.emit("phi \(type) [ \(plain.name), %\(before) ], [ \(composite.name), %\(end) ]")
        storeTile(pixels)
    }

    /// Clamped to 0…1; NaN gives 0.
    private func unit(_ x: EmittedFloats) -> EmittedFloats {
        let positive = x.compare("ogt", x.splat(0)).select(x, x.splat(0))
        return (positive.splat(1) .< positive).select(positive.splat(1), positive)
    }

    /// floor(v · 255 + 0.5) for v from 0 to 1.
    private func byte(_ v: EmittedFloats) -> EmittedIntegers { converted(v * 255 + 0.5, "fptosi") }

    private func packed(_ bytes: [EmittedIntegers]) -> EmittedIntegers {
        let low = bytes[0] | bytes[1].shiftedLeft(8)
        let high = bytes[2].shiftedLeft(16) | bytes[3].shiftedLeft(24)
        return low | high
    }

    /// The addresses of a tile's two rows.
    private func rows(_ base: String) -> [String] {
        [0, 1].map { row in
            let line = code.emit("add i64 \(stage.row), \(row)")
            let offset = code.emit("mul i64 \(line), \(stage.bytesPerRow)")
            let start = code.emit("getelementptr i8, ptr \(base), i64 \(offset)")
            return code.emit("getelementptr i32, ptr \(start), i64 \(stage.column)")
        }
    }

    private func storeTile(_ pixels: String) {
        let (columns, lanes) = (code.columns, code.lanes)
        for (row, place) in rows("%out").enumerated() {
            let order = (0..<columns).map { "i32 \($0 + row * columns)" }.joined(separator: ", ")
            let half = code.emit(
                "shufflevector <\(lanes) x i32> \(pixels), <\(lanes) x i32> poison, <\(columns) x i32> <\(order)>")
            code.line("store <\(columns) x i32> \(half), ptr \(place), align 4")
        }
    }

    private func loadTile(_ base: String) -> EmittedIntegers {
        let type = "<\(code.columns) x i32>"
        let halves = rows(base).map { code.emit("load \(type), ptr \($0), align 4") }
        let order = "<\(code.lanes) x i32> \(code.integers { $0 })"
        let both = code.emit("shufflevector \(type) \(halves[0]), \(type) \(halves[1]), \(order)")
        return EmittedIntegers(code: code, name: both, isScalar: false)
    }
}

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
        // Two channels at a time, 16 bits apart: a product needs no more.
        func remaining(_ pair: EmittedIntegers) -> EmittedIntegers {
            // x / 255 rounded, for x up to 255²: x + 128, and a 256th of that on top, divided by 256.
            let near = (pair &* rest) &+ 0x80_0080
            return (near &+ (near.shiftedRightLogical(8) & 0xFF_00FF)).shiftedRightLogical(8) & 0xFF_00FF
        }
        let even = remaining(below & 0xFF_00FF)
        let odd = remaining(below.shiftedRightLogical(8) & 0xFF_00FF)
        // No channel is above alpha, so no sum is above 255.
        let composite = plain &+ (even | odd.shiftedLeft(8))
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

    /// The addresses of a tile's rows.
    private func rows(_ base: String) -> [String] {
        (0..<code.rows).map { row in
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
        var parts = rows(base).map { code.emit("load <\(code.columns) x i32>, ptr \($0), align 4") }
        var count = code.columns
        // Neighbours are joined until there is one.
        while parts.count > 1 {
            let type = "<\(count) x i32>"
            let order = (0..<count * 2).map { "i32 \($0)" }.joined(separator: ", ")
            parts = stride(from: 0, to: parts.count, by: 2).map { index in
                code.emit(
                    "shufflevector \(type) \(parts[index]), \(type) \(parts[index + 1]), <\(count * 2) x i32> <\(order)>"
                )
            }
            count *= 2
        }
        return EmittedIntegers(code: code, name: parts[0], isScalar: false)
    }
}

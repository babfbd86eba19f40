import ShaderIR

/// What storing a tile needs to know.
struct PixelStage {
    let bytesPerRow: String
    let hasBelow: String
    let isInside: String
    let lastRow: String
    let real: String
    let discarded: String?
    let isTall: String
}

/// The output: to 8 bits, blended, stored.
extension ShaderEmitter {
    /// Stores the tile's pixels by the rule of `Machine.storePixels`: premultiplied bytes, or those over what is below.
    func storePixels(_ stage: PixelStage) {
        let outputs = draft.output.map { floats($0, scalar: false) }
        guard outputs.count == 4 else { return }
        let alpha = unit(outputs[3])
        // Channels as they lie in memory: blue, green, red, alpha.
        var bytes = [outputs[2], outputs[1], outputs[0]].map { byte(unit($0) * alpha) }
        bytes.append(byte(alpha))
        if let discarded = stage.discarded {
            let gone = EmittedMask(code: code, name: discarded, isScalar: false)
            bytes = bytes.map { gone.select($0.splat(0), $0) }
        }
        let lanes = code.lanes
        let plain = packed(bytes)
        let (over, store) = (code.newLabel("over"), code.newLabel("store"))
        let before = code.label
        code.branch(stage.hasBelow, over, store)
        code.place(over)
        let below = loadTile("%below", stage)
        let end = code.label
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
        _ = end
        let blendEnd = code.label
        code.place(store)
        let type = "<\(lanes) x i32>"
        let pixels = code.emit("phi \(type) [ \(plain.name), %\(before) ], [ \(composite.name), %\(blendEnd) ]")
        storeTile(pixels, stage)
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
    private func rows(_ base: String, _ stage: PixelStage) -> [String] {
        ["%y", stage.lastRow].map { row in
            let wide = code.emit("sext i32 \(row) to i64")
            let offset = code.emit("mul i64 \(wide), \(stage.bytesPerRow)")
            let start = code.emit("getelementptr i8, ptr \(base), i64 \(offset)")
            return code.emit("getelementptr i32, ptr \(start), i32 %x")
        }
    }

    /// Runs `whole` for tiles inside the target and `partly` for those at an edge.
    private func atEdges(_ stage: PixelStage, _ whole: () -> Void, _ partly: () -> Void) {
        let (inside, edge, end) = (code.newLabel("inside"), code.newLabel("edge"), code.newLabel("done"))
        code.branch(stage.isInside, inside, edge)
        code.place(inside)
        whole()
        code.jump(to: end)
        code.place(edge)
        partly()
        code.place(end)
    }

    private func half(_ name: String, _ type: String, _ row: Int) -> String {
        let columns = code.columns
        let order = (0..<columns).map { "i32 \($0 + row * columns)" }.joined(separator: ", ")
        return code.emit(
            "shufflevector <\(code.lanes) x \(type)> \(name), <\(code.lanes) x \(type)> poison, "
                + "<\(columns) x i32> <\(order)>")
    }

    private func storeTile(_ pixels: String, _ stage: PixelStage) {
        let columns = code.columns
        let type = "<\(columns) x i32>"
        let places = rows("%out", stage)
        let function = "@llvm.masked.store.v\(columns)i32.p0"
        code.declare("declare void \(function)(\(type), ptr, i32, <\(columns) x i1>)")
        atEdges(stage) {
            for row in 0..<2 { code.line("store \(type) \(half(pixels, "i32", row)), ptr \(places[row]), align 4") }
        } _: {
            for row in 0..<2 {
                let mask = half(stage.real, "i1", row)
                code.line(
                    "call void \(function)(\(type) \(half(pixels, "i32", row)), ptr \(places[row]), i32 4, "
                        + "<\(columns) x i1> \(mask))")
            }
        }
    }

    private func loadTile(_ base: String, _ stage: PixelStage) -> EmittedIntegers {
        let columns = code.columns
        let type = "<\(columns) x i32>"
        let places = rows(base, stage)
        let function = "@llvm.masked.load.v\(columns)i32.p0"
        code.declare("declare \(type) \(function)(ptr, i32, <\(columns) x i1>, \(type))")
        let memory = [code.allocate(type), code.allocate(type)]
        atEdges(stage) {
            for row in 0..<2 {
                let pixels = code.emit("load \(type), ptr \(places[row]), align 4")
                code.line("store \(type) \(pixels), ptr \(memory[row])")
            }
        } _: {
            for row in 0..<2 {
                let mask = half(stage.real, "i1", row)
                let pixels = code.emit(
                    "call \(type) \(function)(ptr \(places[row]), i32 4, <\(columns) x i1> \(mask), "
                        + "\(type) zeroinitializer)")
                code.line("store \(type) \(pixels), ptr \(memory[row])")
            }
        }
        let upper = code.emit("load \(type), ptr \(memory[0])")
        let lower = code.emit("load \(type), ptr \(memory[1])")
        let order = "<\(code.lanes) x i32> \(code.integers { $0 })"
        let both = code.emit("shufflevector \(type) \(upper), \(type) \(lower), \(order)")
        return EmittedIntegers(code: code, name: both, isScalar: false)
    }
}

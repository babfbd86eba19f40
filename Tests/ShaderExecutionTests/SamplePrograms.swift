import ShaderIR

/// Programs like those of real effects, written by hand: what speed is measured on.
enum SamplePrograms {
    /// Arithmetic on values of a builder with operators.
    private final class Writer {
        var builder: ProgramBuilder
        init(_ name: String) { builder = ProgramBuilder(name: name) }
        func constant(_ value: Float) -> Number { Number(self, builder.constant(value)) }
        func input(_ input: Input) -> Number { Number(self, builder.input(input)) }
        func load(_ variable: VariableID) -> Number { Number(self, builder.load(variable)) }

        func finish(_ red: Number, _ green: Number, _ blue: Number, _ alpha: Number) -> ShaderProgram {
            var output: [VariableID] = []
            for (name, value) in [("r", red), ("g", green), ("b", blue), ("a", alpha)] {
                output.append(builder.makeVariable(name, .float))
                builder.store(value.id, to: output[output.count - 1])
            }
            return builder.finish(output: output)
        }
    }

    private struct Number {
        let writer: Writer
        let id: ValueID
        init(_ writer: Writer, _ id: ValueID) {
            self.writer = writer
            self.id = id
        }
        func apply(_ operation: Operation) -> Number { Number(writer, writer.builder.apply(operation, id)) }
        func apply(_ operation: Operation, _ other: Number) -> Number {
            Number(writer, writer.builder.apply(operation, id, other.id))
        }
        static func + (a: Number, b: Number) -> Number { a.apply(.addFloat, b) }
        static func - (a: Number, b: Number) -> Number { a.apply(.subtractFloat, b) }
        static func * (a: Number, b: Number) -> Number { a.apply(.multiplyFloat, b) }
        static func / (a: Number, b: Number) -> Number { a.apply(.divideFloat, b) }
        static func + (a: Number, b: Float) -> Number { a + a.writer.constant(b) }
        static func - (a: Number, b: Float) -> Number { a - a.writer.constant(b) }
        static func * (a: Number, b: Float) -> Number { a * a.writer.constant(b) }
        var saturated: Number { apply(.maximumFloat, writer.constant(0)).apply(.minimumFloat, writer.constant(1)) }
    }

    /// Twelve waves of colour over the picture.
    static func waves() -> ShaderProgram {
        let w = Writer("waves")
        let (u, v, t) = (w.input(.uvX), w.input(.uvY), w.input(.time))
        var channels: [Number] = []
        for channel in 0..<3 {
            var sum = w.constant(0.5)
            for wave in 0..<4 {
                let phase = u * Float(3 + wave) + v * Float(5 - wave) + t * (0.3 + 0.1 * Float(channel))
                sum = sum + phase.apply(wave % 2 == 0 ? .sine : .cosine) * (0.2 / Float(wave + 1))
            }
            channels.append(sum.saturated)
        }
        let edge = (u - 0.5) * (u - 0.5) + (v - 0.5) * (v - 0.5)
        let alpha = (w.constant(1) - edge.apply(.squareRoot)).saturated.apply(.powFloat, w.constant(2.2))
        return w.finish(channels[0], channels[1], channels[2], alpha)
    }

    /// Value noise of five octaves, warped by itself: five times a loop with integer hashes.
    static func noise() -> ShaderProgram {
        let w = Writer("noise")
        let t = w.input(.time)
        let x = (w.input(.uvX) - 0.5) * (w.input(.resolutionX) / w.input(.resolutionY)) * 3
        let y = (w.input(.uvY) - 0.5) * 3
        let qx = fractal(w, x, y + t)
        let qy = fractal(w, x + 5.2, y + 1.3)
        let rx = fractal(w, x + qx * 4 + 1.7, y + qy * 4 + 9.2)
        let ry = fractal(w, x + qx * 4 + 8.3, y + qy * 4 + 2.8 - t)
        let f = fractal(w, x + rx * 4, y + ry * 4)
        let length = (qx * qx + qy * qy).apply(.squareRoot)
        let shade = f + 0.5
        return w.finish(
            (f * f * 1.8 + 0.1) * shade, (length * 0.6) * shade, (rx * rx + 0.4) * shade, w.constant(1))
    }

    private static func hash(_ w: Writer, _ x: ValueID, _ y: ValueID) -> Number {
        func times(_ a: ValueID, _ bits: UInt32) -> ValueID {
            w.builder.apply(.multiplyInt, a, w.builder.constant(Int32(bitPattern: bits)))
        }
        func fold(_ a: ValueID, _ count: Int32) -> ValueID {
            w.builder.apply(.bitXor, a, w.builder.apply(.shiftRightLogical, a, w.builder.constant(count)))
        }
        var h = w.builder.apply(.bitXor, times(x, 73_856_093), times(y, 19_349_663))
        h = fold(times(fold(times(fold(h, 16), 0x7feb_352d), 15), 0x846c_a68b), 16)
        let top = w.builder.apply(.shiftRightLogical, h, w.builder.constant(Int32(8)))
        return Number(w, w.builder.apply(.unsignedToFloat, top)) * (1 / 16_777_216)
    }

    private static func fractal(_ w: Writer, _ x: Number, _ y: Number) -> Number {
        let sum = w.builder.makeVariable("sum", .float)
        let amplitude = w.builder.makeVariable("amplitude", .float)
        let (px, py) = (w.builder.makeVariable("px", .float), w.builder.makeVariable("py", .float))
        let count = w.builder.makeVariable("i", .int)
        w.builder.store(w.builder.constant(Float(0)), to: sum)
        w.builder.store(w.builder.constant(Float(0.5)), to: amplitude)
        w.builder.store(x.id, to: px)
        w.builder.store(y.id, to: py)
        w.builder.store(w.builder.constant(Int32(0)), to: count)
        w.builder.scope { builder, end in
            builder.loop { builder in
                let isOn = builder.apply(.lessSigned, builder.load(count), builder.constant(Int32(5)))
                builder.branch(isOn, then: { _ in }, otherwise: { $0.exit(end) })
                let inner = Writer("body")
                inner.builder = builder
                octave(inner, sum, amplitude, px, py)
                builder = inner.builder
                let next = builder.apply(.addInt, builder.load(count), builder.constant(Int32(1)))
                builder.store(next, to: count)
            }
        }
        return w.load(sum)
    }

    private static func octave(
        _ w: Writer, _ sum: VariableID, _ amplitude: VariableID, _ px: VariableID, _ py: VariableID
    ) {
        let (x, y) = (w.load(px), w.load(py))
        let (fx, fy) = (x.apply(.floor), y.apply(.floor))
        let (ix, iy) = (fx.apply(.floatToSigned).id, fy.apply(.floatToSigned).id)
        let one = w.builder.constant(Int32(1))
        let (jx, jy) = (w.builder.apply(.addInt, ix, one), w.builder.apply(.addInt, iy, one))
        var (wx, wy) = (x - fx, y - fy)
        wx = wx * wx * (w.constant(3) - wx * 2)
        wy = wy * wy * (w.constant(3) - wy * 2)
        let (a, b) = (hash(w, ix, iy), hash(w, jx, iy))
        let (c, d) = (hash(w, ix, jy), hash(w, jx, jy))
        let upper = a + (b - a) * wx
        let lower = c + (d - c) * wx
        let value = upper + (lower - upper) * wy
        w.builder.store((w.load(sum) + w.load(amplitude) * value).id, to: sum)
        w.builder.store((x * 1.6 + y * 1.2).id, to: px)
        w.builder.store((y * 1.6 - x * 1.2).id, to: py)
        w.builder.store((w.load(amplitude) * 0.5).id, to: amplitude)
    }

    /// Up to 64 steps along a ray towards spheres, with an early way out.
    static func march() -> ShaderProgram {
        let w = Writer("march")
        let x = (w.input(.uvX) - 0.5) * 3
        let y = (w.input(.uvY) - 0.5) * 2
        let norm = (x * x + y * y + 1).apply(.squareRoot)
        let (dx, dy, dz) = (x / norm, y / norm, w.constant(1) / norm)
        let distance = w.builder.makeVariable("t", .float)
        let steps = w.builder.makeVariable("steps", .float)
        let count = w.builder.makeVariable("i", .int)
        w.builder.scope { builder, end in
            builder.loop { builder in
                let isOn = builder.apply(.lessSigned, builder.load(count), builder.constant(Int32(64)))
                builder.branch(isOn, then: { _ in }, otherwise: { $0.exit(end) })
                let inner = Writer("body")
                inner.builder = builder
                let t = inner.load(distance)
                func number(_ a: Number) -> Number { Number(inner, a.id) }
                func sphere(_ cx: Float, _ cy: Float, _ cz: Float, _ radius: Float) -> Number {
                    let (sx, sy) = (number(dx) * t - cx, number(dy) * t - cy)
                    let sz = number(dz) * t - cz
                    return (sx * sx + sy * sy + sz * sz).apply(.squareRoot) - radius
                }
                let plane = number(dy) * t + 1
                let nearest = sphere(0, 0, 4, 1).apply(.minimumFloat, sphere(1.5, 0.3, 5, 0.8))
                    .apply(.minimumFloat, plane)
                let isNear = inner.builder.apply(.lessFloat, nearest.id, inner.builder.constant(Float(0.001)))
                let isFar = inner.builder.apply(.lessFloat, inner.builder.constant(Float(20)), t.id)
                let isDone = inner.builder.apply(.logicalOr, isNear, isFar)
                inner.builder.branch(isDone, then: { $0.exit(end) }, otherwise: { _ in })
                inner.builder.store((t + nearest).id, to: distance)
                inner.builder.store((inner.load(steps) + 1).id, to: steps)
                builder = inner.builder
                let next = builder.apply(.addInt, builder.load(count), builder.constant(Int32(1)))
                builder.store(next, to: count)
            }
        }
        let shade = (w.load(distance) * -0.15).apply(.exponential)
        return w.finish(shade, w.load(steps) * (1 / 64), shade * shade, w.constant(1))
    }
}

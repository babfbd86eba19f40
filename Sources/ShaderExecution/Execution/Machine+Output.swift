import FrameCore

extension Machine {
    /// Stores the strip's pixels as premultiplied bytes, over what is below if there is anything.
    ///
    /// Each step rounded to binary32: NaN becomes 0, colour and alpha are clamped to 0…1, v is colour · alpha, the byte
    /// is floor(v · 255 + 0.5). Discarded pixels are transparent black.
    func storePixels(to targets: Targets, bytesPerRow: Int) {
        let columns = min(plan.stripWidth, frame.width - column)
        let rows = min(2, frame.height - row)
        let discarded = lanes(of: .discarded)
        for chunk in 0..<plan.chunkCount where chunk * 8 < columns {
            let alpha = Self.unit(output(3, chunk))
            let red = Self.byte(Self.unit(output(0, chunk)) * alpha)
            let green = Self.byte(Self.unit(output(1, chunk)) * alpha)
            let blue = Self.byte(Self.unit(output(2, chunk)) * alpha)
            let byte = Self.byte(alpha)
            let eight = Words(repeating: 8)
            let sixteen = Words(repeating: 16)
            let twentyFour = Words(repeating: 24)
            var packed = blue | (green &<< eight) | (red &<< sixteen) | (byte &<< twentyFour)
            if plan.hasDiscard { packed &= ~discarded[chunk] }
            let count = min(8, columns - chunk * 8)
            let halves = [packed.lowHalf, packed.highHalf]
            for line in 0..<rows {
                let offset = (row + line) * bytesPerRow + (column + chunk * 8) * 4
                let start = targets.pixels + offset
                if let below = targets.below {
                    for lane in 0..<count {
                        let under = (below + offset + lane * 4).loadUnaligned(as: UInt32.self)
                        let over = Self.over(UInt32(bitPattern: halves[line][lane]), under)
                        (start + lane * 4).storeBytes(of: over, as: UInt32.self)
                    }
                } else if count == 8 {
                    start.storeBytes(of: halves[line], as: SIMD8<Int32>.self)
                } else {
                    for lane in 0..<count {
                        (start + lane * 4).storeBytes(of: halves[line][lane].littleEndian, as: Int32.self)
                    }
                }
            }
        }
    }

    /// A premultiplied pixel over another: top + round(below · (255 − alpha) / 255) for each channel.
    @inline(__always) private static func over(_ top: UInt32, _ below: UInt32) -> UInt32 {
        let rest = 255 - top >> 24
        var result: UInt32 = 0
        for shift in [UInt32(0), 8, 16, 24] {
            let product = (below >> shift & 255) * rest
            let sum = (top >> shift & 255) + (product + 127) / 255
            // Premultiplied colours do not go above alpha, so this only guards foreign ones.
            result |= min(sum, 255) << shift
        }
        return result
    }

    @inline(__always) private func output(_ channel: Int, _ chunk: Int) -> Floats {
        let place = plan.output[channel]
        return unsafeBitCast(memory[Int(place.offset) &+ chunk &* Int(place.stride)], to: Floats.self)
    }

    /// Clamped to 0…1; NaN gives 0.
    @inline(__always) private static func unit(_ x: Floats) -> Floats {
        let positive = Floats.zero.replacing(with: x, where: Floats.zero .< x)
        return positive.replacing(with: Floats(repeating: 1), where: Floats(repeating: 1) .< positive)
    }

    /// floor(v · 255 + 0.5) for v from 0 to 1.
    @inline(__always) static func byte(_ v: Floats) -> Words {
        let scaled = v * Floats(repeating: 255) + Floats(repeating: 0.5)
        // Adding 2²³ rounds to nearest; where that went up, one less is the floor.
        let shifted = scaled + Floats(repeating: 8_388_608)
        let isAbove = Self.words(scaled .< (shifted - Floats(repeating: 8_388_608)))
        return (unsafeBitCast(shifted, to: Words.self) & Words(repeating: 0xFFFF)) &+ isAbove
    }
}

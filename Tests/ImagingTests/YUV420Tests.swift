import FrameCore
import Imaging
import Testing

/// The planes of a conversion, with guard bytes between and after the rows.
private struct Planes {
    static let guardByte: UInt8 = 0xa5
    let size: PixelSize
    let padding: Int
    var luma: [UInt8]
    var cb: [UInt8]
    var cr: [UInt8]

    init(_ frame: PixelBuffer, padding: Int, version: PixelKernels.Version = .fastest) throws {
        size = PixelSize(frame.width & ~1, frame.height & ~1)
        self.padding = padding
        luma = [UInt8](repeating: Self.guardByte, count: (size.width + padding) * size.height)
        cb = [UInt8](repeating: Self.guardByte, count: (size.width / 2 + padding) * size.height / 2)
        cr = cb
        try luma.withUnsafeMutableBytes { luma in
            try cb.withUnsafeMutableBytes { cb in
                try cr.withUnsafeMutableBytes { cr in
                    try convertToYUV420(
                        frame, luma: luma, lumaStride: size.width + padding, cb: cb, cbStride: size.width / 2 + padding,
                        cr: cr, crStride: size.width / 2 + padding, version: version)
                }
            }
        }
    }

    var isGuardIntact: Bool {
        func check(_ plane: [UInt8], _ width: Int) -> Bool {
            plane.indices.allSatisfy { $0 % (width + padding) < width || plane[$0] == Self.guardByte }
        }
        return check(luma, size.width) && check(cb, size.width / 2) && check(cr, size.width / 2)
    }
}

@Suite("BGRA to 4:2:0")
struct YUV420Tests {
    @Test("is the rounded ideal value", arguments: PixelKernels.Version.allCases)
    func ideal(version: PixelKernels.Version) throws {
        var noise = Noise(12)
        for size in [(2, 2), (4, 2), (18, 4), (20, 6), (66, 4), (7, 5)].map({ PixelSize($0.0, $0.1) }) {
            let frame = try noise.opaque(size)
            let planes = try Planes(frame, padding: 3, version: version)
            #expect(planes.isGuardIntact)
            func rgb(_ x: Int, _ y: Int) -> (Double, Double, Double) {
                let index = (y * size.width + max(0, x)) * 4
                return (Double(frame.bytes[index + 2]), Double(frame.bytes[index + 1]), Double(frame.bytes[index]))
            }
            func luma(_ c: (Double, Double, Double)) -> Double { 0.2126 * c.0 + 0.7152 * c.1 + 0.0722 * c.2 }
            var worst = 0.0
            for y in 0..<planes.size.height {
                for x in 0..<planes.size.width {
                    let expected = 16 + 219 * luma(rgb(x, y)) / 255
                    worst = max(worst, abs(Double(planes.luma[y * (planes.size.width + 3) + x]) - expected))
                }
            }
            for y in 0..<(planes.size.height / 2) {
                for x in 0..<(planes.size.width / 2) {
                    var (cb, cr) = (0.0, 0.0)
                    for (offset, weight) in [(-1, 0.125), (0, 0.25), (1, 0.125)] {
                        for row in [2 * y, 2 * y + 1] {
                            let colour = rgb(2 * x + offset, row)
                            cb += weight * (colour.2 - luma(colour)) / 1.8556
                            cr += weight * (colour.0 - luma(colour)) / 1.5748
                        }
                    }
                    let index = y * (planes.size.width / 2 + 3) + x
                    worst = max(worst, abs(Double(planes.cb[index]) - (128 + 224 * cb / 255)))
                    worst = max(worst, abs(Double(planes.cr[index]) - (128 + 224 * cr / 255)))
                }
            }
            #expect(worst <= 0.5 + 1e-5, "\(size)")
        }
    }

    /// ITU-R BT.709 100 % colour bars in 8-bit code values.
    @Test(
        "knows the colour bars",
        arguments: [
            (0x00ff_ffff, 235, 128, 128), (0x00ff_ff00, 219, 16, 138), (0x0000_ffff, 188, 154, 16),
            (0x0000_ff00, 173, 42, 26), (0x00ff_00ff, 78, 214, 230), (0x00ff_0000, 63, 102, 240),
            (0x0000_00ff, 32, 240, 118), (0x0000_0000, 16, 128, 128),
        ])
    func colourBars(rgb: Int, luma: Int, cb: Int, cr: Int) throws {
        let pixel = [rgb & 255, rgb >> 8 & 255, rgb >> 16 & 255, 255]
        let frame = try PixelBuffer.drawn(PixelSize(34, 2)) { _, _ in pixel }
        let planes = try Planes(frame, padding: 0)
        #expect(planes.luma.allSatisfy { $0 == luma })
        #expect(planes.cb.allSatisfy { $0 == cb })
        #expect(planes.cr.allSatisfy { $0 == cr })
    }

    @Test("puts chroma on the left column")
    func siting() throws {
        // One blue column at x = 8 between black: all its weight ½ in chroma 4, at x = 9 a quarter in 4 and 5.
        func cb(blueAt column: Int) throws -> [Int] {
            let frame = try PixelBuffer.drawn(PixelSize(32, 2)) { x, _ in [x == column ? 255 : 0, 0, 0, 255] }
            return try Planes(frame, padding: 0).cb.map { Int($0) - 128 }
        }
        // Full blue is 112 above neutral.
        #expect(try cb(blueAt: 8)[3...5] == [0, 56, 0])
        #expect(try cb(blueAt: 9)[3...6] == [0, 28, 28, 0])
        #expect(try cb(blueAt: 0)[0...1] == [84, 0])
    }

    @Test("gives the same bytes with and without AVX2")
    func versions() throws {
        var noise = Noise(77)
        for size in [(2, 2), (3, 5), (17, 9), (16, 2), (18, 2), (20, 4), (258, 6)].map({ PixelSize($0.0, $0.1) }) {
            let frame = try noise.opaque(size)
            let (fast, plain) = (try Planes(frame, padding: 5), try Planes(frame, padding: 5, version: .plain))
            #expect(fast.luma == plain.luma && fast.cb == plain.cb && fast.cr == plain.cr)
        }
    }

    @Test("comes back through the decoder's side")
    func roundTrip() throws {
        // Smooth colour survives 4:2:0 within two levels.
        let size = PixelSize(64, 32)
        let frame = VideoConverter.storedBGRA(.bgra(size) { x, y in (60 + 2 * x, 70 + 3 * y, 200 - x - 2 * y) })
        let planes = try Planes(frame, padding: 0)
        let back = VideoConverter.storedBGRA(
            VideoImage(size: size, samples: .planar8([planes.luma, planes.cb, planes.cr])))
        // Without the edges, where the 1-2-1 filter meets repeated pixels.
        var worst = 0
        for y in 2..<30 {
            for x in 2..<62 {
                let index = (y * 64 + x) * 4
                for channel in 0..<3 {
                    worst = max(worst, abs(Int(frame.bytes[index + channel]) - Int(back.bytes[index + channel])))
                }
            }
        }
        #expect(worst <= 2)
    }

    @Test("refuses planes that are too small")
    func smallPlanes() {
        let frame = PixelBuffer(width: 8, height: 4)
        for (counts, strides) in [
            ((31, 8, 8), (8, 4, 4)), ((32, 7, 8), (8, 4, 4)), ((32, 8, 7), (8, 4, 4)), ((32, 8, 8), (7, 4, 4)),
            ((32, 8, 8), (Int.max, 4, 4)), ((0, 0, 0), (8, 4, 4)), ((32, 8, 8), (8, -4, 4)),
        ] {
            var luma = [UInt8](repeating: 0, count: counts.0)
            var cb = [UInt8](repeating: 0, count: counts.1)
            var cr = [UInt8](repeating: 0, count: counts.2)
            #expect {
                try luma.withUnsafeMutableBytes { luma in
                    try cb.withUnsafeMutableBytes { cb in
                        try cr.withUnsafeMutableBytes { cr in
                            try convertToYUV420(
                                frame, luma: luma, lumaStride: strides.0, cb: cb, cbStride: strides.1, cr: cr,
                                crStride: strides.2)
                        }
                    }
                }
            } throws: { ($0 as? ImagingError)?.code == .buffer }
        }
    }
}

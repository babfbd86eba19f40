import FrameCore
import Imaging
import Testing

@Suite("Compositing")
struct CompositeTests {
    @Test("is exact for every alpha and value below", arguments: PixelKernels.Version.allCases)
    func everyProduct(version: PixelKernels.Version) throws {
        let size = PixelSize(256, 256)
        // Row: alpha; column: the value below. The top's colours are 0, half its alpha and its alpha.
        let top = try PixelBuffer.drawn(size) { _, alpha in [0, alpha / 2, alpha, alpha] }
        var below = try PixelBuffer.drawn(size) { value, _ in [value, value, value, value] }
        composite(top, over: &below, atX: 0, y: 0, version: version)
        let wrong = (0..<size.area).filter { index in
            let (alpha, value) = (index / 256, index % 256)
            // round(value · (255 − alpha) / 255), in whole numbers; there are no ties.
            let rest = (2 * value * (255 - alpha) + 255) / 510
            let pixel = below.bytes[(index * 4)..<(index * 4 + 4)].map { Int($0) - rest }
            return pixel != [0, alpha / 2, alpha, alpha]
        }
        #expect(wrong.isEmpty)
    }

    @Test("saturates colours above their alpha", arguments: PixelKernels.Version.allCases)
    func saturation(version: PixelKernels.Version) throws {
        let top = try #require(
            PixelBuffer(width: 9, height: 1, bytes: [UInt8](repeating: 200, count: 32) + [250, 0, 9, 0]))
        var below = try #require(PixelBuffer(width: 9, height: 1, bytes: [UInt8](repeating: 255, count: 36)))
        composite(top, over: &below, atX: 0, y: 0, version: version)
        #expect(below.bytes == [UInt8](repeating: 255, count: 36))
    }

    @Test("gives the same bytes with and without AVX2")
    func versions() throws {
        var noise = Noise(5)
        for size in [(1, 1), (3, 5), (17, 9), (8, 2), (100, 3)].map({ PixelSize($0.0, $0.1) }) {
            let top = try noise.premultiplied(size)
            let below = try noise.opaque(size)
            var results = [below, below]
            composite(top, over: &results[0], atX: 0, y: 0, version: .fastest)
            composite(top, over: &results[1], atX: 0, y: 0, version: .plain)
            #expect(results[0] == results[1])
            #expect(results[0].isOpaque)
        }
    }

    @Test(
        "clips what lies outside",
        arguments: [
            (0, 0), (3, 2), (-2, -1), (6, 4), (-4, 0), (0, -3), (8, 0), (0, 6), (Int.max, 0), (Int.min, Int.min),
            (1, Int.max),
        ])
    func clipping(x: Int, y: Int) throws {
        let top = try PixelBuffer.drawn(PixelSize(4, 3)) { [$1 * 4 + $0, 1, 2, 255] }
        var below = PixelBuffer(width: 8, height: 6)
        composite(top, over: &below, atX: x, y: y)
        for row in 0..<6 {
            for column in 0..<8 {
                let (dx, overflowX) = column.subtractingReportingOverflow(x)
                let (dy, overflowY) = row.subtractingReportingOverflow(y)
                let isCovered = !overflowX && !overflowY && (0..<4).contains(dx) && (0..<3).contains(dy)
                let expected = isCovered ? SIMD4<UInt8>(UInt8(dy * 4 + dx), 1, 2, 255) : SIMD4()
                #expect(below.pixel(x: column, y: row) == expected)
            }
        }
    }

    @Test("takes empty images")
    func empty() {
        var below = PixelBuffer(width: 2, height: 2)
        composite(PixelBuffer(width: 0, height: 3), over: &below)
        #expect(below == PixelBuffer(width: 2, height: 2))
        var nothing = PixelBuffer(width: 0, height: 0)
        composite(below, over: &nothing)
        #expect(nothing.bytes.isEmpty)
    }
}

import FrameCore
import Imaging
import Testing

@Suite("Opacity")
struct OpacityTests {
    /// round(a / 255) in whole numbers.
    private func over255(_ value: Int) -> Int { (2 * value + 255) / 510 }

    @Test(
        "mixing is exact for every pair of values", arguments: PixelKernels.Version.allCases,
        [0, 1, 127, 128, 254, 255])
    func mixing(version: PixelKernels.Version, opacity: Int) throws {
        let size = PixelSize(256, 256)
        let top = try PixelBuffer.drawn(size) { x, y in [x, y, 255 - x, 255] }
        let below = try PixelBuffer.drawn(size) { x, y in [y, x, x, 255] }
        var mixed = below
        mixed.mix(top, opacity: opacity, version: version)
        let wrong = mixed.bytes.indices.filter {
            Int(mixed.bytes[$0])
                != over255(Int(top.bytes[$0]) * opacity + Int(below.bytes[$0]) * (255 - opacity))
        }
        #expect(wrong.isEmpty)
    }

    @Test("dimming and fading are exact for every value and level", arguments: PixelKernels.Version.allCases)
    func levels(version: PixelKernels.Version) throws {
        let picture = try PixelBuffer.drawn(PixelSize(256, 1)) { x, _ in [x, x, 255 - x, x] }
        for level in 0...255 {
            var (dimmed, faded) = (picture, picture)
            dimmed.dim(to: level, version: version)
            faded.fade(to: level, version: version)
            for (index, byte) in picture.bytes.enumerated() {
                let product = UInt8(over255(Int(byte) * level))
                guard faded.bytes[index] == product, dimmed.bytes[index] == (index % 4 == 3 ? byte : product) else {
                    Issue.record("level \(level), byte \(index)")
                    return
                }
            }
        }
    }

    @Test("a faded layer is composited as if it had been faded before", arguments: PixelKernels.Version.allCases)
    func fadedLayers(version: PixelKernels.Version) throws {
        var noise = Noise(11)
        for size in [(1, 1), (3, 5), (17, 9), (64, 3)].map({ PixelSize($0.0, $0.1) }) {
            let top = try noise.premultiplied(size)
            let below = try noise.opaque(size)
            for opacity in [-4, 0, 1, 100, 254, 255, 999] {
                var direct = below
                composite(top, over: &direct, atX: 1, y: -1, opacity: opacity, version: version)
                var (faded, twoSteps) = (top, below)
                faded.fade(to: opacity)
                composite(faded, over: &twoSteps, atX: 1, y: -1)
                #expect(direct == twoSteps)
            }
        }
    }

    @Test("both versions give the same bytes at any width")
    func versions() throws {
        var noise = Noise(12)
        for width in 1...40 {
            let top = try noise.premultiplied(PixelSize(width, 2))
            let below = try noise.opaque(PixelSize(width, 2))
            func results(_ version: PixelKernels.Version) -> [PixelBuffer] {
                var pictures = [below, below, below, below]
                pictures[0].mix(top, opacity: 77, version: version)
                pictures[1].dim(to: 78, version: version)
                pictures[2].fade(to: 79, version: version)
                composite(top, over: &pictures[3], atX: 0, y: 0, opacity: 80, version: version)
                return pictures
            }
            #expect(results(.fastest) == results(.plain))
        }
    }

    @Test("pictures of other sizes are not mixed, places outside are cut off")
    func edges() {
        var below = PixelBuffer(width: 2, height: 2)
        below.mix(PixelBuffer(width: 3, height: 2), opacity: 9)
        composite(PixelBuffer(width: 3, height: 2), over: &below, atX: Int.max, y: Int.min, opacity: 9)
        var empty = PixelBuffer(width: 0, height: 4)
        empty.dim(to: 3)
        #expect(below == PixelBuffer(width: 2, height: 2) && empty.bytes.isEmpty)
    }
}

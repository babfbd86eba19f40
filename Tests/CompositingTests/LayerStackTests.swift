import Compositing
import Drawing
import Foundation
import FrameCore
import Imaging
import Packages
import Testing

/// The stack from background to clock, in the device's arithmetic.
@Suite struct LayerStackTests {
    private final class Solid: VideoSource {
        let duration = Rational(1)
        func image(at time: Rational) -> VideoImage {
            VideoImage(size: PixelSize(4, 4), samples: .bgra((0..<16).flatMap { _ in [10, 20, 200, 255] as [UInt8] }))
        }
    }

    private func clock(_ keys: String) throws -> ClockLayer {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stack-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("Theme"), withIntermediateDirectories: true)
        try Data().write(to: folder.appendingPathComponent("Theme/v.mp4"))
        let manifest = """
            {"packageId": "p", "type": "theme", "theme": {"displayName": "P", "background": {"video": "v.mp4"},
             "layers": [{"kind": "clock"\(keys)}]}}
            """
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("manifest.json"))
        guard case .theme(let theme) = loadPackage(at: folder.path).package, let layer = theme.layers.first,
            case .clock(let parameters) = layer.kind
        else { throw CocoaError(.fileReadCorruptFile) }
        return try ClockLayer(
            name: layer.name, parameters: parameters, place: layer.place, locale: "en_US", timeZone: "UTC",
            renderer: TextRenderer(),
            report: { Issue.record("\($0.rendered())") })
    }

    private func frame(_ clock: ClockLayer?, wall: Rational = .zero) throws -> PixelBuffer {
        let stack = LayerStack(
            background: Solid(), layers: clock.map { [.clock($0)] } ?? [], size: PixelSize(300, 200), pointScale: 2)
        return try stack.frame(at: FrameMoment(sceneTime: .zero, wallTime: wall), options: .init(threads: 1)).pixels
    }

    /// Columns and rows where two frames differ.
    private func box(_ a: PixelBuffer, _ b: PixelBuffer) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
        var xs: [Int] = []
        var ys: [Int] = []
        for y in 0..<a.height {
            for x in 0..<a.width where a.pixel(x: x, y: y) != b.pixel(x: x, y: y) {
                xs.append(x)
                ys.append(y)
            }
        }
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return nil }
        return (left...right, top...bottom)
    }

    @Test func theBackgroundFillsTheScreenOpaque() throws {
        let image = try frame(nil)
        for (x, y) in [(0, 0), (299, 0), (150, 100), (0, 199), (299, 199)] {
            #expect(image.pixel(x: x, y: y) == SIMD4(10, 20, 200, 255))
        }
    }

    @Test func theClockIsCentredOnItsPosition() throws {
        let empty = try frame(nil)
        let left = try #require(box(empty, try frame(clock(#", "size": 20, "position": {"x": 0.25, "y": 0.5}"#))))
        let right = try #require(box(empty, try frame(clock(#", "size": 20, "position": {"x": 0.75, "y": 0.5}"#))))
        // Half the screen apart, the same shape.
        #expect(right.x.lowerBound - left.x.lowerBound == 150)
        #expect(right.x.count == left.x.count && right.y == left.y)
        // 20 points are 40 pixels: the digits of a font are about 0.7 of that high, and sit around the middle.
        #expect((24...34).contains(left.y.count))
        #expect(abs((left.y.lowerBound + left.y.upperBound) / 2 - 100) <= 4)
        #expect(abs((left.x.lowerBound + left.x.upperBound) / 2 - 75) <= 3)
    }

    @Test func theClockChangesOnWholeWallSeconds() throws {
        let clock = try clock(#", "format": "s", "size": 20"#)
        let zero = try frame(clock, wall: Rational(59, 60))
        #expect(zero == (try frame(clock, wall: .zero)))
        #expect(zero != (try frame(clock, wall: Rational(1))))
        #expect((try frame(clock, wall: Rational(1))) == (try frame(clock, wall: Rational(119, 60))))
    }

    @Test func translucentTextIsBlendedInEightBits() throws {
        // A solid block glyph at half alpha: out = top + round(below · (255 − a) / 255) with top = round(c · a / 255).
        let clock = try clock(##", "format": "'\u2588\u2588\u2588'", "size": 60, "color": "#00FF0080""##)
        let image = try frame(clock)
        let below = (b: 10, g: 20, r: 200)
        func over(_ top: Int, _ under: Int) -> UInt8 { UInt8(top + (under * 127 * 2 + 255) / 510) }
        #expect(image.pixel(x: 150, y: 100) == SIMD4(over(0, below.b), over(128, below.g), over(0, below.r), 255))
    }
}

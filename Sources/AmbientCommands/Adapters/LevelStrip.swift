import AudioLevels
import Drawing
import FrameCore
import Imaging

/// A picture of levels: time across, the spectrum above, the levels that shaders see below, low tones at the bottom.
struct LevelStrip {
    /// Pixels a band and a level are high: both panels have the same height.
    private static let bandHeight = 6
    private static let levelHeight = 3
    private static let panelHeight = 192
    private static let margin = 56
    private static let gap = 28

    private let ticks: Int
    /// Pixels a tick is wide, or ticks a pixel stands for.
    private let pixelsPerTick: Int
    private let ticksPerPixel: Int
    private var image: PixelBuffer
    /// The next tick.
    private var tick = 0

    /// Plans a strip of so many ticks; long ones show the loudest tick of each column.
    init(ticks: Int) {
        self.ticks = max(1, ticks)
        pixelsPerTick = max(1, min(6, 1200 / self.ticks))
        ticksPerPixel = (self.ticks + 3999) / 4000
        let columns = (self.ticks + ticksPerPixel - 1) / ticksPerPixel * pixelsPerTick
        image = PixelBuffer(width: Self.margin + columns + 16, height: 2 * Self.panelHeight + 3 * Self.gap)
        image.withMutableBytes { bytes in
            for index in stride(from: 0, to: bytes.count, by: 4) {
                bytes[index] = 18
                bytes[index + 1] = 15
                bytes[index + 2] = 14
                bytes[index + 3] = 255
            }
        }
    }

    /// Adds the next tick.
    mutating func add(spectrum: [Float], levels: [Float]) {
        let x = Self.margin + tick / ticksPerPixel * pixelsPerTick
        tick += 1
        let size = image.size
        let painter = Painter(pixelsPerTick: pixelsPerTick, isShared: ticksPerPixel > 1)
        image.withMutableBytes { bytes in
            painter.paint(spectrum, height: Self.bandHeight, x: x, bottom: Self.gap + Self.panelHeight, bytes, size)
            painter.paint(
                levels, height: Self.levelHeight, x: x, bottom: 2 * (Self.gap + Self.panelHeight), bytes, size)
        }
    }

    /// The finished picture, its time axis beginning at `start` seconds.
    consuming func labelled(from start: Rational) throws -> PixelBuffer {
        var image = image
        try label(&image, from: start, size: image.size)
        return image
    }

    private func label(_ image: inout PixelBuffer, from start: Rational, size: PixelSize) throws {
        let renderer = try TextRenderer()
        let style = TextStyle(
            face: .regular, pixelSize: 12, colour: RGBAColour(red: 200, green: 200, blue: 208),
            features: .tabularFigures)
        func write(_ text: String, x: Double, y: Double) throws {
            let placed = try renderer.drawCentred(text, style: style, centre: (x, y), in: size)
            composite(placed.image, over: &image, atX: placed.x, y: placed.y)
        }
        try write("spectrum, 40 Hz to 16 kHz", x: Double(Self.margin) + 76, y: Double(Self.gap) / 2)
        try write(
            "levels", x: Double(Self.margin) + 18, y: Double(2 * Self.gap + Self.panelHeight) - Double(Self.gap) / 2)
        for panel in 0..<2 {
            let bottom = Double((panel + 1) * (Self.gap + Self.panelHeight))
            for (part, name) in [
                (0.0, panel == 0 ? "40 Hz" : "0"), (0.5, panel == 0 ? "800 Hz" : "31"),
                (1.0, panel == 0 ? "16 kHz" : "63"),
            ] {
                try write(name, x: Double(Self.margin) / 2, y: bottom - 6 - part * Double(Self.panelHeight - 12))
            }
        }
        let seconds = Double(ticks) / Double(LevelTimeline.tickRate)
        let step = [0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600].first { seconds / $0 <= 16 } ?? 7200
        var second = (start.double / step).rounded(.up) * step
        while second < start.double + seconds {
            let column =
                (second - start.double) * Double(LevelTimeline.tickRate) / Double(ticksPerPixel) * Double(pixelsPerTick)
            let text = second == second.rounded() ? "\(Int(second)) s" : "\(second) s"
            try write(text, x: Double(Self.margin) + column, y: Double(size.height) - Double(Self.gap) / 2)
            second += step
        }
    }
}

/// Paints one tick's column of a panel.
private struct Painter {
    let pixelsPerTick: Int
    /// Whether several ticks share a column.
    let isShared: Bool

    func paint(
        _ values: [Float], height: Int, x: Int, bottom: Int, _ bytes: UnsafeMutableRawBufferPointer, _ size: PixelSize
    ) {
        for (index, value) in values.enumerated() {
            let colour = Self.colour(value)
            for y in (bottom - (index + 1) * height)..<(bottom - index * height) {
                for column in x..<(x + pixelsPerTick) {
                    let place = (y * size.width + column) * 4
                    // Where several ticks share a column, the loudest shows.
                    guard place + 3 < bytes.count, colour.z >= bytes[place + 2] || !isShared else { continue }
                    bytes[place] = colour.x
                    bytes[place + 1] = colour.y
                    bytes[place + 2] = colour.z
                }
            }
        }
    }

    /// Night blue over violet and orange to a warm white: B, G, R.
    private static func colour(_ value: Float) -> SIMD3<UInt8> {
        let stops: [SIMD3<Float>] = [
            SIMD3(38, 27, 24), SIMD3(112, 44, 62), SIMD3(128, 60, 150), SIMD3(84, 98, 226), SIMD3(92, 176, 252),
            SIMD3(214, 244, 255),
        ]
        let place = min(max(value, 0), 1) * Float(stops.count - 1)
        let index = min(Int(place), stops.count - 2)
        let mixed = stops[index] + (stops[index + 1] - stops[index]) * (place - Float(index))
        return SIMD3(UInt8(mixed.x), UInt8(mixed.y), UInt8(mixed.z))
    }
}

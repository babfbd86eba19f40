import FrameCore
import FrameDiff
import Glibc

/// A report with every kind of content, and pictures that are made up.
enum ReportSample {
    static let hostileName = "a\"b'c<script>alert(1)</script>&amp;\n\u{202E}gpj.exe"

    /// A sky, hills and a sun, moved a little by `frame`; `isAltered` changes the sun.
    static func scene(_ size: PixelSize, frame: Int, isAltered: Bool) -> PixelBuffer {
        var bytes = [UInt8](repeating: 255, count: size.area * 4)
        let (width, height) = (Double(size.width), Double(size.height))
        for y in 0..<size.height {
            for x in 0..<size.width {
                let u = (Double(x) + 0.5) / width
                let v = (Double(y) + 0.5) / height
                var colour = SIMD3(250 - 130 * (1 - v), 190 + 30 * v, 90 + 140 * v)
                let dx = (u - 0.66) * width / height
                let dy = v - 0.34 - Double(frame) * 0.002
                let far = (dx * dx + dy * dy).squareRoot()
                let glow = max(0, 1 - far / 0.55)
                colour += SIMD3(10, 70, 120) * (glow * glow)
                if far < 0.13 { colour = isAltered ? SIMD3(60, 150, 255) : SIMD3(110, 215, 255) }
                for hill in 0..<3 {
                    let depth = Double(hill)
                    let edge = 0.62 + depth * 0.11 + 0.06 * sin(u * (5 + depth * 3) + depth * 2 + Double(frame) * 0.01)
                    if v > edge { colour = SIMD3(110 - depth * 30, 130 - depth * 28, 60 - depth * 14) }
                }
                let index = (y * size.width + x) * 4
                for channel in 0..<3 { bytes[index + channel] = UInt8(min(255, max(0, colour[channel]))) }
            }
        }
        return PixelBuffer(width: size.width, height: size.height, bytes: bytes) ?? PixelBuffer(size)
    }

    /// The absolute difference times `factor`, opaque.
    static func difference(_ one: PixelBuffer, _ other: PixelBuffer, factor: Int) -> PixelBuffer {
        let bytes = zip(one.bytes, other.bytes).enumerated().map { index, pair in
            index % 4 == 3 ? 255 : UInt8(min(255, abs(Int(pair.0) - Int(pair.1)) * factor))
        }
        return PixelBuffer(width: one.width, height: one.height, bytes: bytes) ?? one
    }

    /// Two frames that differ, with all that can be known about them.
    static func pair(_ frame: Int, size: PixelSize) -> DifferenceReport.FramePair {
        let expected = scene(size, frame: frame, isAltered: false)
        let actual = scene(size, frame: frame, isAltered: true)
        var pair = DifferenceReport.FramePair(
            expectedFrame: frame, actualFrame: frame, expected: expected, actual: actual)
        pair.difference = difference(expected, actual, factor: 1)
        pair.amplified = difference(expected, actual, factor: 8)
        pair.perceptual = difference(expected, actual, factor: 3)
        pair.perceptualMean = 0.0184
        pair.facts = ["1204 pixels differ, by up to 65, within 47x47 at (188, 38)", "PSNR 31.20 dB, SSIM 0.9871"]
        return pair
    }

    private static func wave(phase: Float) -> [Float] {
        (0..<240).map { (step: Int) -> Float in 0.5 + 0.4 * sinf(Float(step) / 9 + phase) }
    }

    /// Events of every kind, missing pictures, sizes that differ, and names that want to be more than names.
    static func report(size: PixelSize = PixelSize(320, 180)) -> DifferenceReport {
        var report = DifferenceReport(
            title: "sunny.mp4 against golden case ring-hue", expectedName: "Goldens/Frames/ring-hue/frames.framehash",
            actualName: hostileName, isEqual: false)
        report.findings = ["Sizes are equal: 320x180.", "Lengths differ: 240 frames (8.0 s) expected, 239 actual."]
        report.frameCount = 240
        report.rate = .thirty
        report.timeline = [Float](repeating: 0, count: 40)
        for frame in 40..<60 { report.timeline.append(0.4 + 0.3 * sinf(Float(frame))) }
        report.timeline += [Float](repeating: 0.004, count: 140) + [Float](repeating: .nan, count: 40)
        var other = pair(91, size: size)
        other.difference = nil
        other.amplified = nil
        other.perceptual = nil
        other.facts = ["The difference is the browser's work here."]
        var sizes = DifferenceReport.FramePair(expectedFrame: 150, actualFrame: 149)
        sizes.expected = scene(size, frame: 150, isAltered: false)
        sizes.actual = scene(PixelSize(size.width * 3 / 4, size.height), frame: 150, isAltered: false)
        var gone = DifferenceReport.FramePair(expectedFrame: 120, actualFrame: nil)
        gone.expected = scene(size, frame: 120, isAltered: false)
        report.events = [
            DifferenceReport.Event(
                kind: "changed", sentence: "Other pictures in frames 40 to 59 (1.333 s to 1.967 s).", first: 40,
                last: 59, layer: "effect, pass 2", pairs: [pair(40, size: size), pair(50, size: size), other]),
            DifferenceReport.Event(
                kind: "dropped", sentence: "Frame 120 (4.000 s) is missing.", first: 120, last: 120, pairs: [gone]),
            DifferenceReport.Event(
                kind: "shifted",
                sentence: "From frame 121 on, everything is 1 frame early. <img src=x onerror=alert(1)>",
                first: 121, last: 239, layer: "</script><script>alert(2)</script>",
                pairs: [sizes, DifferenceReport.FramePair(expectedFrame: 200, actualFrame: 199)]),
            DifferenceReport.Event(kind: "frozen", sentence: "Stands still.", first: 238, last: 239, pairs: []),
        ]
        report.strips = [
            DifferenceReport.Strip(
                name: "Sound level", expected: wave(phase: 0), actual: wave(phase: 0.2),
                sentence: "The levels are equal, so the change comes from the picture, not from the sound.")
        ]
        report.acceptCommand = "ambient golden update ring-hue --reason \"why it changed\""
        return report
    }
}

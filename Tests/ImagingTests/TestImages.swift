import ChildProcess
import Foundation
import FrameCore
import Testing

/// A small generator with a fixed seed (SplitMix64), so that a failure can be repeated.
struct Noise {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }

    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }

    mutating func samples(_ count: Int, bitDepth: Int) -> [UInt16] {
        (0..<count).map { _ in UInt16(next() >> UInt64(64 - bitDepth)) }
    }

    /// Pixels whose colours do not exceed their alpha.
    mutating func premultiplied(_ size: PixelSize) throws -> PixelBuffer {
        var pixels = bytes(size.area * 4)
        for index in 0..<size.area {
            // Every third pixel is opaque or clear, the cases with shortcuts.
            let draw = next()
            let alpha = draw % 3 == 0 ? (draw & 8 == 0 ? 0 : 255) : pixels[index * 4 + 3]
            for channel in 0..<3 {
                pixels[index * 4 + channel] = UInt8(Int(pixels[index * 4 + channel]) * Int(alpha) / 255)
            }
            pixels[index * 4 + 3] = alpha
        }
        return try #require(PixelBuffer(width: size.width, height: size.height, bytes: pixels))
    }

    mutating func opaque(_ size: PixelSize) throws -> PixelBuffer {
        var pixels = bytes(size.area * 4)
        for index in 0..<size.area { pixels[index * 4 + 3] = 255 }
        return try #require(PixelBuffer(width: size.width, height: size.height, bytes: pixels))
    }
}

extension VideoImage {
    /// A picture of opaque BGRA pixels.
    static func bgra(
        _ size: PixelSize, transform: DisplayTransform = .identity, pixelAspect: Rational = .one,
        _ pixel: (_ x: Int, _ y: Int) -> (blue: Int, green: Int, red: Int)
    ) -> VideoImage {
        var bytes: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (blue, green, red) = pixel(x, y)
                bytes += [UInt8(blue), UInt8(green), UInt8(red), 255]
            }
        }
        return VideoImage(size: size, samples: .bgra(bytes), transform: transform, pixelAspect: pixelAspect)
    }

    /// A picture of one Y'CbCr value.
    static func flat(
        _ luma: UInt8, _ cb: UInt8, _ cr: UInt8, matrix: ColourMatrix, isFullRange: Bool = false
    ) -> VideoImage {
        VideoImage(
            size: PixelSize(2, 2), samples: .planar8([[luma, luma, luma, luma], [cb], [cr]]), matrix: matrix,
            isFullRange: isFullRange)
    }
}

extension PixelBuffer {
    /// An image from the blue, green, red, alpha of each pixel.
    static func drawn(_ size: PixelSize, _ pixel: (_ x: Int, _ y: Int) -> [Int]) throws -> PixelBuffer {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size.area * 4)
        for y in 0..<size.height {
            for x in 0..<size.width {
                for channel in pixel(x, y) { bytes.append(UInt8(channel)) }
            }
        }
        return try #require(PixelBuffer(width: size.width, height: size.height, bytes: bytes))
    }

    /// Red of one pixel, or −1 outside.
    func red(_ x: Int, _ y: Int) -> Int { pixel(x: x, y: y).map { Int($0.z) } ?? -1 }

    var isOpaque: Bool { stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 } }
}

/// The `ffmpeg` program, where tests have it to compare with.
enum FFmpeg {
    static let path = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Runs ffmpeg on files: `arguments` may name `IN` and `OUT`, files of a private folder.
    static func run(_ arguments: [String], input: [UInt8]) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("imaging-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (source, target) = (folder.appendingPathComponent("in"), folder.appendingPathComponent("out"))
        try Data(input).write(to: source)
        try ChildProcess(
            "ffmpeg",
            ["-v", "error", "-nostdin", "-y"]
                + arguments.map { $0 == "IN" ? source.path : $0 == "OUT" ? target.path : $0 }
        ).wait()
        return [UInt8](try Data(contentsOf: target))
    }
}

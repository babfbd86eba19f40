import FrameCore
import Imaging
import Testing

/// CRC-32 as PNG defines it, bit by bit.
private func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
        (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
    }
}

private func bigEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

@Suite("PNG")
struct PNGTests {
    private let sizes = [(1, 1), (3, 5), (17, 9), (120, 40)].map { PixelSize($0.0, $0.1) }

    @Test("keeps opaque and premultiplied pixels")
    func roundTrip() throws {
        var noise = Noise(4)
        for size in sizes {
            for image in [try noise.opaque(size), try noise.premultiplied(size)] {
                #expect(try PNG.decode(PNG.encode(image)) == image)
            }
        }
    }

    @Test("keeps every premultiplied value")
    func everyValue() throws {
        let image = try PixelBuffer.drawn(PixelSize(256, 256)) { value, alpha in
            [min(value, alpha), 0, alpha - min(value, alpha), alpha]
        }
        #expect(try PNG.decode(PNG.encode(image)) == image)
    }

    @Test("writes RGB for opaque images, RGBA otherwise, marked sRGB")
    func kinds() throws {
        var noise = Noise(4)
        let opaque = try PNG.encode(noise.opaque(PixelSize(300, 2)))
        #expect(Array(opaque[0..<8]) == [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
        // Width, height, bit depth, colour type (2 RGB, 6 RGBA), and no interlacing.
        #expect(Array(opaque[16..<29]) == [0, 0, 1, 44, 0, 0, 0, 2, 8, 2, 0, 0, 0])
        #expect(Array(opaque[37..<41]) == Array("sRGB".utf8))
        let clear = try PNG.encode(PixelBuffer(width: 1, height: 1))
        #expect(clear[25] == 6)
    }

    @Test("gives the same bytes again")
    func deterministic() throws {
        var noise = Noise(8)
        let image = try noise.premultiplied(PixelSize(64, 64))
        #expect(try PNG.encode(image) == PNG.encode(image))
    }

    @Test("is read by ffmpeg", .enabled(if: FFmpeg.path != nil))
    func readByFFmpeg() throws {
        var noise = Noise(6)
        for size in sizes {
            let opaque = try noise.opaque(size)
            let raw = try FFmpeg.run(
                ["-f", "png_pipe", "-i", "IN", "-f", "rawvideo", "-pix_fmt", "bgra", "OUT"], input: PNG.encode(opaque))
            #expect(raw == opaque.bytes)
        }
        // Straight alpha: half of 100 is stored as 200.
        let half = try #require(PixelBuffer(width: 1, height: 1, bytes: [100, 0, 128, 128]))
        let raw = try FFmpeg.run(
            ["-f", "png_pipe", "-i", "IN", "-f", "rawvideo", "-pix_fmt", "bgra", "OUT"], input: PNG.encode(half))
        #expect(raw == [199, 0, 255, 128])
    }

    @Test(
        "reads what ffmpeg writes", .enabled(if: FFmpeg.path != nil),
        arguments: ["rgb24", "rgba", "gray", "rgb48be", "rgba64be", "gray16be", "ya8", "monob"])
    func readsFFmpeg(format: String) throws {
        // Black, white and, where the format has it, red.
        let pixels: [UInt8] = [0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 255, 255, 255, 255, 255, 255]
        let file = try FFmpeg.run(
            [
                "-f", "rawvideo", "-pixel_format", "bgra", "-video_size", "2x2", "-i", "IN", "-pix_fmt", format, "-f",
                "image2pipe", "-c:v", "png", "OUT",
            ], input: pixels)
        let image = try PNG.decode(file)
        #expect(image.size == PixelSize(2, 2))
        #expect(image.isOpaque)
        #expect(image.pixel(x: 0, y: 0) == SIMD4(0, 0, 0, 255))
        // ffmpeg widens 255 to 0xff00, not to 0xffff, so that 254 is right for 16 bits.
        let full: UInt8 = format.contains("48") || format.contains("64") || format.contains("16") ? 254 : 255
        #expect(image.pixel(x: 1, y: 0) == SIMD4(full, full, full, 255))
        if format.hasPrefix("rgb") { #expect(image.pixel(x: 0, y: 1) == SIMD4(0, 0, full, 255)) }
    }

    @Test("refuses what is not a PNG")
    func unreadable() throws {
        var noise = Noise(2)
        let file = try PNG.encode(noise.opaque(PixelSize(9, 7)))
        for bytes in [[], [0x89], Array("hello, world".utf8), Array(file.dropFirst())] {
            #expect { try PNG.decode(bytes) } throws: { ($0 as? ImagingError)?.code == .unreadable }
        }
        // Every cut and every flipped bit ends in an error or an image of the right kind, never a trap.
        for count in 0..<(file.count - 12) {
            #expect(throws: ImagingError.self) { try PNG.decode(Array(file[..<count])) }
        }
        for index in 0..<file.count {
            var damaged = file
            damaged[index] ^= 1 << UInt8(index % 8)
            do {
                let image = try PNG.decode(damaged)
                #expect(image.size == PixelSize(9, 7))
            } catch {
                #expect(error.code == .unreadable || error.code == .size)
            }
        }
    }

    @Test("refuses sides above the limit before allocating")
    func limits() throws {
        var file = try PNG.encode(PixelBuffer(width: 1, height: 1))
        for (width, height) in [(8193, 1), (1, 8193), (1_000_000, 1_000_000)] as [(UInt32, UInt32)] {
            file.replaceSubrange(16..<24, with: bigEndian(width) + bigEndian(height))
            file.replaceSubrange(29..<33, with: bigEndian(crc(file[12..<29])))
            #expect { try PNG.decode(file) } throws: { ($0 as? ImagingError)?.code == .size }
        }
        for size in [PixelSize(0, 0), PixelSize(0, 3), PixelSize(8193, 1)] {
            #expect { try PNG.encode(PixelBuffer(size)) } throws: { ($0 as? ImagingError)?.code == .size }
        }
        #expect(try PNG.decode(PNG.encode(PixelBuffer(width: 8192, height: 1))).width == 8192)
    }
}

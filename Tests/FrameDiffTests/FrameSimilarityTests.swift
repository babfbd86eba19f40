import ChildProcess
import FrameCore
import Glibc
import Testing

@testable import FrameDiff

/// SSIM and PSNR against FFmpeg's filters, and SSIM's bounds.
@Suite struct FrameSimilarityTests {
    /// Two grey pictures that are alike and not equal.
    private func pair(_ width: Int, _ height: Int) -> (PixelBuffer, PixelBuffer) {
        var random = SeededRandom(seed: UInt64(width))
        let one = FrameDrawing.grey(width, height) { x, y in (x * 5 + y * 3) % 256 + x % 17 }
        let other = FrameDrawing.grey(width, height) { x, y in
            (x * 5 + y * 3) % 256 + x % 17 + random.next(below: 31) - 15 + (x > width / 2 ? 12 : 0)
        }
        return (one, other)
    }

    /// The number after the last `name` in what an FFmpeg filter logs of two grey pictures.
    private func measured(_ filter: String, _ name: String, _ one: PixelBuffer, _ other: PixelBuffer) throws -> Double?
    {
        var folder = Array("/tmp/similarity-XXXXXX".utf8CString)
        guard mkdtemp(&folder) != nil else { return nil }
        let path = String(decoding: folder.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer {
            for file in ["one", "other", "log"] { unlink(path + "/" + file) }
            rmdir(path)
        }
        for (file, frame) in [("one", one), ("other", other)] {
            let luma = stride(from: 0, to: frame.bytes.count, by: 4).map { frame.bytes[$0] }
            let stream = fopen(path + "/" + file, "w")
            fwrite(luma, 1, luma.count, stream)
            fclose(stream)
        }
        let input = ["-f", "rawvideo", "-pix_fmt", "gray", "-s", one.size.description, "-i"]
        // FFmpeg's vector version takes wrong last windows at some widths (8, 24), so its C is what is asked.
        let run = try ChildProcess(
            "ffmpeg",
            ["-hide_banner", "-cpuflags", "0"] + input + [path + "/one"] + input + [path + "/other", "-lavfi", filter]
                + ["-f", "null", "-"], error: path + "/log")
        guard run.wait() == 0, let stream = fopen(path + "/log", "r") else { return nil }
        defer { fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, stream)
        let words = String(decoding: bytes.prefix(count), as: UTF8.self).split { $0.isWhitespace }
        return words.last { $0.hasPrefix(name + ":") }.flatMap { Double($0.dropFirst(name.count + 1)) }
    }

    @Test(arguments: [(64, 48), (35, 22), (8, 8), (16, 9), (123, 77), (320, 180)])
    func similarityIsThatOfFFmpeg(width: Int, height: Int) throws {
        let (one, other) = pair(width, height)
        let expected = try #require(try measured("ssim", "All", one, other))
        let comparator = FrameComparator(size: one.size, measuresSSIM: true)
        let actual = try #require(comparator.difference(one, other)?.ssim)
        #expect(abs(actual - expected) < 1.5e-6, "\(actual) is not \(expected)")
        #expect(actual < 0.999)
    }

    @Test func signalToNoiseIsThatOfFFmpeg() throws {
        let (one, other) = pair(123, 77)
        let expected = try #require(try measured("psnr", "average", one, other))
        let actual = try #require(FrameComparator(size: one.size).difference(one, other)?.psnr)
        #expect(abs(actual - expected) < 1e-5, "\(actual) is not \(expected)")
    }

    /// The weights of BT.709 in 16384ths, rounded.
    @Test func lumaIsThatOfBT709() throws {
        let colours: [(SIMD4<UInt8>, Int)] = [
            ([0, 0, 255, 255], 54), ([0, 255, 0, 255], 182), ([255, 0, 0, 255], 18), ([255, 255, 255, 255], 255),
        ]
        for (colour, level) in colours {
            let coloured = FrameDrawing.drawn(24, 24) { x, y in (x + y) % 3 == 0 ? colour : [9, 9, 9, 255] }
            let grey = FrameDrawing.grey(24, 24) { x, y in (x + y) % 3 == 0 ? level : 9 }
            let difference = try #require(
                FrameComparator(size: grey.size, measuresSSIM: true).difference(coloured, grey))
            #expect(difference.ssim == 1)
        }
    }

    @Test(arguments: [(1, 1), (5, 3), (7, 200), (200, 7)])
    func smallFramesAreOneWindow(width: Int, height: Int) throws {
        let comparator = FrameComparator(size: PixelSize(width, height), measuresSSIM: true)
        let (black, white) = (
            FrameDrawing.grey(width, height) { _, _ in 0 }, FrameDrawing.grey(width, height) { _, _ in 255 }
        )
        let far = try #require(comparator.difference(black, white)?.ssim)
        // Flat pictures differ in their means only: c1 / (s² + c1), where s is 255 n and c1 is 0.01² 255² n.
        let count = Double(width * height)
        #expect(abs(far - 0.0001 / (count + 0.0001)) < 1e-12)
        #expect(comparator.difference(white, white)?.ssim == 1)
    }

    @Test func masksHideWhatTheyCover() throws {
        let (one, other) = pair(64, 48)
        let comparator = FrameComparator(size: one.size, measuresSSIM: true)
        let open = try #require(comparator.difference(one, other)?.ssim)
        let mixed = FrameDrawing.drawn(64, 48) { x, y in (x < 32 ? one : other).pixel(x: x, y: y) ?? .zero }
        var left = PixelMask(size: one.size)
        left.add(PixelRectangle(x: 0, y: 0, width: 32, height: 48))
        var right = PixelMask(size: one.size)
        right.add(PixelRectangle(x: 32, y: 0, width: 32, height: 48))
        // What is wholly masked neither lowers nor raises the mean.
        let rightOnly = try #require(comparator.difference(one, mixed, mask: left)?.ssim)
        let rightOfOther = try #require(comparator.difference(one, other, mask: left)?.ssim)
        #expect(rightOnly == rightOfOther && rightOnly < 1)
        #expect(comparator.difference(one, mixed, mask: right)?.ssim == 1)
        #expect(comparator.difference(one, other, mask: PixelMask(size: one.size))?.ssim == open)
    }
}

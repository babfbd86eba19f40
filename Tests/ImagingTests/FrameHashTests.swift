import FrameCore
import Imaging
import Testing

@Suite("Frame hashes")
struct FrameHashTests {
    /// FIPS 180-2 test vectors.
    @Test(
        "are SHA-256",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func vectors(text: String, digest: String) throws {
        #expect(try FrameHash(of: Array(text.utf8)).description == digest)
    }

    @Test("are taken of the pixels")
    func frames() throws {
        let frame = try #require(PixelBuffer(width: 1, height: 2, bytes: Array("abcdefgh".utf8)))
        #expect(try FrameHash(of: frame) == FrameHash(of: Array("abcdefgh".utf8)))
        #expect(try FrameHash(of: PixelBuffer(width: 0, height: 0)) == FrameHash(of: []))
    }

    @Test("are written in FFmpeg's layout")
    func layout() throws {
        // What ffmpeg 5.1 writes for one zero byte frame of 1x1 pixels.
        var writer = FramehashWriter(size: PixelSize(1, 1), rate: .thirty)
        let text = try writer.header + writer.line(for: PixelBuffer(width: 1, height: 1))
        #expect(
            text == """
                #format: frame checksums
                #version: 2
                #hash: SHA256
                #tb 0: 1/30
                #media_type 0: video
                #codec_id 0: rawvideo
                #dimensions 0: 1x1
                #sar 0: 0/1
                #stream#, dts,        pts, duration,     size, hash
                0,          0,          0,        1,        4, df3f619804a92fdb4057192dc43dd748ea778adc52bc498ce80524c014b81119

                """)
    }

    @Test(
        "equal ffmpeg's line for line", .enabled(if: FFmpeg.path != nil),
        arguments: [
            "30", "24000/1001", "25", "30000/1001", "60", "25/2", "60000/1001", "1/2", "1000", "120/7",
        ])
    func sameAsFFmpeg(rate: String) throws {
        let parts = rate.split(separator: "/").compactMap { Int64($0) }
        let frameRate = try #require(FrameRate(Rational(parts[0], parts.count > 1 ? parts[1] : 1)))
        let sizes = [(PixelSize(6, 3), 12), (PixelSize(1, 1), 1), (PixelSize(1334, 750), 2), (PixelSize(4, 4), 0)]
        for (size, count) in sizes {
            let frames = try (0..<count).map { number in
                let bytes = [UInt8](repeating: UInt8(40 + number), count: size.area * 4)
                return try #require(PixelBuffer(width: size.width, height: size.height, bytes: bytes))
            }
            var writer = FramehashWriter(size: size, rate: frameRate)
            var text = writer.header
            for frame in frames { text += try writer.line(for: frame) }
            let expected = try FFmpeg.run(
                [
                    "-f", "rawvideo", "-pixel_format", "bgra", "-video_size", size.description, "-framerate", rate,
                    "-i",
                    "IN", "-fflags", "+bitexact", "-f", "framehash", "OUT",
                ], input: frames.reduce(into: []) { $0 += $1.bytes })
            #expect(text == String(decoding: expected, as: UTF8.self))
        }
    }
}

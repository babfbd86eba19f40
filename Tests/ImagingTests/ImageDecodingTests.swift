import FrameCore
import Imaging
import Testing

/// What a file must give, or why it is refused.
private func failure(_ bytes: [UInt8], _ limits: ImageLimits = .texture) -> ImageDecodingError.Code? {
    do {
        _ = try decodeImage(bytes, limits: limits)
        return nil
    } catch {
        return error.code
    }
}

@Suite("PNG files as textures")
struct TexturePNGTests {
    /// Pixels as blue, green, red, alpha.
    private func pixels(_ file: HandmadePNG) throws -> [[UInt8]] {
        let image = try decodeImage(file.bytes)
        #expect(image.size == PixelSize(file.width, file.height))
        return stride(from: 0, to: image.bytes.count, by: 4).map { Array(image.bytes[$0..<($0 + 4)]) }
    }

    @Test("alpha stays straight, also where nothing shows; row 0 is the top")
    func straight() throws {
        let file = HandmadePNG(
            width: 2, height: 2, colourType: 6,
            rows: [[255, 128, 0, 128, 1, 2, 3, 0], [9, 8, 7, 255, 200, 100, 50, 1]])
        #expect(try pixels(file) == [[0, 128, 255, 128], [3, 2, 1, 0], [7, 8, 9, 255], [50, 100, 200, 1]])
    }

    @Test("grey, grey with alpha, RGB and a transparent colour")
    func plainKinds() throws {
        let grey = HandmadePNG(width: 2, height: 1, colourType: 0, rows: [[7, 250]])
        #expect(try pixels(grey) == [[7, 7, 7, 255], [250, 250, 250, 255]])
        let alpha = HandmadePNG(width: 2, height: 1, colourType: 4, rows: [[7, 9, 250, 0]])
        #expect(try pixels(alpha) == [[7, 7, 7, 9], [250, 250, 250, 0]])
        let keyed = HandmadePNG(
            width: 2, height: 1, colourType: 2, rows: [[1, 2, 3, 1, 2, 4]], chunks: [("tRNS", [0, 1, 0, 2, 0, 3])])
        #expect(try pixels(keyed) == [[3, 2, 1, 0], [4, 2, 1, 255]])
    }

    @Test("fewer bits than eight are spread over 0 to 255")
    func fewBits() throws {
        let one = HandmadePNG(width: 10, height: 1, bitDepth: 1, colourType: 0, rows: [[0b1010_0000, 0b0100_0000]])
        #expect(try pixels(one).map { $0[0] } == [255, 0, 255, 0, 0, 0, 0, 0, 0, 255])
        let two = HandmadePNG(
            width: 4, height: 1, bitDepth: 2, colourType: 0, rows: [[0b0001_1011]], chunks: [("tRNS", [0, 2])])
        #expect(try pixels(two) == [[0, 0, 0, 255], [85, 85, 85, 255], [170, 170, 170, 0], [255, 255, 255, 255]])
        let four = HandmadePNG(width: 3, height: 1, bitDepth: 4, colourType: 0, rows: [[0x0F, 0x80]])
        #expect(try pixels(four).map { $0[1] } == [0, 255, 136])
    }

    @Test("palettes, with alphas for the first entries")
    func palettes() throws {
        let colours: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255]
        for (depth, row) in [(1, [0b0100_0000]), (2, [0b0001_1000]), (4, [0x01, 0x20]), (8, [0, 1, 2])]
            as [(UInt8, [UInt8])]
        {
            let count = depth == 1 ? 2 : 3
            let file = HandmadePNG(
                width: count, height: 1, bitDepth: depth, colourType: 3, rows: [row],
                chunks: [("PLTE", Array(colours.prefix(3 * count))), ("tRNS", [128, 0])])
            let wanted: [[UInt8]] = [[0, 0, 255, 128], [0, 255, 0, 0], [255, 0, 0, 255]]
            #expect(try pixels(file) == Array(wanted.prefix(count)), "\(depth) bits")
        }
    }

    @Test("16 bits are rounded to the nearest of 8")
    func sixteenBits() throws {
        for start in stride(from: 0, to: 65_536, by: 4096) {
            let values = (start..<(start + 4096)).map { $0 }
            let file = HandmadePNG(
                width: 4096, height: 1, bitDepth: 16, colourType: 0,
                rows: [values.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }])
            // 255 / 65535 = 1 / 257, and 257 is odd: no value lies halfway.
            let wanted = values.map { UInt8(($0 + 128) / 257) }
            #expect(try pixels(file).map { $0[2] } == wanted)
        }
        // A transparent colour is compared in all its bits.
        let keyed = HandmadePNG(
            width: 2, height: 1, bitDepth: 16, colourType: 0, rows: [[0x12, 0x34, 0x12, 0x35]],
            chunks: [("tRNS", [0x12, 0x34])])
        #expect(try pixels(keyed) == [[18, 18, 18, 0], [18, 18, 18, 255]])
        let full = HandmadePNG(
            width: 1, height: 1, bitDepth: 16, colourType: 6, rows: [[0xFF, 0xFF, 0x80, 0x7F, 0, 0x81, 0x7F, 0xFF]])
        #expect(try pixels(full) == [[1, 128, 255, 127]])
    }

    @Test("interlaced files are the same picture", arguments: [1, 2, 3, 7, 8, 9, 16])
    func interlaced(side: Int) throws {
        let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        func value(_ x: Int, _ y: Int) -> UInt8 { UInt8(x * 16 + y) }
        var rows: [[UInt8]] = []
        for (x, y, stepX, stepY) in passes where x < side {
            for row in stride(from: y, to: side, by: stepY) {
                rows.append(stride(from: x, to: side, by: stepX).map { value($0, row) })
            }
        }
        let file = HandmadePNG(width: side, height: side, colourType: 0, isInterlaced: true, rows: rows)
        let wanted = (0..<side).flatMap { y in (0..<side).map { value($0, y) } }
        #expect(try pixels(file).map { $0[0] } == wanted)
    }

    @Test("gamma, profiles and other remarks change nothing")
    func remarks() throws {
        let chunks: [(name: String, body: [UInt8])] = [
            ("gAMA", HandmadePNG.bigEndian(100_000)),
            ("cHRM", [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000].flatMap(HandmadePNG.bigEndian)),
            ("sBIT", [5, 5, 5]), ("bKGD", [0, 9, 0, 9, 0, 9]),
            ("iCCP", Array("p".utf8) + [0, 0, 1, 2, 3]), ("zTXt", Array("k".utf8) + [0, 0, 9, 9]),
            ("eXIf", Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]),
        ]
        for chunk in chunks {
            let file = HandmadePNG(
                width: 2, height: 1, colourType: 2, rows: [[10, 100, 200, 30, 3, 0]], chunks: [chunk])
            #expect(try pixels(file) == [[200, 100, 10, 255], [0, 3, 30, 255]], "\(chunk.name)")
        }
    }

    @Test("agrees with ffmpeg", .enabled(if: FFmpeg.path != nil), arguments: ["rgba", "rgb24", "ya8", "pal8", "gray"])
    func ffmpeg(format: String) throws {
        var noise = Noise(12)
        let raw = noise.bytes(37 * 23 * 4)
        let size = ["-video_size", "37x23"]
        let file = try FFmpeg.run(
            ["-f", "rawvideo", "-pixel_format", "bgra"] + size
                + ["-i", "IN", "-pix_fmt", format, "-f", "image2pipe", "-c:v", "png", "OUT"], input: raw)
        let decoded = try FFmpeg.run(
            ["-f", "png_pipe", "-i", "IN", "-f", "rawvideo", "-pix_fmt", "bgra", "OUT"], input: file)
        #expect(try decodeImage(file).bytes == decoded)
    }

    @Test("what is cut off or damaged is refused or decoded, never a trap")
    func damaged() {
        let file = HandmadePNG(
            width: 5, height: 4, colourType: 6, rows: [[UInt8]](repeating: [UInt8](0..<20), count: 4)
        ).bytes
        #expect(failure(file) == nil)
        for count in 0..<file.count {
            #expect(failure(Array(file[..<count])) == (count < 8 ? .format : .broken), "\(count) bytes")
        }
        for index in 8..<file.count {
            for bit in 0..<8 {
                var damaged = file
                damaged[index] ^= 1 << UInt8(bit)
                // The name of the last chunk may become one that is skipped, and then the end is missing.
                #expect(failure(damaged) == .broken, "byte \(index)")
            }
        }
    }

    @Test("limits are held before anything is decoded")
    func limits() {
        func header(_ width: Int, _ height: Int) -> [UInt8] {
            HandmadePNG(width: width, height: height, colourType: 6, rows: []).bytes
        }
        // These have no pixels at all: whoever began to decode them would say broken.
        #expect(failure(header(4097, 1)) == .side)
        #expect(failure(header(1, 4097)) == .side)
        #expect(failure(header(Int(Int32.max), Int(Int32.max))) == .side)
        #expect(failure(header(4096, 4096)) == .broken)
        #expect(failure(header(0, 3)) == .broken)
        #expect(failure(header(8192, 8), ImageLimits(bytes: 1000, side: 100_000)) == .broken)
        #expect(failure(header(8193, 8), ImageLimits(bytes: 1000, side: 100_000)) == .side)
        let one = HandmadePNG(width: 1, height: 1, colourType: 0, rows: [[1]]).bytes
        #expect(failure(one, ImageLimits(bytes: one.count, side: 1)) == nil)
        #expect(failure(one, ImageLimits(bytes: one.count - 1, side: 1)) == .tooManyBytes)
        #expect(failure(one, ImageLimits(bytes: one.count, side: 0)) == .side)
        #expect(failure([]) == .format)
        #expect(failure(Array("GIF89a".utf8)) == .format)
    }
}

@Suite("JPEG files as textures")
struct TextureJPEGTests {
    private func flat(_ values: [Int], adobe: UInt8? = nil, sampling: (Int, Int) = (1, 1)) -> HandmadeJPEG {
        HandmadeJPEG(
            width: 20, height: 12,
            components: values.enumerated().map { index, value in
                .init(
                    id: UInt8(index + 1), horizontal: index == 0 ? sampling.0 : 1,
                    vertical: index == 0 ? sampling.1 : 1, value: { _, _ in value })
            }, adobe: adobe)
    }

    /// Blue, green, red and alpha of a file of one colour.
    private func colour(_ file: HandmadeJPEG) throws -> [UInt8] {
        let image = try decodeImage(file.bytes)
        #expect(image.size == PixelSize(file.width, file.height))
        let first = Array(image.bytes.prefix(4))
        for start in stride(from: 0, to: image.bytes.count, by: 4) where first[...] != image.bytes[start..<(start + 4)]
        {
            Issue.record("the picture is not of one colour")
            break
        }
        return first
    }

    /// JFIF's formulas.
    private func rgb(_ luma: Int, _ cb: Int, _ cr: Int) -> (red: Int, green: Int, blue: Int) {
        let (y, b, r) = (Double(luma), Double(cb - 128), Double(cr - 128))
        func byte(_ value: Double) -> Int { Int(min(max(value.rounded(), 0), 255)) }
        return (byte(y + 1.402 * r), byte(y - 0.344136286 * b - 0.714136286 * r), byte(y + 1.772 * b))
    }

    private let samples = [
        [0, 128, 128], [255, 128, 128], [100, 90, 200], [37, 250, 3], [200, 16, 240], [76, 85, 255], [150, 44, 21],
    ]

    @Test("row 0 is the top, grey is grey")
    func grey() throws {
        let file = HandmadeJPEG(
            width: 20, height: 12, components: [.init(id: 1) { column, row in 10 + 40 * column + 100 * row }])
        let image = try decodeImage(file.bytes)
        for (x, y, value) in [(0, 0, 10), (7, 7, 10), (8, 7, 50), (19, 0, 90), (0, 8, 110), (19, 11, 190)] {
            let grey = UInt8(value)
            #expect(image.pixel(x: x, y: y) == SIMD4(grey, grey, grey, 255))
        }
    }

    @Test("Y'CbCr by JFIF's formulas, at every sampling", arguments: [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1)])
    func colours(sampling: (Int, Int)) throws {
        for sample in samples {
            let (red, green, blue) = rgb(sample[0], sample[1], sample[2])
            #expect(try colour(flat(sample, sampling: sampling)) == [UInt8(blue), UInt8(green), UInt8(red), 255])
        }
    }

    @Test("halved colours lie between the pixels, as JFIF has them, and are spread by 3 and 1")
    func halvedColours() throws {
        let file = HandmadeJPEG(
            width: 32, height: 8,
            components: [
                .init(id: 1, horizontal: 2) { _, _ in 128 }, .init(id: 2) { _, _ in 128 },
                .init(id: 3) { column, _ in column == 0 ? 100 : 120 },
            ])
        let image = try decodeImage(file.bytes)
        for (x, cr) in [(0, 100), (14, 100), (15, 105), (16, 115), (17, 120), (31, 120)] {
            let (red, green, blue) = rgb(128, 128, cr)
            #expect(image.pixel(x: x, y: 3) == SIMD4(UInt8(blue), UInt8(green), UInt8(red), 255), "column \(x)")
        }
    }

    @Test("RGB when the Adobe marker says so")
    func plainRGB() throws {
        #expect(try colour(flat([10, 20, 200], adobe: 0)) == [200, 20, 10, 255])
    }

    @Test("inks are multiplied out, inverted in Adobe's files")
    func inks() throws {
        for inks in [[0, 0, 0, 0], [255, 255, 255, 255], [200, 100, 50, 180], [3, 250, 128, 77]] {
            func product(_ a: Int, _ b: Int) -> UInt8 { UInt8((Double(a * b) / 255).rounded()) }
            let light = inks[3]
            #expect(
                try colour(flat(inks, adobe: 0))
                    == [product(inks[2], light), product(inks[1], light), product(inks[0], light), 255])
            let inverse = inks.map { 255 - $0 }
            #expect(
                try colour(flat(inks))
                    == [
                        product(inverse[2], inverse[3]), product(inverse[1], inverse[3]),
                        product(inverse[0], inverse[3]), 255,
                    ])
        }
        // YCCK: the colours are 255 − C, M, Y, and C, M, Y are stored inverted themselves.
        for sample in samples {
            let (red, green, blue) = rgb(sample[0], sample[1], sample[2])
            func product(_ a: Int) -> UInt8 { UInt8((Double((255 - a) * 201) / 255).rounded()) }
            #expect(try colour(flat(sample + [201], adobe: 2)) == [product(blue), product(green), product(red), 255])
        }
    }

    @Test("progressive files are the same picture")
    func progressive() throws {
        func file(_ isProgressive: Bool) -> HandmadeJPEG {
            HandmadeJPEG(
                width: 33, height: 17,
                components: [
                    .init(id: 1, horizontal: 2, vertical: 2) { 40 + 30 * $0 + 10 * $1 },
                    .init(id: 2) { 90 + 20 * $0 + $1 },
                    .init(id: 3) { 150 - 20 * $0 - $1 },
                ], isProgressive: isProgressive)
        }
        #expect(try decodeImage(file(true).bytes) == decodeImage(file(false).bytes))
    }

    @Test("the EXIF orientation is ignored")
    func orientation() throws {
        var file = flat([100, 90, 200])
        let plain = try decodeImage(file.bytes)
        let body: [UInt8] =
            Array("Exif".utf8) + [0, 0] + Array("MM".utf8)
            + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        file.extra = [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body
        #expect(try decodeImage(file.bytes) == plain)
    }

    @Test("thousands of scans are refused")
    func bomb() {
        var file = HandmadeJPEG(width: 20, height: 12, components: [.init(id: 1) { _, _ in 9 }], isProgressive: true)
        for (scans, code) in [(60, nil), (99, nil), (100, .bomb), (500, .bomb)] as [(Int, ImageDecodingError.Code?)] {
            file.emptyScans = scans
            #expect(failure(file.bytes) == code, "\(scans) scans")
        }
    }

    @Test(
        "agrees with ffmpeg's decoder", .enabled(if: FFmpeg.path != nil), arguments: ["yuvj444p", "gray"])
    func ffmpeg(format: String) throws {
        let file = try FFmpeg.run(
            [
                "-f", "lavfi", "-i", "testsrc=size=157x93,gblur=sigma=3", "-frames:v", "1", "-pix_fmt", format, "-q:v",
                "2",
                "-f", "mjpeg", "OUT",
            ], input: [])
        let raw = try FFmpeg.run(
            [
                "-f", "jpeg_pipe", "-i", "IN", "-sws_flags", "bilinear+accurate_rnd+full_chroma_int", "-pix_fmt",
                "bgra",
                "-f", "rawvideo", "OUT",
            ], input: file)
        let image = try decodeImage(file)
        #expect(image.size == PixelSize(157, 93))
        #expect(image.bytes.count == raw.count)
        let differences = zip(image.bytes, raw).map { abs(Int($0) - Int($1)) }
        // Another transform, rounded elsewhere.
        #expect((differences.max() ?? 255) <= 3, "\(differences.max() ?? 255)")
        #expect(Double(differences.reduce(0, +)) / Double(raw.count) < 0.6)
    }

    @Test("what is cut off or damaged is refused or decoded, never a trap")
    func damaged() {
        for isProgressive in [false, true] {
            let file = HandmadeJPEG(
                width: 33, height: 17,
                components: (1...3).map { id in .init(id: UInt8(id)) { 20 * $0 + 50 * $1 + 3 * id } },
                isProgressive: isProgressive
            ).bytes
            #expect(failure(file) == nil)
            for count in 0..<file.count {
                #expect(failure(Array(file[..<count])) == (count < 3 ? .format : .broken), "\(count) bytes")
            }
            for index in 3..<file.count {
                for bit in 0..<8 {
                    var damaged = file
                    damaged[index] ^= 1 << UInt8(bit)
                    let code = failure(damaged)
                    #expect([nil, .broken, .side].contains(code), "byte \(index): \(String(describing: code))")
                }
            }
        }
    }

    @Test("limits are held before anything is decoded")
    func limits() {
        func header(_ width: Int, _ height: Int) -> [UInt8] {
            var file = HandmadeJPEG(width: 8, height: 8, components: [.init(id: 1) { _, _ in 9 }])
            let scan = file.bytes
            file.width = width
            file.height = height
            // The frame of a large picture with the data of a small one.
            let place = 2 + 2 + 67 + 2 + 2 + 1
            var bytes = scan
            bytes.replaceSubrange(
                place..<(place + 4),
                with: [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)])
            return bytes
        }
        #expect(failure(header(8, 8)) == nil)
        #expect(failure(header(4097, 8)) == .side)
        #expect(failure(header(8, 65_500)) == .side)
        #expect(failure(header(4096, 8)) == .broken)
        #expect(failure(header(0, 8)) == .broken)
        #expect(failure([0xFF, 0xD8, 0xFF, 0xD9]) == .broken)
    }
}

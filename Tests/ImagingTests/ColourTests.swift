import FrameCore
import Imaging
import Testing

/// The ideal conversion in double arithmetic, straight from the definitions.
private struct IdealColour {
    let image: VideoImage
    let planes: [[Double]]
    let bitDepth: Int

    init?(_ image: VideoImage) {
        self.image = image
        switch image.samples {
        case .planar8(let planes): (self.planes, bitDepth) = (planes.map { $0.map(Double.init) }, 8)
        case .planar16(let planes, let depth): (self.planes, bitDepth) = (planes.map { $0.map(Double.init) }, depth)
        case .bgra: return nil
        }
    }

    /// The chroma sample grid: its first sample's place on the luma grid.
    private func origin(_ shift: Int, isAcross: Bool) -> Double {
        let block = Double(1 << shift)
        let middle = (block - 1) / 2
        switch image.siting {
        case .left: return isAcross ? 0 : middle
        case .centre: return middle
        case .topLeft: return 0
        case .top: return isAcross ? middle : 0
        case .bottomLeft: return isAcross ? 0 : block - 1
        case .bottom: return isAcross ? middle : block - 1
        }
    }

    private func chroma(_ plane: [Double], _ x: Int, _ y: Int) -> Double {
        let shift = image.chromaShift
        let width = (image.size.width + (1 << shift.x) - 1) >> shift.x
        let height = (image.size.height + (1 << shift.y) - 1) >> shift.y
        let u = (Double(x) - origin(shift.x, isAcross: true)) / Double(1 << shift.x)
        let v = (Double(y) - origin(shift.y, isAcross: false)) / Double(1 << shift.y)
        let (column, row) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
        let (fx, fy) = (u - Double(column), v - Double(row))
        func at(_ column: Int, _ row: Int) -> Double {
            plane[min(max(row, 0), height - 1) * width + min(max(column, 0), width - 1)]
        }
        let upper = at(column, row) * (1 - fx) + at(column + 1, row) * fx
        let lower = at(column, row + 1) * (1 - fx) + at(column + 1, row + 1) * fx
        return upper * (1 - fy) + lower * fy
    }

    /// Blue, green, red in 0...255, unrounded.
    func pixel(_ x: Int, _ y: Int) -> [Double] {
        let (kr, kb): (Double, Double) =
            switch image.matrix {
            case .bt601: (0.299, 0.114)
            case .bt709: (0.2126, 0.0722)
            case .bt2020: (0.2627, 0.0593)
            case .smpte240m: (0.212, 0.087)
            case .fcc: (0.30, 0.11)
            }
        let step = Double(1 << (bitDepth - 8))
        let top = 256 * step - 1
        let luma = planes[0][y * image.size.width + x]
        let isGrey = planes.count == 1
        let cb = (isGrey ? 128 * step : chroma(planes[1], x, y)) - 128 * step
        let cr = (isGrey ? 128 * step : chroma(planes[2], x, y)) - 128 * step
        let e = image.isFullRange ? luma / top : (luma - 16 * step) / (219 * step)
        let pb = image.isFullRange ? cb / top : cb / (224 * step)
        let pr = image.isFullRange ? cr / top : cr / (224 * step)
        let red = e + 2 * (1 - kr) * pr
        let blue = e + 2 * (1 - kb) * pb
        let green = (e - kr * red - kb * blue) / (1 - kr - kb)
        return [blue, green, red].map { min(max($0, 0), 1) * 255 }
    }

    /// The largest distance of a channel from the ideal value.
    func worst(_ frame: PixelBuffer) -> Double {
        var worst = 0.0
        for y in 0..<image.size.height {
            for x in 0..<image.size.width {
                let pixel = self.pixel(x, y)
                for channel in 0..<3 {
                    let value = Double(frame.bytes[(y * image.size.width + x) * 4 + channel])
                    worst = max(worst, abs(value - pixel[channel]))
                }
            }
        }
        return worst
    }
}

private let sitings: [ChromaSiting] = [.left, .centre, .topLeft, .top, .bottomLeft, .bottom]
private let matrices: [ColourMatrix] = [.bt601, .bt709, .bt2020, .smpte240m, .fcc]
private let sizes = [(1, 1), (3, 5), (17, 9), (2, 2), (66, 7), (101, 6)].map { PixelSize($0.0, $0.1) }
private let shifts = [(1, 1), (1, 0), (0, 0), (2, 0), (2, 2), (0, 1)]

private func randomImage(
    _ size: PixelSize, shift: (Int, Int), bitDepth: Int = 8, matrix: ColourMatrix = .bt709, isFullRange: Bool = false,
    siting: ChromaSiting = .left, seed: UInt64 = 1
) -> VideoImage {
    var noise = Noise(seed)
    let chroma = ((size.width + (1 << shift.0) - 1) >> shift.0) * ((size.height + (1 << shift.1) - 1) >> shift.1)
    let counts = [size.area, chroma, chroma]
    let samples: VideoImage.Samples =
        bitDepth == 8
        ? .planar8(counts.map { noise.bytes($0) })
        : .planar16(counts.map { noise.samples($0, bitDepth: bitDepth) }, bitDepth: bitDepth)
    return VideoImage(
        size: size, samples: samples, chromaShift: shift, matrix: matrix, isFullRange: isFullRange, siting: siting)
}

@Suite("Y'CbCr to BGRA")
struct ColourTests {
    /// Half a level is the rounding; the rest is the error of the factors.
    let halfLevel = 0.5 + 1e-5

    @Test("is the rounded ideal value at every siting", arguments: sitings)
    func everySiting(siting: ChromaSiting) throws {
        for shift in shifts {
            for size in sizes {
                let image = randomImage(size, shift: shift, siting: siting)
                let ideal = try #require(IdealColour(image))
                #expect(ideal.worst(VideoConverter.storedBGRA(image)) <= halfLevel, "\(shift) \(size)")
            }
        }
    }

    @Test("is the rounded ideal value for every matrix and range", arguments: matrices)
    func everyMatrix(matrix: ColourMatrix) throws {
        for isFullRange in [false, true] {
            // All pairs of luma and one chroma value, then of the chroma values.
            let ramp = (0..<65_536).map { UInt8($0 & 255) }
            let steps = (0..<65_536).map { UInt8($0 >> 8) }
            let flat = [UInt8](repeating: 90, count: 65_536)
            for planes in [[ramp, steps, flat], [ramp, flat, steps], [flat, ramp, steps]] {
                let image = VideoImage(
                    size: PixelSize(256, 256), samples: .planar8(planes), chromaShift: (0, 0), matrix: matrix,
                    isFullRange: isFullRange)
                let ideal = try #require(IdealColour(image))
                #expect(ideal.worst(VideoConverter.storedBGRA(image)) <= halfLevel)
            }
        }
    }

    @Test("is the rounded ideal value at 9 to 16 bits", arguments: 9...16)
    func everyDepth(bitDepth: Int) throws {
        for isFullRange in [false, true] {
            for (index, shift) in shifts.enumerated() {
                let image = randomImage(
                    PixelSize(37, 11), shift: shift, bitDepth: bitDepth, matrix: .bt2020, isFullRange: isFullRange,
                    siting: sitings[index])
                let ideal = try #require(IdealColour(image))
                #expect(ideal.worst(VideoConverter.storedBGRA(image)) <= halfLevel)
            }
        }
    }

    @Test("shows grey pictures without chroma planes")
    func grey() {
        let luma: [UInt8] = [0, 16, 125, 126, 235, 255]
        let image = VideoImage(size: PixelSize(6, 1), samples: .planar8([luma]))
        // (Y − 16) · 255 / 219, by hand.
        let expected = [0, 0, 127, 128, 255, 255]
        let frame = VideoConverter.storedBGRA(image)
        #expect((0..<6).map { frame.red($0, 0) } == expected)
        #expect((0..<6).map { frame.pixel(x: $0, y: 0)?.x } == expected.map { UInt8($0) })
    }

    /// ITU-R BT.601 and BT.709 100 % colour bars in 8-bit code values.
    @Test(
        "knows the colour bars",
        arguments: [
            (
                ColourMatrix.bt709,
                [(63, 102, 240), (173, 42, 26), (32, 240, 118), (219, 16, 138), (188, 154, 16), (78, 214, 230)]
            ),
            (.bt601, [(81, 90, 240), (145, 54, 34), (41, 240, 110), (210, 16, 146), (170, 166, 16), (106, 202, 222)]),
        ])
    func colourBars(matrix: ColourMatrix, bars: [(Int, Int, Int)]) throws {
        let names = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0), (0, 255, 255), (255, 0, 255)]
        for (bar, name) in zip(bars, names) {
            let image = VideoImage.flat(UInt8(bar.0), UInt8(bar.1), UInt8(bar.2), matrix: matrix)
            let pixel = try #require(VideoConverter.storedBGRA(image).pixel(x: 1, y: 1))
            // The code values are rounded themselves: within one step of each.
            #expect(abs(Int(pixel.z) - name.0) <= 2 && abs(Int(pixel.y) - name.1) <= 2, "\(bar) is \(pixel)")
            #expect(abs(Int(pixel.x) - name.2) <= 2 && pixel.w == 255, "\(bar) is \(pixel)")
        }
    }

    @Test("lays straight alpha over black")
    func straightAlpha() throws {
        let bytes = try PixelBuffer.drawn(PixelSize(256, 256)) { [$0, 255 - $0, $0 / 2, $1] }.bytes
        let image = VideoImage(size: PixelSize(256, 256), samples: .bgra(bytes))
        for version in PixelKernels.Version.allCases {
            let frame = VideoConverter.storedBGRA(image, version: version)
            #expect(frame.isOpaque)
            let isExact = (0..<65_536).allSatisfy { index in
                (0..<3).allSatisfy { channel in
                    let product = Int(bytes[index * 4 + channel]) * Int(bytes[index * 4 + 3])
                    return Int(frame.bytes[index * 4 + channel]) == (2 * product + 255) / 510
                }
            }
            #expect(isExact)
        }
    }

    @Test("gives the same bytes with and without AVX2")
    func versions() {
        for (index, shift) in shifts.enumerated() {
            for size in sizes + [PixelSize(320, 18), PixelSize(35, 3)] {
                for bitDepth in [8, 10, 16] {
                    for matrix in matrices {
                        let image = randomImage(
                            size, shift: shift, bitDepth: bitDepth, matrix: matrix, isFullRange: index % 2 == 0,
                            siting: sitings[index], seed: UInt64(index))
                        #expect(
                            VideoConverter.storedBGRA(image, version: .fastest)
                                == VideoConverter.storedBGRA(image, version: .plain))
                    }
                }
            }
        }
    }

    @Test("answers malformed pictures with black")
    func malformed() {
        let size = PixelSize(8, 6)
        let luma = [UInt8](repeating: 200, count: 48)
        let chroma = [UInt8](repeating: 90, count: 12)
        let wide = [UInt16](repeating: 200, count: 48)
        var images = [
            VideoImage(size: size, samples: .planar8([])),
            VideoImage(size: size, samples: .planar8([[], [], []])),
            VideoImage(size: size, samples: .planar8([Array(luma.dropLast()), chroma, chroma])),
            VideoImage(size: size, samples: .planar8([luma, chroma])),
            VideoImage(size: size, samples: .planar8([luma, chroma, Array(chroma.dropLast())])),
            VideoImage(size: size, samples: .planar8([luma, luma, luma]), chromaShift: (3, 0)),
            VideoImage(size: size, samples: .planar8([luma, luma, luma]), chromaShift: (0, -1)),
            VideoImage(size: size, samples: .planar16([wide, wide, wide], bitDepth: 17)),
            VideoImage(size: size, samples: .planar16([wide, wide, wide], bitDepth: 0)),
            VideoImage(size: size, samples: .bgra(luma)),
        ]
        for size in [PixelSize(0, 4), PixelSize(-3, 4), PixelSize(Int.max, Int.max), PixelSize(4, 20_000)] {
            images.append(VideoImage(size: size, samples: .planar8([luma, chroma, chroma])))
        }
        let converter = VideoConverter(target: PixelSize(5, 4))
        for image in images {
            let frame = converter.bgra(image)
            #expect(frame.size == PixelSize(5, 4))
            #expect(frame.bytes == (0..<20).flatMap { _ in [0, 0, 0, 255] as [UInt8] })
        }
        // Samples above their bit depth saturate.
        let loud = VideoImage(
            size: PixelSize(1, 1), samples: .planar16([[65_535], [65_535], [0]], bitDepth: 9), chromaShift: (0, 0))
        #expect(VideoConverter.storedBGRA(loud).pixel(x: 0, y: 0)?.x == 255)
    }
}

import FrameCore
import ShaderIR
import Testing

@testable import ShaderExecution

/// Texture reads against the formulas of the contract, written out in Double.
@Suite struct SamplingTests {
    private static let red = Texture(.red32Float([0, 1, 4, 9, 16, 25], width: 3, height: 2))

    private static func image() throws -> PixelBuffer {
        var bytes: [UInt8] = []
        for index in 0..<12 {
            bytes += [UInt8(index * 3), UInt8(index * 7), UInt8(index * 11), UInt8(255 - index * 20)]
        }
        return try #require(PixelBuffer(width: 4, height: 3, bytes: bytes))
    }

    /// One channel of samples at pairs of coordinates.
    private static func sample(
        _ texture: Texture?, _ kind: Fetch.Kind, channel: Int, _ points: [(Float, Float)]
    ) throws -> [Float] {
        try Probe.floats(width: points.count, height: 1, textures: texture.map { [3: $0] } ?? [:]) { builder in
            let index = builder.apply(.floatToSigned, builder.input(.positionX))
            let xs = builder.makeTable("x", .float, bits: points.map(\.0.bitPattern))
            let ys = builder.makeTable("y", .float, bits: points.map(\.1.bitPattern))
            var (x, y) = (builder.element(xs, at: index), builder.element(ys, at: index))
            if kind == .read {
                (x, y) = (builder.apply(.floatToSigned, x), builder.apply(.floatToSigned, y))
            }
            return builder.fetch(kind, texture: 3, x: x, y: y)[channel]
        }
    }

    private static let grid: [(Float, Float)] = (0..<120).map { index -> (Float, Float) in
        let (column, row) = (Float(index % 12), Float(index / 12))
        return (column * 0.25 - 1, row * 0.3125 - 1)
    }

    /// The index that an address mode picks, or nil for the border.
    private static func address(_ mode: Sampler.Address, _ index: Int, _ count: Int) -> Int? {
        switch mode {
        case .clampToEdge: return min(max(index, 0), count - 1)
        case .repeats: return ((index % count) + count) % count
        case .mirroredRepeat:
            let rest = ((index % (2 * count)) + 2 * count) % (2 * count)
            return rest < count ? rest : 2 * count - 1 - rest
        case .clampToZero, .clampToBorder: return index >= 0 && index < count ? index : nil
        }
    }

    private static func expected(_ sampler: Sampler, _ point: (Float, Float)) -> Double {
        let values: [Double] = [0, 1, 4, 9, 16, 25]
        func texel(_ i: Int, _ j: Int) -> Double {
            guard let x = address(sampler.addressS, i, 3), let y = address(sampler.addressT, j, 2) else {
                let mode = address(sampler.addressS, i, 3) == nil ? sampler.addressS : sampler.addressT
                return mode == .clampToBorder && sampler.border == .opaqueWhite ? 1 : 0
            }
            return values[y * 3 + x]
        }
        let u = sampler.isNormalized ? Double(point.0) * 3 : Double(point.0)
        let v = sampler.isNormalized ? Double(point.1) * 2 : Double(point.1)
        if sampler.magnification == .nearest { return texel(Int(u.rounded(.down)), Int(v.rounded(.down))) }
        let (s, t) = (u - 0.5, v - 0.5)
        let (i, j) = (Int(s.rounded(.down)), Int(t.rounded(.down)))
        let (a, b) = (s - s.rounded(.down), t - t.rounded(.down))
        return texel(i, j) * (1 - a) * (1 - b) + texel(i + 1, j) * a * (1 - b) + texel(i, j + 1) * (1 - a) * b
            + texel(i + 1, j + 1) * a * b
    }

    @Test(arguments: [Sampler.Filter.nearest, .linear], [true, false])
    func everyAddressMode(_ filter: Sampler.Filter, _ isNormalized: Bool) throws {
        let modes: [Sampler.Address] = [.clampToEdge, .repeats, .mirroredRepeat, .clampToZero, .clampToBorder]
        for modeS in modes {
            for modeT in modes {
                let sampler = Sampler(
                    magnification: filter, minification: filter, addressS: modeS, addressT: modeT,
                    isNormalized: isNormalized, border: .opaqueWhite)
                let found = try Self.sample(Self.red, .sample(sampler), channel: 0, Self.grid)
                for (point, value) in zip(Self.grid, found) {
                    let expected = Self.expected(sampler, point)
                    let isNear = abs(Double(value) - expected) <= (filter == .nearest ? 0 : 1e-5)
                    #expect(isNear, "\(modeS) \(modeT) at \(point): \(value) instead of \(expected)")
                }
            }
        }
    }

    /// Halfway between two texel centres, in binary32: exactly the mean.
    @Test func linearIsExactWhereItCanBe() throws {
        let linear = Fetch.Kind.sample(Sampler(magnification: .linear, minification: .linear, isNormalized: false))
        let found = try Self.sample(Self.red, linear, channel: 0, [(1, 0.5), (1.5, 1), (2.25, 0.5), (0.5, 0.5)])
        #expect(found == [0.5, 8.5, 1 + 0.75 * 3, 0])
    }

    @Test func channelsOfBytes() throws {
        let image = try Self.image()
        let nearest = Fetch.Kind.sample(Sampler())
        let points: [(Float, Float)] = (0..<12).map { index -> (Float, Float) in
            let (column, row) = (Float(index % 4) + 0.5, Float(index / 4) + 0.5)
            return (column / 4, row / 3)
        }
        for channel in 0..<4 {
            let found = try Self.sample(Texture(.bgra8(image)), nearest, channel: channel, points)
            let byte = [2, 1, 0, 3][channel]
            #expect(found == (0..<12).map { Float(image.bytes[$0 * 4 + byte]) / 255 })
        }
    }

    @Test func missingChannels() throws {
        let zero = Fetch.Kind.sample(Sampler(addressS: .clampToZero, addressT: .clampToZero))
        let border = Fetch.Kind.sample(
            Sampler(addressS: .clampToBorder, addressT: .clampToBorder, border: .opaqueWhite))
        let inside: (Float, Float) = (0.5, 0.25)
        let outside: (Float, Float) = (7, 7)
        let image = Texture(.bgra8(try Self.image()))
        for (texture, kind, point, colour) in [
            (Self.red, zero, inside, [1, 0, 0, 1]), (Self.red, zero, outside, [0, 0, 0, 1]),
            (Self.red, border, outside, [1, 0, 0, 1]), (image, zero, outside, [0, 0, 0, 0]),
            (image, border, outside, [1, 1, 1, 1]),
        ] as [(Texture, Fetch.Kind, (Float, Float), [Float])] {
            for channel in 0..<4 {
                #expect(try Self.sample(texture, kind, channel: channel, [point]) == [colour[channel]])
            }
        }
    }

    @Test func reads() throws {
        let found = try Self.sample(
            Self.red, .read, channel: 0, [(0, 0), (2, 1), (3, 0), (0, 2), (-1, 0), (0, -1), (2e9, 2e9)])
        #expect(found == [0, 25, 0, 0, 0, 0, 0])
        #expect(try Self.sample(Self.red, .read, channel: 3, [(0, 0), (3, 0)]) == [1, 0])
    }

    @Test func unbound() throws {
        for kind in [Fetch.Kind.read, .sample(Sampler(magnification: .linear))] {
            for channel in 0..<4 { #expect(try Self.sample(nil, kind, channel: channel, [(0, 0)]) == [0]) }
        }
        for (textures, size) in [([:], [0, 0]), ([3: Self.red], [3, 2])] as [([Int: Texture], [UInt32])] {
            for axis in 0..<2 {
                #expect(try Probe.bytes(textures: textures) { $0.textureSize(3, axis: axis) } == [size[axis]])
            }
        }
        let broken = Texture(.red32Float([5], width: 2, height: 1))
        #expect(try Self.sample(broken, .read, channel: 0, [(0, 0), (1, 0)]) == [5, 0])
        let empty = Texture(.red32Float([], width: 0, height: -4))
        #expect(try Self.sample(empty, .read, channel: 3, [(0, 0)]) == [0])
    }

    /// Nothing traps, whatever the coordinates; the results are numbers and the same every time.
    @Test func wildCoordinates() throws {
        let wild: [Float] = [
            .nan, .infinity, -.infinity, 1e30, -1e30, 3e9, -3e9, 0x1p-133, -0x1p-133, 0x1p23, 1e7 + 0.5,
        ]
        let points = wild.flatMap { x in wild.map { (x, $0) } }
        for mode in [Sampler.Address.clampToEdge, .repeats, .mirroredRepeat, .clampToZero, .clampToBorder] {
            for filter in [Sampler.Filter.nearest, .linear] {
                for isNormalized in [true, false] {
                    let sampler = Sampler(
                        magnification: filter, minification: filter, addressS: mode, addressT: mode,
                        isNormalized: isNormalized)
                    let found = try Self.sample(Self.red, .sample(sampler), channel: 0, points)
                    #expect(found.allSatisfy { $0 >= 0 && $0 <= 25 })
                    #expect(try Self.sample(Self.red, .sample(sampler), channel: 0, points) == found)
                }
            }
        }
    }
}

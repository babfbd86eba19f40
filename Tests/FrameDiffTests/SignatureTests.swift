import FrameCore
import FrameDiff
import Imaging
import Testing

@Suite struct SignatureTests {
    /// A frame of noise.
    private func noise(_ width: Int, _ height: Int, seed: UInt64 = 1) -> PixelBuffer {
        var numbers = SeededNumbers(state: seed)
        var frame = PixelBuffer(width: width, height: height)
        frame.withMutableBytes { bytes in
            for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: numbers.next()) }
        }
        return frame
    }

    /// The cells as the documentation defines them, in plain arithmetic.
    private func cells(_ frame: PixelBuffer) -> [UInt16] {
        let grid = FrameSignature.grid
        func range(_ index: Int, _ cells: Int, _ length: Int) -> Range<Int> {
            let first = index * length / cells
            return first..<max(first + 1, (index + 1) * length / cells)
        }
        var cells: [UInt16] = []
        for row in 0..<grid.height {
            for column in 0..<grid.width {
                var (sum, count) = (0, 0)
                for y in range(row, grid.height, frame.height) {
                    for x in range(column, grid.width, frame.width) {
                        let index = (y * frame.width + x) * 4
                        let (blue, green) = (Int(frame.bytes[index]), Int(frame.bytes[index + 1]))
                        sum += 19 * blue + 183 * green + 54 * Int(frame.bytes[index + 2])
                        count += 1
                    }
                }
                cells.append(UInt16((sum + count / 2) / count))
            }
        }
        return cells
    }

    @Test(arguments: [(1, 1), (1, 40), (40, 1), (7, 5), (32, 18), (33, 19), (160, 90), (321, 243), (40, 4800)])
    func cellsAreMeansOfLuma(width: Int, height: Int) throws {
        let frame = noise(width, height)
        #expect(try FrameSignature(of: frame, isStrong: false).cells == cells(frame))
    }

    @Test func everyByteCounts() throws {
        let frame = noise(45, 7)
        var hashes: Set<[UInt8]> = [try FrameSignature(of: frame, isStrong: false).hash]
        for index in frame.bytes.indices {
            for bit in [0, 7] {
                var other = frame
                other.withMutableBytes { $0[index] ^= 1 << bit }
                hashes.insert(try FrameSignature(of: other, isStrong: false).hash)
            }
        }
        #expect(hashes.count == frame.bytes.count * 2 + 1)
    }

    @Test func theSizeCounts() throws {
        let sizes = [(1, 64), (64, 1), (8, 8), (2, 32), (0, 0), (65, 1)]
        let hashes = try sizes.map { size in
            try FrameSignature(of: PixelBuffer(width: size.0, height: size.1), isStrong: false).hash
        }
        #expect(Set(hashes).count == sizes.count)
        #expect(try FrameSignature(of: PixelBuffer(width: 0, height: 0), isStrong: false).cells == [])
    }

    /// The hash is the same on every processor, so it may be stored.
    @Test func theHashIsPinned() throws {
        var frame = PixelBuffer(width: 50, height: 20)
        frame.withMutableBytes { bytes in
            for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index * 7) }
        }
        #expect(try FrameSignature(of: frame, isStrong: false).hash == model(frame))
    }

    /// The definition of the hash, lane by lane.
    private func model(_ frame: PixelBuffer) -> [UInt8] {
        let start: [UInt64] = [
            0x6A09_E667_F3BC_C909, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B, 0xA54F_F53A_5F1D_36F1,
            0x510E_527F_ADE6_82D1, 0x9B05_688C_2B3E_6C1F, 0x1F83_D9AB_FB41_BD6B, 0x5BE0_CD19_137E_2179,
            0xCBBB_9D5D_C105_9ED9, 0x629A_292A_367C_D507, 0x9159_015A_3070_DD17, 0x152F_ECD8_F70E_5939,
            0x6733_2667_FFC0_0B31, 0x8EB4_4A87_6858_1511, 0xDB0C_2E0D_64F9_8FA7, 0x47B5_481D_BEFA_4FA5,
        ]
        func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
            let product = (a ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: b ^ 0xC2B2_AE3D_27D4_EB4F)
            return product.low ^ product.high ^ a ^ (b << 32 | b >> 32)
        }
        var (lanes, bytes) = (start, frame.bytes)
        bytes += [UInt8](repeating: 0, count: 128 - bytes.count % 128)
        for (index, _) in bytes.enumerated() where index % 8 == 0 {
            let word = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[index + $1]) << ($1 * 8) }
            let mixed = lanes[index / 8 % 16] ^ word
            lanes[index / 8 % 16] = (mixed & 0xFFFF_FFFF) &* 0x9E37_79B1 &+ (mixed >> 32) &* 0x85EB_CA77
        }
        let hash = lanes.reduce(fold(UInt64(frame.width), UInt64(frame.height))) { fold($0, $1) }
        return (0..<8).map { UInt8(truncatingIfNeeded: hash >> ($0 * 8)) }
    }

    @Test func aStrongHashIsThatOfFramehashLists() throws {
        let frame = noise(16, 9)
        #expect(try FrameSignature(of: frame, isStrong: true).hash == FrameHash(of: frame).bytes)
    }

    @Test func aLogGivesBackWhatWasAdded() throws {
        let log = try SignatureLog()
        let signatures = (0..<1000).map { synthetic($0, hasCells: $0 % 3 != 0) }
        for signature in signatures { try log.append(signature) }
        #expect(log.count == 1000)
        var numbers = SeededNumbers(state: 3)
        for index in (0..<1000).shuffled(using: &numbers) {
            #expect(try log.signature(index) == signatures[index])
        }
        #expect(try log.signature(-1) == nil)
        #expect(try log.signature(1000) == nil)
    }

    @Test func failuresOfTheLogAreSentences() {
        let error = SignatureLogError(action: "write to", folder: "/tmp", number: 28)
        #expect(
            error.description
                == "cannot write to the temporary file of signatures in /tmp: No space left on device")
    }
}

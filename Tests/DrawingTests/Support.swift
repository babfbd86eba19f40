import Drawing
import FrameCore

/// The fonts of this machine, shared by the tests.
let machineFonts = FontCatalog()

/// Whether the packages with other scripts are installed.
let hasCoreFonts = !machineFonts.missingPackages.contains("fonts-noto-core")
let hasEastAsianFonts = !machineFonts.missingPackages.contains("fonts-noto-cjk")
let hasEmojiFont = !machineFonts.missingPackages.contains("fonts-noto-color-emoji")

extension PixelBuffer {
    /// The sum of one channel: how much ink there is.
    func sum(of channel: Int) -> Int {
        withBytes { bytes in
            stride(from: channel, to: bytes.count, by: 4).reduce(0) { $0 + Int(bytes[$1]) }
        }
    }

    /// The mean position of the ink.
    var centreOfInk: SIMD2<Double> {
        var (total, x, y) = (0.0, 0.0, 0.0)
        for row in 0..<height {
            for column in 0..<width {
                let weight = Double(pixel(x: column, y: row)?.w ?? 0)
                total += weight
                x += weight * (Double(column) + 0.5)
                y += weight * (Double(row) + 0.5)
            }
        }
        return SIMD2(x, y) / total
    }

    /// A checksum (FNV-1a) to compare pictures between processes.
    var checksum: UInt64 {
        withBytes { $0.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }
    }
}

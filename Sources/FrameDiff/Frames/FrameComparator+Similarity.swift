import CFrameDiff
import FrameCore

extension FrameComparator {
    /// The structural similarity of the luma as FFmpeg's `ssim` filter measures it, over windows of 8×8, 4 pixels apart.
    ///
    /// Like the filter it leaves out the last `width % 4` columns and `height % 4` rows. Masked pixels take the expected
    /// luma, and windows that are masked wholly do not count. Frames with a side below 8 are one window. Nil if no window
    /// counts.
    func similarity(_ expected: PixelBuffer, _ actual: PixelBuffer, mask: PixelMask?, isEqual: Bool) -> Double? {
        guard size.width > 0, size.height > 0 else { return nil }
        if let mask, mask.ignoredCount == size.area { return nil }
        if isEqual { return 1 }
        if size.width < 8 || size.height < 8 { return similarityOfWhole(expected, actual, mask: mask) }

        let (blocks, lines) = (size.width / 4, size.height / 4)
        let width = 4 * blocks
        var one = [UInt8](repeating: 0, count: 4 * width)
        var other = one
        var upper = [Int32](repeating: 0, count: 4 * blocks)
        var lower = upper
        var (upperCounts, lowerCounts) = ([UInt8](repeating: 0, count: blocks), [UInt8](repeating: 0, count: blocks))
        var windows = [UInt8](repeating: 0, count: blocks)
        var (sum, count) = (0.0, 0)
        for line in 0..<lines {
            swap(&upper, &lower)
            for row in 0..<4 {
                luma(of: expected, row: 4 * line + row, count: width, into: &one, at: row * width)
                luma(of: actual, row: 4 * line + row, count: width, into: &other, at: row * width)
            }
            if let mask {
                swap(&upperCounts, &lowerCounts)
                hide(mask, line: line, width: width, expected: one, actual: &other, compared: &lowerCounts)
            }
            diff_block_sums(one, other, Int64(width), Int32(blocks), &lower, forcesPlainKernels)
            guard line > 0 else { continue }
            if mask == nil {
                sum += diff_similarity(upper, lower, Int32(blocks), nil, forcesPlainKernels)
                count += blocks - 1
            } else {
                for i in 0..<(blocks - 1) {
                    windows[i] = upperCounts[i] | upperCounts[i + 1] | lowerCounts[i] | lowerCounts[i + 1]
                    count += Int(windows[i])
                }
                sum += diff_similarity(upper, lower, Int32(blocks), windows, forcesPlainKernels)
            }
        }
        return count > 0 ? sum / Double(count) : nil
    }

    private func luma(of frame: PixelBuffer, row: Int, count: Int, into luma: inout [UInt8], at start: Int) {
        frame.withBytes { bytes in
            luma.withUnsafeMutableBufferPointer { luma in
                guard let source = bytes.baseAddress, let out = luma.baseAddress else { return }
                diff_luma(
                    source.assumingMemoryBound(to: UInt8.self) + row * frame.bytesPerRow, Int32(count), out + start,
                    forcesPlainKernels)
            }
        }
    }

    /// Gives masked pixels of four rows the expected luma, and tells which 4×4 blocks have others.
    private func hide(
        _ mask: PixelMask, line: Int, width: Int, expected: [UInt8], actual: inout [UInt8], compared: inout [UInt8]
    ) {
        for block in compared.indices { compared[block] = 0 }
        for row in 0..<4 {
            let start = (4 * line + row) * size.width
            for x in 0..<width {
                if mask.bytes[start + x] == 0 {
                    compared[x / 4] = 1
                } else {
                    actual[row * width + x] = expected[row * width + x]
                }
            }
        }
    }

    /// The same measure with one window of any size.
    private func similarityOfWhole(_ expected: PixelBuffer, _ actual: PixelBuffer, mask: PixelMask?) -> Double? {
        var one = [UInt8](repeating: 0, count: size.width)
        var other = one
        var (first, second, squares, products, count) = (0.0, 0.0, 0.0, 0.0, 0.0)
        var isEqual = true
        for y in 0..<size.height {
            luma(of: expected, row: y, count: size.width, into: &one, at: 0)
            luma(of: actual, row: y, count: size.width, into: &other, at: 0)
            for x in 0..<size.width where mask.map({ $0.bytes[y * size.width + x] == 0 }) ?? true {
                let (a, b) = (Double(one[x]), Double(other[x]))
                isEqual = isEqual && a == b
                first += a
                second += b
                squares += a * a + b * b
                products += a * b
                count += 1
            }
        }
        if isEqual { return 1 }
        let stabilisers = (0.01 * 255 * 0.01 * 255 * count, 0.03 * 255 * 0.03 * 255 * count * max(count - 1, 1))
        let energy = first * first + second * second
        let above =
            (2 * first * second + stabilisers.0) * (2 * (products * count - first * second) + stabilisers.1)
        return above / ((energy + stabilisers.0) * (squares * count - energy + stabilisers.1))
    }
}

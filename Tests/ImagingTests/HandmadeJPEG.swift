/// JPEG files written by the book (ITU-T T.81): every 8×8 block is one flat value, so that what a decoder must give is known
/// exactly.
struct HandmadeJPEG {
    /// A component: samples of its blocks, in rows, and its sampling factors.
    struct Component {
        var id: UInt8
        var horizontal = 1
        var vertical = 1
        /// The value of a block; the column and row of blocks are the component's own.
        var value: (_ column: Int, _ row: Int) -> Int
    }

    var width: Int
    var height: Int
    var components: [Component]
    var isProgressive = false
    /// The transform byte of an Adobe marker; nil for none.
    var adobe: UInt8?
    /// Segments to stand before the frame.
    var extra: [UInt8] = []
    /// How many more scans, without any coefficient, follow in a progressive file.
    var emptyScans = 0

    private func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        let length = body.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + body
    }

    /// The file.
    var bytes: [UInt8] {
        var file: [UInt8] = [0xFF, 0xD8]
        if let adobe { file += segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, adobe]) }
        file += extra
        // A quantiser of 8 makes the stored number of a flat block its value − 128: DC = 8 · (value − 128).
        file += segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
        var frame: [UInt8] = [8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
        frame.append(UInt8(components.count))
        for component in components {
            frame += [component.id, UInt8(component.horizontal << 4 | component.vertical), 0]
        }
        file += segment(isProgressive ? 0xC2 : 0xC0, frame)
        // DC: categories 0 to 8, all of four bits. AC: only the end of the block, one bit.
        file += segment(0xC4, [0x00, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + (0...8).map { UInt8($0) })
        file += segment(0xC4, [0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        var scan = [UInt8(components.count)]
        for component in components { scan += [component.id, 0] }
        file += segment(0xDA, scan + [0, isProgressive ? 0 : 63, 0])
        file += entropy
        for index in 0..<emptyScans {
            // One coefficient of the first component each time, and end-of-block for every block.
            let coefficient = UInt8(1 + index % 63)
            file += segment(0xDA, [1, components[0].id, 0, coefficient, coefficient, UInt8(index / 63)])
            file += [UInt8](repeating: 0, count: ((width + 7) / 8 * ((height + 7) / 8) + 7) / 8)
        }
        return file + [0xFF, 0xD9]
    }

    private var entropy: [UInt8] {
        var bits: [Bool] = []
        func put(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
        }
        var last = [Int](repeating: 0, count: components.count)
        let (largestX, largestY) = (
            components.map(\.horizontal).max() ?? 1, components.map(\.vertical).max() ?? 1
        )
        let columns = (width + 8 * largestX - 1) / (8 * largestX)
        let rows = (height + 8 * largestY - 1) / (8 * largestY)
        for row in 0..<rows {
            for column in 0..<columns {
                for (index, component) in components.enumerated() {
                    for y in 0..<component.vertical {
                        for x in 0..<component.horizontal {
                            let value =
                                component.value(column * component.horizontal + x, row * component.vertical + y) - 128
                            let difference = value - last[index]
                            last[index] = value
                            let category = Int.bitWidth - abs(difference).leadingZeroBitCount
                            put(category, 4)
                            put(difference >= 0 ? difference : difference + (1 << category) - 1, category)
                            if !isProgressive { put(0, 1) }
                        }
                    }
                }
            }
        }
        while bits.count % 8 != 0 { bits.append(true) }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: bits.count, by: 8) {
            let byte = bits[start..<(start + 8)].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
            bytes.append(byte)
            if byte == 0xFF { bytes.append(0) }
        }
        return bytes
    }
}

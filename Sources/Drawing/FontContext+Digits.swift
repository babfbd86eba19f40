import CPango

/// Equal widths for all digits of a script.
///
/// `tnum` is not enough: Inter 4.0 beta 7 has a narrower 4 in its bold weights, and Noto's Arabic, Persian, Burmese and
/// other digits have no such feature.
extension FontContext {
    /// What decides the width of the digits of a script.
    struct DigitKey: Hashable {
        /// The script's digit zero.
        let zero: UInt32
        let face: FontFace
        let language: String
        let referenceSize: Double
    }

    /// Gives every digit the width of the widest of its script, its glyph in the middle.
    func alignDigits(
        in layout: OpaquePointer, line: TextLine, description: OpaquePointer, referenceSize: Double
    ) throws(DrawingError) {
        let zeros = FontContext.zeros(in: line.text)
        guard !zeros.isEmpty, let set = pango_layout_get_line(layout, 0) else { return }
        var element = set.pointee.runs
        while let current = element {
            element = current.pointee.next
            guard let run = ambient_layout_run(current), let item = run.pointee.item,
                let glyphs = run.pointee.glyphs, let infos = glyphs.pointee.glyphs,
                let clusters = glyphs.pointee.log_clusters
            else { continue }
            let count = Int(glyphs.pointee.num_glyphs)
            for index in 0..<max(0, count) {
                // A digit with a mark on it, or drawn in parts, is left alone.
                if index > 0, clusters[index - 1] == clusters[index] { continue }
                if index + 1 < count, clusters[index + 1] == clusters[index] { continue }
                guard let zero = zeros[Int(item.pointee.offset) + Int(clusters[index])] else { continue }
                let key = DigitKey(
                    zero: zero, face: line.face, language: line.language, referenceSize: referenceSize)
                let width = try digitWidth(key, line: line, description: description)
                let spare = width - infos[index].geometry.width
                infos[index].geometry.width = width
                infos[index].geometry.x_offset += spare / 2
            }
        }
    }

    /// The zero of each digit's script, by the digit's place in UTF-8.
    private static func zeros(in text: String) -> [Int: UInt32] {
        var zeros: [Int: UInt32] = [:]
        var offset = 0
        for scalar in text.unicodeScalars {
            if let zero = zero(of: scalar) { zeros[offset] = zero }
            offset += UTF8.width(scalar)
        }
        return zeros
    }

    private static func zero(of scalar: Unicode.Scalar) -> UInt32? {
        guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue,
            0...9 ~= value, UInt32(value) <= scalar.value
        else { return nil }
        // Unicode keeps the ten digits of a script together, in order (The Unicode Standard, 4.6).
        return scalar.value - UInt32(value)
    }

    private func digitWidth(
        _ key: DigitKey, line: TextLine, description: OpaquePointer
    ) throws(DrawingError) -> Int32 {
        if let width = digitWidths[key] { return width }
        var widest: Int32 = 0
        for value in 0..<UInt32(10) {
            guard let digit = Unicode.Scalar(key.zero + value) else { continue }
            let layout = try makeLayout(of: TextLine(String(Character(digit)), like: line), description: description)
            defer { ambient_object_unref(UnsafeMutableRawPointer(layout)) }
            var extents = PangoRectangle()
            pango_layout_get_extents(layout, nil, &extents)
            widest = max(widest, extents.width)
        }
        digitWidths[key] = widest
        return widest
    }
}

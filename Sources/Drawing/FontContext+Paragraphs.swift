import CPango

extension FontContext {
    /// Breaks a text into lines and sets them at `referenceSize` pixels; the result is in ems.
    ///
    /// Base lines are evenly spaced whatever fonts a line needs. The first lies so that ascent and descent are centred in
    /// the first line's height.
    func outline(of shape: ParagraphShape, referenceSize: Double) throws(DrawingError) -> ParagraphOutline {
        guard let description = makeDescription(for: shape.line, size: referenceSize) else {
            throw DrawingError(.libraryFailed, "cannot describe a font to Pango")
        }
        defer { pango_font_description_free(description) }
        let layout = try makeLayout(of: shape.line, description: description)
        defer { ambient_object_unref(UnsafeMutableRawPointer(layout)) }
        let unit = Double(PANGO_SCALE) * referenceSize
        pango_layout_set_width(layout, Int32(clamping: Int((shape.width * unit).rounded())))
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        // Negative: a number of lines.
        pango_layout_set_height(layout, -Int32(clamping: shape.lineCount))
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        pango_layout_set_auto_dir(layout, 1)
        let alignments: [ParagraphStyle.Alignment: PangoAlignment] = [
            .leading: PANGO_ALIGN_LEFT, .centre: PANGO_ALIGN_CENTER, .trailing: PANGO_ALIGN_RIGHT,
        ]
        pango_layout_set_alignment(layout, alignments[shape.alignment] ?? PANGO_ALIGN_LEFT)

        var paragraph = ParagraphOutline()
        let (ascent, descent) = try extents(of: description)
        (paragraph.glyphs.ascent, paragraph.glyphs.descent) = (ascent, descent)
        paragraph.glyphs.missingGlyphs = Int(pango_layout_get_unknown_glyphs_count(layout))
        paragraph.isTruncated = pango_layout_is_ellipsized(layout) != 0
        guard let lines = pango_layout_get_iter(layout) else { return paragraph }
        defer { pango_layout_iter_free(lines) }
        let tracer = GlyphTracer(referenceSize: referenceSize)
        (paragraph.left, paragraph.right) = (shape.width, 0)
        let first = (shape.lineHeight - ascent - descent) / 2 + ascent
        repeat {
            guard let line = pango_layout_iter_get_line_readonly(lines) else { break }
            var extents = PangoRectangle()
            pango_layout_iter_get_line_extents(lines, nil, &extents)
            let baseline = first + Double(paragraph.lineCount) * shape.lineHeight
            try tracer.trace(
                line, at: SIMD2(Double(extents.x) / Double(PANGO_SCALE), baseline * referenceSize),
                into: &paragraph.glyphs)
            paragraph.left = min(paragraph.left, Double(extents.x) / unit)
            paragraph.right = max(paragraph.right, Double(Int(extents.x) + Int(extents.width)) / unit)
            paragraph.lineCount += 1
        } while paragraph.lineCount < shape.lineCount && pango_layout_iter_next_line(lines) != 0
        return paragraph
    }
}

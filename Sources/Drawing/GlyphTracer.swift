import CPango

/// Turns the glyphs of a laid-out line into paths and pictures.
struct GlyphTracer {
    /// Pixels per em of the layout.
    let referenceSize: Double

    /// Adds the glyphs of a line, and its advance; `start` is where the pen starts, in pixels of the layout.
    func trace(
        _ line: UnsafeMutablePointer<PangoLayoutLine>, at start: SIMD2<Double> = .zero, into outline: inout TextOutline
    ) throws(DrawingError) {
        // A surface without bounds: cairo leaves out glyphs further than ten ems outside of it.
        let surface = cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nil)
        defer { cairo_surface_destroy(surface) }
        let canvas = cairo_create(surface)
        defer { cairo_destroy(canvas) }

        // Pango units (1/1024 pixel), summed here in 64 bits.
        var pen = 0
        var element = line.pointee.runs
        while let current = element {
            element = current.pointee.next
            guard let run = ambient_layout_run(current), let item = run.pointee.item,
                let font = item.pointee.analysis.font, let glyphs = run.pointee.glyphs
            else { continue }
            let place = SIMD2(Double(pen + Int(run.pointee.start_x_offset)), -Double(run.pointee.y_offset))
            let origin = start + place / Double(PANGO_SCALE)
            if FontContext.isColour(font) {
                try addPicture(of: glyphs, font: font, at: origin, to: &outline)
            } else {
                cairo_new_path(canvas)
                cairo_move_to(canvas, origin.x, origin.y)
                pango_cairo_glyph_string_path(canvas, font, glyphs)
                try addPath(of: canvas, to: &outline)
            }
            pen += Int(run.pointee.start_x_offset) + Int(run.pointee.end_x_offset)
            if let infos = glyphs.pointee.glyphs {
                for index in 0..<max(0, Int(glyphs.pointee.num_glyphs)) { pen += Int(infos[index].geometry.width) }
            }
        }
        outline.advance = Double(pen) / (Double(PANGO_SCALE) * referenceSize)
    }

    private func addPath(of canvas: OpaquePointer?, to outline: inout TextOutline) throws(DrawingError) {
        guard let path = cairo_copy_path(canvas) else { return }
        defer { cairo_path_destroy(path) }
        guard path.pointee.status == CAIRO_STATUS_SUCCESS, cairo_status(canvas) == CAIRO_STATUS_SUCCESS else {
            throw DrawingError(.libraryFailed, "cairo cannot read the letters")
        }
        guard let data = path.pointee.data else { return }
        func point(_ index: Int) -> SIMD2<Double> {
            SIMD2(data[index].point.x, data[index].point.y) / referenceSize
        }
        var index = 0
        while index < Int(path.pointee.num_data) {
            let header = data[index].header
            switch header.type {
            case CAIRO_PATH_MOVE_TO: outline.steps.append(.move(point(index + 1)))
            case CAIRO_PATH_LINE_TO: outline.steps.append(.line(point(index + 1)))
            case CAIRO_PATH_CURVE_TO:
                outline.steps.append(.curve(point(index + 1), point(index + 2), point(index + 3)))
            default: outline.steps.append(.close)
            }
            index += max(1, Int(header.length))
        }
    }

    private func addPicture(
        of glyphs: UnsafeMutablePointer<PangoGlyphString>, font: UnsafeMutablePointer<PangoFont>,
        at origin: SIMD2<Double>, to outline: inout TextOutline
    ) throws(DrawingError) {
        var ink = PangoRectangle()
        pango_glyph_string_extents(glyphs, font, &ink, nil)
        pango_extents_to_pixels(&ink, nil)
        let (width, height) = (Int(ink.width) + 2, Int(ink.height) + 2)
        guard width > 2, height > 2, width <= GlyphTracer.widestPicture, height <= GlyphTracer.widestPicture else {
            return
        }
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
        defer { cairo_surface_destroy(surface) }
        let canvas = cairo_create(surface)
        defer { cairo_destroy(canvas) }
        cairo_move_to(canvas, 1 - Double(ink.x), 1 - Double(ink.y))
        pango_cairo_show_glyph_string(canvas, font, glyphs)
        cairo_surface_flush(surface)
        guard cairo_status(canvas) == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else {
            throw DrawingError(.libraryFailed, "cairo cannot draw the emoji")
        }
        // Rows of four-byte pixels have no padding.
        let bytes = Array(UnsafeBufferPointer(start: data, count: width * height * 4))
        let corner = origin + SIMD2(Double(ink.x) - 1, Double(ink.y) - 1)
        outline.pictures.append(
            TextOutline.Picture(
                width: width, height: height, bytes: bytes, origin: corner / referenceSize, scale: 1 / referenceSize))
    }

    /// A run of emoji wider than this is left out, in pixels: cairo's images end at 32767.
    private static let widestPicture = 32_000
}

extension FontContext {
    /// Whether a font's glyphs are colour pictures, which have no path.
    static func isColour(_ font: UnsafeMutablePointer<PangoFont>) -> Bool {
        guard let description = pango_font_describe(font) else { return false }
        defer { pango_font_description_free(description) }
        guard let family = pango_font_description_get_family(description) else { return false }
        return String(cString: family) == KnownFont.emojiFamily
    }
}

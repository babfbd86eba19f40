import CPango

/// Draws the colour pictures among letters, scaled by cairo.
enum PicturePainter {
    /// Pictures drawn over each other, premultiplied BGRA; `scale` and `offset` take ems to the rectangle's pixels.
    static func paint(
        _ pictures: [TextOutline.Picture], scale: Double, offset: TextOutline.Point, width: Int, height: Int
    ) throws(DrawingError) -> [UInt8] {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(clamping: width), Int32(clamping: height))
        defer { cairo_surface_destroy(surface) }
        let canvas = cairo_create(surface)
        defer { cairo_destroy(canvas) }
        for picture in pictures {
            let origin = picture.origin * scale + offset
            let factor = picture.scale * scale
            // Cairo's numbers end at 2²³; a picture so large or so far has nothing to show that is worth drawing.
            guard factor > 1e-4, factor < 1e4, max(abs(origin.x), abs(origin.y)) < 1e6 else { continue }
            var bytes = picture.bytes
            bytes.withUnsafeMutableBufferPointer { pointer in
                let source = cairo_image_surface_create_for_data(
                    pointer.baseAddress, CAIRO_FORMAT_ARGB32, Int32(picture.width), Int32(picture.height),
                    Int32(picture.width * 4))
                cairo_save(canvas)
                cairo_translate(canvas, origin.x, origin.y)
                cairo_scale(canvas, factor, factor)
                cairo_set_source_surface(canvas, source, 0, 0)
                cairo_pattern_set_filter(cairo_get_source(canvas), CAIRO_FILTER_GOOD)
                cairo_paint(canvas)
                cairo_restore(canvas)
                // The canvas lets go of the bytes before they go away.
                cairo_set_source_rgba(canvas, 0, 0, 0, 0)
                cairo_surface_finish(source)
                cairo_surface_destroy(source)
            }
        }
        cairo_surface_flush(surface)
        guard cairo_status(canvas) == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else {
            throw DrawingError(
                .libraryFailed, "cairo cannot draw: \(String(cString: cairo_status_to_string(cairo_status(canvas))))")
        }
        // Rows of four-byte pixels have no padding.
        return Array(UnsafeBufferPointer(start: data, count: width * height * 4))
    }
}

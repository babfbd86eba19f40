import CPango
import FrameCore

/// Fills paths and draws pictures into pixels, with cairo's exact-integer scan converter; no shared state.
enum OutlineRasteriser {
    typealias Point = TextOutline.Point

    /// How much of each pixel a path covers, 0…255, by the nonzero winding rule; rows without padding.
    ///
    /// `steps` are in the rectangle's own pixels: (0, 0) is its top left corner.
    static func coverage(
        of steps: [TextOutline.Step], width: Int, height: Int
    ) throws(DrawingError) -> [UInt8] {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height))
        defer { cairo_surface_destroy(surface) }
        let canvas = cairo_create(surface)
        defer { cairo_destroy(canvas) }
        cairo_set_antialias(canvas, CAIRO_ANTIALIAS_GRAY)
        cairo_set_tolerance(canvas, tolerance)
        for step in fitting(steps, width: width, height: height) {
            switch step {
            case .move(let point): cairo_move_to(canvas, point.x, point.y)
            case .line(let point): cairo_line_to(canvas, point.x, point.y)
            case .curve(let a, let b, let c): cairo_curve_to(canvas, a.x, a.y, b.x, b.y, c.x, c.y)
            case .close: cairo_close_path(canvas)
            }
        }
        cairo_fill(canvas)
        return try pixels(of: surface, canvas, width: width, height: height, bytesPerPixel: 1)
    }

    /// Pictures drawn over each other, premultiplied BGRA; `scale` and `offset` take ems to the rectangle's pixels.
    static func paint(
        _ pictures: [TextOutline.Picture], scale: Double, offset: Point, width: Int, height: Int
    ) throws(DrawingError) -> [UInt8] {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
        defer { cairo_surface_destroy(surface) }
        let canvas = cairo_create(surface)
        defer { cairo_destroy(canvas) }
        for picture in pictures {
            let origin = picture.origin * scale + offset
            let factor = picture.scale * scale
            // Cairo's numbers end at 2²³; a picture so large or so far has nothing to show that is worth drawing.
            guard factor > 1e-4, factor < 1e4, Swift.max(abs(origin.x), abs(origin.y)) < 1e6 else { continue }
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
        return try pixels(of: surface, canvas, width: width, height: height, bytesPerPixel: 4)
    }

    /// Cairo's curves may stray this far, in pixels.
    private static let tolerance = 0.05
    /// Beyond this cairo's fixed-point coordinates are not trusted, in pixels.
    private static let farthest = 100_000.0

    private static func fitting(_ steps: [TextOutline.Step], width: Int, height: Int) -> [TextOutline.Step] {
        let outline = TextOutline(steps: steps)
        guard let bounds = outline.bounds, bounds.low.min() < -farthest || bounds.high.max() > farthest else {
            return steps
        }
        let margin = Point(repeating: 2)
        return OutlineClipper(low: -margin, high: Point(Double(width), Double(height)) + margin).clip(steps)
    }

    private static func pixels(
        of surface: OpaquePointer?, _ canvas: OpaquePointer?, width: Int, height: Int, bytesPerPixel: Int
    ) throws(DrawingError) -> [UInt8] {
        cairo_surface_flush(surface)
        guard cairo_status(canvas) == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else {
            throw DrawingError(
                .libraryFailed, "cairo cannot draw: \(String(cString: cairo_status_to_string(cairo_status(canvas))))")
        }
        let stride = Int(cairo_image_surface_get_stride(surface))
        let rowBytes = width * bytesPerPixel
        var bytes: [UInt8] = []
        bytes.reserveCapacity(rowBytes * height)
        for row in 0..<height {
            bytes.append(contentsOf: UnsafeBufferPointer(start: data + row * stride, count: rowBytes))
        }
        return bytes
    }
}

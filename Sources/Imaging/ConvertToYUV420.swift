import CPixel
public import FrameCore

/// Converts a frame to BT.709 limited range Y'CbCr 4:2:0, left-sited, in exact integers with one rounding.
///
/// Chroma weighs the columns 2x − 1, 2x, 2x + 1 by 1, 2, 1 (the left edge repeats) and takes the mean of two rows. A
/// last odd column or row of the frame is left out. Alpha is ignored: frames are opaque.
///
/// Strides are in bytes from one row of a plane to the next. Throws `ImagingError` (`buffer`) if a plane cannot hold
/// its rows: width × height luma samples, half as many across and down for chroma.
public func convertToYUV420(
    _ frame: PixelBuffer, luma: UnsafeMutableRawBufferPointer, lumaStride: Int, cb: UnsafeMutableRawBufferPointer,
    cbStride: Int, cr: UnsafeMutableRawBufferPointer, crStride: Int
) throws(ImagingError) {
    try convertToYUV420(
        frame, luma: luma, lumaStride: lumaStride, cb: cb, cbStride: cbStride, cr: cr, crStride: crStride,
        version: .fastest)
}

package func convertToYUV420(
    _ frame: PixelBuffer, luma: UnsafeMutableRawBufferPointer, lumaStride: Int, cb: UnsafeMutableRawBufferPointer,
    cbStride: Int, cr: UnsafeMutableRawBufferPointer, crStride: Int, version: PixelKernels.Version
) throws(ImagingError) {
    let (width, height) = (frame.width & ~1, frame.height & ~1)
    guard width > 0, height > 0 else { return }
    let lumaStart = try plane(luma, stride: lumaStride, width: width, height: height)
    let cbStart = try plane(cb, stride: cbStride, width: width / 2, height: height / 2)
    let crStart = try plane(cr, stride: crStride, width: width / 2, height: height / 2)
    let bytesPerRow = frame.bytesPerRow
    frame.withBytes { bytes in
        guard let source = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
        for pair in 0..<(height / 2) {
            let upper = source + 2 * pair * bytesPerRow
            let upperLuma = lumaStart + 2 * pair * lumaStride
            pixel_bgra_to_420(
                upper, upper + bytesPerRow, Int32(width), upperLuma, upperLuma + lumaStride,
                cbStart + pair * cbStride, crStart + pair * crStride, version.isPlain)
        }
    }
}

/// The first sample of a plane that is large enough.
private func plane(
    _ bytes: UnsafeMutableRawBufferPointer, stride: Int, width: Int, height: Int
) throws(ImagingError) -> UnsafeMutablePointer<UInt8> {
    let (needed, overflow) = stride.multipliedReportingOverflow(by: height - 1)
    guard
        stride >= width, !overflow, bytes.count >= width, needed <= bytes.count - width,
        let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
    else {
        throw ImagingError(
            .buffer, "a plane of \(bytes.count) bytes with stride \(stride) cannot hold \(width)x\(height) samples")
    }
    return start
}

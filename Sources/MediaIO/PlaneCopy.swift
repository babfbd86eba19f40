import CFFmpeg
import FrameCore

/// Copies the samples of a Y'CbCr or grey frame into planes without padding.
struct PlaneCopy {
    let frame: UnsafeMutablePointer<AVFrame>
    let layout: UnsafePointer<AVPixFmtDescriptor>
    let size: PixelSize

    /// All planes, 8 bits or more; alpha is left out.
    func samples() -> VideoImage.Samples {
        let depth = Int(layout.pointee.comp.0.depth)
        let planes = layout.pointee.nb_components < 3 ? 1 : 3
        if depth == 8 {
            return .planar8((0..<planes).map(bytes))
        }
        return .planar16((0..<planes).map(words), bitDepth: depth)
    }

    private func component(_ index: Int) -> AVComponentDescriptor {
        switch index {
        case 0: layout.pointee.comp.0
        case 1: layout.pointee.comp.1
        default: layout.pointee.comp.2
        }
    }

    private func planeSize(_ index: Int) -> PixelSize {
        guard index > 0 else { return size }
        let (x, y) = (Int(layout.pointee.log2_chroma_w), Int(layout.pointee.log2_chroma_h))
        return PixelSize((size.width + (1 << x) - 1) >> x, (size.height + (1 << y) - 1) >> y)
    }

    private func plane(_ index: Int32) -> (data: UnsafeMutablePointer<UInt8>?, stride: Int) {
        switch index {
        case 0: (frame.pointee.data.0, Int(frame.pointee.linesize.0))
        case 1: (frame.pointee.data.1, Int(frame.pointee.linesize.1))
        case 2: (frame.pointee.data.2, Int(frame.pointee.linesize.2))
        default: (frame.pointee.data.3, Int(frame.pointee.linesize.3))
        }
    }

    private func bytes(_ index: Int) -> [UInt8] {
        let (component, size) = (component(index), planeSize(index))
        let (data, stride) = plane(component.plane)
        if component.step == 1 {
            return Self.rows(data, stride: stride, bytesPerRow: size.width, rows: size.height)
        }
        return readSamples(index, size).map { UInt8(truncatingIfNeeded: $0) }
    }

    private func words(_ index: Int) -> [UInt16] {
        let (component, size) = (component(index), planeSize(index))
        let (data, stride) = plane(component.plane)
        let isBigEndian = layout.pointee.flags & UInt64(AV_PIX_FMT_FLAG_BE) != 0
        guard component.step == 2, component.shift == 0, !isBigEndian, let data else {
            return readSamples(index, size)
        }
        return [UInt16](unsafeUninitializedCapacity: size.area) { target, count in
            for row in 0..<size.height {
                UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(target)[(row * size.width * 2)...]
                )
                .copyMemory(from: UnsafeRawBufferPointer(start: data + row * stride, count: size.width * 2))
            }
            count = size.area
        }
    }

    /// Rows without their padding; zeros where the frame has no such plane.
    static func rows(_ data: UnsafeMutablePointer<UInt8>?, stride: Int, bytesPerRow: Int, rows: Int) -> [UInt8] {
        guard let data else { return [UInt8](repeating: 0, count: bytesPerRow * rows) }
        return [UInt8](unsafeUninitializedCapacity: bytesPerRow * rows) { target, count in
            if let start = target.baseAddress {
                for row in 0..<rows {
                    (start + row * bytesPerRow).initialize(from: data + row * stride, count: bytesPerRow)
                }
            }
            count = bytesPerRow * rows
        }
    }

    /// Samples that share a plane with others, or are shifted or big-endian: one by one, as the layout says.
    private func readSamples(_ index: Int, _ size: PixelSize) -> [UInt16] {
        // libav writes elements of 2 or of 4 bytes, whatever their depth.
        let elementSize = Int32(MemoryLayout<UInt16>.size)
        var samples = [UInt16](repeating: 0, count: size.area)
        var data = (
            UnsafePointer(frame.pointee.data.0), UnsafePointer(frame.pointee.data.1),
            UnsafePointer(frame.pointee.data.2), UnsafePointer(frame.pointee.data.3)
        )
        var strides = (
            frame.pointee.linesize.0, frame.pointee.linesize.1, frame.pointee.linesize.2, frame.pointee.linesize.3
        )
        samples.withUnsafeMutableBufferPointer { target in
            guard let start = target.baseAddress else { return }
            withUnsafeMutablePointer(to: &data) { data in
                data.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 4) { data in
                    withUnsafeMutablePointer(to: &strides) { strides in
                        strides.withMemoryRebound(to: Int32.self, capacity: 4) { strides in
                            for row in 0..<size.height {
                                av_read_image_line2(
                                    start + row * size.width, data, strides, layout, 0, Int32(row), Int32(index),
                                    Int32(size.width), 0, elementSize)
                            }
                        }
                    }
                }
            }
        }
        return samples
    }
}

/// What generated code reads during one pass; the same for all threads.
final class ShaderCall: @unchecked Sendable {
    let frame: Frame
    /// See `FrameLayout`.
    let fields: UnsafeMutableRawPointer
    /// One word for each uniform value.
    let uniforms: UnsafeMutableRawPointer
    /// See `TextureLayout`.
    let textures: UnsafeMutableRawPointer
    private let uvX: UnsafeMutablePointer<Float>
    private let uvY: UnsafeMutablePointer<Float>
    private let dummy: UnsafeMutablePointer<UInt32>

    /// `loopLimit` is that of a tile, after which generated code gives up; at most the frame's.
    init(plan: Plan, frame: Frame, hasBelow: Bool, loopLimit: Int, workLimit: Int32) {
        self.frame = frame
        let machine = Machine(plan, frame)
        uniforms = .allocate(byteCount: max(1, plan.uniformCount) * 4, alignment: 64)
        for index in 0..<plan.uniformCount {
            uniforms.storeBytes(of: machine.memory[index][0], toByteOffset: index * 4, as: Int32.self)
        }
        // Tiles at the right and lower edge look at coordinates beyond it.
        let (columns, rows) = (frame.width + 64, frame.height + 8)
        uvX = .allocate(capacity: columns)
        uvY = .allocate(capacity: rows)
        let (width, height) = (Float(frame.width), Float(frame.height))
        for column in 0..<columns { uvX[column] = (Float(column) + 0.5) / width }
        for row in 0..<rows { uvY[row] = (Float(frame.height - 1 - row) + 0.5) / height }
        dummy = .allocate(capacity: 1)
        dummy.initialize(to: 0)
        textures = .allocate(byteCount: max(1, frame.textures.count) * TextureLayout.size, alignment: 64)
        for (index, view) in frame.textures.enumerated() {
            let start = textures + index * TextureLayout.size
            start.storeBytes(
                of: view.isEmpty ? UnsafeRawPointer(dummy) : view.texels, toByteOffset: TextureLayout.texels,
                as: UnsafeRawPointer?.self)
            func store(_ value: Int, _ offset: Int) {
                start.storeBytes(of: Int32(clamping: value), toByteOffset: offset, as: Int32.self)
            }
            store(view.width, TextureLayout.width)
            store(view.height, TextureLayout.height)
            store(view.isEmpty ? 1 : view.width, TextureLayout.safeWidth)
            store(view.isEmpty ? 1 : view.height, TextureLayout.safeHeight)
            store(view.isEmpty ? 1 : 0, TextureLayout.isEmpty)
        }
        fields = .allocate(byteCount: FrameLayout.size, alignment: 64)
        fields.storeBytes(of: Int64(frame.width * 4), toByteOffset: FrameLayout.bytesPerRow, as: Int64.self)
        fields.storeBytes(of: UnsafeRawPointer(uvX), toByteOffset: FrameLayout.uvX, as: UnsafeRawPointer.self)
        fields.storeBytes(of: UnsafeRawPointer(uvY), toByteOffset: FrameLayout.uvY, as: UnsafeRawPointer.self)
        func store(_ value: Int32, _ offset: Int) {
            fields.storeBytes(of: value, toByteOffset: offset, as: Int32.self)
        }
        store(Int32(clamping: frame.width), FrameLayout.width)
        store(Int32(clamping: frame.height), FrameLayout.height)
        store(Int32(clamping: max(0, loopLimit)), FrameLayout.loopLimit)
        store(workLimit, FrameLayout.workLimit)
        store(hasBelow ? 1 : 0, FrameLayout.hasBelow)
        store(0, FrameLayout.firstColumn)
        store(0, FrameLayout.firstRow)
    }

    /// A copy of the fields for pixels in other memory.
    func fields(firstColumn: Int32, firstRow: Int32, bytesPerRow: Int) -> [UInt64] {
        var copy = [UInt64](repeating: 0, count: FrameLayout.size / 8)
        copy.withUnsafeMutableBytes { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(start: fields, count: FrameLayout.size))
            bytes.storeBytes(of: Int64(bytesPerRow), toByteOffset: FrameLayout.bytesPerRow, as: Int64.self)
            bytes.storeBytes(of: firstColumn, toByteOffset: FrameLayout.firstColumn, as: Int32.self)
            bytes.storeBytes(of: firstRow, toByteOffset: FrameLayout.firstRow, as: Int32.self)
        }
        return copy
    }

    deinit {
        fields.deallocate()
        textures.deallocate()
        dummy.deallocate()
        uvY.deallocate()
        uvX.deallocate()
        uniforms.deallocate()
    }
}

import ShaderIR

/// Steps that move values.
extension Machine {
    @inline(__always) func forEachChunk(_ body: (Int) -> Void) {
        for run in 0..<runCount {
            for chunk in runs[run].start..<runs[run].start &+ runs[run].count { body(chunk) }
        }
    }

    /// Fills a value, which may be uniform or not: the prologue has one chunk.
    func fill(_ step: Step, _ value: Words) {
        let target = memory + Int(step.target)
        forEachChunk { target[$0] = value }
    }

    /// Stores `a` for the live lanes.
    func store(_ step: Step) {
        let target = memory + Int(step.target)
        let source = memory + Int(step.a.offset)
        let stride = Int(step.a.stride)
        if isFull {
            forEachChunk { target[$0] = source[$0 &* stride] }
        } else {
            let live = lanes(of: .live)
            forEachChunk { chunk in
                let mask = live[chunk]
                target[chunk] = (source[chunk &* stride] & mask) | (target[chunk] & ~mask)
            }
        }
    }

    // MARK: - Inputs

    func input(_ step: Step) {
        guard let input = Input(rawValue: UInt8(truncatingIfNeeded: step.immediate)) else { return }
        let target = memory + Int(step.target)
        if !input.isVarying {
            fill(step, Words(repeating: Int32(bitPattern: uniform(input).bitPattern)))
            return
        }
        // Whole numbers below 2²⁴: the sums are exact.
        let columns = Floats(lowHalf: SIMD8(0, 1, 2, 3, 4, 5, 6, 7), highHalf: SIMD8(0, 1, 2, 3, 4, 5, 6, 7))
        let half = Floats(repeating: 0.5)
        let height = Float(frame.height)
        func pair(_ upper: Float, _ lower: Float) -> Floats {
            Floats(lowHalf: SIMD8(repeating: upper), highHalf: SIMD8(repeating: lower))
        }
        func each(_ body: (Floats) -> Floats) {
            forEachChunk { chunk in
                let x = Floats(repeating: Float(column &+ chunk &* 8)) + columns + half
                target[chunk] = unsafeBitCast(body(x), to: Words.self)
            }
        }
        switch input {
        case .uvX:
            let width = Floats(repeating: Float(frame.width))
            each { $0 / width }
        case .positionX: each { $0 }
        case .uvY:
            let rows = pair(Float(frame.height - 1 - row), Float(frame.height - 2 - row))
            let values = (rows + half) / Floats(repeating: height)
            each { _ in values }
        default:
            let values = pair(Float(row), Float(row + 1)) + half
            each { _ in values }
        }
    }

    private func uniform(_ input: Input) -> Float {
        switch input {
        case .time: frame.uniforms.time
        case .resolutionX: frame.uniforms.resolution.x
        case .resolutionY: frame.uniforms.resolution.y
        case .paramX: frame.uniforms.params.x
        case .paramY: frame.uniforms.params.y
        case .paramZ: frame.uniforms.params.z
        case .paramW: frame.uniforms.params.w
        case .sensitivity: frame.uniforms.sensitivity
        case .uvX, .uvY, .positionX, .positionY: 0
        }
    }

    // MARK: - Arrays and tables

    @inline(__always) private func clamp(_ index: Int32, _ count: Int32) -> Int {
        Int(min(max(index, 0), count - 1))
    }

    func element(_ step: Step) {
        let target = memory + Int(step.target)
        let array = memory + Int(step.immediate)
        let index = memory + Int(step.a.offset)
        let chunks = plan.chunkCount
        if step.a.stride == 0 {
            let row = array + clamp(index[0][0], step.count) * chunks
            forEachChunk { target[$0] = row[$0] }
            return
        }
        let words = UnsafeRawPointer(array).assumingMemoryBound(to: Int32.self)
        forEachChunk { chunk in
            let indices = index[chunk]
            var values = Words.zero
            for lane in 0..<16 { values[lane] = words[(clamp(indices[lane], step.count) * chunks + chunk) * 16 + lane] }
            target[chunk] = values
        }
    }

    func storeElement(_ step: Step) {
        let array = memory + Int(step.immediate)
        let index = memory + Int(step.a.offset)
        let source = memory + Int(step.b.offset)
        let chunks = plan.chunkCount
        let live = lanes(of: .live)
        let words = UnsafeMutableRawPointer(array).assumingMemoryBound(to: Int32.self)
        forEachChunk { chunk in
            let mask = live[chunk]
            let indices = index[chunk &* Int(step.a.stride)]
            let values = source[chunk &* Int(step.b.stride)]
            if step.a.stride == 0 {
                let row = array + clamp(indices[0], step.count) * chunks
                row[chunk] = (values & mask) | (row[chunk] & ~mask)
            } else {
                for lane in 0..<16 where mask[lane] != 0 {
                    words[(clamp(indices[lane], step.count) * chunks + chunk) * 16 + lane] = values[lane]
                }
            }
        }
    }

    func tableElement(_ step: Step) {
        let target = memory + Int(step.target)
        let index = memory + Int(step.a.offset)
        let words = UnsafeRawPointer(memory).assumingMemoryBound(to: Int32.self) + Int(step.immediate)
        forEachChunk { chunk in
            let indices = index[chunk &* Int(step.a.stride)]
            var values = Words.zero
            for lane in 0..<16 { values[lane] = words[clamp(indices[lane], step.count)] }
            target[chunk] = values
        }
    }
}

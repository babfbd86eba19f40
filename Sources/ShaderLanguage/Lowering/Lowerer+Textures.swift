import ShaderIR

extension Lowerer {
    /// The results of a texture function.
    mutating func texture(_ expression: TypedExpression) throws(LoweringFailure) -> [ValueID] {
        let scalar = expression.type.element ?? .float
        switch expression.kind {
        case .textureSize(let base, let axis):
            guard case .texture(let index)? = try opaque(base) else { return zeros(expression.type) }
            return [emitter.textureSize(index, axis: axis)]
        case .read(let base, let coordinates):
            let position = try value(coordinates)
            guard case .texture(let index)? = try opaque(base) else { return zeros(expression.type) }
            let y = position.count > 1 ? position[1] : emitter.int(0)
            return emitter.fetch(.read, texture: index, x: position[0], y: y).map { emitter.wrap($0, scalar) }
        case .sample(let base, let samplerExpression, let coordinates, let offset):
            var position = try value(coordinates)
            var sampler = Sampler()
            if case .sampler(let found)? = try opaque(samplerExpression) { sampler = found }
            guard case .texture(let index)? = try opaque(base) else { return zeros(expression.type) }
            if let offset {
                let texels = try value(offset)
                for axis in position.indices where axis < texels.count {
                    position[axis] = moved(position[axis], texels[axis], index, axis, sampler)
                }
            }
            // A texture of one dimension is one row, read in its middle.
            let y = position.count > 1 ? position[1] : emitter.float(0.5)
            let texel = emitter.fetch(.sample(sampler), texture: index, x: position[0], y: y)
            return texel.map { emitter.wrap($0, scalar) }
        case .gather(let base, let sampler, let coordinates, let offset, let component):
            return try gather(base, sampler, coordinates, offset, component, scalar)
        default: return []
        }
    }

    /// One component of the four texels between which a coordinate lies: (0, 1), (1, 1), (1, 0), (0, 0) from the lower
    /// column and row.
    private mutating func gather(
        _ base: TypedExpression, _ samplerExpression: TypedExpression, _ coordinates: TypedExpression,
        _ offset: TypedExpression?, _ component: Int, _ scalar: Scalar
    ) throws(LoweringFailure) -> [ValueID] {
        let position = try value(coordinates)
        var sampler = Sampler()
        if case .sampler(let found)? = try opaque(samplerExpression) { sampler = found }
        guard case .texture(let index)? = try opaque(base), position.count == 2 else {
            return Array(repeating: emitter.float(0), count: 4)
        }
        sampler.magnification = .nearest
        sampler.minification = .nearest
        let texels = try offset.map { (offset) throws(LoweringFailure) in try value(offset) }
        // The centres of the texels at both sides, in each direction.
        var centres: [[ValueID]] = []
        for axis in 0..<2 {
            let length = emitter.textureSize(index, axis: axis)
            let size = emitter.apply(.signedToFloat, length)
            let half = emitter.float(0.5)
            let one = emitter.float(1)
            var place = sampler.isNormalized ? emitter.multiply(position[axis], size) : position[axis]
            place = emitter.subtract(place, half)
            place = emitter.apply(.floor, place)
            if let texels, axis < texels.count {
                let distance = emitter.apply(.signedToFloat, texels[axis])
                place = emitter.add(place, distance)
            }
            var centre = emitter.add(place, half)
            var pair: [ValueID] = []
            for _ in 0..<2 {
                pair.append(sampler.isNormalized ? emitter.divide(centre, size) : centre)
                centre = emitter.add(centre, one)
            }
            centres.append(pair)
        }
        var result: [ValueID] = []
        for (x, y) in [(0, 1), (1, 1), (1, 0), (0, 0)] {
            let texel = emitter.fetch(.sample(sampler), texture: index, x: centres[0][x], y: centres[1][y])
            result.append(emitter.wrap(texel[component], scalar))
        }
        return result
    }

    /// A coordinate moved by whole texels: x + n, or x + n / size when coordinates are normalised.
    private mutating func moved(
        _ coordinate: ValueID, _ texels: ValueID, _ texture: Int, _ axis: Int, _ sampler: Sampler
    ) -> ValueID {
        if emitter.constantBits(texels) == 0 { return coordinate }
        let distance = emitter.apply(.signedToFloat, texels)
        guard sampler.isNormalized else { return emitter.add(coordinate, distance) }
        let size = emitter.textureSize(texture, axis: axis)
        let length = emitter.apply(.signedToFloat, size)
        let fraction = emitter.divide(distance, length)
        return emitter.add(coordinate, fraction)
    }
}

import ShaderExecution
import ShaderIR

/// Texture reads, one at a time.
enum ReferenceTexture {
    /// The bits of red, green, blue and alpha at coordinates.
    static func fetch(_ kind: Fetch.Kind, _ texture: Texture?, _ x: UInt32, _ y: UInt32) -> [UInt32] {
        guard let texture, texture.width > 0, texture.height > 0 else { return [0, 0, 0, 0] }
        switch kind {
        case .read:
            let isInside = x < UInt32(texture.width) && y < UInt32(texture.height)
            let colour = isInside ? texel(texture, Int(x), Int(y)) : outside(texture, nil)
            return colour.map(\.bitPattern)
        case .sample(let sampler):
            return sample(texture, sampler, Float(bitPattern: x), Float(bitPattern: y)).map(\.bitPattern)
        }
    }

    private static func texel(_ texture: Texture, _ x: Int, _ y: Int) -> [Float] {
        switch texture.contents {
        case .bgra8(let pixels):
            guard let pixel = pixels.pixel(x: x, y: y) else { return [0, 0, 0, 0] }
            return [pixel[2], pixel[1], pixel[0], pixel[3]].map { Float($0) / 255 }
        case .red32Float(let numbers, let width, _):
            let index = y * width + x
            return [index < numbers.count ? numbers[index] : 0, 0, 0, 1]
        }
    }

    /// What lies around a texture; nil is what a read finds there, which is nothing in any channel.
    private static func outside(_ texture: Texture, _ border: Sampler.Border?) -> [Float] {
        guard let border else { return [0, 0, 0, 0] }
        var colour: [Float]
        switch border {
        case .transparentBlack: colour = [0, 0, 0, 0]
        case .opaqueBlack: colour = [0, 0, 0, 1]
        case .opaqueWhite: colour = [1, 1, 1, 1]
        }
        // A format of one channel has neither green nor blue, and its alpha is 1.
        if case .red32Float = texture.contents { colour = [colour[0], 0, 0, 1] }
        return colour
    }

    private static func sample(_ texture: Texture, _ sampler: Sampler, _ x: Float, _ y: Float) -> [Float] {
        let isLinear = sampler.magnification == .linear
        let column = place(x, texture.width, sampler, isLinear)
        let row = place(y, texture.height, sampler, isLinear)
        func colour(_ x: Int, _ y: Int) -> [Float] {
            let (s, t) = (
                resolve(x, texture.width, sampler.addressS), resolve(y, texture.height, sampler.addressT)
            )
            // Across comes first: its border is the one that shows in the corners.
            guard let s else { return border(texture, sampler, sampler.addressS) }
            guard let t else { return border(texture, sampler, sampler.addressT) }
            return texel(texture, s, t)
        }
        let first = colour(column.index, row.index)
        guard isLinear else { return first }
        let (second, third) = (colour(column.index + 1, row.index), colour(column.index, row.index + 1))
        let fourth = colour(column.index + 1, row.index + 1)
        return (0..<4).map { channel in
            let upper = first[channel] + (second[channel] - first[channel]) * column.fraction
            let lower = third[channel] + (fourth[channel] - third[channel]) * column.fraction
            return upper + (lower - upper) * row.fraction
        }
    }

    private static func border(_ texture: Texture, _ sampler: Sampler, _ mode: Sampler.Address) -> [Float] {
        outside(texture, mode == .clampToBorder ? sampler.border : .transparentBlack)
    }

    /// The texel at or before a coordinate and how far beyond its centre the coordinate lies.
    private static func place(_ coordinate: Float, _ count: Int, _ sampler: Sampler, _ isLinear: Bool) -> (
        index: Int, fraction: Float
    ) {
        var place = sampler.isNormalized ? coordinate * Float(count) : coordinate
        if isLinear { place -= 0.5 }
        let whole = place.rounded(.down)
        let rest = place - whole
        let index = whole.isNaN ? 0 : Int(min(max(whole, -1_073_741_824), 1_073_741_824))
        return (index, rest >= 0 && rest < 1 ? rest : 0)
    }

    /// The texel that an index means; nil where the border counts.
    private static func resolve(_ index: Int, _ count: Int, _ mode: Sampler.Address) -> Int? {
        if index >= 0, index < count { return index }
        func modulo(_ period: Int) -> Int { (index % period + period) % period }
        switch mode {
        case .clampToEdge: return min(max(index, 0), count - 1)
        case .repeats: return modulo(count)
        case .mirroredRepeat: return min(modulo(2 * count), 2 * count - 1 - modulo(2 * count))
        case .clampToZero, .clampToBorder: return nil
        }
    }
}

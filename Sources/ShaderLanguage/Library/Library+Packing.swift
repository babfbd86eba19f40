import ShaderIR

extension Library {
    /// How numbers from 0 or −1 to 1 lie in the bits of a whole number: the bits of each, from the lowest on.
    private struct Format {
        var name: String
        var sizes: [Int]
        var isSigned = false
        /// The colours follow the sRGB curve.
        var isCurved = false
        var packed = Scalar.uint
    }

    private static let formats = [
        Format(name: "unorm4x8", sizes: [8, 8, 8, 8]),
        Format(name: "snorm4x8", sizes: [8, 8, 8, 8], isSigned: true),
        Format(name: "unorm2x16", sizes: [16, 16]),
        Format(name: "snorm2x16", sizes: [16, 16], isSigned: true),
        Format(name: "unorm10a2", sizes: [10, 10, 10, 2]),
        Format(name: "unorm565", sizes: [5, 6, 5], packed: .ushort),
        Format(name: "unorm4x8_srgb", sizes: [8, 8, 8, 8], isCurved: true),
    ]

    /// Functions between vectors and the whole numbers that hold them.
    static let packing: [LibraryFunction] = formats.flatMap { format in
        [Scalar.float, .half].flatMap { scalar in [pack(format, scalar), unpack(format, scalar)] }
    }

    private static func pack(_ format: Format, _ scalar: Scalar) -> LibraryFunction {
        let type = Type.vector(scalar, format.sizes.count)
        // `pack_float_to_srgb_unorm4x8`, but `unpack_unorm4x8_srgb_to_float`.
        let name = format.isCurved ? "srgb_unorm4x8" : format.name
        let range = format.isSigned ? "clamp(x, −1, 1)" : "clamp(x, 0, 1)"
        return .whole(
            "pack_\(scalar.name)_to_\(name)", .only(type), [.same],
            "\(format.isCurved ? "along the sRGB curve, " : "")rint(\(range)·\(steps(format))), the first lowest",
            result: .fixed(.scalar(format.packed))
        ) { e, x, _ in
            var start = 0
            var whole: ValueID?
            for (component, size) in zip(x[0], format.sizes) {
                let low = e.float(format.isSigned ? -1 : 0)
                let high = e.float(1)
                var value = e.clamp(component, low, high)
                if format.isCurved, start < 24 { value = encoded(&e, value) }
                let scale = e.float(scale(size, format.isSigned))
                let scaled = e.multiply(value, scale)
                let rounded = e.apply(.roundEven, scaled)
                let number = e.apply(format.isSigned ? .floatToSigned : .floatToUnsigned, rounded)
                let mask = e.int((1 << size) - 1)
                let bits = e.apply(.bitAnd, number, mask)
                let places = e.int(start)
                let moved = start == 0 ? bits : e.apply(.shiftLeft, bits, places)
                whole = whole.map { e.apply(.bitOr, $0, moved) } ?? moved
                start += size
            }
            return [whole ?? e.int(0)]
        }
    }

    private static func unpack(_ format: Format, _ scalar: Scalar) -> LibraryFunction {
        let type = Type.vector(scalar, format.sizes.count)
        let meaning = "n / \(steps(format)) of each part\(format.isSigned ? ", not below −1" : "")"
        return .whole(
            "unpack_\(format.name)_to_\(scalar.name)", .only(.scalar(format.packed)), [.same],
            meaning + (format.isCurved ? ", back along the sRGB curve" : ""), result: .fixed(type)
        ) { e, x, _ in
            var start = 0
            return format.sizes.map { size in
                let up = e.int(32 - start - size)
                let raised = e.apply(.shiftLeft, x[0][0], up)
                let down = e.int(32 - size)
                let part = e.apply(format.isSigned ? .shiftRightArithmetic : .shiftRightLogical, raised, down)
                let number = e.apply(format.isSigned ? .signedToFloat : .unsignedToFloat, part)
                let scale = e.float(scale(size, format.isSigned))
                var value = e.divide(number, scale)
                if format.isSigned {
                    let low = e.float(-1)
                    value = e.apply(.maximumFloat, value, low)
                }
                if format.isCurved, start < 24 { value = decoded(&e, value) }
                start += size
                return value
            }
        }
    }

    private static func scale(_ size: Int, _ isSigned: Bool) -> Float {
        Float((1 << (isSigned ? size - 1 : size)) - 1)
    }

    private static func steps(_ format: Format) -> String {
        Set(format.sizes).sorted(by: >).map { "\(Int(scale($0, format.isSigned)))" }.joined(separator: " or ")
    }

    /// IEC 61966-2-1, linear to encoded.
    private static func encoded(_ e: inout Emitter, _ value: ValueID) -> ValueID {
        let slope = e.float(12.92)
        let straight = e.multiply(value, slope)
        let exponent = e.float(1 / 2.4)
        let power = e.apply(.powFloat, value, exponent)
        let gain = e.float(1.055)
        let scaled = e.multiply(power, gain)
        let shift = e.float(0.055)
        let curved = e.subtract(scaled, shift)
        let limit = e.float(0.0031308)
        let isLow = e.apply(.lessEqualFloat, value, limit)
        return e.select(isLow, straight, curved)
    }

    /// IEC 61966-2-1, encoded to linear.
    private static func decoded(_ e: inout Emitter, _ value: ValueID) -> ValueID {
        let slope = e.float(12.92)
        let straight = e.divide(value, slope)
        let shift = e.float(0.055)
        let raised = e.add(value, shift)
        let gain = e.float(1.055)
        let scaled = e.divide(raised, gain)
        let exponent = e.float(2.4)
        let curved = e.apply(.powFloat, scaled, exponent)
        let limit = e.float(0.04045)
        let isLow = e.apply(.lessEqualFloat, value, limit)
        return e.select(isLow, straight, curved)
    }
}

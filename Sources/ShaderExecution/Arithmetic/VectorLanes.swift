/// The interpreter's lanes: what the elementary functions run on.
///
/// Eight lanes leave room for the intermediate values in the sixteen registers of plain x86-64.
struct VectorLanes: FloatLanes {
    /// How many lanes there are.
    static let count = 8
    typealias Vector = SIMD8<Float>

    var vector: Vector

    @inline(__always) init(_ vector: Vector) { self.vector = vector }

    @inline(__always) static func + (a: Self, b: Self) -> Self { Self(a.vector + b.vector) }
    @inline(__always) static func - (a: Self, b: Self) -> Self { Self(a.vector - b.vector) }
    @inline(__always) static func * (a: Self, b: Self) -> Self { Self(a.vector * b.vector) }
    @inline(__always) static func / (a: Self, b: Self) -> Self { Self(a.vector / b.vector) }
    @inline(__always) func squareRoot() -> Self { Self(vector.squareRoot()) }
    @inline(__always) static func .< (a: Self, b: Self) -> Mask { Mask(a.vector .< b.vector) }
    @inline(__always) static func .<= (a: Self, b: Self) -> Mask { Mask(a.vector .<= b.vector) }
    @inline(__always) static func .== (a: Self, b: Self) -> Mask { Mask(a.vector .== b.vector) }
    @inline(__always) var bits: Integers { Integers(unsafeBitCast(vector, to: Integers.Vector.self)) }
    @inline(__always) func splat(_ value: Float) -> Self { Self(Vector(repeating: value)) }

    struct Integers: IntegerLanes {
        typealias Floats = VectorLanes
        typealias Vector = SIMD8<Int32>
        typealias Unsigned = SIMD8<UInt32>

        var vector: Vector

        @inline(__always) init(_ vector: Vector) { self.vector = vector }

        @inline(__always) static func &+ (a: Self, b: Self) -> Self { Self(a.vector &+ b.vector) }
        @inline(__always) static func &- (a: Self, b: Self) -> Self { Self(a.vector &- b.vector) }
        @inline(__always) static func & (a: Self, b: Self) -> Self { Self(a.vector & b.vector) }
        @inline(__always) static func | (a: Self, b: Self) -> Self { Self(a.vector | b.vector) }
        @inline(__always) static func ^ (a: Self, b: Self) -> Self { Self(a.vector ^ b.vector) }
        @inline(__always) func shiftedLeft(_ count: Int32) -> Self { Self(vector &<< Vector(repeating: count)) }
        @inline(__always) func shiftedRight(_ count: Int32) -> Self { Self(vector &>> Vector(repeating: count)) }
        @inline(__always) func shiftedRightLogical(_ count: Int32) -> Self {
            let shifted = unsafeBitCast(vector, to: Unsigned.self) &>> Unsigned(repeating: UInt32(bitPattern: count))
            return Self(unsafeBitCast(shifted, to: Vector.self))
        }
        @inline(__always) static func .== (a: Self, b: Self) -> Mask { Mask(a.vector .== b.vector) }
        @inline(__always) static func .< (a: Self, b: Self) -> Mask { Mask(a.vector .< b.vector) }
        @inline(__always) var asFloatBits: VectorLanes {
            VectorLanes(unsafeBitCast(vector, to: VectorLanes.Vector.self))
        }
        @inline(__always) var converted: VectorLanes {
            // The initialiser for this is not inlined.
            var result = VectorLanes.Vector.zero
            for lane in 0..<VectorLanes.count { result[lane] = Float(vector[lane]) }
            return VectorLanes(result)
        }
        @inline(__always) func splat(_ value: Int32) -> Self { Self(Vector(repeating: value)) }
    }

    struct Mask: LaneMask {
        typealias Floats = VectorLanes

        var vector: SIMDMask<Integers.Vector>

        @inline(__always) init(_ vector: SIMDMask<Integers.Vector>) { self.vector = vector }

        @inline(__always) static func .& (a: Self, b: Self) -> Self { Self(a.vector .& b.vector) }
        @inline(__always) static func .| (a: Self, b: Self) -> Self { Self(a.vector .| b.vector) }
        @inline(__always) static prefix func .! (a: Self) -> Self { Self(.!a.vector) }
        @inline(__always) func select(_ a: VectorLanes, _ b: VectorLanes) -> VectorLanes {
            VectorLanes(b.vector.replacing(with: a.vector, where: vector))
        }
        @inline(__always) func select(_ a: Integers, _ b: Integers) -> Integers {
            Integers(b.vector.replacing(with: a.vector, where: vector))
        }
        @inline(__always) var isAnyTrue: Bool {
            let words = unsafeBitCast(vector, to: SIMD4<UInt64>.self)
            let pairs = words.lowHalf | words.highHalf
            return (pairs.x | pairs.y) != 0
        }
        @inline(__always) func replacing(in value: VectorLanes, _ rare: () -> VectorLanes) -> VectorLanes {
            isAnyTrue ? select(rare(), value) : value
        }
        @inline(__always) func replacing(
            in values: (VectorLanes, VectorLanes), _ rare: () -> (VectorLanes, VectorLanes)
        ) -> (VectorLanes, VectorLanes) {
            isAnyTrue ? rare() : values
        }
        @inline(__always) static func iterate(
            _ value: VectorLanes, count: Integers, _ step: (VectorLanes, Integers) -> (VectorLanes, Integers)
        ) -> VectorLanes {
            var value = value
            var count = count
            while (count.splat(0) .< count).isAnyTrue { (value, count) = step(value, count) }
            return value
        }
    }
}

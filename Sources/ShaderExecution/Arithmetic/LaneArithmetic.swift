/// Several binary32 numbers that are worked on in step, one for each pixel.
///
/// The elementary functions are written on these operations only, once. The interpreter computes them with vectors; a
/// code generator conforms with a type whose operators emit instructions, and so produces the same bits. Every
/// operation is IEEE 754 binary32, rounded to nearest even, never contracted; denormals are kept.
protocol FloatLanes {
    associatedtype Integers: IntegerLanes where Integers.Floats == Self
    associatedtype Mask: LaneMask where Mask.Floats == Self

    static func + (a: Self, b: Self) -> Self
    static func - (a: Self, b: Self) -> Self
    static func * (a: Self, b: Self) -> Self
    static func / (a: Self, b: Self) -> Self
    func squareRoot() -> Self

    // Comparisons are false for NaN.
    static func .< (a: Self, b: Self) -> Mask
    static func .<= (a: Self, b: Self) -> Mask
    static func .== (a: Self, b: Self) -> Mask

    /// The same 32 bits of each lane.
    var bits: Integers { get }
    /// A constant in every lane.
    func splat(_ value: Float) -> Self
}

/// Several 32-bit integers, two's complement; all operations wrap.
protocol IntegerLanes {
    associatedtype Floats: FloatLanes where Floats.Integers == Self

    static func &+ (a: Self, b: Self) -> Self
    static func &- (a: Self, b: Self) -> Self
    static func & (a: Self, b: Self) -> Self
    static func | (a: Self, b: Self) -> Self
    static func ^ (a: Self, b: Self) -> Self
    /// By a constant from 0 to 31.
    func shiftedLeft(_ count: Int32) -> Self
    func shiftedRight(_ count: Int32) -> Self
    func shiftedRightLogical(_ count: Int32) -> Self
    static func .== (a: Self, b: Self) -> Floats.Mask
    /// Signed.
    static func .< (a: Self, b: Self) -> Floats.Mask

    /// The numbers whose bits these are.
    var asFloatBits: Floats { get }
    /// The signed integers as numbers, rounded to nearest even.
    var converted: Floats { get }
    /// A constant in every lane.
    func splat(_ value: Int32) -> Self
}

/// A truth value for each lane.
protocol LaneMask {
    associatedtype Floats: FloatLanes where Floats.Mask == Self

    static func .& (a: Self, b: Self) -> Self
    static func .| (a: Self, b: Self) -> Self
    static prefix func .! (a: Self) -> Self
    /// `a` where the lane is true, else `b`.
    func select(_ a: Floats, _ b: Floats) -> Floats
    func select(_ a: Floats.Integers, _ b: Floats.Integers) -> Floats.Integers
    /// `value`, with the lanes that are true replaced by `rare`, which is computed only if there is one.
    func replacing(in value: Floats, _ rare: () -> Floats) -> Floats
    /// The two values, or if any lane is true what `rare` gives, which must be the same where the lane is false.
    func replacing(in values: (Floats, Floats), _ rare: () -> (Floats, Floats)) -> (Floats, Floats)
    /// Runs `step` on the lanes until the count that it hands on is not above 0 in any lane.
    ///
    /// `step` runs for all lanes as long as one needs it, so it must leave a finished lane's value as it is.
    static func iterate(
        _ value: Floats, count: Floats.Integers, _ step: (Floats, Floats.Integers) -> (Floats, Floats.Integers)
    ) -> Floats
}

extension FloatLanes {
    @inline(__always) static func + (a: Self, b: Float) -> Self { a + a.splat(b) }
    @inline(__always) static func - (a: Self, b: Float) -> Self { a - a.splat(b) }
    @inline(__always) static func * (a: Self, b: Float) -> Self { a * a.splat(b) }
    @inline(__always) static func .< (a: Self, b: Float) -> Mask { a .< a.splat(b) }
    @inline(__always) static func .<= (a: Self, b: Float) -> Mask { a .<= a.splat(b) }
    @inline(__always) static func .== (a: Self, b: Float) -> Mask { a .== a.splat(b) }

    /// The sign bit alone.
    @inline(__always) var signBits: Integers { bits & bits.splat(Int32.min) }
    /// Without the sign bit.
    @inline(__always) var magnitude: Self { (bits & bits.splat(Int32.max)).asFloatBits }
    /// With the sign bit flipped, NaN included.
    @inline(__always) var negated: Self { (bits ^ bits.splat(Int32.min)).asFloatBits }
    @inline(__always) var isNumber: Mask { self .== self }
    @inline(__always) var isNaN: Mask { .!(self .== self) }

    /// With the sign bit flipped where `signs` has its top bit.
    @inline(__always) func flipped(by signs: Integers) -> Self { (bits ^ signs).asFloatBits }
    /// The 12 leading bits of the significand, so that the product of two such numbers is exact.
    @inline(__always) var leading: Self { (bits & bits.splat(-4096)).asFloatBits }

    /// To the nearest whole number, ties to even, for magnitudes below 2²².
    ///
    /// The sum has an ulp of 1, so the addition rounds; 2²³ + 2²² keeps it between 2²³ and 2²⁴ for both signs.
    @inline(__always) var nearestSmall: Self { (self + 12_582_912) - 12_582_912 }
    /// The whole number of magnitude below 2²² that this is, as an integer.
    @inline(__always) var wholeSmall: Integers { (self + 12_582_912).bits &- bits.splat(0x4B40_0000) }
}

extension IntegerLanes {
    @inline(__always) static func &+ (a: Self, b: Int32) -> Self { a &+ a.splat(b) }
    @inline(__always) static func &- (a: Self, b: Int32) -> Self { a &- a.splat(b) }
    @inline(__always) static func & (a: Self, b: Int32) -> Self { a & a.splat(b) }
    @inline(__always) static func | (a: Self, b: Int32) -> Self { a | a.splat(b) }

    /// 2 to the power of this, from −126 to 127.
    @inline(__always) var powerOfTwo: Floats { (self &+ 127).shiftedLeft(23).asFloatBits }
    @inline(__always) func minimum(_ value: Int32) -> Self { (self .< splat(value)).select(self, splat(value)) }
}

extension LaneMask {
    @inline(__always) func select(_ a: Float, _ b: Floats) -> Floats { select(b.splat(a), b) }
    @inline(__always) func select(_ a: Floats, _ b: Float) -> Floats { select(a, a.splat(b)) }
}

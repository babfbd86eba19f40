import Foundation
import ShaderIR
import Testing

@testable import ShaderExecution

/// The elementary functions against the C library's, in Double: an independent and far more exact opinion.
@Suite struct ElementaryTests {
    /// How many bit patterns lie between those that are tried: 2³² / 20,000 by default.
    static let stride: UInt32 = {
        let count = ProcessInfo.processInfo.environment["SHADER_SAMPLES"].flatMap { UInt32($0) } ?? 20_000
        return UInt32.max / max(1, count) | 1
    }()

    /// Bit patterns over the whole range, and dense ones from 2⁻⁸ to 2¹⁵, both signs, and special values.
    static let arguments: [Float] = {
        var result = special
        var bits: UInt32 = 0
        while true {
            result.append(Float(bitPattern: bits))
            let (next, isOver) = bits.addingReportingOverflow(stride)
            if isOver { break }
            bits = next
        }
        var dense: UInt32 = 0x3B80_0000
        while dense < 0x4700_0000 {
            result += [Float(bitPattern: dense), Float(bitPattern: dense | 0x8000_0000)]
            dense += max(1, stride / 32)
        }
        return result
    }()

    static let special: [Float] = [
        0, -0.0, 1, -1, 2, -2, 3, -3, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, .infinity, -.infinity, .nan,
        .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude, -.leastNormalMagnitude,
        .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 16_777_216, 16_777_215, -16_777_215, 8_388_607,
        8_388_609, -8_388_609, 8_388_607.5, 4_194_303.5, 0x1p31, -0x1p31, 0x1p32, 0x1.fffffep30, 0x1.fffffep31,
        1 - 0x1p-24, 1 + 0x1p-23, -1 + 0x1p-24, 65_504, 65_519.996, 65_520, 0x1p-24, 0x1p-25, 0x1.8p-25, 88.72284,
        88.7, -103.97, -104, 127.99, 128, -149, -150, 9_999.5, -9_999.5, 3.1415927, 1.5707964, 0.7853982,
    ]

    /// How far a result is from the exact one, in units of the last place of the latter rounded to binary32.
    static func error(_ found: Float, _ exact: Double) -> Double {
        if exact.isNaN || found.isNaN { return exact.isNaN && found.isNaN ? 0 : .infinity }
        let rounded = Float(exact)
        if rounded == 0 && found == 0 { return rounded.sign == found.sign ? 0 : .infinity }
        if rounded.isInfinite && found == rounded { return 0 }
        if rounded.isInfinite && !found.isInfinite {
            return abs(Double(found) - Double(sign: rounded.sign, exponent: 128, significand: 1)) / 0x1p104
        }
        return abs(Double(found) - exact) / Double(rounded.ulp)
    }

    /// Calls a function on eight lanes at a time.
    static func forEach(
        _ function: (VectorLanes) -> VectorLanes, _ body: (Float, Float) -> Void
    ) {
        for start in Swift.stride(from: 0, to: arguments.count, by: 8) {
            var lanes = VectorLanes.Vector.zero
            for lane in 0..<8 { lanes[lane] = arguments[min(start + lane, arguments.count - 1)] }
            let result = function(VectorLanes(lanes)).vector
            for lane in 0..<8 { body(lanes[lane], result[lane]) }
        }
    }

    /// The largest error in ulp and where it is.
    static func worst(
        _ function: (VectorLanes) -> VectorLanes, _ exact: (Double) -> Double
    ) -> (error: Double, at: Float) {
        var result = (error: 0.0, at: Float.nan)
        forEach(function) { x, found in
            let error = error(found, exact(Double(x)))
            if error > result.error { result = (error, x) }
        }
        return result
    }

    // MARK: - Within ulps

    @Test func exponentials() {
        #expect(Self.worst({ Elementary.exponential($0) }, { exp($0) }).error <= 2)
        #expect(Self.worst({ Elementary.exponential2($0) }, { exp2($0) }).error <= 2)
    }

    @Test func logarithms() {
        #expect(Self.worst({ Elementary.logarithm($0) }, { log($0) }).error <= 2)
        #expect(Self.worst({ Elementary.logarithm2($0) }, { log2($0) }).error <= 2)
        #expect(Self.worst({ Elementary.logarithm10($0) }, { log10($0) }).error <= 2)
    }

    @Test func arcs() {
        #expect(Self.worst({ Elementary.arcTangent($0) }, { atan($0) }).error <= 2)
        #expect(Self.worst({ Elementary.arcSine($0) }, { asin($0) }).error <= 4)
        #expect(Self.worst({ Elementary.arcCosine($0) }, { acos($0) }).error <= 4)
    }

    @Test func hyperbolics() {
        #expect(Self.worst({ Elementary.hyperbolicSine($0) }, { sinh($0) }).error <= 8)
        #expect(Self.worst({ Elementary.hyperbolicCosine($0) }, { cosh($0) }).error <= 8)
        #expect(Self.worst({ Elementary.hyperbolicTangent($0) }, { tanh($0) }).error <= 8)
    }

    // MARK: - Absolute

    @Test func sinesAndCosines() {
        for (function, exact) in [
            ({ Elementary.sine($0) }, { sin($0) }), ({ Elementary.cosine($0) }, { cos($0) }),
        ] as [((VectorLanes) -> VectorLanes, (Double) -> Double)] {
            var worst = 0.0
            var isBounded = true
            Self.forEach(function) { x, found in
                if x.isFinite {
                    isBounded = isBounded && abs(found) <= 1
                    if abs(x) <= 10_000 { worst = max(worst, abs(Double(found) - exact(Double(x)))) }
                } else {
                    isBounded = isBounded && found.isNaN
                }
            }
            #expect(worst <= 0x1p-22)
            #expect(isBounded)
        }
    }

    @Test func tangents() {
        var worst = 0.0
        Self.forEach({ Elementary.tangent($0) }) { x, found in
            if abs(x) <= 10_000 {
                let exact = tan(Double(x))
                // Relative to the slope: an error of the sine and cosine of 2⁻²³ grows with it.
                worst = max(worst, abs(Double(found) - exact) / (1 + exact * exact))
            }
        }
        #expect(worst <= 0x1p-22)
    }

    // MARK: - Exact

    @Test func wholeNumbers() {
        #expect(Self.worst({ Elementary.floor($0) }, { floor($0) }).error == 0)
        #expect(Self.worst({ Elementary.ceiling($0) }, { ceil($0) }).error == 0)
        #expect(Self.worst({ Elementary.truncate($0) }, { trunc($0) }).error == 0)
        #expect(Self.worst({ Elementary.roundEven($0) }, { rint($0) }).error == 0)
    }

    @Test func integersOfNumbers() {
        var isRight = true
        Self.forEach({ Elementary.signed($0).asFloatBits }) { x, found in
            let whole = Int32(exactly: x.rounded(.towardZero)) ?? (x.isNaN ? 0 : x < 0 ? .min : .max)
            isRight = isRight && Int32(bitPattern: found.bitPattern) == whole
        }
        Self.forEach({ Elementary.unsigned($0).asFloatBits }) { x, found in
            let whole = UInt32(exactly: x.rounded(.towardZero)) ?? (x.isNaN || x < 0 ? 0 : .max)
            isRight = isRight && found.bitPattern == whole
        }
        #expect(isRight)
    }

    @Test func numbersOfIntegers() {
        var isRight = true
        Self.forEach({ Elementary.float(unsigned: $0.bits) }) { x, found in
            isRight = isRight && found == Float(x.bitPattern)
        }
        Self.forEach({ $0.bits.converted }) { x, found in
            isRight = isRight && found == Float(Int32(bitPattern: x.bitPattern))
        }
        #expect(isRight)
    }

    /// Every half, and the ties and neighbours between two halves.
    @Test func halves() {
        var arguments: [Float] = []
        for bits in 0...UInt16.max {
            let half = Float(Float16(bitPattern: bits))
            let next = Float(Float16(bitPattern: bits == .max ? bits : bits + 1))
            let tie = half / 2 + next / 2
            arguments += [half, tie, tie.nextUp, tie.nextDown]
        }
        arguments += Self.arguments
        var isRight = true
        for start in Swift.stride(from: 0, to: arguments.count - 7, by: 8) {
            var lanes = VectorLanes.Vector.zero
            for lane in 0..<8 { lanes[lane] = arguments[start + lane] }
            let found = Elementary.roundToHalf(VectorLanes(lanes)).vector
            for lane in 0..<8 {
                let exact = Float(Float16(lanes[lane]))
                isRight = isRight && (exact.isNaN ? found[lane].isNaN : found[lane].bitPattern == exact.bitPattern)
            }
        }
        #expect(isRight)
    }

    // MARK: - Two arguments

    static func worst(
        seed: UInt64, _ function: (VectorLanes, VectorLanes) -> VectorLanes, _ exact: (Float, Float) -> Double,
        _ pair: (UInt64) -> (Float, Float)
    ) -> Double {
        var numbers = TestNumbers(seed: seed)
        var pairs = special.flatMap { x in special.map { (x, $0) } }
        let count = Int(UInt32.max / stride) / 2
        for _ in 0..<count { pairs.append(pair(numbers.next())) }
        var worst = 0.0
        for start in Swift.stride(from: 0, to: pairs.count - 7, by: 8) {
            var (x, y) = (VectorLanes.Vector.zero, VectorLanes.Vector.zero)
            for lane in 0..<8 { (x[lane], y[lane]) = pairs[start + lane] }
            let found = function(VectorLanes(x), VectorLanes(y)).vector
            for lane in 0..<8 { worst = max(worst, error(found[lane], exact(x[lane], y[lane]))) }
        }
        return worst
    }

    static func bits(_ random: UInt64) -> (Float, Float) {
        (Float(bitPattern: UInt32(truncatingIfNeeded: random)), Float(bitPattern: UInt32(random >> 32)))
    }

    /// From 0 to 4 and from −32 to 32.
    static func tame(_ random: UInt64) -> (Float, Float) {
        (Float(random & 0xFF_FFFF) * 0x1p-22, Float(Int32(truncatingIfNeeded: random >> 32)) * 0x1p-26)
    }

    /// Near 1 and up to ±8192, where a small error of the logarithm shows most.
    static func close(_ random: UInt64) -> (Float, Float) {
        (
            1 + Float(Int32(truncatingIfNeeded: random)) * 0x1p-35,
            Float(Int32(truncatingIfNeeded: random >> 32)) * 0x1p-18
        )
    }

    @Test func powers() {
        for pair in [Self.bits, Self.tame, Self.close] {
            #expect(Self.worst(seed: 1, { Elementary.power($0, $1) }, { pow(Double($0), Double($1)) }, pair) <= 4)
        }
    }

    @Test func angles() {
        for pair in [Self.bits, Self.tame] {
            let worst = Self.worst(
                seed: 2, { Elementary.arcTangent(y: $0, x: $1) }, { atan2(Double($0), Double($1)) }, pair)
            #expect(worst <= 4)
        }
    }

    @Test func remainders() {
        for pair in [Self.bits, Self.tame] {
            #expect(Self.worst(seed: 3, { Elementary.remainder($0, $1) }, { Double(fmodf($0, $1)) }, pair) == 0)
        }
    }
}

import FrameCore
import ShaderGenerator

/// Changes shaders by words rather than bytes, so that what comes out is often still a shader.
public enum ShaderMutator {
    /// Words of the language, and what has been trouble elsewhere.
    public static let words: [String] = """
        ( ) { } [ ] ; , < > = + - * / % & | ^ ~ ! ? : . # ## -> :: ++ -- += -= *= /= %= &= |= ^= <<= >>= << >> && || ==
        != <= >= bool char uchar short ushort int uint half float bool2 char3 uchar4 short2 ushort3 int2 int3 int4 uint2
        uint3 uint4 half2 half3 half4 float2 float3 float4 float2x2 float3x3 float4x4 float2x4 half3x3 packed_float3 void
        struct enum class typedef using namespace template typename auto const constexpr constant thread device static
        inline fragment vertex kernel if else for while do switch case default break continue return discard_fragment()
        true false texture2d<float> texture2d<half> texture1d<float> sampler array<float,4> vec<int,3> [[stage_in]]
        [[position]] [[buffer(0)]] [[texture(1)]] [[color(0)]] [[sampler(0)]] #define #undef #if #ifdef #ifndef #elif
        #else #endif #include #pragma #error defined __attribute__((unused)) 0 1 2 3 4 -1 0.0 1.0 0.5 1e10 1e-40 0x7f
        0xffffffffu 2147483647 1u 1.0h NAN INFINITY M_PI_F INT_MIN .x .xyz .rgba .wzyx .read( .sample( .get_width()
        as_type<uint>( as_type<float>( static_cast<int>( sizeof( float3( int( sin( pow( fmod( mix( clamp( select( dot(
        cross( normalize( length( refract( transpose( determinant( dfdx( fwidth( any( all( frexp( modf( sincos( ldexp(
        popcount( rotate( mulhi( metal:: precise:: VertexOut in uniforms AmbientShaderUniforms fragment_fuzz ambient_hsv2rgb
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    /// Words that can stand for each other without a change of types, mostly.
    private static let kin: [[[UInt8]]] = [
        "+ - * /", "< >", "& | ^", "x y z w", "xy yx zw", "true false", "int uint short uchar", "float half",
        "float2 half2", "float3 half3", "float4 half4", "break continue", "for while", "sample read",
        "sin cos tan exp exp2 log log2 sqrt rsqrt floor ceil trunc rint round fract abs fabs sign saturate acos asin atan "
            + "sinh cosh tanh log10 exp10 acosh asinh atanh sinpi cospi tanpi dfdx dfdy fwidth normalize",
        "min max fmin fmax pow powr fmod step atan2 copysign fdim distance dot reflect",
        "clamp mix smoothstep fma median3 min3 max3",
        "popcount clz ctz reverse_bits", "mulhi mul24 rotate absdiff", "isnan isinf isfinite isnormal signbit",
        "linear nearest", "clamp_to_edge repeat mirrored_repeat clamp_to_zero clamp_to_border", "normalized pixel",
    ].map { $0.split(separator: " ").map { Array($0.utf8) } }

    /// A changed copy of a shader, at most `limit` bytes long.
    public static func mutate(_ bytes: [UInt8], limit: Int, seed: UInt64) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        if bytes.isEmpty || random.next(below: 50) == 0 { return Array(fresh(random.next()).prefix(limit)) }
        var tokens = split(bytes)
        for _ in 0...random.next(below: 2) {
            if random.next(below: 2) == 0 { exchange(&tokens, &random) } else { change(&tokens, &random) }
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 64)
        for token in tokens { result += token }
        return Array(result.prefix(limit))
    }

    /// A generated shader, with the entry point that the fuzzers look for.
    public static func fresh(_ seed: UInt64) -> [UInt8] {
        let source = GeneratedShader(seed: seed, isSmall: true).source
        return Array(source.replacing(GeneratedShader.entryPoint, with: "fragment_fuzz").utf8)
    }

    /// Words, numbers, blanks and single other bytes.
    private static func split(_ bytes: [UInt8]) -> [[UInt8]] {
        func kind(_ byte: UInt8) -> Int {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: 0
            case 0x20, 0x09, 0x0A, 0x0D: 1
            default: 2
            }
        }
        var tokens: [[UInt8]] = []
        var last = 2
        for byte in bytes {
            let kind = kind(byte)
            if kind == last, kind != 2 { tokens[tokens.count - 1].append(byte) } else { tokens.append([byte]) }
            last = kind
        }
        return tokens
    }

    /// Puts something of the same kind for a word: a number for a number, a function for one of as many arguments.
    private static func exchange(_ tokens: inout [[UInt8]], _ random: inout SeededRandom) {
        guard !tokens.isEmpty else { return }
        let start = random.next(below: tokens.count)
        for place in tokens[start...].indices.prefix(40) {
            let word = tokens[place]
            if let family = kin.first(where: { $0.contains(word) }) {
                tokens[place] = family[random.next(below: family.count)]
                return
            }
            if word.allSatisfy({ (0x30...0x39).contains($0) }) {
                let numbers = ["0", "1", "2", "3", "7", "31", "32", "255", "65536", "2147483647"]
                tokens[place] = Array(numbers[random.next(below: numbers.count)].utf8)
                return
            }
        }
    }

    private static func change(_ tokens: inout [[UInt8]], _ random: inout SeededRandom) {
        guard !tokens.isEmpty else { return }
        let place = random.next(below: tokens.count)
        let end = min(tokens.count, place + 1 + random.next(below: random.next(below: 8) == 0 ? 60 : 6))
        let other = random.next(below: tokens.count)
        switch random.next(below: 10) {
        case 0: tokens.removeSubrange(place..<end)
        case 1: tokens.insert(contentsOf: Array(tokens[place..<end]), at: other)
        case 2: tokens.swapAt(place, other)
        case 3, 4: tokens[place] = Array(words[random.next(below: words.count)].utf8)
        case 5: tokens.insert(Array((" " + words[random.next(below: words.count)] + " ").utf8), at: place)
        case 6: tokens[place] = tokens[other]
        case 7: replaceStatement(&tokens, place, other)
        case 8: replaceGroup(&tokens, place, other)
        default: tokens.replaceSubrange(place..<end, with: tokens[other..<min(tokens.count, other + end - place)])
        }
    }

    /// The statement after a place by the one after another.
    private static func replaceStatement(_ tokens: inout [[UInt8]], _ place: Int, _ other: Int) {
        func statement(_ start: Int) -> Range<Int>? {
            guard let first = tokens[start...].firstIndex(of: [0x3B]),
                let last = tokens[(first + 1)...].firstIndex(of: [0x3B])
            else { return nil }
            return (first + 1)..<(last + 1)
        }
        guard let target = statement(place), let source = statement(other) else { return }
        tokens.replaceSubrange(target, with: Array(tokens[source]))
    }

    /// What stands in one pair of brackets by what stands in another.
    private static func replaceGroup(_ tokens: inout [[UInt8]], _ place: Int, _ other: Int) {
        func group(_ start: Int) -> Range<Int>? {
            guard let first = tokens[start...].firstIndex(of: [0x28]) else { return nil }
            var depth = 0
            for index in first..<tokens.count {
                if tokens[index] == [0x28] { depth += 1 }
                if tokens[index] == [0x29] { depth -= 1 }
                if depth == 0 { return (first + 1)..<index }
            }
            return nil
        }
        guard let target = group(place), let source = group(other) else { return }
        tokens.replaceSubrange(target, with: Array(tokens[source]))
    }
}

import Testing

@testable import ShaderLanguage

/// Packing and functions of bits, by the definitions of the Metal specification.
@Suite struct PackingTests {
    typealias Case = LanguageTests.Case

    static let cases: [Case] = [
        // Round to nearest even of x·255: 0.5 gives 127.5, so 128.
        Case(
            name: "unorm4x8", expression: "float(pack_float_to_unorm4x8(float4(0.0, 0.5, 1.0, 2.0)) == 0xFFFF8000u)",
            expected: 1),
        Case(name: "NaN packs as 0", expression: "float(pack_float_to_unorm4x8(float4(NAN)))", expected: 0),
        Case(
            name: "snorm4x8", expression: "float(pack_float_to_snorm4x8(float4(-1.0, 0.0, 1.0, -2.0)) == 0x817F0081u)",
            expected: 1),
        Case(
            name: "unorm2x16", expression: "float(pack_float_to_unorm2x16(float2(1.0, 0.25)) == 0x4000FFFFu)",
            expected: 1),
        Case(
            name: "snorm2x16", expression: "float(pack_float_to_snorm2x16(float2(-1.0, 1.0)) == 0x7FFF8001u)",
            expected: 1),
        Case(
            name: "unorm10a2", expression: "float(pack_float_to_unorm10a2(float4(1.0, 0.0, 0.0, 1.0)) == 0xC00003FFu)",
            expected: 1),
        Case(
            name: "unorm565", expression: "float(pack_float_to_unorm565(float3(1.0, 0.0, 1.0)) == ushort(0xF81F))",
            expected: 1),
        Case(
            name: "halves pack alike", expression: "float(pack_half_to_unorm4x8(half4(1.0h)) == 0xFFFFFFFFu)",
            expected: 1),
        Case(
            name: "unpack unorm4x8",
            expression: "unpack_unorm4x8_to_float(0xFF330000u).w + unpack_unorm4x8_to_float(0xFF330000u).z",
            expected: 1.2),
        Case(
            name: "unpack snorm4x8",
            expression: "unpack_snorm4x8_to_float(0x7F80u).x + unpack_snorm4x8_to_float(0x7F80u).y * 10.0", expected: 9),
        Case(name: "unpack unorm2x16", expression: "unpack_unorm2x16_to_float(0xFFFF0000u).y", expected: 1),
        Case(name: "unpack snorm2x16", expression: "unpack_snorm2x16_to_float(0x80017FFFu).y", expected: -1),
        Case(
            name: "unpack unorm10a2",
            expression: "unpack_unorm10a2_to_float(0xC00003FFu).w + unpack_unorm10a2_to_float(0xC00003FFu).x",
            expected: 2),
        Case(name: "unpack unorm565", expression: "unpack_unorm565_to_float(ushort(0xF800)).z", expected: 1),
        Case(name: "unpack to half", expression: "float(unpack_unorm4x8_to_half(0x000000FFu).x)", expected: 1),
        // The ends of the sRGB curve.
        Case(
            name: "sRGB ends",
            expression: "unpack_unorm4x8_srgb_to_float(0x80FF0000u).y + unpack_unorm4x8_srgb_to_float(0x80FF0000u).x",
            expected: 0),
        // Bits 4 to 11 of 0xABCD are 0xBC; signed, −68.
        Case(
            name: "extract_bits",
            expression: "float(extract_bits(0xABCDu, 4u, 8u)) + float(extract_bits(0xABCD, 4u, 8u))", expected: 188 - 68
        ),
        Case(
            name: "extract nothing and all",
            expression: "float(extract_bits(7u, 3u, 0u)) + float(extract_bits(5u, 0u, 32u))", expected: 5),
        Case(
            name: "insert_bits",
            expression:
                "float(insert_bits(0xFFFFu, 0u, 4u, 8u)) + float(insert_bits(1u, 7u, 3u, 0u)) + float(insert_bits(int2(0), int2(5), 0u, 32u).y)",
            expected: 0xF00F + 1 + 5),
        Case(
            name: "of vectors", expression: "float(extract_bits(uint2(0xF0u), 4u, 4u).y) + float(popcount(int3(7)).z)",
            expected: 18),
        Case(
            name: "narrow types count their own bits",
            expression:
                "float(clz(ushort(1))) + float(ctz(uchar(0))) + float(clz(char(-1))) + float(popcount(short(-1)))",
            expected: 15 + 8 + 0 + 16),
        Case(
            name: "reverse_bits", expression: "float(reverse_bits(uchar(1))) + float(reverse_bits(1u) == 0x80000000u)",
            expected: 129),
        Case(
            name: "rotate narrow",
            expression: "float(rotate(uchar(0x81), uchar(1))) + float(rotate(1u, 31u) == 0x80000000u)", expected: 4),
        Case(
            name: "addsat",
            expression:
                "float(addsat(uchar(200), uchar(100))) + float(addsat(INT_MAX, 1) == INT_MAX) + float(addsat(INT_MIN, -1) == INT_MIN) + float(addsat(4294967295u, 2u) == 4294967295u) + float(addsat(char(-100), char(-100)))",
            expected: 255 + 3 - 128),
        Case(
            name: "subsat",
            expression:
                "float(subsat(uchar(1), uchar(2))) + float(subsat(INT_MIN, 1) == INT_MIN) + float(subsat(1u, 2u)) + float(subsat(5, -6))",
            expected: 1 + 11),
        Case(
            name: "hadd, rhadd",
            expression:
                "float(hadd(4294967295u, 4294967293u) == 4294967294u) + float(rhadd(1, 2)) + float(hadd(-1, -2))",
            expected: 1 + 2 - 2),
        Case(
            name: "mulhi",
            expression:
                "float(mulhi(0x80000000u, 4u)) + float(mulhi(short(16384), short(8))) + float(madhi(0x80000000u, 4u, 3u)) + float(mulhi(-1, 1))",
            expected: 2 + 2 + 5 - 1),
        Case(
            name: "absdiff",
            expression: "float(absdiff(-5, 7)) + float(absdiff(char(-100), char(100))) + float(absdiff(3u, 9u))",
            expected: 12 + 200 + 6),
        Case(name: "median3 of integers", expression: "float(median3(3, 1, 2)) + fmedian3(5.0, 9.0, 7.0)", expected: 9),
        Case(
            name: "questions about order",
            expression:
                "float(isunordered(NAN, 1.0)) + float(isordered(1.0, 2.0)) * 10.0 + float(isless(1.0, 2.0)) * 100.0",
            expected: 111),
    ]

    @Test(arguments: cases) func value(of test: Case) throws { try test.check() }

    /// The middle of the sRGB curve: 128 / 255 is 0.21586 in linear light, and back.
    @Test func curve() throws {
        #expect(abs(try evaluate("unpack_unorm4x8_srgb_to_float(0x80u).x") - 0.215861) < 1e-5)
        #expect(try evaluate("float(pack_float_to_srgb_unorm4x8(float4(0.215861, 0.0, 0.0, 0.0)))") == 128)
    }
}

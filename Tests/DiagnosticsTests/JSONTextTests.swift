import Diagnostics
import Testing

struct JSONTextTests {
    @Test(
        "numbers",
        arguments: [
            (0.0, "0"), (1, "1"), (-3, "-3"), (0.1, "0.1"), (1e20, "1e+20"),
            (9_007_199_254_740_991, "9007199254740991"),
            (-9_223_372_036_854_775_808, "-9.223372036854776e+18"), (.leastNonzeroMagnitude, "5e-324"), (.nan, "null"),
            (.infinity, "null"),
        ])
    func numbers(value: Double, text: String) {
        #expect(JSONText.number(value).text == text)
    }

    @Test("strings are escaped as RFC 8259 asks")
    func strings() {
        #expect(JSONText.string("a\"\\/\n\r\t\u{0}\u{1F}\u{7F}é😀").text == #""a\"\\/\n\r\t\u0000\u001f\u007fé😀""#)
    }

    @Test("objects keep the order of their keys")
    func order() {
        let value = JSONText.object([("b", .array([.null, .bool(true), .integer(-1)])), ("a", .object([]))])
        #expect(value.text == #"{"b": [null, true, -1], "a": {}}"#)
    }
}

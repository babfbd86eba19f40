import Drawing
import Testing

@Suite struct FontNameTableTests {
    // Names as UIFont lists them on the device.
    @Test(arguments: [
        ("HelveticaNeue-UltraLight", 100, false), ("HelveticaNeue-Thin", 100, false),
        ("HelveticaNeue-ThinItalic", 100, true), ("HelveticaNeue-Light", 300, false), ("HelveticaNeue", 400, false),
        ("HelveticaNeue-Italic", 400, true), ("HelveticaNeue-Medium", 500, false), ("HelveticaNeue-Bold", 700, false),
        ("HelveticaNeue-BoldItalic", 700, true), ("HelveticaNeue-CondensedBlack", 900, false),
        ("Helvetica", 400, false), ("Helvetica-Oblique", 400, true), ("Helvetica-BoldOblique", 700, true),
        (".SFUIText", 400, false), (".SFUIDisplay-Thin", 100, false), ("SFProDisplay-Semibold", 600, false),
        ("SFProText-RegularItalic", 400, true), (".AppleSystemUIFont", 400, false), ("System", 400, false),
        ("AvenirNext-DemiBoldItalic", 600, true), ("AvenirNext-Italic", 400, true), ("Avenir-BookOblique", 400, true),
        ("Arial-BoldMT", 700, false), ("SFProDisplay-Black", 900, false),
    ])
    func knownNames(name: String, weight: Int, isItalic: Bool) {
        let found = FontNameTable.resolve(name)
        #expect(found.isKnown)
        #expect(found.face == FontFace(weight: weight, isItalic: isItalic))
        #expect(found.suggestion == nil)
    }

    @Test(arguments: ["", "Papyrus", "helveticaneue-thin", "Helvetica Neue", "HelveticaNeue-Thni", "\u{0}", "💩"])
    func unknownNamesAreTheSystemFontThin(name: String) {
        let found = FontNameTable.resolve(name)
        #expect(!found.isKnown)
        #expect(found.face == FontFace(weight: 100, isItalic: false))
    }

    @Test func suggestsWhatWasMeant() {
        #expect(FontNameTable.resolve("HelveticaNeue-Thni").suggestion == "HelveticaNeue-Thin")
        #expect(FontNameTable.resolve("helveticaneue-bold").suggestion == "HelveticaNeue-Bold")
        #expect(FontNameTable.resolve("Helvetica Neue").suggestion == "HelveticaNeue")
        #expect(FontNameTable.resolve("Zapfino").suggestion == nil)
        #expect(FontNameTable.resolve(String(repeating: "x", count: 100_000)).suggestion == nil)
    }

    @Test func weightsStayOnTheAxis() {
        #expect(FontFace(weight: -5).weight == 100)
        #expect(FontFace(weight: .max).weight == 900)
    }
}

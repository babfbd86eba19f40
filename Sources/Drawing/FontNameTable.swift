import Diagnostics

/// What a PostScript font name of the device is drawn with here.
public struct FontResolution: Hashable, Sendable {
    public let face: FontFace
    /// False if the table has no such name; the face is then the system font, thin, as on the device.
    public let isKnown: Bool
    /// The known name that was probably meant, for an unknown one.
    public let suggestion: String?
}

/// The table of PostScript names, described in `Docs/Fonts.md`.
///
/// Helvetica Neue and the system fonts are not free; Inter stands in for every family, by weight and slant.
public enum FontNameTable {
    /// Resolves a PostScript name, exactly as written.
    public static func resolve(_ postScriptName: String) -> FontResolution {
        if let face = faces[postScriptName] {
            return FontResolution(face: face, isKnown: true, suggestion: nil)
        }
        return FontResolution(
            face: .thin, isKnown: false, suggestion: Wording.nearest(to: postScriptName, among: faces.keys.sorted()))
    }

    /// Every known name, in alphabetical order.
    public static var names: [String] { faces.keys.sorted() }

    private struct Family {
        let names: [String]
        /// What follows the family name → weight; "" is the bare family name.
        let weights: [(suffix: String, weight: Int)]
        /// What the family calls its slanted faces.
        let slant: String

        init(_ names: [String], slant: String = "Italic", _ weights: [(String, Int)]) {
            self.names = names
            self.slant = slant
            self.weights = weights
        }
    }

    // Apple's UltraLight is lighter than its Thin; Inter has nothing lighter than 100, so both are 100.
    private static let families: [Family] = [
        Family(
            ["HelveticaNeue"],
            [
                ("-UltraLight", 100), ("-Thin", 100), ("-Light", 300), ("", 400), ("-Medium", 500), ("-Bold", 700),
                ("-CondensedBold", 700), ("-CondensedBlack", 900),
            ]),
        Family(["Helvetica"], slant: "Oblique", [("-Light", 300), ("", 400), ("-Bold", 700)]),
        Family(
            [
                ".SFUI", ".SFUIText", ".SFUIDisplay", ".SFUIRounded", "SFProText", "SFProDisplay", "SFProRounded",
                "SFUIText", "SFUIDisplay", ".AppleSystemUIFont", "System",
            ],
            [
                ("-Ultralight", 100), ("-UltraLight", 100), ("-Thin", 100), ("-Light", 300), ("", 400),
                ("-Regular", 400), ("-Medium", 500), ("-Semibold", 600), ("-Bold", 700), ("-Heavy", 800),
                ("-Black", 900),
            ]),
        Family(
            ["AvenirNext", "AvenirNextCondensed"],
            [
                ("-UltraLight", 100), ("-Regular", 400), ("-Medium", 500), ("-DemiBold", 600), ("-Bold", 700),
                ("-Heavy", 800),
            ]),
        Family(
            ["Avenir"], slant: "Oblique",
            [("-Light", 300), ("-Book", 400), ("-Roman", 400), ("-Medium", 500), ("-Heavy", 800), ("-Black", 900)]),
        Family(["GillSans"], [("-Light", 300), ("", 400), ("-SemiBold", 600), ("-Bold", 700), ("-UltraBold", 900)]),
        Family(
            ["Futura"], [("-Medium", 500), ("-Bold", 700), ("-CondensedMedium", 500), ("-CondensedExtraBold", 800)]),
    ]

    /// Names that do not follow "family, hyphen, weight, slant".
    private static let irregular: [String: FontFace] = [
        "ArialMT": FontFace(weight: 400), "Arial-BoldMT": FontFace(weight: 700),
        "Arial-ItalicMT": FontFace(weight: 400, isItalic: true),
        "Arial-BoldItalicMT": FontFace(weight: 700, isItalic: true),
    ]

    private static let faces: [String: FontFace] = {
        var faces = irregular
        for family in families {
            for name in family.names {
                for (suffix, weight) in family.weights {
                    faces[name + suffix] = FontFace(weight: weight)
                    // The slanted regular is `Family-Italic`; `-Regular`, `-Book` and `-Roman` have it as well.
                    let slanted = name + (suffix.isEmpty ? "-" : suffix) + family.slant
                    faces[slanted] = FontFace(weight: weight, isItalic: true)
                    if suffix == "-Regular" || suffix == "-Roman" {
                        faces[name + "-" + family.slant] = FontFace(weight: weight, isItalic: true)
                    }
                }
            }
        }
        return faces
    }()
}

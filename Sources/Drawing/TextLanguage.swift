/// Which language the letters of a text are shaped and drawn in.
///
/// Pango would ask the environment for the user's languages wherever the text's own language does not use a script; a
/// frame must not depend on that, so every script gets a language here.
enum TextLanguage {
    /// A language for each script that Pango may look for one, keyed by ISO 15924 code.
    static let byScript: [String: String] = [
        "Arab": "ar", "Armn": "hy", "Beng": "bn", "Cans": "iu", "Cher": "chr", "Cyrl": "ru", "Deva": "hi",
        "Ethi": "am", "Geor": "ka", "Grek": "el", "Gujr": "gu", "Guru": "pa", "Hang": "ko", "Hebr": "he",
        "Hira": "ja", "Kana": "ja", "Khmr": "km", "Knda": "kn", "Laoo": "lo", "Latn": "en", "Mlym": "ml",
        "Mong": "mn", "Mymr": "my", "Nkoo": "nqo", "Orya": "or", "Sinh": "si", "Syrc": "syr", "Taml": "ta",
        "Telu": "te", "Tfng": "ber", "Thaa": "dv", "Thai": "th", "Tibt": "bo", "Vaii": "vai", "Yiii": "ii",
    ]

    /// The East Asian language whose letter shapes a text wants: that of `language`, else by its letters.
    ///
    /// Kana mean Japanese, Hangul Korean; Han letters alone are taken for simplified Chinese.
    static func eastAsian(of text: String, language: String) -> String {
        let tag = language.lowercased().replacing("_", with: "-")
        let subtags = tag.split(separator: "-")
        switch subtags.first {
        case "ja": return "ja"
        case "ko": return "ko"
        case "zh", "yue":
            if subtags.contains("hk") || subtags.contains("mo") { return "zh-hk" }
            if subtags.contains("hans") { return "zh-hans" }
            return subtags.contains("hant") || subtags.contains("tw") ? "zh-hant" : "zh-hans"
        default: break
        }
        if text.unicodeScalars.contains(where: isKana) { return "ja" }
        return text.unicodeScalars.contains(where: isHangul) ? "ko" : "zh-hans"
    }

    /// Whether a letter is drawn by a Chinese, Japanese or Korean font.
    static func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
        if isKana(scalar) || isHangul(scalar) || scalar.properties.isIdeographic { return true }
        // CJK symbols and punctuation, Bopomofo to compatibility forms, fullwidth forms.
        switch scalar.value {
        case 0x2e80...0x303f, 0x3100...0x33ff, 0xfe30...0xfe4f, 0xff00...0xffef: return true
        default: return false
        }
    }

    private static func isKana(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3041...0x30ff, 0x31f0...0x31ff, 0xff66...0xff9d: true
        default: false
        }
    }

    private static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x11ff, 0x3131...0x318e, 0xa960...0xa97f, 0xac00...0xd7ff: true
        default: false
        }
    }
}

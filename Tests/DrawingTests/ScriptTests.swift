import Drawing
import FrameCore
import Testing

@Suite struct ScriptTests {
    let renderer: TextRenderer
    let style = TextStyle(face: .thin, pixelSize: 80, features: .clock)

    /// One for all cases: opening forty fonts takes longer than drawing with them.
    private static let shared = Result { try TextRenderer(catalog: machineFonts) }

    init() throws { renderer = try Self.shared.get() }

    /// What ICU writes for a clock in locales with letters or digits of their own.
    @Test(
        .enabled(if: hasCoreFonts),
        arguments: [
            "ar_EG", "fa_IR", "he_IL", "hi_IN", "mr_IN", "bn_BD", "ne_NP", "my_MM", "th_TH", "ur_PK", "ckb_IQ", "dz_BT",
            "ta_IN", "te_IN", "kn_IN", "ml_IN", "gu_IN", "pa_IN", "or_IN", "si_LK", "km_KH", "lo_LA", "ka_GE", "hy_AM",
            "am_ET", "chr_US", "el_GR", "ru_RU", "vi_VN", "nqo_GN", "ff_Adlm_GN", "sat_IN", "ccp_BD", "mni_IN",
        ])
    func clocksOfTheWorldHaveTheirLetters(locale: String) throws {
        let clock = try ClockFormatter(pattern: "EEEE d MMMM y, h:mm:ss a", locale: locale, timeZone: "UTC")
        for month in 0..<12 as Range<Int64> {
            let text = clock.text(atUnixSeconds: 1_767_260_460 + month * 2_600_000)
            var localised = style
            localised.language = clock.language
            localised.pixelSize = 16
            let drawn = try renderer.render(text, style: localised)
            #expect(drawn.missingGlyphs == 0, "\(text)")
            #expect(drawn.image.size.area > 0)
        }
    }

    @Test(.enabled(if: hasEastAsianFonts), arguments: ["zh_CN", "zh_TW", "zh_HK", "ja_JP", "ko_KR"])
    func eastAsianClocksHaveTheirLetters(locale: String) throws {
        let clock = try ClockFormatter(pattern: "y年M月d日 EEEE ah:mm", locale: locale, timeZone: "UTC")
        let drawn = try renderer.render(clock.text(atUnixSeconds: 1_767_260_460), style: style)
        #expect(drawn.missingGlyphs == 0)
    }

    @Test(.enabled(if: hasEastAsianFonts)) func hanLettersFollowTheLanguage() throws {
        // 直 and 骨 are drawn differently in Japan, China and Taiwan.
        var images: Set<PixelBuffer> = []
        for language in ["ja_JP", "zh_CN", "zh_TW"] {
            var localised = style
            localised.language = language
            images.insert(try renderer.render("直骨", style: localised).image)
        }
        #expect(images.count == 3)
        let chinese = try renderer.render("直骨", style: style).image
        var hans = style
        hans.language = "zh-Hans"
        #expect(try renderer.render("直骨", style: hans).image == chinese)
    }

    @Test(.enabled(if: hasEmojiFont)) func emojiComeInColourAndAtTheSizeOfTheText() throws {
        let drawn = try renderer.render("😀", style: style)
        #expect(drawn.missingGlyphs == 0)
        #expect((70...110).contains(drawn.image.height))
        // A yellow face: far more red and green than blue.
        #expect(drawn.image.sum(of: 2) > 2 * drawn.image.sum(of: 0))
        var faint = style
        faint.colour.alpha = 51
        let half = try renderer.render("😀", style: faint)
        #expect(abs(Double(half.image.sum(of: 3)) / Double(drawn.image.sum(of: 3)) - 0.2) < 0.01)
        // Every channel stays below its alpha.
        for y in 0..<half.image.height {
            for x in 0..<half.image.width {
                let pixel = try #require(half.image.pixel(x: x, y: y))
                #expect(max(pixel.x, pixel.y, pixel.z) <= pixel.w)
            }
        }
    }

    @Test(
        .enabled(if: hasCoreFonts),
        arguments: [0x660, 0x6f0, 0x966, 0x1040, 0xf20, 0x7c0, 0xe50, 0x17e0, 0x1e950] as [UInt32])
    func digitsOfOtherScriptsDoNotJitter(zero: UInt32) throws {
        func advance(_ number: UInt32, _ features: TextFeatures) throws -> Double {
            let digit = Character(try #require(Unicode.Scalar(zero + number)))
            var chosen = style
            chosen.features = features
            return try renderer.metrics(of: "\(digit):\(digit)\(digit)", style: chosen).advance
        }
        #expect(Set(try (0..<10).map { try advance($0, .clock) }).count == 1)
        // The fonts' own digits differ, all but the Devanagari ones.
        #expect(Set(try (0..<10).map { try advance($0, []) }).count > (zero == 0x966 ? 0 : 1))
    }

    /// Reports UA-077: at 11:30 the hours stand left of the minutes in every script.
    @Test(
        .enabled(if: hasCoreFonts),
        arguments: ["ar_EG", "fa_IR", "he_IL", "ur_PK", "ckb_IQ", "ar_AE", "ps_AF"],
        ["H:mm", "h:mm", "HH.mm", "H-mm", "H mm", "H 'h' mm"])
    func hoursStandLeftOfMinutes(locale: String, pattern: String) throws {
        // 2026-01-01 11:30 UTC. The text starts with the picture of "11" and ends with that of "30".
        let clock = try ClockFormatter(pattern: pattern, locale: locale, timeZone: "UTC")
        let text = clock.text(atUnixSeconds: 1_767_267_000)
        let hours = try ClockFormatter(pattern: "H", locale: locale, timeZone: "UTC").text(
            atUnixSeconds: 1_767_267_000)
        let minutes = try ClockFormatter(pattern: "mm", locale: locale, timeZone: "UTC").text(
            atUnixSeconds: 1_767_267_000)
        let whole = try renderer.render(text, style: style)
        let first = try renderer.render(hours, style: style)
        let last = try renderer.render(minutes, style: style)
        let isFirst = shows(first, in: whole, atX: 0)
        #expect(isFirst)
        let isLastFirst = shows(last, in: whole, atX: 0)
        #expect(!isLastFirst)
        let end = whole.metrics.advance - last.metrics.advance
        #expect(abs(Double(whole.x + whole.image.width) - (end + Double(last.x + last.image.width))) < 1.5)
    }

    /// Whether the pixels of a part, drawn with its pen at `x`, are those of the whole.
    private func shows(_ part: TextImage, in whole: TextImage, atX x: Int) -> Bool {
        for py in 0..<part.image.height {
            for px in 0..<part.image.width {
                let there = whole.image.pixel(x: px + part.x + x - whole.x, y: py + part.y - whole.y) ?? .zero
                if there != part.image.pixel(x: px, y: py) { return false }
            }
        }
        return true
    }
}

import FrameCore
import Testing

struct FrameRateTests {
    @Test("a range of time holds the frames n with from ≤ n/fps < to")
    func ranges() throws {
        let ntsc = try #require(FrameRate(Rational(30_000, 1001)))
        #expect(ntsc.firstFrame(atOrAfter: Rational(10)) == 300)
        #expect(ntsc.firstFrame(atOrAfter: .zero) == 0)
        #expect(ntsc.time(ofFrame: 299) < Rational(10))
        #expect(ntsc.time(ofFrame: 300) >= Rational(10))
        #expect(FrameRate.thirty.firstFrame(atOrAfter: Rational(10)) == 300)
        #expect(FrameRate.thirty.firstFrame(atOrAfter: Rational(1, 3)) == 10)
        #expect(FrameRate.thirty.firstFrame(atOrAfter: Rational(1, 31)) == 1)
    }

    @Test("a time is the last frame at or before it")
    func times() throws {
        let film = try #require(FrameRate(Rational(24_000, 1001)))
        #expect(film.lastFrame(atOrBefore: Rational(1)) == 23)
        #expect(film.lastFrame(atOrBefore: Rational(1001, 1000)) == 24)
        #expect(FrameRate.thirty.lastFrame(atOrBefore: Rational(2)) == 60)
        for frame in [0, 1, 7, 12_345, 1_000_000_000] {
            #expect(film.lastFrame(atOrBefore: film.time(ofFrame: frame)) == frame)
            #expect(film.firstFrame(atOrAfter: film.time(ofFrame: frame)) == frame)
        }
    }

    @Test("rates that make no sense are refused")
    func refused() {
        #expect(FrameRate(.zero) == nil)
        #expect(FrameRate(Rational(-30)) == nil)
        #expect(FrameRate(Rational(1001)) == nil)
        #expect(FrameRate(Rational(1, 1000)) != nil)
    }

    @Test(
        "rates as people write them",
        arguments: [
            ("30", 30, 1), ("30000/1001", 30_000, 1001), ("29.97", 30_000, 1001), ("23.976", 24_000, 1001),
            ("59.94", 60_000, 1001), ("12.5", 25, 2), ("25/1", 25, 1),
        ])
    func text(text: String, top: Int64, bottom: Int64) {
        #expect(FrameRate(text: text)?.rate == Rational(top, bottom))
    }

    @Test(
        "texts that are no rate",
        arguments: [
            "", "0", "-30", "abc", "30fps", "30/0", "30/", "/1", "1/2/3", "1e3", "1001", "30s", "1:30", "nan", " 30",
        ])
    func badText(text: String) {
        #expect(FrameRate(text: text) == nil)
    }
}

struct DevicePresetTests {
    @Test(
        "screens in pixels",
        arguments: [
            ("iphone-5s", 1136, 640), ("iphone-6", 1334, 750), ("iphone-6-plus", 2208, 1242), ("iphone-x", 2436, 1125),
            ("iphone-17", 2622, 1206), ("ipad", 2048, 1536), ("apple-tv-hd", 1920, 1080), ("apple-tv-4k", 3840, 2160),
        ])
    func sizes(name: String, width: Int, height: Int) throws {
        let preset = try #require(DevicePreset.named(name))
        #expect(preset.pixels(.landscape) == PixelSize(width, height))
        #expect(preset.pixels(.portrait) == (preset.isLandscapeOnly ? nil : PixelSize(height, width)))
    }

    @Test("safe insets")
    func insets() throws {
        let phone = try #require(DevicePreset.named("iphone-x"))
        let edges = [Orientation.portrait, .landscape].map { orientation in
            let insets = phone.safeInsets(orientation)
            return [insets.top, insets.left, insets.bottom, insets.right]
        }
        #expect(edges == [[44, 0, 34, 0], [0, 44, 21, 44]])
        #expect(DevicePreset.standard.safeInsets(.landscape).left == 0)
    }

    @Test("names are unique and the standard is one of them")
    func names() {
        #expect(Set(DevicePreset.all.map(\.name)).count == 8)
        #expect(DevicePreset.standard.name == "iphone-6")
        #expect(DevicePreset.named("iphone-7") == nil)
    }

    @Test("sizes as people write them")
    func sizeText() {
        #expect(PixelSize(text: "1280x720") == PixelSize(1280, 720))
        for text in ["", "x", "1280", "1280x", "-1x5", "1280X720", "1x2x3", "99999999999999999999x1", "1280 x 720"] {
            #expect(PixelSize(text: text) == nil)
        }
    }

    @Test("pixels must fill the image exactly")
    func pixelBuffer() {
        #expect(PixelBuffer(width: 2, height: 1, bytes: [UInt8](repeating: 0, count: 8)) != nil)
        #expect(PixelBuffer(width: 2, height: 1, bytes: [UInt8](repeating: 0, count: 7)) == nil)
        #expect(PixelBuffer(width: .max, height: .max, bytes: []) == nil)
        #expect(PixelBuffer(width: 0, height: 5, bytes: []) != nil)
    }
}

public import Diagnostics
public import Drawing
import FrameCore
public import Packages
public import StructuredText

/// The clock: one centred line of text that changes on whole wall seconds.
public struct ClockLayer: Sendable {
    public let name: String
    private let parameters: ClockParameters
    private let formatter: ClockFormatter
    private let renderer: TextRenderer
    private let face: FontFace

    /// Prepares the clock of a layer for a language and zone; throws when fonts or time zones are missing.
    public init(
        name: String, parameters: ClockParameters, place: DocumentPlace, locale: String, timeZone: String,
        renderer: TextRenderer,
        report: (Diagnostic) -> Void
    ) throws {
        self.name = name
        self.parameters = parameters
        self.renderer = renderer
        let font = FontNameTable.resolve(parameters.font)
        face = font.face
        if !font.isKnown, let place = parameters.fontPlace {
            report(
                place.diagnostic(
                    .warning, "clock.unknown-font",
                    "the font \(Wording.quoted(parameters.font)) is not known; the system font, thin, stands in for it",
                    hint: font.suggestion.map { "did you mean \(Wording.quoted($0))?" }
                        ?? "see Docs/Fonts.md for the names"))
        }
        formatter = try ClockFormatter(pattern: parameters.format, locale: locale, timeZone: timeZone)
        reportMissingGlyphs(at: parameters.formatPlace ?? place, report)
    }

    /// Says so when the fonts of this machine lack letters that the clock shows.
    private func reportMissingGlyphs(at place: DocumentPlace, _ report: (Diagnostic) -> Void) {
        // Steps of 31 days and 7 hours over a year: every month, weekday and part of the day comes up.
        for seconds in stride(from: Int64(0), to: 366 * 86_400, by: 31 * 86_400 + 7 * 3600) {
            let text = formatter.text(atUnixSeconds: seconds)
            guard let image = try? renderer.render(text, style: style(pixelSize: 16)), image.missingGlyphs > 0 else {
                continue
            }
            let packages = renderer.catalog.packagesToInstall(for: text)
            report(
                place.diagnostic(
                    .warning, "clock.missing-glyphs", "no installed font has all letters of \(Wording.quoted(text))",
                    hint: packages.isEmpty
                        ? "choose another format or --locale" : "apt install " + packages.joined(separator: " ")))
            return
        }
    }

    private func style(pixelSize: Double) -> TextStyle {
        let color = parameters.color
        return TextStyle(
            face: face, pixelSize: pixelSize,
            colour: RGBAColour(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha),
            features: .clock, language: formatter.language)
    }

    /// Pixels per em below which nothing can be seen anyway; a product of tiny numbers may be 0.
    private static let smallestSize = 0.001

    /// The clock's pixels at a wall time (Unix seconds), placed on a screen.
    func draw(wallTime: Rational, size: PixelSize, pointScale: Double) throws -> PlacedImage {
        try renderer.drawCentred(
            formatter.text(at: wallTime),
            style: style(pixelSize: max(parameters.size * pointScale, ClockLayer.smallestSize)),
            centre: (parameters.position.x * Double(size.width), parameters.position.y * Double(size.height)),
            in: size)
    }
}

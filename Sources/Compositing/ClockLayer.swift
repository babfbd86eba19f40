public import Diagnostics
import Drawing
public import FrameCore
public import Packages

/// The clock: one centred line of text that changes on whole wall seconds.
public struct ClockLayer: Sendable {
    public let name: String
    private let parameters: ClockParameters
    private let face: FontFace
    private let formatter: ClockFormatter
    private let renderer: TextRenderer

    /// Prepares the clock of a layer for a language and zone; throws when fonts or time zones are missing.
    public init(
        name: String, parameters: ClockParameters, locale: String, timeZone: String, renderer: TextRenderer,
        report: (Diagnostic) -> Void
    ) throws {
        self.name = name
        self.parameters = parameters
        self.renderer = renderer
        let resolved = resolveFont(postScriptName: parameters.font)
        face = resolved.face
        if !resolved.isKnown { report(parameters.unknownFontDiagnostic(suggestion: resolved.suggestion)) }
        formatter = try ClockFormatter(pattern: parameters.format, locale: locale, timeZone: timeZone)
    }

    /// The clock's pixels at a wall time (Unix seconds), placed on a screen; nil when nothing is visible.
    func draw(wallTime: Rational, size: PixelSize, pointScale: Double) throws -> PlacedImage? {
        let text = formatter.text(atUnixSeconds: wallTime.floor)
        return try renderer.drawCentred(
            text, face: face, pixelSize: parameters.size * pointScale, colour: parameters.colour,
            centre: (parameters.position.x * Double(size.width), parameters.position.y * Double(size.height)),
            in: size)
    }
}

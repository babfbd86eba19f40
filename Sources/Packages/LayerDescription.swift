public import Diagnostics
public import StructuredText

/// One layer of a theme as its manifest describes it.
public struct LayerDescription: Sendable {
    /// What the layer draws.
    public enum Kind: Sendable {
        case clock(ClockParameters)
        case effect(EffectParameters)
        /// A kind that nothing draws.
        case unknown(String)
        /// An effect that will not appear, with the first reason.
        case declined(Diagnostic)
    }

    /// `clock`, `effect`, from the second of a kind `effect.2`.
    public let name: String
    public let kind: Kind
    /// The layer's object in the manifest, with all its keys.
    public let parameters: Node
    public let place: DocumentPlace
}

/// How a clock looks.
public struct ClockParameters: Sendable {
    /// A Unicode date pattern, not empty.
    public let format: String
    /// A PostScript name.
    public let font: String
    /// Where the manifest names the font; nil for the default.
    public let fontPlace: DocumentPlace?
    /// Where the manifest gives the format; nil for the default.
    public let formatPlace: DocumentPlace?
    /// In points; above 0, at most `largestSize`.
    public let size: Double
    public let color: LayerColor
    /// The centre of the text box as fractions of the screen, 0…1, y downwards.
    public let position: (x: Double, y: Double)

    public static let defaultFormat = "h:mm"
    public static let defaultFont = "HelveticaNeue-Thin"
    public static let defaultSize = 72.0
    /// Larger sizes count as this: a letter is then a million points high, and no arithmetic overflows.
    public static let largestSize = 1_000_000.0
}

/// A colour of 8 bits a channel with straight alpha.
public struct LayerColor: Hashable, Sendable {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8
    public let alpha: UInt8

    public static let white = LayerColor(red: 255, green: 255, blue: 255, alpha: 255)

    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Reads `#RRGGBB` or `#RRGGBBAA`; nil for anything else.
    ///
    /// The `#` is optional, and blanks may stand around.
    public init?(text: String) {
        var scalars = text.unicodeScalars[...]
        while scalars.first?.properties.isWhitespace == true { scalars = scalars.dropFirst() }
        while scalars.last?.properties.isWhitespace == true { scalars = scalars.dropLast() }
        if scalars.first == "#" { scalars = scalars.dropFirst() }
        guard scalars.count == 6 || scalars.count == 8,
            scalars.allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit }),
            let value = UInt32(String(scalars), radix: 16)
        else { return nil }
        let rgba = scalars.count == 6 ? value << 8 | 255 : value
        self.init(
            red: UInt8(rgba >> 24 & 255), green: UInt8(rgba >> 16 & 255), blue: UInt8(rgba >> 8 & 255),
            alpha: UInt8(rgba & 255))
    }
}

/// The passes of an effect and how strongly it follows the sound.
public struct EffectParameters: Sendable {
    /// One to four, in the order drawn.
    public let passes: [EffectPass]
    /// 0…10.
    public let sensitivity: Float

    /// The largest number of passes (`AmbientShaderMaxPassCount` of the device).
    public static let mostPasses = 4
}

/// One shader of an effect.
public struct EffectPass: Sendable {
    /// The path in the manifest, relative to `Theme/`.
    public let path: String
    /// The text of the shader file, valid UTF-8, 1 byte to 512 KiB.
    public let source: SourceText
    /// `fragment_` and the file's base name in lower case.
    public let entryPoint: String
    /// The known inputs that the pass lists, each once.
    public let inputs: [PassInput]
    /// The images that the pass lists; the first is bound at `PackageTexture.firstIndex`.
    public let textures: [PackageTexture]
    /// `x y z w`, 0 where the manifest gives none.
    public let params: SIMD4<Float>
    /// Where the manifest names the shader.
    public let place: DocumentPlace
}

/// A texture that a pass may ask for by name.
public enum PassInput: String, Sendable, CaseIterable {
    /// The pass before, premultiplied.
    case previous
    /// What lies under the layer.
    case original
    /// 64 levels of the sound.
    case audioLevels
    /// The background alone.
    case sourceVideo
}

public import Diagnostics

/// A place on the globe that the forecast is asked for.
public struct WeatherLocation: Hashable, Sendable {
    public static let latitudes = -90.0...90.0
    public static let longitudes = -180.0...180.0

    /// The name shown to people, never empty.
    public let name: String
    /// Degrees north, −90 to 90.
    public let latitude: Double
    /// Degrees east, −180 to 180.
    public let longitude: Double

    /// Creates a place; nil for coordinates out of range or not finite.
    ///
    /// Without a name its coordinates are the name.
    public init?(name: String = "", latitude: Double, longitude: Double) {
        guard WeatherLocation.latitudes.contains(latitude), WeatherLocation.longitudes.contains(longitude) else {
            return nil
        }
        self.init(checked: name, latitude, longitude)
    }

    private init(checked name: String, _ latitude: Double, _ longitude: Double) {
        self.name =
            name.isEmpty ? "\(DecimalText.thousandths(latitude)), \(DecimalText.thousandths(longitude))" : name
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Reads `lat,lon` or `lat,lon,name` with decimal points, such as `41.4993,-81.6944,Cleveland, Ohio`.
    public init?(text: String) {
        let parts = text.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, let latitude = DecimalText.degrees(parts[0]),
            let longitude = DecimalText.degrees(parts[1])
        else { return nil }
        let name = parts.count > 2 ? DecimalText.trimmed(parts[2]) : ""
        self.init(name: name, latitude: latitude, longitude: longitude)
    }

    /// What `init(text:)` reads back: `41.4993,-81.6944,Cleveland, Ohio`.
    public var text: String {
        // The shortest form that reads back the same, and never an exponent: a coordinate below it is no place's.
        [latitude, longitude].map { $0.magnitude < 1e-4 ? "0" : "\($0)" }.joined(separator: ",") + "," + name
    }

    /// The place written to a new `weather-settings.json`.
    public static let placeholder = WeatherLocation(checked: "Cleveland, Ohio", 41.4993, -81.6944)

    /// `{"name", "latitude", "longitude"}`.
    public var json: JSONText {
        .object([("name", .string(name)), ("latitude", .number(latitude)), ("longitude", .number(longitude))])
    }

    /// Whether both mean the same point, whatever it is called.
    public func isSamePlace(as other: WeatherLocation?) -> Bool {
        latitude == other?.latitude && longitude == other?.longitude
    }
}

/// Numbers as text, the same in every locale.
enum DecimalText {
    /// The value with three decimals, correctly rounded, as C's `%.3f`; `value` is a coordinate.
    static func thousandths(_ value: Double) -> String {
        let magnitude = value.magnitude
        guard magnitude < 1e12 else { return "0.000" }
        // scaled + rest is the exact product.
        let scaled = magnitude * 1000
        let rest = (-scaled).addingProduct(magnitude, 1000)
        let whole = scaled.rounded(.down)
        let aboveHalf = scaled - whole - 0.5
        var count = Int(whole)
        if aboveHalf > 0 || aboveHalf == 0 && (rest > 0 || rest == 0 && count % 2 == 1) { count += 1 }
        let decimals = String(count % 1000)
        return (value.sign == .minus ? "-" : "") + "\(count / 1000)."
            + String(repeating: "0", count: 3 - decimals.count) + decimals
    }

    /// A plain decimal number with blanks around it allowed; nil for hexadecimal, `inf`, `nan` and anything else.
    static func degrees(_ text: Substring) -> Double? {
        let trimmed = trimmed(text)
        guard trimmed.utf8.count <= 40, trimmed.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) }) else {
            return nil
        }
        return Double(trimmed)
    }

    /// The text without blanks at its ends.
    static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

public import Diagnostics
import StructuredText

/// The file `weather-settings.json`.
public struct WeatherSettings: Sendable {
    public static let fileName = "weather-settings.json"

    /// Where the forecast is asked for; nil where the file does not say, or says it wrongly.
    public let location: WeatherLocation?
    /// False when the whole text is unusable, so that it is worth keeping aside before it is written anew.
    public let isReadable: Bool
    /// Warnings about what is ignored.
    public let diagnostics: [Diagnostic]

    /// Reads the file's bytes.
    public init(_ source: SourceText) {
        let result = JSONReader.read(source)
        guard let root = result.root, root.members != nil else {
            let error = result.diagnostics.first { $0.severity == .error }
            let message = error?.message ?? "they are \(result.root?.kindName ?? "no JSON"), not an object"
            location = nil
            isReadable = false
            diagnostics = [
                Diagnostic(
                    .warning, "weather-settings.malformed", "the weather settings are ignored: \(message)",
                    source: source, span: error?.span ?? result.root?.span, path: error?.path,
                    hint: "mend the file, or choose a city")
            ]
            return
        }
        isReadable = true
        var warnings = result.diagnostics
        location = WeatherSettings.location(root, source, &warnings)
        diagnostics = warnings
    }

    private static func location(
        _ root: Node, _ source: SourceText, _ warnings: inout [Diagnostic]
    ) -> WeatherLocation? {
        func warn(_ message: String, _ node: Node, _ path: DocumentPath) {
            warnings.append(
                DocumentPlace(source: source, span: node.span, path: path).diagnostic(
                    .warning, "weather-settings.location", message, hint: "choose a city"))
        }
        let path = DocumentPath.root.key("location")
        guard let node = root["location"] else { return nil }
        guard node.members != nil else {
            if !node.isNull { warn("the location is \(node.kindName), not an object", node, path) }
            return nil
        }
        func degrees(_ key: String, _ range: ClosedRange<Double>) -> Double? {
            guard let entry = node[key] else {
                warn("the location has no \(key)", node, path)
                return nil
            }
            guard let value = entry.number else {
                warn("the \(key) is \(entry.kindName), not a number", entry, path.key(key))
                return nil
            }
            guard range.contains(value) else {
                let bounds = "\(Int(range.lowerBound)) to \(Int(range.upperBound))"
                warn("the \(key) \(value) is not in \(bounds)", entry, path.key(key))
                return nil
            }
            return value
        }
        let latitude = degrees("latitude", WeatherLocation.latitudes)
        let longitude = degrees("longitude", WeatherLocation.longitudes)
        guard let latitude, let longitude else { return nil }
        if let name = node["name"], name.string == nil {
            warn("the name is \(name.kindName), not a string", name, path.key("name"))
        }
        return WeatherLocation(name: node["name"]?.string ?? "", latitude: latitude, longitude: longitude)
    }

    /// The file that is written where there is none.
    public static var placeholder: [UInt8] { saving(.placeholder, into: nil) }

    /// The file with another location, all else byte for byte as it was.
    ///
    /// An unusable text (`isReadable` false) is replaced as a whole.
    public static func saving(_ location: WeatherLocation, into old: [UInt8]?) -> [UInt8] {
        let entry = location.json.text
        let fresh = Array("{ \"location\": \(entry) }\n".utf8)
        guard let old, let root = JSONReader.read(SourceText(name: fileName, bytes: old)).root,
            let members = root.members
        else { return fresh }
        if let span = root["location"]?.span, span.end <= old.count {
            return Array(old[..<span.start] + entry.utf8 + old[span.end...])
        }
        let inside = root.span.start + 1
        guard inside <= old.count else { return fresh }
        let addition = members.isEmpty ? " \"location\": \(entry) " : "\n  \"location\": \(entry),"
        return Array(old[..<inside] + addition.utf8 + old[inside...])
    }
}

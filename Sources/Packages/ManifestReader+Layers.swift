import Diagnostics
import StructuredText

/// `theme.layers`, and clocks.
extension ManifestReader {
    mutating func readLayers(_ theme: Node, _ themePath: DocumentPath) -> [LayerDescription] {
        let path = themePath.key("layers")
        guard let node = theme["layers"] else { return [] }
        guard let elements = node.elements else {
            report(
                node.isNull ? .warning : .error, "manifest.layers-not-array",
                "the list of layers is \(node.kindName), not an array; the theme has no layers", node, path,
                hint: "write \"layers\": [ … ]")
            return []
        }
        var layers: [LayerDescription] = []
        var counts: [String: Int] = [:]
        for (index, element) in elements.enumerated() {
            let path = path.index(index)
            guard let kind = readKind(element, path) else { continue }
            counts[kind, default: 0] += 1
            let count = counts[kind] ?? 1
            layers.append(
                LayerDescription(
                    name: count == 1 ? kind : "\(kind).\(count)", kind: readLayer(kind, element, path),
                    parameters: element,
                    place: place(element, path)))
        }
        return layers
    }

    /// The kind of a layer; nil when the layer is skipped.
    private mutating func readKind(_ layer: Node, _ path: DocumentPath) -> String? {
        guard layer.members != nil else {
            report(
                .error, "manifest.layer-not-object", "the layer is \(layer.kindName), not an object; it is skipped",
                layer,
                path, hint: "write { \"kind\": \"clock\" } or { \"kind\": \"effect\", … }")
            return nil
        }
        guard let kind = layer["kind"] else {
            report(
                .error, "manifest.layer-kind", "the layer has no \"kind\"; it is skipped", layer, path,
                hint: "add \"kind\": \"clock\" or \"kind\": \"effect\"")
            return nil
        }
        guard let name = kind.string, !name.isEmpty else {
            let found = kind.string == nil ? kind.kindName : "an empty string"
            report(
                .error, "manifest.layer-kind", "the layer's kind is \(found), not a name; the layer is skipped", kind,
                path.key("kind"), hint: "write \"clock\" or \"effect\"")
            return nil
        }
        return name
    }

    private mutating func readLayer(_ kind: String, _ layer: Node, _ path: DocumentPath) -> LayerDescription.Kind {
        switch kind {
        case "clock": return .clock(readClock(layer, path))
        case "effect": return readEffect(layer, path)
        default:
            report(
                .error, "manifest.layer-kind-unknown", "nothing draws layers of the kind \(Wording.quoted(kind))",
                layer["kind"] ?? layer, path.key("kind"),
                hint: Wording.suggestion(for: kind, among: ["clock", "effect"]) ?? "the kinds are clock and effect")
            return .unknown(kind)
        }
    }

    private mutating func readClock(_ layer: Node, _ path: DocumentPath) -> ClockParameters {
        checkKeys(
            layer, path, known: ["kind", "format", "font", "size", "color", "position"],
            elsewhere: [
                "colour": "it is spelled \"color\"", "x": "it belongs in \"position\": { \"x\": …, \"y\": … }",
                "y": "it belongs in \"position\": { \"x\": …, \"y\": … }",
            ])
        let format = readName(layer, "format", path, fallback: ClockParameters.defaultFormat)
        let font = readName(layer, "font", path, fallback: ClockParameters.defaultFont)
        return ClockParameters(
            format: format?.value ?? ClockParameters.defaultFormat, font: font?.value ?? ClockParameters.defaultFont,
            fontPlace: font?.place, formatPlace: format?.place, size: readSize(layer, path),
            color: readColor(layer, path),
            position: readPosition(layer, path))
    }

    /// A non-empty string; nil where the default is to be taken.
    private mutating func readName(
        _ layer: Node, _ key: String, _ layerPath: DocumentPath, fallback: String
    ) -> Located<String>? {
        let path = layerPath.key(key)
        guard let node = layer[key] else { return nil }
        if let text = node.string, !text.isEmpty { return Located(text, at: place(node, path)) }
        let found = node.string == nil ? node.kindName : "an empty string"
        report(
            .warning, "manifest.clock-\(key)", "the \(key) is \(found); \(Wording.quoted(fallback)) is used", node,
            path,
            hint: "write a string such as \(Wording.quoted(fallback))")
        return nil
    }

    private mutating func readSize(_ layer: Node, _ layerPath: DocumentPath) -> Double {
        let fallback = ClockParameters.defaultSize
        guard let node = layer["size"] else { return fallback }
        if let size = node.number, size > 0 {
            if size <= ClockParameters.largestSize { return size }
            report(
                .warning, "manifest.clock-size", "the size is above \(Int(ClockParameters.largestSize)); that is used",
                node, layerPath.key("size"), hint: "write a number of points that fits a screen")
            return ClockParameters.largestSize
        }
        let found = node.number == nil ? node.kindName : "not above 0"
        report(
            .warning, "manifest.clock-size", "the size is \(found); 72 is used", node, layerPath.key("size"),
            hint: "write a number of points above 0")
        return fallback
    }

    private mutating func readColor(_ layer: Node, _ layerPath: DocumentPath) -> LayerColor {
        guard let node = layer["color"] else { return .white }
        if let text = node.string, let color = LayerColor(text: text) { return color }
        let found = node.string.map { Wording.quoted($0) } ?? node.kindName
        report(
            .warning, "manifest.clock-color", "\(found) is no colour; white is used", node, layerPath.key("color"),
            hint: "write \"#RRGGBB\" or \"#RRGGBBAA\"")
        return .white
    }

    private mutating func readPosition(_ layer: Node, _ layerPath: DocumentPath) -> (x: Double, y: Double) {
        let path = layerPath.key("position")
        guard let node = layer["position"] else { return (0.5, 0.5) }
        guard node.members != nil else {
            reportIgnored(
                "manifest.clock-position", "the position", node, path, wanted: "{ \"x\": 0.5, \"y\": 0.5 }",
                taken: "the centre is used")
            return (0.5, 0.5)
        }
        checkKeys(node, path, known: ["x", "y"])
        return (readFraction(node, "x", path), readFraction(node, "y", path))
    }

    private mutating func readFraction(_ position: Node, _ key: String, _ positionPath: DocumentPath) -> Double {
        let path = positionPath.key(key)
        guard let node = position[key] else { return 0.5 }
        guard let value = node.number else {
            reportIgnored(
                "manifest.clock-position", "\(key)", node, path, wanted: "a number from 0 to 1", taken: "0.5 is used")
            return 0.5
        }
        let clamped = min(max(value, 0), 1)
        if clamped != value {
            report(
                .warning, "manifest.clock-position", "\(key) is outside 0 to 1; \(clamped == 0 ? 0 : 1) is used", node,
                path,
                hint: "write a fraction of the screen from 0 to 1")
        }
        return clamped
    }
}

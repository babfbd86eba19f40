public import Diagnostics
import StructuredText

extension RecordedFacts {
    /// Reads a `recorded.json`; nil when it is not of the form that `text` has.
    ///
    /// Keys that are not known are passed over: the file is a record, not a setting.
    public init?(_ source: SourceText) {
        let limits = ReadLimits(bytes: 1 << 28, depth: 16)
        guard let root = JSONReader.read(source, limits: limits).root, let versions = root["versions"]?.members,
            let fonts = root["fonts"]?.elements
        else { return nil }
        self.init(versions: [], fonts: [], frames: [], reason: root["reason"]?.string)
        for member in versions {
            guard let version = member.value.string else { return nil }
            self.versions.append(Version(name: member.key, version: version))
        }
        for font in fonts {
            guard let name = font["name"]?.string, let hash = font["sha256"]?.string else { return nil }
            self.fonts.append(Font(name: name, hash: hash))
        }
        for frame in root["frames"]?.elements ?? [] {
            guard let number = frame["frame"]?.number.flatMap({ Int(exactly: $0) }),
                let scene = frame["scene"]?.string, let layers = frame["layers"]?.elements
            else { return nil }
            var read = Frame(frame: number, scene: scene, layers: [])
            for layer in layers {
                guard let name = layer["layer"]?.string, let hash = layer["hash"]?.string else { return nil }
                let passes = (layer["passes"]?.elements ?? []).compactMap(\.string)
                read.layers.append(Layer(name: name, passes: passes, hash: hash))
            }
            frames.append(read)
        }
    }

    /// The file's text: the same facts give the same text, one font or frame a line.
    public var text: String {
        func list(_ values: [JSONText]) -> String {
            values.isEmpty ? "[]" : "[\n    " + values.map(\.text).joined(separator: ",\n    ") + "\n  ]"
        }
        var members: [(String, String)] = []
        if let reason { members.append(("reason", JSONText.string(reason).text)) }
        members.append(("versions", JSONText.object(versions.map { ($0.name, .string($0.version)) }).text))
        members.append(
            ("fonts", list(fonts.map { .object([("name", .string($0.name)), ("sha256", .string($0.hash))]) })))
        members.append(("frames", list(frames.map(\.json))))
        let lines = members.map { JSONText.string($0.0).text + ": " + $0.1 }
        return "{\n  " + lines.joined(separator: ",\n  ") + "\n}\n"
    }
}

extension RecordedFacts.Frame {
    fileprivate var json: JSONText {
        .object([
            ("frame", .integer(frame)), ("scene", .string(scene)),
            (
                "layers",
                .array(
                    layers.map { layer in
                        let passes: [(String, JSONText)] =
                            layer.passes.isEmpty ? [] : [("passes", .array(layer.passes.map(JSONText.string)))]
                        return .object([("layer", .string(layer.name))] + passes + [("hash", .string(layer.hash))])
                    })
            ),
        ])
    }
}

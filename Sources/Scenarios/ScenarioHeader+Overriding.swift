public import Diagnostics
import StructuredText

extension ScenarioHeader {
    /// The header with values of the command line in place of its own; the last of equal keys counts.
    ///
    /// Values are written as in a header: `size=640x360`, `scenes=[a, b]`, `record={from: 0s, to: 2s}`. Errors have the
    /// words of those in a file, and name `--set KEY` as their place.
    public func overriding(_ pairs: [(key: String, value: String)]) -> (ScenarioHeader, [Diagnostic]) {
        var parser = ScenarioParser(nil)
        parser.header = self
        for (key, value) in pairs {
            let text = SourceText(name: "--set " + key, text: value)
            parser.source = text
            guard let row = ScenarioTables.headerKeysByName[key] else {
                parser.source = SourceText(name: "--set", text: key + "=" + value)
                parser.failUnknownKey(key, SourceSpan(0, key.utf8.count), .root)
                continue
            }
            var node = Node(.string(value), span: SourceSpan(0, value.utf8.count), isPlain: true)
            if !row.isScalar {
                let result = YAMLReader.read(text)
                result.diagnostics.forEach { parser.diagnose($0) }
                guard !result.diagnostics.contains(where: { $0.severity == .error }) else { continue }
                if let first = result.documents.first { node = first }
            }
            row.read(&parser, Field(node: node, trail: .at(.root), name: key))
        }
        return (parser.header, parser.report())
    }

    /// Whether `--include-tags` and `--exclude-tags` choose this scenario.
    ///
    /// It is chosen when it has one of the included tags, or nothing is included, and none of the excluded ones.
    public func isSelected(include: [String], exclude: [String]) -> Bool {
        let tags = Set(tags.map(\.value))
        return (include.isEmpty || !tags.isDisjoint(with: include)) && tags.isDisjoint(with: exclude)
    }
}

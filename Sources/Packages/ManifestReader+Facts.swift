import Diagnostics
import StructuredText

/// Facts of a film or theme.
extension ManifestReader {
    mutating func readFacts(of owner: Node, _ ownerPath: DocumentPath) -> [FactDescription] {
        let path = ownerPath.key("facts")
        guard let node = owner["facts"] else { return [] }
        guard let elements = node.elements else {
            reportIgnored("manifest.facts", "the list of facts", node, path, wanted: "an array", taken: "it is ignored")
            return []
        }
        var facts: [FactDescription] = []
        for (index, element) in elements.enumerated() {
            if let fact = readFact(element, path.index(index)) { facts.append(fact) }
        }
        return facts
    }

    private mutating func readFact(_ node: Node, _ path: DocumentPath) -> FactDescription? {
        let example = "write { \"text\": \"…\" }"
        guard node.members != nil else {
            report(
                .warning, "manifest.fact", "the fact is \(node.kindName), not an object; it is ignored", node, path,
                hint: example)
            return nil
        }
        checkKeys(node, path, known: ["text", "at", "duration"], elsewhere: ["time": "did you mean \"at\"?"])
        let at = readSeconds(
            node, path, key: "at", code: "manifest.fact-at", what: "the time of the fact", limit: "0 or more",
            taken: "the fact takes turns with the others"
        ) { $0 >= 0 }
        let duration = readSeconds(
            node, path, key: "duration", code: "manifest.fact-duration", what: "the duration of the fact",
            limit: "above 0", taken: "the usual one is used"
        ) { $0 > 0 }
        guard let text = node["text"] else {
            report(.warning, "manifest.fact", "the fact has no \"text\"; it is ignored", node, path, hint: example)
            return nil
        }
        let textPath = path.key("text")
        guard let words = text.string, !words.allSatisfy(\.isWhitespace) else {
            let found = text.string == nil ? "\(text.kindName), not a string" : "blank"
            report(
                .warning, "manifest.fact", "the text of the fact is \(found); the fact is ignored", text, textPath,
                hint: "write a sentence")
            return nil
        }
        if words.count > FactDescription.longestText {
            report(
                .warning, "manifest.fact-long",
                "the fact has \(words.count) characters and is cut where it is shown", text, textPath,
                hint: "two lines, some 120 characters, are read at a glance; make several facts of it")
        }
        return FactDescription(
            text: words, at: at.map { min($0.value, FactDescription.latestTime) },
            duration: duration.map {
                min(max($0.value, FactDescription.shortestDuration), FactDescription.latestTime)
            },
            place: place(node, path))
    }

    /// A time in seconds under a key; nil where it is missing or, with a warning, unusable.
    mutating func readSeconds(
        _ owner: Node, _ ownerPath: DocumentPath, key: String, code: String, what: String, limit: String, taken: String,
        accepts: (Double) -> Bool
    ) -> Located<Double>? {
        guard let node = owner[key] else { return nil }
        let path = ownerPath.key(key)
        guard let value = node.number else {
            reportIgnored(code, what, node, path, wanted: "a number of seconds, \(limit)", taken: taken)
            return nil
        }
        guard accepts(value) else {
            report(
                .warning, code, "\(what) must be \(limit); \(taken)", node, path,
                hint: "write a number of seconds, \(limit)")
            return nil
        }
        return Located(value, at: place(node, path))
    }
}

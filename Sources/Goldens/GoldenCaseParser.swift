public import Diagnostics
import StructuredText

/// Reads a `case.json`; nil when it has an error.
///
/// All errors are reported, each with line and column. `name` is that of the case's folder.
public func parseGoldenCase(name: String, _ text: SourceText) -> (GoldenCase?, [Diagnostic]) {
    var parser = GoldenCaseParser(source: text)
    let golden = parser.parse(name: name)
    return (golden, parser.diagnostics)
}

/// One reading of one case.
struct GoldenCaseParser {
    /// A value and its path.
    struct Field {
        let node: Node
        let path: DocumentPath
    }

    let source: SourceText
    var diagnostics: [Diagnostic] = []

    private static let keys = [
        "scene", "scenario", "options", "frames", "tolerance", "mask", "accept", "knownFailure",
    ]

    init(source: SourceText) { self.source = source }

    mutating func parse(name: String) -> GoldenCase? {
        let result = JSONReader.read(source)
        diagnostics = result.diagnostics
        guard let root = result.root else { return nil }
        let whole = Field(node: root, path: .root)
        guard let members = object(whole, keys: Self.keys, example: #"{ "scene": "my-package", "frames": "0-29" }"#)
        else { return nil }
        func field(_ key: String) -> Field? {
            members.first { $0.key == key }.map { Field(node: $0.value, path: DocumentPath.root.key(key)) }
        }
        let subject = readSubject(field("scene"), field("scenario"), whole)
        let options = field("options")
        let words = options.map { texts($0, example: #"["--size", "320x180"]"#) } ?? []
        let frames = field("frames").map { readFrames($0) } ?? missing("frames", in: whole)
        let tolerance = field("tolerance").flatMap { readTolerance($0) }
        let masks = field("mask").map { readMasks($0) } ?? []
        let accepted = field("accept").map { readAcceptances($0) } ?? []
        let reason = field("knownFailure").flatMap { text($0, example: "the reason, and where it is followed up") }
        if tolerance != nil, frames.count > GoldenCase.mostPictures, let field = field("frames") {
            fail(
                "golden.too-many-frames",
                "a case with a tolerance keeps every frame as a picture, and these are \(frames.count)", field,
                hint: "choose at most \(GoldenCase.mostPictures) frames, for example a list [0, 15, 29]")
        }
        guard let subject, !diagnostics.contains(where: { $0.severity == .error }) else { return nil }
        return GoldenCase(
            name: name, subject: subject, options: words, optionsPlace: place(options ?? whole), frames: frames,
            tolerance: tolerance, masks: masks, accepted: accepted, knownFailure: reason, place: place(whole))
    }

    private mutating func readSubject(_ scene: Field?, _ scenario: Field?, _ whole: Field) -> GoldenCase.Subject? {
        switch (scene, scenario) {
        case (let scene?, nil):
            return text(scene, example: "SamplePackages/sample-scene-sunny").map {
                .scene(Located($0, at: place(scene)))
            }
        case (nil, let scenario?):
            return text(scenario, example: "scenarios/night.yaml").map { .scenario(Located($0, at: place(scenario))) }
        case (nil, nil):
            fail(
                "golden.missing-key", "the case says neither scene nor scenario", whole,
                hint: "name a package folder under \"scene\", or a scenario file under \"scenario\"")
        case (_?, let scenario?):
            fail(
                "golden.scene-and-scenario", "the case has both a scene and a scenario", scenario,
                hint: "keep one, and make another case of the other")
        }
        return nil
    }

    // MARK: - Values

    private mutating func missing(_ key: String, in whole: Field) -> [Int] {
        fail("golden.missing-key", "the key \"\(key)\" is missing", whole, hint: #"write for example "frames": "0-29""#)
        return []
    }

    /// The members of an object whose keys are all known.
    mutating func object(_ field: Field, keys: [String], example: String) -> [Member]? {
        guard let members = field.node.members else {
            wrongKind(field, example: example)
            return nil
        }
        for member in members where !keys.contains(member.key) {
            diagnostics.append(
                DocumentPlace(source: source, span: member.keySpan, path: field.path.key(member.key)).diagnostic(
                    .error, "golden.unknown-key", "there is no key \(Wording.quoted(member.key)) here",
                    hint: Wording.suggestion(for: member.key, among: keys)
                        ?? "the keys are " + keys.joined(separator: ", ")))
        }
        return members
    }

    /// Text that is not blank.
    mutating func text(_ field: Field, example: String) -> String? {
        guard let text = field.node.string, text.contains(where: { !$0.isWhitespace }), !text.utf8.contains(0) else {
            wrongKind(field, example: "\"" + example + "\"")
            return nil
        }
        return text
    }

    /// A list of texts.
    private mutating func texts(_ field: Field, example: String) -> [String] {
        guard let elements = field.node.elements else {
            wrongKind(field, example: example)
            return []
        }
        return elements.enumerated().compactMap { index, node in
            let element = Field(node: node, path: field.path.index(index))
            guard let text = node.string, !text.utf8.contains(0) else {
                wrongKind(element, example: "\"--size\"")
                return nil
            }
            return text
        }
    }

    private mutating func readMasks(_ field: Field) -> [Located<GoldenMask>] {
        let example = #"["clock", "0,0,64,16", "mask.png"]"#
        guard let elements = field.node.elements, !elements.isEmpty else {
            wrongKind(field, example: example)
            return []
        }
        return elements.enumerated().compactMap { index, node in
            let element = Field(node: node, path: field.path.index(index))
            guard let text = text(element, example: "clock") else { return nil }
            guard let mask = GoldenMask(text: text) else {
                fail(
                    "golden.bad-value", "\(Wording.quoted(text)) is no mask", element,
                    hint: "write x,y,w,h in pixels, a PNG in the case's folder, or a layer's name")
                return nil
            }
            return Located(mask, at: place(element))
        }
    }

    // MARK: - Reporting

    mutating func wrongKind(_ field: Field, example: String) {
        let found = field.node.string.map { Wording.quoted($0) } ?? field.node.kindName
        fail("golden.bad-value", "the value is \(found)", field, hint: "write for example \(example)")
    }

    mutating func fail(_ code: String, _ message: String, _ field: Field, hint: String) {
        // More errors than this help nobody.
        guard diagnostics.count < 100 else { return }
        diagnostics.append(place(field).diagnostic(.error, code, message, hint: hint))
    }

    func place(_ field: Field) -> DocumentPlace {
        DocumentPlace(source: source, span: field.node.span, path: field.path)
    }
}

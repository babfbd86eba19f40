import Diagnostics
import StructuredText

/// Files: a header and steps, and what they include.
extension ScenarioParser {
    static let shape = "write header keys, a line with ---, and a list of steps: - wait: 2s"

    /// What has been read of one file.
    private struct Reading {
        let isMain: Bool
        var list: StepList
        /// The document that holds the steps, once it is known.
        var stepsDocument: Int?
        var header: Node?
        var stepsNode: Node?
        var documents = 0
        /// True when an error, which was reported, ended the reading.
        var isEnded = false
    }

    /// The steps of a file; nil after an error.
    ///
    /// Only an error in a value lets the rest be read.
    mutating func file(_ text: SourceText, isMain: Bool) -> File? {
        let outer = source
        source = text
        chain.append(ScenarioPath.plain(text.name))
        nesting += 1
        defer {
            source = outer
            chain.removeLast()
            nesting -= 1
        }
        var reading = Reading(isMain: isMain, list: StepList(Scenario.Origin(source: text, path: .root)))
        let found = YAMLReader.stream(text, limits: ScenarioParser.limits) { piece in take(piece, &reading) }
        found.forEach { diagnose($0) }
        guard !reading.isEnded, !found.contains(where: { $0.severity == .error }), checkShape(reading) else {
            return nil
        }
        return File(steps: reading.list.steps, totals: reading.list.totals)
    }

    /// False to end the reading.
    private mutating func take(_ piece: YAMLPiece, _ reading: inout Reading) -> Bool {
        switch piece {
        case .element(let node, let index, let document):
            // An included file may be a list of steps and nothing else.
            if !reading.isMain, document == 0 { reading.stepsDocument = 0 }
            if document == 1, reading.stepsDocument == nil { reading.stepsDocument = 1 }
            guard document == reading.stepsDocument else { return true }
            reading.isEnded = !add(node, index: index, to: &reading.list)
            return !reading.isEnded
        case .document(let node, let number):
            reading.documents = number + 1
            let isList = node.elements != nil
            if number == 0, !isList || reading.isMain {
                reading.header = node
                if !isList { readHeader(node, isMain: reading.isMain) }
            } else if reading.stepsNode == nil {
                reading.stepsNode = node
            } else {
                fail(
                    "scenario.shape", "another document follows the steps", node.span, .root,
                    hint: "keep one header, ---, and one list of steps")
                reading.isEnded = true
                return false
            }
            return true
        }
    }

    private mutating func checkShape(_ reading: Reading) -> Bool {
        func complain(_ code: String, _ message: String, _ span: SourceSpan) -> Bool {
            fail(code, message, span, .root, hint: ScenarioParser.shape)
            return false
        }
        guard reading.documents > 0 else {
            return complain("scenario.empty", "the scenario is empty", SourceSpan(0, 0))
        }
        if let header = reading.header, header.elements != nil {
            let message =
                reading.documents == 1 ? "there is no header before the steps" : "the header is a list, not a map"
            return complain("scenario.shape", message, header.span)
        }
        guard let steps = reading.stepsNode else {
            return complain(
                "scenario.shape", "there are no steps after the header", reading.header?.span ?? SourceSpan(0, 0))
        }
        guard steps.elements != nil || steps.isNull else {
            return complain("scenario.shape", "the steps are \(steps.kindName), not a list", steps.span)
        }
        return true
    }

    private mutating func readHeader(_ node: Node, isMain: Bool) {
        if node.isNull { return }
        guard let members = node.members else {
            fail(
                "scenario.shape", "the header is \(node.kindName), not a map", node.span, .root,
                hint: ScenarioParser.shape)
            return
        }
        guard isMain else {
            if let first = members.first {
                diagnose(
                    place(first.keySpan, DocumentPath.root.key(first.key)).diagnostic(
                        .note, "scenario.header-not-used", "the header of an included file is not used",
                        hint: "what is needed from it belongs in the scenario that includes it"))
            }
            return
        }
        for member in members { readHeaderKey(member) }
    }

    mutating func readHeaderKey(_ member: Member) {
        let path = DocumentPath.root.key(member.key)
        if let key = ScenarioTables.headerKeysByName[member.key] {
            key.read(&self, Field(node: member.value, trail: .at(path), name: member.key))
        } else {
            failUnknownKey(member.key, member.keySpan, path)
        }
    }

    mutating func failUnknownKey(_ key: String, _ span: SourceSpan, _ path: DocumentPath) {
        let known = ScenarioTables.headerKeys.map(\.text.name)
        fail(
            "scenario.unknown-key", "there is no header key \(Wording.quoted(key))", span, path,
            hint: Wording.suggestion(for: key, among: known) ?? "the keys are " + known.joined(separator: ", "))
    }

    // MARK: - Include

    /// The steps of another file; nil after an error.
    mutating func included(_ path: String, _ field: Field) -> [Scenario.Step]? {
        guard let load else {
            fail("scenario.include", "nothing can be included here", field.node.span, field.path, hint: nil)
            return nil
        }
        let name = ScenarioPath.join(source.name, path)
        let key = ScenarioPath.plain(name)
        if let first = chain.firstIndex(of: key) {
            let round = (chain[first...] + [key]).map { Wording.printable($0) }.joined(separator: " includes ")
            fail(
                "scenario.include-cycle", "the file includes itself: \(round)", field.node.span, field.path,
                hint: "take one of the includes out")
            return nil
        }
        if files[key] == nil {
            guard checkNesting(field) else { return nil }
            guard files.count < ScenarioParser.mostFiles else {
                fail(
                    "scenario.include", "more than \(ScenarioParser.mostFiles) files are included", field.node.span,
                    field.path, hint: "put steps into fewer files")
                return nil
            }
            do {
                let text = try load(name)
                // The name decides what its own includes are relative to, so it is ours, not the loader's.
                files[key] = .some(
                    file(text.name == name ? text : SourceText(name: name, bytes: text.bytes), isMain: false))
            } catch {
                files[key] = .some(nil)
                fail(
                    "scenario.include", "\(Wording.quoted(name)) cannot be read: \(error)", field.node.span, field.path,
                    hint: "paths are relative to the file that includes")
            }
        }
        guard let file = files[key] ?? nil, checkNesting(field, depth: file.totals.depth) else { return nil }
        lastTotals = file.totals
        return file.steps
    }

    /// False, with an error, when a list of steps, and `depth` lists in one another in it, would stand too deep here.
    mutating func checkNesting(_ field: Field, depth: Int = 0) -> Bool {
        guard nesting + depth < ScenarioParser.deepestNesting else {
            fail(
                "scenario.too-deep", "steps are nested more than \(ScenarioParser.deepestNesting) deep",
                field.node.span, field.path, hint: "nest repeat and include less deeply")
            return false
        }
        return true
    }
}

/// Paths as text; nothing looks at a disk.
enum ScenarioPath {
    /// A path relative to the folder of a file.
    static func join(_ file: String, _ path: String) -> String {
        guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
        return file[...slash] + path
    }

    /// The path without `.`, empty parts, and `..` where that goes back.
    static func plain(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else {
                parts.append(part)
            }
        }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}

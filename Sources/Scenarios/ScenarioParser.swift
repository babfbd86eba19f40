public import Diagnostics
import FrameCore
import StructuredText

/// One reading of one scenario.
struct ScenarioParser {
    let source: SourceText
    var diagnostics: [Diagnostic] = []
    var header = ScenarioHeader()

    init(source: SourceText) { self.source = source }

    /// More errors than this help nobody.
    private static let mostErrors = 100

    mutating func parse() -> Scenario? {
        let result = YAMLReader.read(source)
        diagnostics = result.diagnostics
        guard !diagnostics.contains(where: { $0.severity == .error }) else { return nil }
        let documents = result.documents
        guard let first = documents.first else {
            fail("scenario.empty", "the scenario is empty", SourceSpan(0, 0), .root, hint: ScenarioParser.shape)
            return nil
        }
        guard documents.count >= 2 else {
            let message =
                first.elements == nil ? "there are no steps after the header" : "there is no header before the steps"
            fail("scenario.shape", message, first.span, .root, hint: ScenarioParser.shape)
            return nil
        }
        if documents.count > 2 {
            fail(
                "scenario.shape", "a third document follows the steps", documents[2].span, .root,
                hint: "keep one header, ---, and one list of steps")
        }
        readHeader(first)
        let steps = readSteps(documents[1])
        let errors = diagnostics.count { $0.severity == .error }
        guard errors == 0 else {
            if diagnostics.count > ScenarioParser.mostErrors {
                let rest = diagnostics.count - ScenarioParser.mostErrors
                diagnostics.removeLast(rest)
                diagnostics.append(
                    Diagnostic(
                        .error, "scenario.more-errors", "\(rest) more errors are not shown", file: source.name,
                        hint: "mend those above first"))
            }
            return nil
        }
        return Scenario(header: header, steps: steps, source: source)
    }

    private static let shape = "write header keys, a line with ---, and a list of steps: - wait: 2s"

    // MARK: - Header

    private mutating func readHeader(_ node: Node) {
        if node.isNull { return }
        guard let members = node.members else {
            fail(
                "scenario.shape", "the header is \(node.kindName), not a map", node.span, .root,
                hint: ScenarioParser.shape)
            return
        }
        for member in members {
            let path = DocumentPath.root.key(member.key)
            if let key = ScenarioParser.headerKeys.first(where: { $0.name == member.key }) {
                key.read(&self, Field(node: member.value, path: path))
            } else if let reason = ScenarioParser.laterHeaderKeys[member.key] {
                fail(
                    "scenario.not-yet", "this version does not use the header key \(Wording.quoted(member.key)) yet",
                    member.keySpan, path, hint: reason)
            } else {
                let known = ScenarioParser.headerKeys.map(\.name)
                fail(
                    "scenario.unknown-key", "there is no header key \(Wording.quoted(member.key))", member.keySpan,
                    path,
                    hint: Wording.suggestion(
                        for: member.key, among: known + ScenarioParser.laterHeaderKeys.keys.sorted())
                        ?? "the keys are " + known.joined(separator: ", "))
            }
        }
    }

    // MARK: - Steps

    private mutating func readSteps(_ node: Node) -> [Scenario.Step] {
        if node.isNull { return [] }
        guard let elements = node.elements else {
            fail(
                "scenario.shape", "the steps are \(node.kindName), not a list", node.span, .root,
                hint: ScenarioParser.shape)
            return []
        }
        var steps: [Scenario.Step] = []
        let origin = Scenario.Origin(source: source, path: .root)
        for (index, element) in elements.enumerated() {
            if let step = readStep(element, in: origin, index: index) { steps.append(step) }
        }
        return steps
    }

    private mutating func readStep(_ node: Node, in origin: Scenario.Origin, index: Int) -> Scenario.Step? {
        let stepPath = origin.path.index(index)
        let name: String
        let nameSpan: SourceSpan
        let value: Node
        if let members = node.members, let member = members.first {
            guard members.count == 1 else {
                fail(
                    "scenario.step-shape", "a step has \(members.count) keys, not one", members[1].keySpan, stepPath,
                    hint: "start each step with a hyphen of its own")
                return nil
            }
            (name, nameSpan, value) = (member.key, member.keySpan, member.value)
        } else if let text = node.string, !text.isEmpty {
            // A step without a value, such as `- activate`.
            (name, nameSpan, value) = (text, node.span, Node(.string(""), span: node.span, isPlain: true))
        } else {
            let found = node.members?.isEmpty == true ? "empty" : "\(node.kindName), not a map with one key"
            fail(
                "scenario.step-shape", "a step is \(found)", node.span, stepPath,
                hint: "write for example - wait: 2s")
            return nil
        }
        let path = stepPath.key(name)
        if let rule = ScenarioParser.steps.first(where: { $0.name == name }) {
            guard let kind = rule.read(&self, Field(node: value, path: path)) else { return nil }
            return Scenario.Step(kind, in: origin, index: index, span: nameSpan)
        }
        if ScenarioParser.laterSteps.contains(name) {
            fail(
                "scenario.not-yet", "this version does not play the step \(Wording.quoted(name)) yet", nameSpan, path,
                hint: "steps of this version: " + ScenarioParser.steps.map(\.name).joined(separator: ", "))
        } else {
            let known = ScenarioParser.steps.map(\.name) + ScenarioParser.laterSteps
            fail(
                "scenario.unknown-step", "there is no step \(Wording.quoted(name))", nameSpan, path,
                hint: Wording.suggestion(for: name, among: known)
                    ?? "steps of this version: " + ScenarioParser.steps.map(\.name).joined(separator: ", "))
        }
        return nil
    }

    // MARK: - Reporting

    mutating func fail(_ code: String, _ message: String, _ span: SourceSpan, _ path: DocumentPath, hint: String) {
        diagnostics.append(
            DocumentPlace(source: source, span: span, path: path).diagnostic(.error, code, message, hint: hint))
    }
}

/// Reads a scenario; nil when it has an error.
///
/// All errors are reported, each with line and column.
public func parseScenario(_ text: SourceText) -> (Scenario?, [Diagnostic]) {
    var parser = ScenarioParser(source: text)
    let scenario = parser.parse()
    return (scenario, parser.diagnostics)
}

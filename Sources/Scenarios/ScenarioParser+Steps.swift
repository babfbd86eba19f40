import Diagnostics
import FrameCore
import StructuredText

/// Steps, one by one.
extension ScenarioParser {
    /// What playing steps amounts to.
    struct Totals {
        /// Steps, with every press of a button, and a round without steps as one.
        var count = 0
        /// The longest that it can take, in seconds.
        var time = Rational.zero
        /// Lists of steps in one another below this one.
        var depth = 0

        mutating func add(_ other: Totals) {
            depth = max(depth, other.depth)
            count = count.addingReportingOverflow(other.count).overflow ? .max : count + other.count
            time = time + other.time
        }

        func times(_ times: Int) -> Totals {
            let (product, isOver) = max(1, count).multipliedReportingOverflow(by: times)
            return Totals(count: isOver ? .max : product, time: time * Rational(times), depth: depth + 1)
        }
    }

    /// A list of steps that is being read.
    struct StepList {
        let origin: Scenario.Origin
        var steps: [Scenario.Step] = []
        var totals = Totals()

        init(_ origin: Scenario.Origin) { self.origin = origin }
    }

    /// Reads one more step; false when there is no sense in going on.
    mutating func add(_ node: Node, index: Int, to list: inout StepList) -> Bool {
        guard let (kind, span) = readStep(node, .index(.at(list.origin.path), index)) else {
            return !givesUp
        }
        list.steps.append(Scenario.Step(kind, in: list.origin, index: index, span: span))
        list.totals.add(totals(of: kind))
        let isTooMany = list.totals.count > Scenario.mostOccurrences
        guard isTooMany || list.totals.time > Scenario.longestTime else { return true }
        let path = list.origin.path.index(index)
        if isTooMany {
            fail(
                "scenario.too-many-steps",
                "with this step the scenario plays more than \(Scenario.mostOccurrences) steps", span, path,
                hint: "repeat and include less; every press of a button counts")
        } else {
            fail(
                "scenario.too-long", "with this step the scenario can last longer than 10 years", span, path,
                hint: "wait less; the longest time is 87600h")
        }
        // The lists around this one are not too long as well.
        list.totals = Totals()
        return false
    }

    private func totals(of kind: Scenario.Kind) -> Totals {
        switch kind {
        case .wait(let time), .waitUntil(_, let time): Totals(count: 1, time: time)
        case .pressButton(_, let times, let hold): Totals(count: times, time: hold * Rational(times))
        case .repeat(let times, _): lastTotals.times(times)
        case .include: lastTotals.times(1)
        default: Totals(count: 1)
        }
    }

    /// The steps of a `repeat`; nil after an error.
    mutating func repeatedSteps(_ field: Field) -> [Scenario.Step]? {
        guard let elements = field.node.elements, !elements.isEmpty else {
            let found = field.node.elements == nil ? field.node.kindName : "an empty list"
            complain(
                Complaint(message: "the value is \(found), where a list of steps could stand"), field.node.span,
                field.path, example: "[{ wait: 2s }]")
            return nil
        }
        guard checkNesting(field) else { return nil }
        nesting += 1
        defer { nesting -= 1 }
        var list = StepList(Scenario.Origin(source: source, path: field.path))
        for (index, element) in elements.enumerated() {
            guard add(element, index: index, to: &list) else { return nil }
        }
        lastTotals = list.totals
        return list.steps.count == elements.count ? list.steps : nil
    }

    /// What a step does and where its name stands; nil after an error.
    private mutating func readStep(_ node: Node, _ trail: Trail) -> (Scenario.Kind, SourceSpan)? {
        let name: String
        let span: SourceSpan
        let value: Node
        if let members = node.members, let member = members.first {
            guard members.count == 1 else {
                fail(
                    "scenario.step-shape", "a step has \(members.count) keys, not one", members[1].keySpan, trail.path,
                    hint: "start each step with a hyphen of its own, and indent what belongs to it")
                return nil
            }
            (name, span, value) = (member.key, member.keySpan, member.value)
        } else if let text = node.string, !text.isEmpty {
            // A step without a value, such as `- activate`.
            (name, span, value) = (text, node.span, Node(.string(""), span: node.span, isPlain: true))
        } else {
            let found = node.members?.isEmpty == true ? "empty" : "\(node.kindName), not a map with one key"
            fail(
                "scenario.step-shape", "a step is \(found)", node.span, trail.path, hint: "write for example - wait: 2s"
            )
            return nil
        }
        guard let rule = ScenarioTables.stepsByName[name] else {
            let known = ScenarioTables.steps.map(\.text.name)
            fail(
                "scenario.unknown-step", "there is no step \(Wording.quoted(name))", span, trail.path.key(name),
                hint: Wording.suggestion(for: name, among: known) ?? "the steps are " + known.joined(separator: ", "))
            return nil
        }
        return rule.read(&self, Field(node: value, trail: .key(trail, name), name: name)).map { ($0, span) }
    }

    /// The one step of a text; nil after an error.
    mutating func single(_ text: SourceText) -> Scenario.Step? {
        source = text
        chain = [ScenarioPath.plain(text.name)]
        let result = YAMLReader.read(text)
        result.diagnostics.forEach { diagnose($0) }
        guard let document = result.documents.first else {
            if !hasErrors {
                fail(
                    "scenario.step-shape", "there is no step", SourceSpan(0, 0), .root,
                    hint: "write for example wait: 2s")
            }
            return nil
        }
        let nodes = document.elements ?? [document]
        guard result.documents.count == 1, nodes.count == 1 else {
            fail(
                "scenario.step-shape", "there is not one step but \(max(nodes.count, result.documents.count))",
                document.span, .root, hint: "send steps one by one")
            return nil
        }
        var list = StepList(Scenario.Origin(source: text, path: .root))
        return add(nodes[0], index: 0, to: &list) ? list.steps.first : nil
    }
}

extension Scenario.Step {
    /// The step as the text of a scenario, from its hyphen on, without a line end.
    ///
    /// It reads back as an equal step. A `repeat` takes several lines; an `include` is written by its path.
    public var yaml: String { lines(indent: "").joined(separator: "\n") }

    private func lines(indent: String) -> [String] {
        if case .repeat(let times, let steps) = kind {
            let head = [indent + "- repeat:", indent + "    times: \(times)", indent + "    steps:"]
            return head + steps.flatMap { $0.lines(indent: indent + "      ") }
        }
        guard let value = ScenarioTables.stepsByName[name]?.write(kind), !value.isEmpty else {
            return [indent + "- " + name]
        }
        return [indent + "- " + name + ": " + value]
    }
}

extension ScenarioHeader {
    /// The header as YAML, a line for each key that is given.
    public var yaml: String {
        ScenarioTables.headerKeys.compactMap { key in
            key.write(self).map { key.text.name + ": " + $0 + "\n" }
        }.joined()
    }
}

extension Scenario {
    /// A scenario file of a header and steps, such as those of a live session; it reads back as equal ones.
    public static func text(header: ScenarioHeader, steps: [Step]) -> String {
        let head = header.yaml
        // Without a line of its own the first document would be the steps.
        return (head.isEmpty ? "{}\n" : head) + "---\n"
            + (steps.isEmpty ? "[]\n" : steps.map { $0.yaml + "\n" }.joined())
    }
}

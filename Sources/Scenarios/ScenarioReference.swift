import Diagnostics

/// What there is to know about the format, made from the rows that parse it.
public enum ScenarioReference {
    /// The tables of header keys and steps in Markdown.
    public static var markdown: String {
        var lines = ["### Header keys", "", "| key | value | example | default | meaning |", "|---|---|---|---|---|"]
        for key in ScenarioTables.headerKeys {
            lines.append(
                "| `\(key.text.name)` | \(code(key.text.shown)) | \(code(key.text.example)) | \(key.standard) "
                    + "| \(cell(key.text.help)) |")
        }
        for key in ScenarioTables.headerKeys where !key.arguments.isEmpty {
            lines += arguments("`\(key.text.name)`", key.arguments)
        }
        for group in StepRule.Group.allCases {
            let rules = ScenarioTables.steps.filter { $0.group == group }
            lines += ["", "### \(group.rawValue)", "", "| step | value | example | meaning |", "|---|---|---|---|"]
            for rule in rules {
                let shown = rule.isBare ? "" : code(rule.text.shown)
                lines.append(
                    "| `\(rule.text.name)` | \(shown) | \(code(rule.text.example)) | \(cell(rule.text.help)) |")
            }
            var seen: Set<[ArgumentText]> = []
            for rule in rules where !rule.arguments.isEmpty && seen.insert(rule.arguments).inserted {
                let owners = rules.filter { $0.arguments == rule.arguments }.map { "`\($0.text.name)`" }
                lines += arguments(owners.joined(separator: " and "), rule.arguments)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func arguments(_ owner: String, _ rows: [ArgumentText]) -> [String] {
        var lines = ["", "| key of \(owner) | value | example | needed | meaning |", "|---|---|---|---|---|"]
        for row in rows {
            let example = row.name + ": " + row.example
            lines.append(
                "| `\(row.name)` | \(code(row.shown)) | \(code(example)) | \(row.isRequired ? "yes" : "") "
                    + "| \(cell(row.help)) |")
        }
        return lines
    }

    private static func code(_ text: String) -> String { "`" + cell(text) + "`" }

    private static func cell(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }

    // MARK: - Schema

    /// A JSON Schema (draft 2020-12) that either document of a scenario file meets, for editors.
    public static var schema: String {
        let header: JSONText = .object([
            ("description", .string("The header: what the scenario runs on.")),
            ("type", .array([.string("object"), .string("null")])), ("additionalProperties", .bool(false)),
            ("properties", .object(ScenarioTables.headerKeys.map { ($0.text.name, $0.schema) })),
        ])
        let bare = ScenarioTables.steps.filter(\.isBare).map { JSONText.string($0.text.name) }
        let step: JSONText = .object([
            ("description", .string("A step: one key, or the name of a step without a value.")),
            (
                "anyOf",
                .array([
                    .object([("enum", .array(bare))]),
                    .object([
                        ("type", .string("object")), ("additionalProperties", .bool(false)),
                        ("minProperties", .integer(1)), ("maxProperties", .integer(1)),
                        ("properties", .object(ScenarioTables.steps.map { ($0.text.name, $0.schema) })),
                    ]),
                ])
            ),
        ])
        let time: JSONText = .object([
            ("description", .string("A time: 12.5, 500ms, 90s, 1:30, 2h, 4m59s; at most ten years.")),
            (
                "anyOf",
                .array([
                    .object([("type", .string("number")), ("minimum", .integer(0)), ("maximum", .integer(315_360_000))]
                    ),
                    .object([
                        ("type", .string("string")), ("pattern", .string("^[0-9.]([0-9.:hms]*|[0-9]*/[0-9]+s)$")),
                    ]),
                ])
            ),
        ])
        let steps: JSONText = .object([
            ("description", .string("Steps, played in order on the virtual clock.")), ("type", .string("array")),
            ("items", .object([("$ref", .string("#/$defs/step"))])),
        ])
        let root: JSONText = .object([
            ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
            ("title", .string("A document of a scenario file")),
            (
                "anyOf",
                .array([
                    .object([("$ref", .string("#/$defs/header"))]),
                    .object([
                        (
                            "anyOf",
                            .array([
                                .object([("$ref", .string("#/$defs/steps"))]), .object([("type", .string("null"))]),
                            ])
                        )
                    ]),
                ])
            ),
            ("$defs", .object([("header", header), ("steps", steps), ("step", step), ("time", time)])),
        ])
        var output = ""
        write(root, indent: "", to: &output)
        return output + "\n"
    }

    /// Objects over several lines, unless they are short.
    private static func write(_ value: JSONText, indent: String, to output: inout String) {
        let flat = value.text
        let inner = indent + "  "
        if indent.utf8.count + flat.utf8.count <= 100 {
            output += flat
            return
        }
        switch value {
        case .object(let members):
            output += "{\n"
            for (index, member) in members.enumerated() {
                output += inner + JSONText.string(member.0).text + ": "
                write(member.1, indent: inner, to: &output)
                output += index + 1 < members.count ? ",\n" : "\n"
            }
            output += indent + "}"
        case .array(let values):
            output += "[\n"
            for (index, element) in values.enumerated() {
                output += inner
                write(element, indent: inner, to: &output)
                output += index + 1 < values.count ? ",\n" : "\n"
            }
            output += indent + "]"
        default: output += flat
        }
    }
}

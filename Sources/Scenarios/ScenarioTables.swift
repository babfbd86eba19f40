import Diagnostics
import FrameCore
import StructuredText

/// A key of the header: one row of the table that the parser, the reference and the schema are made from.
struct HeaderKey: Sendable {
    let text: ArgumentText
    /// What holds where the key is left out.
    let standard: String
    let schema: JSONText
    let arguments: [ArgumentText]
    /// True when `--set` takes the value as it is.
    let isScalar: Bool
    let read: @Sendable (inout ScenarioParser, Field) -> Void
    /// The value as YAML; nil when it is not given.
    let write: @Sendable (ScenarioHeader) -> String?

    init<Value>(
        _ name: String, _ path: WritableKeyPath<ScenarioHeader, Located<Value>?> & Sendable, _ form: Form<Value>,
        standard: String, _ help: String
    ) {
        self.init(
            name, form.located, standard: standard, help, set: { $0[keyPath: path] = $1 },
            get: { $0[keyPath: path] })
    }

    init<Value>(
        _ name: String, _ form: Form<Value>, standard: String, _ help: String,
        set: @escaping @Sendable (inout ScenarioHeader, Value) -> Void,
        get: @escaping @Sendable (ScenarioHeader) -> Value?
    ) {
        text = ArgumentText(
            name: name, shown: form.shown, example: name + ": " + form.example, isRequired: false, help: help)
        self.standard = standard
        schema = form.schema.described(help)
        arguments = form.arguments
        isScalar = form.isScalar
        read = { parser, field in
            if let value = form.read(&parser, field) { set(&parser.header, value) }
        }
        write = { header in get(header).map(form.write) }
    }
}

/// A step: one row of the table that the parser, the writer, the reference and the schema are made from.
struct StepRule: Sendable {
    /// The heading of the reference that a step stands under.
    enum Group: String, CaseIterable {
        case time = "Time"
        case input = "Inputs"
        case device = "The device"
        case assertion = "Assertions"
        case structure = "Structure"
    }

    let group: Group
    let text: ArgumentText
    let schema: JSONText
    let arguments: [ArgumentText]
    /// True for a step that has no value.
    let isBare: Bool
    /// What the step does; nil after an error.
    let read: @Sendable (inout ScenarioParser, Field) -> Scenario.Kind?
    /// The value as YAML, empty for a bare step; nil for another kind.
    let write: @Sendable (Scenario.Kind) -> String?

    init<Value>(
        _ group: Group, _ name: String, _ form: Form<Value>, example: String? = nil, _ help: String,
        make: @escaping @Sendable (Value) -> Scenario.Kind, value: @escaping @Sendable (Scenario.Kind) -> Value?
    ) {
        self.group = group
        isBare = form.shown.isEmpty
        let example = "- " + name + (isBare ? "" : ": " + (example ?? form.example))
        text = ArgumentText(name: name, shown: form.shown, example: example, isRequired: false, help: help)
        schema = form.schema.described(help)
        arguments = form.arguments
        read = { parser, field in form.read(&parser, field).map(make) }
        write = { kind in value(kind).map(form.write) }
    }
}

/// All rows.
enum ScenarioTables {
    static let headerKeys = headerRows
    static let headerKeysByName = Dictionary(headerKeys.map { ($0.text.name, $0) }) { first, _ in first }
    static let steps = timeSteps + inputSteps + deviceSteps + assertionSteps + structureSteps
    static let stepsByName = Dictionary(steps.map { ($0.text.name, $0) }) { first, _ in first }
}

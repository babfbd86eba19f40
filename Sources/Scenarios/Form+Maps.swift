import Diagnostics
import StructuredText

/// One key of a map.
struct Argument<Draft: Sendable>: Sendable {
    let text: ArgumentText
    let schema: JSONText
    /// False after an error.
    let read: @Sendable (inout ScenarioParser, Field, inout Draft) -> Bool
    /// The value as YAML; nil when it is not given.
    let write: @Sendable (Draft) -> String?

    init<Value>(
        _ name: String, _ path: WritableKeyPath<Draft, Value?> & Sendable, _ form: Form<Value>, required: Bool = false,
        example: String? = nil, _ help: String
    ) {
        self.init(
            name, form, required: required, example: example, help, set: { $0[keyPath: path] = $1 },
            get: { $0[keyPath: path] })
    }

    init<Value>(
        _ name: String, _ form: Form<Value>, required: Bool = false, example: String? = nil, _ help: String,
        set: @escaping @Sendable (inout Draft, Value) -> Void, get: @escaping @Sendable (Draft) -> Value?
    ) {
        text = ArgumentText(
            name: name, shown: form.shown, example: example ?? form.example, isRequired: required, help: help)
        schema = form.schema.described(help)
        read = { parser, field, draft in
            guard let value = form.read(&parser, field) else { return false }
            set(&draft, value)
            return true
        }
        write = { draft in get(draft).map(form.write) }
    }
}

extension Form {
    /// A map of arguments.
    ///
    /// - Parameters:
    ///   - empty: what the arguments are set on.
    ///   - make: the value of what was set.
    ///   - draft: back again.
    static func map<Draft: Sendable>(
        _ empty: Draft, _ arguments: [Argument<Draft>],
        make: @escaping @Sendable (Draft) throws(Complaint) -> Value, draft: @escaping @Sendable (Value) -> Draft
    ) -> Form {
        let shownRequired = arguments.filter(\.text.isRequired).map(\.text)
        let shownArguments = shownRequired.isEmpty ? arguments.prefix(1).map(\.text) : shownRequired
        let example =
            "{ " + shownArguments.map { "\($0.name): \($0.example)" }.joined(separator: ", ") + " }"
        return Form(
            shown: "{ " + arguments.map(\.text.name).joined(separator: ", ") + " }", example: example,
            schema: mapSchema(arguments), arguments: arguments.map(\.text),
            read: { parser, field in
                guard let members = field.node.members else {
                    parser.wrongKind(field, shown: example, example: example)
                    return nil
                }
                var value = empty
                var isFine = true
                var meant: Set<String> = []
                for member in members {
                    let inner = field.member(member)
                    if let argument = arguments.first(where: { $0.text.name == member.key }) {
                        if !argument.read(&parser, inner, &value) { isFine = false }
                    } else {
                        isFine = false
                        let names = arguments.map(\.text.name)
                        if let name = Wording.nearest(to: member.key, among: names) { meant.insert(name) }
                        parser.fail(
                            "scenario.unknown-key",
                            "there is no key \(Wording.quoted(member.key)) in \(field.name)", member.keySpan,
                            inner.path,
                            hint: Wording.suggestion(for: member.key, among: names)
                                ?? "the keys are " + names.joined(separator: ", "))
                    }
                }
                for argument in arguments where argument.text.isRequired {
                    let name = argument.text.name
                    // A slip in the key is one mistake, not two.
                    guard !meant.contains(name), !members.contains(where: { $0.key == name }) else { continue }
                    isFine = false
                    parser.fail(
                        "scenario.missing-key", "\(field.name) needs the key \(Wording.quoted(argument.text.name))",
                        field.node.span, field.path,
                        hint: "add for example \(argument.text.name): \(argument.text.example)")
                }
                guard isFine else { return nil }
                do throws(Complaint) {
                    return try make(value)
                } catch {
                    parser.complain(error, field.node.span, field.path, example: example)
                    return nil
                }
            },
            write: { value in
                let parts = draft(value)
                let written = arguments.compactMap { argument in
                    argument.write(parts).map { argument.text.name + ": " + $0 }
                }
                return written.isEmpty ? "{}" : "{ " + written.joined(separator: ", ") + " }"
            })
    }

    private static func mapSchema<Draft>(_ arguments: [Argument<Draft>]) -> JSONText {
        var members: [(String, JSONText)] = [
            ("type", .string("object")), ("additionalProperties", .bool(false)),
            ("properties", .object(arguments.map { ($0.text.name, $0.schema) })),
        ]
        let required = arguments.filter(\.text.isRequired).map { JSONText.string($0.text.name) }
        members.append(required.isEmpty ? ("minProperties", .integer(1)) : ("required", .array(required)))
        return .object(members)
    }
}

extension JSONText {
    /// The schema with a description for editors.
    func described(_ help: String) -> JSONText {
        guard case .object(let members) = self else { return self }
        return .object([("description", .string(help))] + members)
    }
}

import Diagnostics
import StructuredText

/// A value of a scenario, its path, and the key it stands under.
struct Field {
    let node: Node
    let trail: Trail
    let name: String

    /// Made when it is asked for: most values are fine, and nobody does.
    var path: DocumentPath { trail.path }

    /// The field of one of this map's members.
    func member(_ member: Member) -> Field {
        Field(node: member.value, trail: .key(trail, member.key), name: member.key)
    }

    /// The field of one of this list's elements.
    func element(_ index: Int, _ node: Node) -> Field { Field(node: node, trail: .index(trail, index), name: name) }
}

/// A path that has not been put into words.
indirect enum Trail {
    case at(DocumentPath)
    case key(Trail, String)
    case index(Trail, Int)

    var path: DocumentPath {
        switch self {
        case .at(let path): path
        case .key(let trail, let key): trail.path.key(key)
        case .index(let trail, let index): trail.path.index(index)
        }
    }
}

/// What is wrong with a value, and what to do about it.
struct Complaint: Error {
    let message: String
    var hint: String?
}

/// How a value may be written: what the parser reads, the writer writes, the reference says and the schema allows.
struct Form<Value: Sendable>: Sendable {
    /// As the reference shows it: `TIME`, `NAME`.
    var shown: String
    /// As a person would write it.
    var example: String
    /// The JSON Schema of the value.
    var schema: JSONText
    /// The keys of the value where it may be a map.
    var arguments: [ArgumentText] = []
    /// True when the value is text, so that `--set` takes it as it is.
    var isScalar = false
    /// The value; nil after an error, which is reported.
    let read: @Sendable (inout ScenarioParser, Field) -> Value?
    /// The value as flow YAML that `read` takes.
    var write: @Sendable (Value) -> String
}

/// One row of the reference about an argument.
struct ArgumentText: Sendable, Hashable {
    let name: String
    let shown: String
    let example: String
    let isRequired: Bool
    let help: String
}

extension Form {
    /// Text of one kind.
    ///
    /// - Parameters:
    ///   - shown: for the reference.
    ///   - schema: without the type, which is text or a number.
    ///   - read: makes the value of text that is not empty.
    static func scalar(
        _ shown: String, example: String, schema: [(String, JSONText)] = [],
        write: @escaping @Sendable (Value) -> String,
        read: @escaping @Sendable (String) throws(Complaint) -> Value
    ) -> Form {
        let full: [(String, JSONText)] = [("type", .array([.string("string"), .string("number")]))] + schema
        return Form(
            shown: shown, example: example, schema: .object(full), isScalar: true,
            read: { parser, field in
                guard let text = field.node.string, !text.isEmpty, !field.node.isNull else {
                    parser.wrongKind(field, shown: shown, example: example)
                    return nil
                }
                do throws(Complaint) {
                    if text.utf8.contains(0) { throw Complaint(message: "the text holds a NUL character") }
                    return try read(text)
                } catch {
                    parser.complain(error, field.node.span, field.path, example: example)
                    return nil
                }
            },
            write: { YAMLText.scalar(write($0)) })
    }

    /// The same text for another type.
    func map<Other: Sendable>(
        _ make: @escaping @Sendable (Value) throws(Complaint) -> Other, back: @escaping @Sendable (Other) -> Value
    ) -> Form<Other> {
        let (read, write, example) = (read, write, example)
        return Form<Other>(
            shown: shown, example: example, schema: schema, arguments: arguments, isScalar: isScalar,
            read: { parser, field in
                guard let value = read(&parser, field) else { return nil }
                do throws(Complaint) {
                    return try make(value)
                } catch {
                    parser.complain(error, field.node.span, field.path, example: example)
                    return nil
                }
            },
            write: { write(back($0)) })
    }

    /// The value together with its place.
    var located: Form<Located<Value>> {
        let (read, write) = (read, write)
        return Form<Located<Value>>(
            shown: shown, example: example, schema: schema, arguments: arguments, isScalar: isScalar,
            read: { parser, field in
                read(&parser, field).map { Located($0, at: parser.place(field.node.span, field.path)) }
            },
            write: { write($0.value) })
    }

    /// The same value under another name and example.
    func shown(_ shown: String? = nil, example: String? = nil) -> Form {
        var form = self
        if let shown { form.shown = shown }
        if let example { form.example = example }
        return form
    }

    /// A list of at least one such value.
    func list(shown: String, example: String) -> Form<[Value]> {
        let (read, write) = (read, write)
        return Form<[Value]>(
            shown: shown, example: example,
            schema: .object([("type", .string("array")), ("minItems", .integer(1)), ("items", schema)]),
            arguments: arguments,
            read: { parser, field in
                guard let elements = field.node.elements, !elements.isEmpty else {
                    if field.node.elements == nil {
                        parser.wrongKind(field, shown: "a list", example: example)
                    } else {
                        parser.complain(
                            Complaint(message: "the list of \(field.name) is empty"), field.node.span, field.path,
                            example: example)
                    }
                    return nil
                }
                let values = elements.enumerated().compactMap { read(&parser, field.element($0.offset, $0.element)) }
                return values.count == elements.count ? values : nil
            },
            write: { "[" + $0.map(write).joined(separator: ", ") + "]" })
    }

    /// Text or a map (or list), whichever is there; writing chooses by `writesOther`.
    func or(_ other: Form, writesOther: @escaping @Sendable (Value) -> Bool) -> Form {
        let (first, second) = (self, other)
        return Form(
            shown: first.shown + " or " + second.shown, example: first.example,
            schema: .object([("anyOf", .array([first.schema, second.schema]))]),
            arguments: first.arguments.isEmpty ? second.arguments : first.arguments,
            read: { parser, field in
                // Text belongs to the form that is text, a map to the other one; a list to the one that has no keys.
                let isOther: Bool
                if first.isScalar {
                    isOther = field.node.string == nil
                } else {
                    isOther = field.node.elements != nil
                }
                return isOther ? second.read(&parser, field) : first.read(&parser, field)
            },
            write: { writesOther($0) ? second.write($0) : first.write($0) })
    }
}

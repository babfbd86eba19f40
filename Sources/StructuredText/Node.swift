public import Diagnostics

/// A value of a structured document together with where it stands.
public struct Node: Sendable {
    public let value: Value
    public let span: SourceSpan
    /// True for a YAML scalar without quotes, whose type is up to its reader; always false in JSON.
    public let isPlain: Bool

    public init(_ value: Value, span: SourceSpan, isPlain: Bool = false) {
        self.value = value
        self.span = span
        self.isPlain = isPlain
    }

    /// The value in an object, with its key; nil when there is none or the node is no object.
    ///
    /// Keys are compared by their scalars, not by canonical equivalence.
    public func member(_ key: String) -> Member? {
        members?.first { $0.key.utf8.elementsEqual(key.utf8) }
    }

    /// The value under a key of an object; nil when there is none or the node is no object.
    public subscript(key: String) -> Node? { member(key)?.value }

    /// The members of an object in the order written; nil for anything else.
    public var members: [Member]? {
        if case .object(let members) = value { members } else { nil }
    }

    /// The elements of an array; nil for anything else.
    public var elements: [Node]? {
        if case .array(let elements) = value { elements } else { nil }
    }

    /// The text of a string or YAML scalar; nil for anything else.
    public var string: String? {
        if case .string(let text) = value { text } else { nil }
    }

    /// The value of a JSON number, always finite; nil for anything else.
    public var number: Double? {
        if case .number(let number, text: _) = value { number } else { nil }
    }

    /// The value of a JSON `true` or `false`; nil for anything else.
    public var bool: Bool? {
        if case .bool(let bool) = value { bool } else { nil }
    }

    /// True for JSON `null` and for YAML's empty plain scalar, `~` and `null`.
    public var isNull: Bool {
        switch value {
        case .null: true
        case .string(let text): isPlain && (text.isEmpty || text == "~" || text == "null")
        default: false
        }
    }

    /// What the value is, with an article, for messages: `a string`, `an array`, `null`.
    public var kindName: String {
        switch value {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .number: "a number"
        case .string: isNull ? "nothing" : isPlain ? "plain text" : "a string"
        case .array: isPlain ? "a list" : "an array"
        case .object: isPlain ? "a map" : "an object"
        }
    }
}

/// The values of JSON; YAML documents use strings, arrays and objects of them.
public indirect enum Value: Sendable {
    case null
    case bool(Bool)
    /// The nearest double, always finite, and the number as written.
    case number(Double, text: String)
    case string(String)
    case array([Node])
    case object([Member])
}

/// One key and value of an object.
public struct Member: Sendable {
    public let key: String
    public let keySpan: SourceSpan
    public let value: Node

    public init(key: String, keySpan: SourceSpan, value: Node) {
        self.key = key
        self.keySpan = keySpan
        self.value = value
    }
}

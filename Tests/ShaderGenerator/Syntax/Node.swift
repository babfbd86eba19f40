/// A piece of a generated program: its text with the pieces inside it.
///
/// There is one kind of node for all of the language, since a shrinker has to know only what may replace what.
public struct Node: Sendable {
    /// What may be done with a node.
    public enum Role: Hashable, Sendable {
        /// An expression with a value; any other of the type may take its place.
        case value(ValueType)
        /// An expression that may be written to.
        case place(ValueType)
        /// A statement, declaration or definition, which may be left out.
        case statement
        /// Statements in braces.
        case block
        /// The definitions of a file.
        case file
    }

    public var role: Role
    /// The text around the children, one more than those; empty for lists.
    public var pieces: [String]
    public var children: [Node]

    init(_ role: Role, _ template: Template) {
        self.role = role
        pieces = template.pieces
        children = template.children
    }

    init(list role: Role, _ children: [Node]) {
        self.role = role
        pieces = []
        self.children = children
    }

    static func value(_ type: ValueType, _ template: Template) -> Node { Node(.value(type), template) }
    static func place(_ type: ValueType, _ template: Template) -> Node { Node(.place(type), template) }
    static func statement(_ template: Template) -> Node { Node(.statement, template) }
    static func block(_ statements: [Node]) -> Node { Node(list: .block, statements) }

    var isList: Bool { role == .block || role == .file }

    /// The type of an expression.
    var type: ValueType? {
        switch role {
        case .value(let type), .place(let type): type
        default: nil
        }
    }

    /// How many nodes there are in it.
    var count: Int { children.reduce(1) { $0 + $1.count } }

    /// The source text.
    public var text: String {
        var output = ""
        write(to: &output, depth: 0)
        return output
    }

    private func write(to output: inout String, depth: Int) {
        guard isList else {
            for (index, piece) in pieces.enumerated() {
                output += piece
                if index < children.count { children[index].write(to: &output, depth: depth) }
            }
            return
        }
        let inner = role == .block ? depth + 1 : depth
        if role == .block { output += "{\n" }
        for child in children {
            output += String(repeating: "    ", count: inner)
            child.write(to: &output, depth: inner)
            output += "\n"
        }
        if role == .block { output += String(repeating: "    ", count: depth) + "}" }
    }
}

/// A text with nodes in it, written as an interpolated string.
struct Template: ExpressibleByStringInterpolation {
    var pieces: [String] = [""]
    var children: [Node] = []

    init(stringLiteral value: String) { pieces = [value] }

    init(stringInterpolation: Interpolation) {
        pieces = stringInterpolation.pieces
        children = stringInterpolation.children
    }

    struct Interpolation: StringInterpolationProtocol {
        var pieces: [String] = [""]
        var children: [Node] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { pieces[pieces.count - 1] += literal }

        mutating func appendInterpolation(_ text: String) { appendLiteral(text) }

        mutating func appendInterpolation(_ number: Int) { appendLiteral(String(number)) }

        mutating func appendInterpolation(_ node: Node) {
            children.append(node)
            pieces.append("")
        }

        /// Nodes with commas between them.
        mutating func appendInterpolation(list nodes: [Node]) {
            for (index, node) in nodes.enumerated() {
                if index > 0 { appendLiteral(", ") }
                appendInterpolation(node)
            }
        }
    }
}

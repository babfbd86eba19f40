public import Diagnostics

/// Reads JSON exactly as RFC 8259 defines it, with the place of every value.
///
/// Stricter than the RFC where it leaves a choice: duplicate keys and numbers outside the range of a double are
/// errors. The first syntax error ends the reading; duplicate keys and such numbers are collected.
public enum JSONReader {
    /// Reads a whole text.
    public static func read(_ source: SourceText, limits: ReadLimits = .json) -> ReadResult {
        var parser = JSONParser(source: source, limits: limits)
        do {
            let root = try parser.readDocument()
            let failed = parser.diagnostics.contains { $0.severity == .error }
            return ReadResult(root: failed ? nil : root, diagnostics: parser.diagnostics)
        } catch {
            return ReadResult(root: nil, diagnostics: parser.diagnostics + [error.diagnostic])
        }
    }
}

/// One reading of one text; the recursion is bounded by the depth limit.
struct JSONParser {
    let source: SourceText
    let limits: ReadLimits
    let bytes: [UInt8]
    var index = 0
    var diagnostics: [Diagnostic] = []
    /// The keys and indices that lead to the value being read.
    private var steps: [PathStep] = []
    private var repeats = 0

    private enum PathStep {
        case key(String)
        case index(Int)
    }

    init(source: SourceText, limits: ReadLimits) {
        self.source = source
        self.limits = limits
        bytes = source.bytes
    }

    var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func readDocument() throws(Fault) -> Node {
        (index, diagnostics) = try TextEncoding.check(source, format: "json", limits: limits)
        try skipBlanks()
        guard current != nil else {
            throw fault("empty", "the text is empty", hint: "write a JSON object: { … }")
        }
        let root = try readValue()
        try skipBlanks()
        if current != nil {
            throw fault(
                "trailing-text", "text follows the end of the document",
                hint: "remove it, or check for a bracket too many")
        }
        return root
    }

    mutating func readValue() throws(Fault) -> Node {
        try skipBlanks()
        switch current {
        case UInt8(ascii: "{"): return try readObject()
        case UInt8(ascii: "["): return try readArray()
        case UInt8(ascii: "\""):
            let start = index
            return Node(.string(try readString()), span: SourceSpan(start, index))
        case UInt8(ascii: "-"): return try readNumber()
        case let byte? where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"): return try readNumber()
        default: return try readWord()
        }
    }

    private mutating func readArray() throws(Fault) -> Node {
        let start = index
        try enter()
        var elements: [Node] = []
        try skipBlanks()
        if current == UInt8(ascii: "]") {
            index += 1
            return Node(.array([]), span: SourceSpan(start, index))
        }
        while true {
            steps.append(.index(elements.count))
            elements.append(try readValue())
            steps.removeLast()
            if try readSeparator(closing: UInt8(ascii: "]"), openedAt: start) { break }
        }
        return Node(.array(elements), span: SourceSpan(start, index))
    }

    private mutating func readObject() throws(Fault) -> Node {
        let start = index
        try enter()
        var members: [Member] = []
        // By bytes: `String` would take canonically equivalent keys for the same.
        var places: [[UInt8]: SourceSpan] = [:]
        try skipBlanks()
        if current == UInt8(ascii: "}") {
            index += 1
            return Node(.object([]), span: SourceSpan(start, index))
        }
        while true {
            try skipBlanks()
            let keyStart = index
            let key = try readKey(openedAt: start)
            let keySpan = SourceSpan(keyStart, index)
            steps.append(.key(key))
            if let first = places.updateValue(keySpan, forKey: Array(key.utf8)) {
                reportDuplicate(key, first: first, second: keySpan)
            }
            try readColon(after: key, openedAt: start)
            members.append(Member(key: key, keySpan: keySpan, value: try readValue()))
            steps.removeLast()
            if try readSeparator(closing: UInt8(ascii: "}"), openedAt: start) { break }
        }
        return Node(.object(members), span: SourceSpan(start, index))
    }

    /// Steps over an opening bracket.
    private mutating func enter() throws(Fault) {
        // Every open container has left one step, so the steps count the containers around this one.
        guard steps.count < limits.depth else {
            throw fault("too-deep", "values are nested more than \(limits.depth) deep", hint: "nest less deeply")
        }
        index += 1
    }

    private mutating func readKey(openedAt start: Int) throws(Fault) -> String {
        switch current {
        case UInt8(ascii: "\""): return try readString()
        case nil: throw unterminated(openedAt: start)
        case UInt8(ascii: "'"): throw singleQuotes()
        case UInt8(ascii: ","):
            throw fault("unexpected", "a comma stands where a key should", hint: "remove the comma")
        case UInt8(ascii: "]"): throw wrongBracket(openedAt: start)
        default:
            if isWordStart(current) {
                let start = index
                skipWord()
                throw fault(
                    "unquoted-key", "the key \(text(start, index)) has no quotes", from: start, to: index,
                    hint: "write \"\(text(start, index))\"")
            }
            throw unexpected("a key in double quotes")
        }
    }

    private mutating func readColon(after key: String, openedAt start: Int) throws(Fault) {
        try skipBlanks()
        guard let byte = current else { throw unterminated(openedAt: start) }
        guard byte == UInt8(ascii: ":") else {
            throw fault(
                "missing-colon", "a colon is missing after the key \(Wording.quoted(key))",
                hint: "write \(Wording.quoted(key)): value")
        }
        index += 1
    }

    /// Steps over `,` (false) or the closing bracket (true).
    private mutating func readSeparator(closing: UInt8, openedAt start: Int) throws(Fault) -> Bool {
        try skipBlanks()
        guard let byte = current else { throw unterminated(openedAt: start) }
        if byte == closing {
            index += 1
            return true
        }
        guard byte == UInt8(ascii: ",") else {
            if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { throw wrongBracket(openedAt: start) }
            if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "{")
                || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "-") || isWordPart(byte)
            {
                throw fault("missing-comma", "a comma is missing before this value", hint: "separate values by commas")
            }
            throw unexpected("a comma or a closing bracket")
        }
        let comma = index
        index += 1
        try skipBlanks()
        if current == closing {
            throw fault(
                "trailing-comma", "a comma follows the last value", from: comma, to: comma + 1, hint: "remove the comma"
            )
        }
        return false
    }

    private mutating func reportDuplicate(_ key: String, first: SourceSpan, second: SourceSpan) {
        repeats += 1
        guard repeats <= mostRepeats else { return }
        let (one, two) = (source.location(at: first.start), source.location(at: second.start))
        diagnostics.append(
            fault(
                "duplicate-key",
                "the key \(Wording.quoted(key)) stands twice in one object: at line \(one.line), column \(one.column) and "
                    + "at line \(two.line), column \(two.column)",
                from: second.start, to: second.end, hint: "keep one of them"
            ).diagnostic)
    }

    /// The path of the value being read.
    var path: DocumentPath {
        steps.reduce(.root) { path, step in
            switch step {
            case .key(let key): path.key(key)
            case .index(let index): path.index(index)
            }
        }
    }
}

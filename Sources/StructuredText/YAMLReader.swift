public import Diagnostics

/// What a reader made of a YAML text.
public struct YAMLResult: Sendable {
    /// The documents of the stream; empty when there is an error.
    public let documents: [Node]
    /// Errors and notes in the order found.
    public let diagnostics: [Diagnostic]
}

/// Reads the YAML of scenario files: maps, lists and scalars in one or more documents, with the place of every value.
///
/// Scalars stay text (`Node.isPlain` tells those without quotes). Anchors, aliases, tags, and keys that are not scalars
/// are refused; so are duplicate keys.
public enum YAMLReader {
    /// Reads a whole stream.
    public static func read(_ source: SourceText, limits: ReadLimits = .yaml) -> YAMLResult {
        var diagnostics: [Diagnostic] = []
        do throws(Fault) {
            let (start, notes) = try TextEncoding.check(source, format: "yaml", limits: limits)
            diagnostics = notes
            var builder = YAMLBuilder(source: source, start: start, limits: limits)
            // Also when a syntax error follows: what was found before it is as true.
            defer { diagnostics += builder.duplicates }
            let documents = try builder.build()
            return YAMLResult(
                documents: builder.duplicates.isEmpty ? documents : [], diagnostics: diagnostics + builder.duplicates)
        } catch {
            return YAMLResult(documents: [], diagnostics: diagnostics + [error.diagnostic])
        }
    }
}

/// Turns events into value trees, without recursion.
private struct YAMLBuilder {
    let source: SourceText
    let start: Int
    let limits: ReadLimits
    /// Byte offset of each scalar after the byte-order mark: libyaml counts scalars.
    let offsets: [Int32]
    var duplicates: [Diagnostic] = []
    var open: [Container] = []

    /// A list or map whose end has not been read.
    struct Container {
        let isMap: Bool
        let isFlow: Bool
        var span: SourceSpan
        var elements: [Node] = []
        var members: [Member] = []
        var key: (text: String, span: SourceSpan)?
        var places: [[UInt8]: SourceSpan] = [:]
    }

    init(source: SourceText, start: Int, limits: ReadLimits) {
        self.source = source
        self.start = start
        self.limits = limits
        var offsets: [Int32] = []
        offsets.reserveCapacity(source.bytes.count)
        for index in start..<max(start, source.bytes.count) where source.bytes[index] & 0xC0 != 0x80 {
            offsets.append(Int32(clamping: index))
        }
        self.offsets = offsets
    }

    mutating func build() throws(Fault) -> [Node] {
        guard let stream = YAMLEventStream(bytes: source.bytes[start...]) else {
            throw fault("syntax", "out of memory", SourceSpan(start, start), hint: "free some memory")
        }
        var documents: [Node] = []
        while true {
            let event: YAMLEvent
            do {
                event = try stream.next()
            } catch {
                throw syntaxFault(error)
            }
            let span = SourceSpan(byteOffset(event.start), byteOffset(event.end))
            if event.anchor != nil {
                throw fault("anchor", "anchors (&name) are not used here", span, hint: "write the value out")
            }
            if event.tag != nil {
                throw fault("tag", "tags (!name) are not used here", span, hint: "remove the tag")
            }
            var finished: Node?
            switch event.kind {
            case .streamEnd: return documents
            case .documentStart, .documentEnd, .other: break
            case .alias: throw fault("alias", "aliases (*name) are not used here", span, hint: "write the value out")
            case .scalar(let text, let isPlain):
                finished = try take(text, isPlain: isPlain, span: span)
            case .sequenceStart, .mappingStart:
                if let top = open.last, top.isMap, top.key == nil {
                    throw fault("complex-key", "a key must be text", span, hint: "write the key as plain text")
                }
                guard open.count < limits.depth else {
                    throw fault(
                        "too-deep", "values are nested more than \(limits.depth) deep", span, hint: "nest less deeply")
                }
                var isMap = false
                if case .mappingStart = event.kind { isMap = true }
                open.append(Container(isMap: isMap, isFlow: event.isFlow, span: span))
            case .containerEnd:
                guard let container = open.popLast() else { break }
                // A block ends at the next token, which may be lines below; its last child is the better end.
                let end = container.isFlow ? span.end : container.span.end
                let whole = SourceSpan(container.span.start, end)
                finished = Node(
                    container.isMap ? .object(container.members) : .array(container.elements), span: whole,
                    isPlain: true)
            }
            if let node = finished, !add(node) { documents.append(node) }
        }
    }

    /// A scalar as a value, or nil when it is the key of the open map.
    private mutating func take(_ text: String, isPlain: Bool, span: SourceSpan) throws(Fault) -> Node? {
        guard let top = open.last, top.isMap, top.key == nil else {
            return Node(.string(text), span: span, isPlain: isPlain)
        }
        let last = open.count - 1
        if let first = open[last].places.updateValue(span, forKey: Array(text.utf8)), duplicates.count < mostRepeats {
            let (one, two) = (source.location(at: first.start), source.location(at: span.start))
            duplicates.append(
                fault(
                    "duplicate-key",
                    "the key \(Wording.quoted(text)) stands twice in one map: at line \(one.line), column \(one.column) "
                        + "and at line \(two.line), column \(two.column)",
                    span, hint: "keep one of them"
                ).diagnostic)
        }
        open[last].key = (text, span)
        open[last].span = open[last].span.union(span)
        return nil
    }

    /// Hands a finished value to the open container; false when there is none.
    private mutating func add(_ node: Node) -> Bool {
        guard !open.isEmpty else { return false }
        let last = open.count - 1
        open[last].span = open[last].span.union(node.span)
        if let key = open[last].key {
            open[last].members.append(Member(key: key.text, keySpan: key.span, value: node))
            open[last].key = nil
        } else {
            open[last].elements.append(node)
        }
        return true
    }

    private func byteOffset(_ scalar: Int) -> Int {
        scalar >= 0 && scalar < offsets.count ? Int(offsets[scalar]) : source.bytes.count
    }

    private func syntaxFault(_ problem: YAMLProblem) -> Fault {
        let offset = problem.isByteOffset ? start + problem.offset : byteOffset(problem.offset)
        let isTab = offset < source.bytes.count && source.bytes[offset] == 0x09
        return fault(
            "syntax", problem.message, SourceSpan(offset, offset + 1),
            hint: isTab
                ? "indent with spaces, not tabs"
                : "check the indentation, quotes and colons here and in the line before")
    }

    private func fault(_ code: String, _ message: String, _ span: SourceSpan, hint: String) -> Fault {
        Fault(diagnostic: Diagnostic(.error, "yaml." + code, message, source: source, span: span, hint: hint))
    }
}

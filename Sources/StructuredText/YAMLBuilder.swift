import Diagnostics

/// Turns events into value trees, without recursion.
struct YAMLBuilder {
    let source: SourceText
    let start: Int
    let limits: ReadLimits
    let offsets: ScalarOffsets
    var duplicates: [Diagnostic] = []
    private var open: [Container] = []
    /// The values of the present document that have an anchor; nil while one is still open.
    private var anchors: [String: Anchored?] = [:]
    private var aliasedValues = 0
    private var documentCount = 0

    /// A value, and how many values it holds, itself included.
    private struct Anchored {
        let node: Node
        let count: Int
        /// Levels of lists and maps.
        let depth: Int
    }

    /// A list or map whose end has not been read.
    private struct Container {
        let isMap: Bool
        let isFlow: Bool
        var span: SourceSpan
        let anchor: String?
        var elements: [Node] = []
        var members: [Member] = []
        var key: (text: String, span: SourceSpan)?
        /// The keys of a map of many members and where they stand.
        private var places: [[UInt8]: SourceSpan] = [:]
        var count = 1
        var depth = 1
        /// Elements that were handed over.
        var handedOver = 0

        init(isMap: Bool, isFlow: Bool, span: SourceSpan, anchor: String?) {
            self.isMap = isMap
            self.isFlow = isFlow
            self.span = span
            self.anchor = anchor
        }

        /// Where the key stands already; nil for a new one, which is remembered.
        mutating func place(ofKey text: String, or span: SourceSpan) -> SourceSpan? {
            // Most maps are small, and a table for each would be most of the time.
            guard members.count >= 8 else {
                return members.first { $0.key.utf8.elementsEqual(text.utf8) }?.keySpan
            }
            if places.isEmpty {
                for member in members.reversed() { places[Array(member.key.utf8)] = member.keySpan }
            }
            return places.updateValue(span, forKey: Array(text.utf8))
        }
    }

    init(source: SourceText, start: Int, limits: ReadLimits) {
        self.source = source
        self.start = start
        self.limits = limits
        offsets = ScalarOffsets(source.bytes, start: start)
    }

    mutating func build(_ take: (YAMLPiece) -> Bool) throws(Fault) {
        guard let stream = YAMLEventStream(bytes: source.bytes[start...]) else {
            throw fault("syntax", "out of memory", SourceSpan(start, start), hint: "free some memory")
        }
        while true {
            let event: YAMLEvent
            do {
                event = try stream.next()
            } catch {
                throw syntaxFault(error)
            }
            let span = SourceSpan(offsets.byte(event.start), offsets.byte(event.end))
            if event.tag != nil {
                throw fault("tag", "tags (!name) are not used here", span, hint: "remove the tag")
            }
            var finished: Anchored?
            var isAlias = false
            switch event.kind {
            case .streamEnd: return
            case .documentStart: anchors = [:]
            case .documentEnd, .other: break
            case .alias(let name):
                finished = try anchored(name, span)
                isAlias = true
            case .scalar(let text, let isPlain):
                if let node = try scalar(text, isPlain: isPlain, span: span) {
                    finished = Anchored(node: node, count: 1, depth: 0)
                }
                if let anchor = event.anchor {
                    anchors[anchor] = Anchored(
                        node: Node(.string(text), span: span, isPlain: isPlain), count: 1, depth: 0)
                }
            case .sequenceStart, .mappingStart:
                try begin(event, span)
            case .containerEnd:
                guard let container = open.popLast() else { break }
                // A block ends at the next token, which may be lines below; its last child is the better end.
                let end = container.isFlow ? span.end : container.span.end
                let value: Value = container.isMap ? .object(container.members) : .array(container.elements)
                let node = Node(value, span: SourceSpan(container.span.start, end), isPlain: true)
                let whole = Anchored(node: node, count: container.count, depth: container.depth)
                if let anchor = container.anchor { anchors[anchor] = whole }
                finished = whole
            }
            // An alias widens its container by its own place, not by that of its anchor.
            if let finished, !add(finished, at: isAlias ? span : finished.node.span, take) { return }
        }
    }

    private mutating func begin(_ event: YAMLEvent, _ span: SourceSpan) throws(Fault) {
        if let top = open.last, top.isMap, top.key == nil {
            throw fault("complex-key", "a key must be text", span, hint: "write the key as plain text")
        }
        guard open.count < limits.depth else { throw tooDeep(span) }
        var isMap = false
        if case .mappingStart = event.kind { isMap = true }
        if let anchor = event.anchor { anchors[anchor] = .some(nil) }
        open.append(Container(isMap: isMap, isFlow: event.isFlow, span: span, anchor: event.anchor))
    }

    /// A scalar as a value, or nil when it is the key of the open map.
    private mutating func scalar(_ text: String, isPlain: Bool, span: SourceSpan) throws(Fault) -> Node? {
        guard let top = open.last, top.isMap, top.key == nil else {
            return Node(.string(text), span: span, isPlain: isPlain)
        }
        if isPlain, text == "<<" {
            throw fault("merge-key", "merge keys (<<) are not used here", span, hint: "write the keys out")
        }
        setKey(text, span)
        return nil
    }

    private mutating func setKey(_ text: String, _ span: SourceSpan) {
        let last = open.count - 1
        if let first = open[last].place(ofKey: text, or: span), duplicates.count < mostRepeats {
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
    }

    // MARK: - Aliases

    /// The value that an alias stands for; nil when it was the key of the open map.
    private mutating func anchored(_ name: String, _ span: SourceSpan) throws(Fault) -> Anchored? {
        guard let entry = anchors[name] else {
            throw fault(
                "alias", "no value before has the anchor \(Wording.quoted("&" + name))", span,
                hint: Wording.suggestion(for: name, among: anchors.keys.sorted()) ?? "write the value out")
        }
        guard let value = entry else {
            throw fault("alias", "the alias stands inside the value it stands for", span, hint: "write the value out")
        }
        if let top = open.last, top.isMap, top.key == nil {
            guard let key = value.node.string else {
                throw fault("complex-key", "a key must be text", span, hint: "write the key as plain text")
            }
            setKey(key, span)
            return nil
        }
        aliasedValues += value.count
        guard aliasedValues <= YAMLReader.mostAliasedValues else {
            throw fault(
                "too-many-aliases", "the aliases stand for more than \(YAMLReader.mostAliasedValues) values", span,
                hint: "write fewer aliases of aliases")
        }
        guard open.count + value.depth <= limits.depth else { throw tooDeep(span) }
        return value
    }

    /// Hands a finished value to the open container, or over; false when the reading should end.
    private mutating func add(_ value: Anchored, at span: SourceSpan, _ take: (YAMLPiece) -> Bool) -> Bool {
        let node = value.node
        guard !open.isEmpty else {
            documentCount += 1
            return take(.document(node, number: documentCount - 1))
        }
        let last = open.count - 1
        open[last].span = open[last].span.union(span)
        open[last].count += value.count
        open[last].depth = max(open[last].depth, value.depth + 1)
        if let key = open[last].key {
            open[last].members.append(Member(key: key.text, keySpan: key.span, value: node))
            open[last].key = nil
        } else if last == 0 {
            open[0].handedOver += 1
            return take(.element(node, index: open[0].handedOver - 1, document: documentCount))
        } else {
            open[last].elements.append(node)
        }
        return true
    }

    // MARK: - Faults

    private func tooDeep(_ span: SourceSpan) -> Fault {
        fault("too-deep", "values are nested more than \(limits.depth) deep", span, hint: "nest less deeply")
    }

    private func syntaxFault(_ problem: YAMLProblem) -> Fault {
        let offset = problem.isByteOffset ? start + problem.offset : offsets.byte(problem.offset)
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

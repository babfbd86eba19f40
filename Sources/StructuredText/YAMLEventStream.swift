internal import CYAML

/// One event of libyaml, as a value.
struct YAMLEvent {
    enum Kind {
        case streamEnd
        case documentStart
        case documentEnd
        case scalar(String, isPlain: Bool)
        case sequenceStart
        case mappingStart
        /// The end of a sequence or mapping.
        case containerEnd
        case alias(String)
        /// What has no meaning for a reader: the start of the stream.
        case other
    }

    var kind: Kind
    /// Offsets in scalars from the start of the input.
    var start: Int
    var end: Int
    var anchor: String?
    var tag: String?
    /// True for `[…]` and `{…}`.
    var isFlow = false
}

/// What libyaml says is wrong.
struct YAMLProblem: Error {
    var message: String
    /// In scalars, or in bytes for faults of the encoding.
    var offset: Int
    var isByteOffset: Bool
}

/// Owns a libyaml parser and the bytes it reads.
final class YAMLEventStream {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// Creates a parser over `bytes`; nil when there is no memory for it.
    init?(bytes: ArraySlice<UInt8>) {
        parser = .allocate(capacity: 1)
        input = .allocate(capacity: max(1, bytes.count))
        _ = input.initialize(from: bytes)
        guard yaml_parser_initialize(parser) == 1 else {
            input.deallocate()
            parser.deallocate()
            return nil
        }
        // "The application is responsible for destroying the input buffer after destroying the parser."
        yaml_parser_set_input_string(parser, UnsafePointer(input.baseAddress), bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        input.deallocate()
        parser.deallocate()
    }

    /// The next event.
    func next() throws(YAMLProblem) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw problem }
        defer { yaml_event_delete(&event) }
        var result = YAMLEvent(kind: .other, start: Int(event.start_mark.index), end: Int(event.end_mark.index))
        switch event.type {
        case YAML_STREAM_END_EVENT: result.kind = .streamEnd
        case YAML_DOCUMENT_START_EVENT: result.kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: result.kind = .documentEnd
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: result.kind = .containerEnd
        case YAML_ALIAS_EVENT: result.kind = .alias(text(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            result.kind = .scalar(
                String(decoding: bytes, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
            (result.anchor, result.tag) = (text(scalar.anchor), text(scalar.tag))
        case YAML_SEQUENCE_START_EVENT:
            let start = event.data.sequence_start
            result.kind = .sequenceStart
            result.isFlow = start.style == YAML_FLOW_SEQUENCE_STYLE
            (result.anchor, result.tag) = (text(start.anchor), text(start.tag))
        case YAML_MAPPING_START_EVENT:
            let start = event.data.mapping_start
            result.kind = .mappingStart
            result.isFlow = start.style == YAML_FLOW_MAPPING_STYLE
            (result.anchor, result.tag) = (text(start.anchor), text(start.tag))
        default: break
        }
        return result
    }

    private var problem: YAMLProblem {
        let state = parser.pointee
        var message = state.problem.map { String(cString: $0) } ?? "out of memory"
        if let context = state.context { message += " " + String(cString: context) }
        return state.error == YAML_READER_ERROR
            ? YAMLProblem(message: message, offset: state.problem_offset, isByteOffset: true)
            : YAMLProblem(message: message, offset: state.problem_mark.index, isByteOffset: false)
    }

    private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        pointer.map { String(cString: $0) }
    }
}

import Diagnostics

/// A range of bytes in one of the texts that a compilation reads.
struct Span: Hashable, Sendable {
    /// The index of the text in `DiagnosticSink.sources`.
    var file: Int32
    var start: Int32
    var end: Int32

    /// A span for things that have no place in a text.
    static let none = Span(file: -1, start: 0, end: 0)

    /// From the start of this to the end of the other; this one when they are in different texts.
    func through(_ other: Span) -> Span {
        guard file == other.file, other.end > start else { return self }
        return Span(file: file, start: start, end: other.end)
    }
}

/// The texts that every compilation reads, in order.
enum SourceFile {
    static let standardLibrary: Int32 = 0
    static let prelude: Int32 = 1
    static let user: Int32 = 2
}

public import Diagnostics
public import StructuredText

/// A scenario file: what to run, and what happens when on its virtual clock.
public struct Scenario: Sendable {
    public let header: ScenarioHeader
    /// The steps as written.
    ///
    /// `repeat` and `include` hold theirs; `occurrences` plays them out.
    public let steps: [Step]
    public let source: SourceText

    public init(header: ScenarioHeader, steps: [Step], source: SourceText) {
        self.header = header
        self.steps = steps
        self.source = source
    }

    /// One step.
    ///
    /// Steps are equal when they do the same, wherever they stand.
    public struct Step: Sendable, Equatable {
        public let kind: Kind
        /// Where the step was read; nil for one that was made.
        private let origin: Origin?
        private let start: Int32
        private let length: Int32
        private let index: Int32

        /// Creates a step that stands in no file.
        public init(_ kind: Kind) {
            self.kind = kind
            origin = nil
            start = 0
            length = 0
            index = 0
        }

        init(_ kind: Kind, in origin: Origin, index: Int, span: SourceSpan) {
            self.kind = kind
            self.origin = origin
            self.index = Int32(clamping: index)
            start = Int32(clamping: span.start)
            length = Int32(clamping: span.end - span.start)
        }

        /// The name as written, such as `setTheme`.
        public var name: String { kind.name }

        /// Where the step's name stands; a step that was made stands in its own text.
        public var place: DocumentPlace {
            guard let origin else {
                let source = SourceText(name: "step", text: yaml)
                let span = SourceSpan(2, 2 + name.utf8.count)
                return DocumentPlace(source: source, span: span, path: .root.key(name))
            }
            return DocumentPlace(
                source: origin.source, span: SourceSpan(Int(start), Int(start) + Int(length)),
                path: origin.path.index(Int(index)).key(name))
        }

        /// The line of the step, from 1.
        public var line: Int { place.location.line }

        /// A path of the step, relative to the folder of the file that holds it; absolute ones stay as they are.
        public func resolved(_ path: String) -> String { ScenarioPath.join(origin?.source.name ?? "", path) }

        public static func == (left: Step, right: Step) -> Bool { left.kind == right.kind }
    }

    /// The list that steps were read from; shared by them, so that a million steps stay small.
    final class Origin: Sendable {
        let source: SourceText
        let path: DocumentPath

        init(source: SourceText, path: DocumentPath) {
            self.source = source
            self.path = path
        }
    }
}

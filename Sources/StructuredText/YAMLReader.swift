public import Diagnostics

/// What a reader made of a YAML text.
public struct YAMLResult: Sendable {
    /// The documents of the stream; empty when there is an error.
    public let documents: [Node]
    /// Errors and notes in the order found.
    public let diagnostics: [Diagnostic]
}

/// A piece of a YAML stream, handed over as soon as it is read.
public enum YAMLPiece: Sendable {
    /// An element of a document that is a list; all counts are from 0.
    case element(Node, index: Int, document: Int)
    /// The end of a document; the value of a list has no elements here, as they were handed over.
    case document(Node, number: Int)
}

/// Reads the YAML of scenario files: maps, lists and scalars in one or more documents, with the place of every value.
///
/// Scalars stay text (`Node.isPlain` tells those without quotes). Aliases stand for the whole value of their anchor,
/// with its places, as far as `mostAliasedValues` goes. Tags, merge keys, and keys that are not scalars are refused; so
/// are duplicate keys.
public enum YAMLReader {
    /// The most values that all aliases of a stream may stand for.
    ///
    /// Aliases of aliases grow as a power of the length of the text; people repeat a few values.
    public static let mostAliasedValues = 10_000

    /// Reads a whole stream.
    public static func read(_ source: SourceText, limits: ReadLimits = .yaml) -> YAMLResult {
        var documents: [Node] = []
        var elements: [Node] = []
        let diagnostics = stream(source, limits: limits) { piece in
            switch piece {
            case .element(let node, index: _, document: _): elements.append(node)
            case .document(let node, number: _):
                let isList = node.elements != nil
                documents.append(isList ? Node(.array(elements), span: node.span, isPlain: true) : node)
                elements = []
            }
            return true
        }
        let failed = diagnostics.contains { $0.severity == .error }
        return YAMLResult(documents: failed ? [] : documents, diagnostics: diagnostics)
    }

    /// Reads a stream piece by piece, so that a long list is never held as a whole.
    ///
    /// - Parameter take: gets each piece, also of a stream with an error further on; false ends the reading.
    /// - Returns: errors and notes in the order found.
    public static func stream(
        _ source: SourceText, limits: ReadLimits = .yaml, _ take: (YAMLPiece) -> Bool
    ) -> [Diagnostic] {
        do throws(Fault) {
            let (start, notes) = try TextEncoding.check(source, format: "yaml", limits: limits)
            var builder = YAMLBuilder(source: source, start: start, limits: limits)
            do throws(Fault) {
                try builder.build(take)
                return notes + builder.duplicates
            } catch {
                // What was found before a syntax error is as true.
                return notes + builder.duplicates + [error.diagnostic]
            }
        } catch {
            return [error.diagnostic]
        }
    }
}

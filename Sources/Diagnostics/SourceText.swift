/// A half-open range of byte offsets into one source text.
public struct SourceSpan: Hashable, Sendable {
    /// The offset of the first byte.
    public let start: Int
    /// The offset after the last byte.
    public let end: Int

    /// Creates a span; an `end` before `start` makes an empty span at `start`.
    public init(_ start: Int, _ end: Int) {
        self.start = start
        self.end = max(start, end)
    }

    /// The smallest span that holds both.
    public func union(_ other: SourceSpan) -> SourceSpan {
        SourceSpan(min(start, other.start), max(end, other.end))
    }
}

/// A place in a text as people count it: both from 1, columns in Unicode scalars.
public struct SourceLocation: Hashable, Sendable {
    public let line: Int
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// A text with a name, which spans and diagnostics point into.
///
/// The bytes need not be valid UTF-8. A line ends at LF, CR LF or a lone CR.
public final class SourceText: Sendable {
    /// The path or name shown to people.
    public let name: String
    /// The text as read.
    public let bytes: [UInt8]
    private let lineStarts: [Int]

    /// Creates a source text of `bytes`, called `name` in messages.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        var starts = [0]
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x0A {
                starts.append(index + 1)
            } else if bytes[index] == 0x0D, index + 1 >= bytes.count || bytes[index + 1] != 0x0A {
                starts.append(index + 1)
            }
            index += 1
        }
        lineStarts = starts
    }

    /// Creates a source text from a string.
    public convenience init(name: String, text: String) {
        self.init(name: name, bytes: Array(text.utf8))
    }

    /// The number of lines; an empty text has one.
    public var lineCount: Int { lineStarts.count }

    /// The place of a byte offset; offsets outside the text are clamped; O(log lines + column).
    public func location(at offset: Int) -> SourceLocation {
        let clamped = min(max(offset, 0), bytes.count)
        var low = 0
        var high = lineStarts.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if lineStarts[middle] <= clamped { low = middle } else { high = middle - 1 }
        }
        let scalars = bytes[lineStarts[low]..<clamped].count { $0 & 0xC0 != 0x80 }
        return SourceLocation(line: low + 1, column: scalars + 1)
    }

    /// The text of a line, counted from 1, without its end; empty when there is no such line.
    public func line(_ number: Int) -> String {
        guard number >= 1, number <= lineStarts.count else { return "" }
        let start = lineStarts[number - 1]
        var end = number < lineStarts.count ? lineStarts[number] : bytes.count
        while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }
}

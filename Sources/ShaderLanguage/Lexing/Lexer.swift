import Diagnostics

/// Splits a text into tokens; comments and white space only leave their marks on the token after them.
struct Lexer {
    /// Most tokens of one text.
    static let tokenLimit = 200_000
    /// Longest identifier or number in bytes.
    static let nameLimit = 1024

    private let file: Int32
    /// The text with continued lines joined.
    private let bytes: [UInt8]
    /// Where each byte stood before joining; empty when nothing was joined.
    private let origins: [Int32]
    private var index = 0
    private var startsLine = true
    private var followsSpace = false
    private var tokens: [Token] = []

    /// The tokens of a text, without an end token.
    static func tokens(of source: SourceText, file: Int32, sink: inout DiagnosticSink) -> [Token] {
        var lexer = Lexer(source.bytes, file: file)
        lexer.run(&sink)
        return lexer.tokens
    }

    /// The tokens of a short text made by the `##` operator.
    static func tokens(ofPasted text: String, at span: Span) -> [Token] {
        var lexer = Lexer(Array(text.utf8), file: span.file)
        var sink = DiagnosticSink(sources: [])
        lexer.run(&sink)
        return lexer.tokens.map { token in
            var copy = token
            copy.span = span
            return copy
        }
    }

    private init(_ source: [UInt8], file: Int32) {
        self.file = file
        let hasMark = source.starts(with: [0xEF, 0xBB, 0xBF])
        var joined: [UInt8] = []
        var origins: [Int32] = []
        var isJoined = false
        if source.contains(UInt8(ascii: "\\")) {
            joined.reserveCapacity(source.count)
            origins.reserveCapacity(source.count)
            var index = 0
            while index < source.count {
                if source[index] == UInt8(ascii: "\\"), let length = Lexer.lineEnd(source, at: index + 1) {
                    isJoined = true
                    index += 1 + length
                    continue
                }
                joined.append(source[index])
                origins.append(Int32(truncatingIfNeeded: index))
                index += 1
            }
            origins.append(Int32(truncatingIfNeeded: source.count))
        }
        bytes = isJoined ? joined : source
        self.origins = isJoined ? origins : []
        if hasMark { index = 3 }
    }

    /// The length of the line end at an index (after blanks, as compilers allow); nil when there is none.
    private static func lineEnd(_ source: [UInt8], at start: Int) -> Int? {
        var index = start
        while index < source.count, source[index] == 0x20 || source[index] == 0x09 { index += 1 }
        guard index < source.count else { return nil }
        if source[index] == 0x0A { return index + 1 - start }
        guard source[index] == 0x0D else { return nil }
        return index + 1 < source.count && source[index + 1] == 0x0A ? index + 2 - start : index + 1 - start
    }

    private func origin(_ index: Int) -> Int32 {
        origins.isEmpty ? Int32(truncatingIfNeeded: index) : origins[min(index, origins.count - 1)]
    }

    private func span(_ start: Int, _ end: Int) -> Span {
        Span(file: file, start: origin(start), end: end > start ? origin(end - 1) + 1 : origin(end))
    }

    private func byte(_ offset: Int = 0) -> UInt8 {
        index + offset < bytes.count ? bytes[index + offset] : 0
    }

    private mutating func run(_ sink: inout DiagnosticSink) {
        tokens.reserveCapacity(bytes.count / 4)
        while skipSpace(&sink), index < bytes.count {
            if tokens.count >= Lexer.tokenLimit {
                sink.fatal(
                    "too-many-tokens", "the shader has more than \(Lexer.tokenLimit) tokens", at: span(index, index + 1)
                )
                return
            }
            let start = index
            let first = byte()
            if Lexer.isNameStart(first) {
                while index < bytes.count, Lexer.isNamePart(bytes[index]) { index += 1 }
                append(.identifier, from: start, &sink)
            } else if Lexer.isDigit(first) || first == UInt8(ascii: ".") && Lexer.isDigit(byte(1)) {
                lexNumber()
                append(.number, from: start, &sink)
            } else if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
                lexString(first)
                append(.string, from: start, &sink)
            } else if let length = Lexer.punctuatorLength(first, byte(1), byte(2)) {
                index += length
                append(.punctuator, from: start, &sink)
            } else {
                index += 1
                // A character of several bytes is one stray token.
                while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
                append(.stray, from: start, &sink)
            }
        }
    }

    private mutating func append(_ kind: Token.Kind, from start: Int, _ sink: inout DiagnosticSink) {
        let place = span(start, index)
        var end = index
        if index - start > Lexer.nameLimit, kind == .identifier || kind == .number {
            sink.error(
                "name-length", "a name of \(index - start) characters; \(Lexer.nameLimit) are allowed",
                at: span(start, start + 1))
            end = start + Lexer.nameLimit
        }
        tokens.append(
            Token(
                kind: kind, text: String(decoding: bytes[start..<end], as: UTF8.self), span: place,
                startsLine: startsLine, followsSpace: followsSpace))
        startsLine = false
        followsSpace = false
    }

    /// Skips white space and comments; false at a comment without an end.
    private mutating func skipSpace(_ sink: inout DiagnosticSink) -> Bool {
        while index < bytes.count {
            switch bytes[index] {
            case 0x0A, 0x0D:
                startsLine = true
                followsSpace = true
                index += 1
            case 0x20, 0x09, 0x0B, 0x0C:
                followsSpace = true
                index += 1
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
                while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
                let start = index
                index += 2
                while index < bytes.count, !(bytes[index] == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) {
                    index += 1
                }
                guard index < bytes.count else {
                    sink.fatal(
                        "syntax", "this comment has no end", at: span(start, start + 2), hint: "close it with */")
                    return false
                }
                index += 2
                followsSpace = true
            default:
                return true
            }
        }
        return true
    }

    private mutating func lexNumber() {
        while index < bytes.count {
            let current = bytes[index]
            let lower = current | 0x20
            if lower == UInt8(ascii: "e") || lower == UInt8(ascii: "p"),
                byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-")
            {
                // In a hexadecimal number `e` is a digit, and the sign begins the next token.
                if lower == UInt8(ascii: "e"), isHexadecimal { index += 1 } else { index += 2 }
            } else if Lexer.isNamePart(current) || current == UInt8(ascii: ".") {
                index += 1
            } else if current == UInt8(ascii: "'"), Lexer.isDigit(byte(1)) {
                index += 1
            } else {
                return
            }
        }
    }

    private var isHexadecimal: Bool {
        var start = index
        while start > 0, Lexer.isNamePart(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: ".") {
            start -= 1
            if index - start > Lexer.nameLimit { return false }
        }
        return bytes[start] == UInt8(ascii: "0") && start + 1 < bytes.count && bytes[start + 1] | 0x20 == 0x78
    }

    private mutating func lexString(_ quote: UInt8) {
        index += 1
        while index < bytes.count, bytes[index] != quote, bytes[index] != 0x0A, bytes[index] != 0x0D {
            index += bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count ? 2 : 1
        }
        index = min(index, bytes.count)
        if index < bytes.count, bytes[index] == quote { index += 1 }
    }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        byte >= 0x61 && byte <= 0x7A || byte >= 0x41 && byte <= 0x5A || byte == 0x5F
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    private static func isNamePart(_ byte: UInt8) -> Bool { isNameStart(byte) || isDigit(byte) }

    private static func punctuatorLength(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> Int? {
        let equals = UInt8(ascii: "=")
        switch a {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "?"), UInt8(ascii: "~"):
            return 1
        case UInt8(ascii: "."):
            return b == a && c == a ? 3 : 1
        case UInt8(ascii: ":"), UInt8(ascii: "#"):
            return b == a ? 2 : 1
        case UInt8(ascii: "<"), UInt8(ascii: ">"):
            if b == a { return c == equals ? 3 : 2 }
            return b == equals ? 2 : 1
        case UInt8(ascii: "-"):
            return b == a || b == equals || b == UInt8(ascii: ">") ? 2 : 1
        case UInt8(ascii: "+"), UInt8(ascii: "&"), UInt8(ascii: "|"):
            return b == a || b == equals ? 2 : 1
        case UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "%"), UInt8(ascii: "^"), UInt8(ascii: "!"), equals:
            return b == equals ? 2 : 1
        default:
            return nil
        }
    }
}

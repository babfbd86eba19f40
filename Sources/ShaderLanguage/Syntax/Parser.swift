/// The parser gave up on a statement or declaration, after reporting why.
struct ParseFailure: Error {}

/// A recursive descent parser that knows which names are types.
///
/// It takes more than the language allows (every address space, every type name), so that later stages can say what is
/// wrong by name. After a mistake it goes on at the next statement or declaration.
struct Parser {
    /// Deepest nesting of brackets and statements.
    static let nestingLimit = 200
    /// Deepest expression tree, which a long chain of operators makes deep as well.
    static let expressionDepthLimit = 300

    let tokens: [Token]
    let entryPoint: String
    var index = 0
    var sink: DiagnosticSink
    var tree = SyntaxTree()
    var path: [String] = []
    /// Names of types declared so far, without qualification.
    var typeNames: Set<String> = []
    /// Fragment functions that have a body.
    var definedEntryPoints: Set<String> = []
    var depth = 0
    /// Templates of functions, whose names `<` may follow; those of structures and other types.
    var functionTemplates: Set<String> = []
    var typeTemplates: Set<String> = []
    /// The first `>` of a `>>` has closed a template argument list.
    var pendingClose = false
    /// `>` closes a template argument list rather than comparing.
    var closesAtGreater = false
    private let end: Token

    /// Parses the prelude's and the author's tokens.
    ///
    /// Entry points other than `entryPoint` are listed, and their bodies skipped.
    static func parse(_ tokens: [Token], entryPoint: String, sink: inout DiagnosticSink) -> SyntaxTree {
        var parser = Parser(Parser.withoutAlternatives(tokens), entryPoint: entryPoint, sink: sink)
        parser.parseDeclarations()
        sink = parser.sink
        parser.tree.tokens = parser.tokens
        return parser.tree
    }

    init(_ tokens: [Token], entryPoint: String, sink: DiagnosticSink) {
        self.tokens = tokens
        self.entryPoint = entryPoint
        self.sink = sink
        var place = tokens.last?.span ?? Span(file: SourceFile.user, start: 0, end: 0)
        place.start = place.end
        end = Token(kind: .end, text: "", span: place)
    }

    /// Words that C++ reads as operators.
    private static let alternatives = [
        "and": "&&", "or": "||", "not": "!", "xor": "^", "bitand": "&", "bitor": "|", "compl": "~", "and_eq": "&=",
        "or_eq": "|=", "xor_eq": "^=", "not_eq": "!=",
    ]

    private static func withoutAlternatives(_ tokens: [Token]) -> [Token] {
        var result = tokens
        for index in tokens.indices where tokens[index].kind == .identifier && tokens[index].text.utf8.count <= 6 {
            guard let operation = alternatives[tokens[index].text] else { continue }
            result[index].kind = .punctuator
            result[index].text = operation
        }
        return result
    }

    // MARK: - Tokens

    var token: Token { index < tokens.count ? tokens[index] : end }

    func peek(_ offset: Int) -> Token { index + offset < tokens.count ? tokens[index + offset] : end }

    var isAtEnd: Bool { index >= tokens.count }

    /// The token before the present one, for messages about what is missing after it.
    var previousSpan: Span { index > 0 && index <= tokens.count ? tokens[index - 1].span : token.span }

    mutating func take(_ punctuator: String) -> Bool {
        guard token.isPunctuator(punctuator) else { return false }
        index += 1
        return true
    }

    mutating func takeKeyword(_ word: String) -> Bool {
        guard token.isIdentifier(word) else { return false }
        index += 1
        return true
    }

    mutating func expect(_ punctuator: String, _ context: String) throws(ParseFailure) {
        guard !take(punctuator) else { return }
        if punctuator == ";" || punctuator == ")" || punctuator == "]" {
            // Missing at the end of the line before: show that place, not the next line.
            let found = token.startsLine || isAtEnd
            let place =
                found ? Span(file: previousSpan.file, start: previousSpan.end, end: previousSpan.end) : token.span
            if punctuator == ";", token.startsLine {
                // As good as there: the next statement can be read.
                _ = fail("`;` is missing \(context)", at: place)
                return
            }
            throw fail("`\(punctuator)` is missing \(context)", at: place)
        }
        throw fail("expected `\(punctuator)` \(context), found \(describe(token))")
    }

    mutating func expectName(_ what: String) throws(ParseFailure) -> Token {
        guard token.kind == .identifier, !Parser.reserved.contains(token.text) else {
            throw fail("expected \(what), found \(describe(token))")
        }
        index += 1
        return tokens[index - 1]
    }

    func describe(_ token: Token) -> String {
        token.kind == .end ? "the end of the file" : "`\(token.text)`"
    }

    mutating func fail(_ message: String, at span: Span? = nil, hint: String? = nil) -> ParseFailure {
        sink.error("syntax", message, at: span ?? token.span, hint: hint)
        return ParseFailure()
    }

    mutating func unsupported(_ code: String, _ message: String, at span: Span, hint: String? = nil) -> ParseFailure {
        sink.error(code, message, at: span, hint: hint)
        return ParseFailure()
    }

    mutating func enter() throws(ParseFailure) {
        depth += 1
        guard depth <= Parser.nestingLimit else {
            sink.error("nesting", "brackets and statements nest deeper than \(Parser.nestingLimit)", at: token.span)
            throw ParseFailure()
        }
    }

    mutating func leave() { depth -= 1 }

    // MARK: - Recovery

    /// Skips to the end of the broken statement: after its `;`, before the `}` of its block, or after its own block.
    mutating func skipStatement() {
        var braces = 0
        var brackets = 0
        while !isAtEnd {
            let current = token
            if current.kind == .punctuator {
                switch current.text {
                case "{": braces += 1
                case "(", "[": brackets += 1
                case ")", "]": brackets = max(0, brackets - 1)
                case "}":
                    if braces == 0 { return }
                    braces -= 1
                    // A bracket that is never closed must not swallow the rest of the function.
                    if braces == 0, brackets == 0 || peek(1).startsLine {
                        index += 1
                        return
                    }
                case ";" where braces == 0:
                    if brackets == 0 || peek(1).startsLine || peek(1).isPunctuator("}") {
                        index += 1
                        return
                    }
                default: break
                }
            }
            index += 1
        }
    }

    /// Skips a broken declaration of the program: to the `;` or the block that ends it.
    mutating func skipDeclaration() {
        var level = 0
        while !isAtEnd {
            let current = token
            if current.kind == .punctuator {
                switch current.text {
                case "{": level += 1
                case "}":
                    level -= 1
                    if level <= 0 {
                        index += 1
                        _ = take(";")
                        return
                    }
                case ";" where level == 0:
                    index += 1
                    return
                default: break
                }
            }
            index += 1
        }
    }

    /// Notes what a skipped range of tokens would have declared: a name after a type, a star or a comma.
    mutating func noteBrokenNames(from start: Int) {
        guard start + 1 < index else { return }
        for position in (start + 1)..<min(index, tokens.count) where tokens[position].kind == .identifier {
            let before = tokens[position - 1]
            let followsType = tokens[start].isIdentifier("decltype") && before.isPunctuator(")")
            if before.kind == .identifier || followsType || [",", "*", "&", ">"].contains(before.text) {
                tree.brokenNames.insert(tokens[position].text)
            }
        }
    }

    /// Skips from an opening bracket to after the one that closes it; false when there is none.
    mutating func skipBalanced() -> Bool {
        var level = 0
        while !isAtEnd {
            if token.kind == .punctuator {
                switch token.text {
                case "(", "{", "[": level += 1
                case ")", "}", "]": level -= 1
                default: break
                }
            }
            index += 1
            if level == 0 { return true }
        }
        return false
    }

    /// Words that cannot name a thing.
    static let reserved: Set<String> = [
        "if", "else", "for", "while", "do", "switch", "case", "default", "break", "continue", "return", "struct",
        "class", "enum", "typedef", "using", "namespace", "const", "constexpr", "static", "inline", "constant",
        "device",
        "thread", "threadgroup", "true", "false", "sizeof", "goto", "template", "typename", "static_cast",
        "reinterpret_cast", "const_cast", "dynamic_cast", "operator", "union", "volatile", "unsigned", "signed", "auto",
        "void", "new", "delete", "throw", "try", "catch", "virtual", "this", "extern", "register", "private", "public",
        "protected", "friend", "asm", "alignof", "decltype", "explicit", "mutable", "static_assert",
    ]
}

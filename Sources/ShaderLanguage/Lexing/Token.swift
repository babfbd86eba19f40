/// A piece of source text that the grammar does not take apart.
struct Token: Sendable {
    enum Kind: UInt8, Sendable {
        case identifier, number, string, punctuator
        /// A character that no token begins with; reported where it is met.
        case stray
        /// The end of the text.
        case end
    }

    var kind: Kind
    var text: String
    /// Where it was written; for what a macro inserted, where the macro was used.
    var span: Span
    /// It is the first on its line.
    var startsLine = false
    /// White space or a comment stands before it.
    var followsSpace = false
    /// It names a macro that must not be expanded again.
    var isPainted = false

    func isPunctuator(_ other: String) -> Bool { kind == .punctuator && text == other }
    func isIdentifier(_ other: String) -> Bool { kind == .identifier && text == other }
}

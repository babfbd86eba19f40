extension Checker {
    /// How a statement leaves what is around it.
    private enum Leaving {
        /// By itself: `return`, `break`, `continue`.
        case directly
        /// In all its branches.
        case inBranches
    }

    /// Warns about the first statement of a list that nothing reaches.
    ///
    /// `discard_fragment()` is no end: the code runs on. A `break` after `return` closes a `case`, and a `return` after
    /// branches that all return is what other compilers ask for.
    mutating func warnAboutDeadCode(in statements: [StatementSyntax]) {
        var leaving: Leaving?
        for statement in statements {
            switch statement.kind {
            case .label:
                leaving = nil
                continue
            case .empty, .type: continue
            case .breakOut where leaving != nil: continue
            case .result where leaving == .inBranches: continue
            default: break
            }
            if leaving != nil {
                sink.warning(
                    "dead-code", "this is never reached: what is before it always leaves", at: statement.span)
                return
            }
            leaving = self.leaving(statement)
        }
    }

    private func leaving(_ statement: StatementSyntax) -> Leaving? {
        switch statement.kind {
        case .result: .directly
        // Outside of loops they are mistakes.
        case .breakOut: loopDepth > 0 || switchDepth > 0 ? .directly : nil
        case .continueOn: loopDepth > 0 ? .directly : nil
        case .block(let inner):
            inner.last { if case .empty = $0.kind { false } else { true } }.flatMap(leaving)
        case .conditional(_, _, let then, let otherwise?):
            leaving(then) != nil && leaving(otherwise) != nil ? .inBranches : nil
        default: nil
        }
    }
}

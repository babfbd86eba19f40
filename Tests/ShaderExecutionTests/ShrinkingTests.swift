import ShaderIR
import Testing

/// The tool that makes failing programs readable.
@Suite struct ShrinkingTests {
    private static func contains(_ body: [Statement], _ test: (Statement) -> Bool) -> Bool {
        body.contains { statement in
            switch statement {
            case .branch(_, let then, let otherwise):
                test(statement) || contains(then, test) || contains(otherwise, test)
            case .scope(_, let inside), .loop(let inside): test(statement) || contains(inside, test)
            default: test(statement)
            }
        }
    }

    private static func isDiscard(_ statement: Statement) -> Bool { statement == .discard }

    @Test func keepsWhatFailsAndNothingElse() throws {
        let program = try #require(
            (1...200).lazy.map { RandomProgram.make(seed: $0) }.first { Self.contains($0.body, Self.isDiscard) })
        #expect(Shrinking.count(program.body) > 20)
        let small = Shrinking.smallest(program) { Self.contains($0.body, Self.isDiscard) }
        #expect(small.body == [.discard])
    }

    /// A loop with a store: the counter's condition and everything around may go, the loop may not.
    @Test func keepsTheBlocksThatMatter() throws {
        func isLoopWithStore(_ statement: Statement) -> Bool {
            guard case .loop(let body) = statement else { return false }
            return Self.contains(body) { if case .store = $0 { true } else { false } }
        }
        let program = try #require(
            (1...200).lazy.map { RandomProgram.make(seed: $0) }.first { Self.contains($0.body, isLoopWithStore) })
        let small = Shrinking.smallest(program) { Self.contains($0.body, isLoopWithStore) }
        #expect(Self.contains(small.body, isLoopWithStore))
        #expect(Shrinking.count(small.body) < 12, "\(small.text)")
    }
}

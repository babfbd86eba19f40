import FrameDiff
import Testing

@Suite struct SequenceEventTests {
    @Test func kindsAreNamedAsInTheContract() {
        #expect(
            Set(SequenceEvent.Kind.allCases.map(\.rawValue))
                == ["dropped", "duplicated", "shifted", "frozen", "changed", "reordered"])
    }
}

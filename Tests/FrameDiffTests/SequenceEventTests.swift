import FrameCore
import FrameDiff
import Testing

@Suite struct SequenceEventTests {
    @Test func kindsAreNamedAsInTheContract() {
        #expect(
            Set(SequenceEvent.Kind.allCases.map(\.rawValue))
                == ["dropped", "duplicated", "shifted", "frozen", "changed", "reordered"])
    }

    private func sentence(
        _ kind: SequenceEvent.Kind, _ first: Int, _ last: Int, _ count: Int, _ rate: FrameRate? = .thirty
    ) -> String {
        SequenceEvent(kind: kind, first: first, last: last, count: count).sentence(rate: rate)
    }

    @Test func eventsAreSentences() {
        #expect(sentence(.dropped, 30, 32, 3) == "frames 30 to 32 are missing (1.000 s to 1.067 s)")
        #expect(sentence(.dropped, 30, 30, 1) == "frame 30 is missing (1.000 s)")
        #expect(sentence(.dropped, 30, 30, 1, nil) == "frame 30 is missing")
        #expect(sentence(.duplicated, 31, 31, 1) == "frame 31 of the actual clip repeats an earlier frame (1.033 s)")
        #expect(
            sentence(.duplicated, 31, 33, 3, nil) == "frames 31 to 33 of the actual clip repeat earlier frames")
        #expect(sentence(.shifted, 0, 119, 2) == "the actual clip is 2 frames late (0.067 s)")
        #expect(sentence(.shifted, 0, 119, -1) == "the actual clip is 1 frame early (0.033 s)")
        #expect(sentence(.frozen, 40, 49, 10) == "frames 40 to 49 stand still (1.333 s to 1.633 s)")
        #expect(sentence(.reordered, 50, 51, 2, nil) == "frames 50 to 51 are shown in another order")
        #expect(sentence(.changed, 9, 9, 1, nil) == "frame 9 of the actual clip is not in the expected one")
    }

    @Test func numbersOfAnySizeAreSentences() {
        #expect(sentence(.shifted, 0, 0, .min, nil) == "the actual clip is 9223372036854775808 frames early")
        #expect(sentence(.dropped, .min, .max, 0).hasPrefix("frames -9223372036854775808 to 9223372036854775807 are"))
    }
}

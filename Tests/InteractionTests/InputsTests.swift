import Interaction
import Testing

@Suite struct InputsTests {
    @Test func namesAreThoseOfScenarios() {
        #expect(FocusTarget.film(2).description == "film.2")
        #expect(FocusTarget.controls.map(\.description) == ["play", "facts", "nextAfter", "stopAfter", "shuffle"])
    }
}

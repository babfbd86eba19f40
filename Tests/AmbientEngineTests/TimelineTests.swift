import AmbientEngine
import FrameCore
import Testing

/// A change at time t shows in the first frame whose time is at or after t, and its scene's time is 0 there.
@Suite struct TimelineTests {
    private let ntsc = FrameRate(Rational(30_000, 1001))

    @Test func changesShowInTheFirstFrameAtOrAfterThem() throws {
        var timeline = Timeline(sceneID: "a", rate: .thirty, start: Rational(1000))
        let first = timeline.setScene(PackageEdition("b"), at: Rational(1, 2))
        #expect(first)
        let second = timeline.setScene(PackageEdition("c"), at: Rational(61, 100))
        #expect(second)
        #expect(timeline.state(ofFrame: 14).sceneID == "a")
        let exact = timeline.state(ofFrame: 15)
        #expect(exact.sceneID == "b" && exact.sceneTime == .zero)
        // 0.61 s is between frame 18 (0.6 s) and frame 19.
        #expect(timeline.state(ofFrame: 18).sceneID == "b")
        #expect(timeline.state(ofFrame: 18).sceneTime == Rational(3, 30))
        #expect(timeline.state(ofFrame: 19).sceneID == "c")
        #expect(timeline.state(ofFrame: 22).sceneTime == Rational(3, 30))
        #expect(timeline.state(ofFrame: 22).wallTime == Rational(1000) + Rational(22, 30))
    }

    @Test func timeIsExactAfterHoursOfBrokenRates() throws {
        let rate = try #require(ntsc)
        let timeline = Timeline(sceneID: "a", rate: rate, start: .zero)
        #expect(timeline.state(ofFrame: 2_589_408).sceneTime == Rational(2_589_408 * 1001, 30_000))
    }

    @Test func theSameSceneAgainChangesNothing() {
        var timeline = Timeline(sceneID: "a", rate: .thirty, start: .zero)
        let again = timeline.setScene(PackageEdition("a"), at: Rational(1))
        #expect(!again)
        #expect(timeline.changes.count == 1)
        #expect(timeline.state(ofFrame: 45).sceneTime == Rational(3, 2))
    }

    @Test func aSceneLeftAndTakenUpBetweenTwoFramesStartsAnew() {
        var timeline = Timeline(sceneID: "a", rate: .thirty, start: .zero)
        let left = timeline.setScene(PackageEdition("b"), at: Rational(101, 1000))
        #expect(left)
        let taken = timeline.setScene(PackageEdition("a"), at: Rational(102, 1000))
        #expect(taken)
        #expect(timeline.state(ofFrame: 3).sceneTime == Rational(3, 30))
        #expect(timeline.state(ofFrame: 4).sceneID == "a")
        #expect(timeline.state(ofFrame: 4).sceneTime == .zero)
    }
}

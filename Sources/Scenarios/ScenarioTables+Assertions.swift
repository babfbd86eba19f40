import FrameCore
import StructuredText

extension ScenarioTables {
    static var assertionSteps: [StepRule] {
        [
            StepRule(
                .assertion, "assertState", .choice("state", "STATE", example: "shelf"),
                "what the app shows: `ambient`, `shelf`, `asleep`, `left`, `settings`, `background`",
                make: { .assertState($0) }, value: { if case .assertState(let state) = $0 { state } else { nil } }),
            StepRule(
                .assertion, "assertFocus", .focus,
                "what has the focus: `film.N` with N from 0, `play`, `facts`, `nextAfter`, `stopAfter`, `shuffle`",
                make: { .assertFocus($0) }, value: { if case .assertFocus(let focus) = $0 { focus } else { nil } }),
            StepRule(
                .assertion, "assertScene", sceneForm, "the theme or film that is shown",
                make: { .assertScene($0) }, value: { if case .assertScene(let id) = $0 { id } else { nil } }),
            StepRule(
                .assertion, "assertTimer", timerForm, "what the timers show",
                make: { .assertTimer($0) }, value: { if case .assertTimer(let timers) = $0 { timers } else { nil } }),
            StepRule(
                .assertion, "assertLevels", levelForm, "the level of the music in one bin, as shaders see it",
                make: { .assertLevels($0) }, value: { if case .assertLevels(let levels) = $0 { levels } else { nil } }),
            StepRule(
                .assertion, "assertFrame", frameForm,
                example: "{ golden: woken, mask: [factCard], maxDelta: 2, maxPixels: 50 }",
                "the picture, against a golden",
                make: { .assertFrame($0) }, value: { if case .assertFrame(let frame) = $0 { frame } else { nil } }),
        ]
    }

    private static var timerForm: Form<TimerExpectation> {
        .map(
            TimerExpectation(),
            [
                Argument("nextAfter", \.nextAfter, .timeOrOff, "what is left until the next film, or `off`"),
                Argument(
                    "stopAfter", \.stopAfter, .timeOrOff.shown(example: "off"),
                    "what is left until the film stops, or `off`"),
            ],
            make: { timers throws(Complaint) in
                guard timers != TimerExpectation() else {
                    throw Complaint(message: "assertTimer names no timer", hint: "add nextAfter or stopAfter")
                }
                return timers
            },
            draft: { $0 })
    }

    private struct Levels: Sendable {
        var bin: Int?
        var min: Double?
        var max: Double?
    }

    private static var levelForm: Form<LevelExpectation> {
        .map(
            Levels(),
            [
                Argument("bin", \.bin, .whole(0...63, example: "12"), required: true, "0 to 63"),
                Argument(
                    "min", \.min, .number(0...1, example: "0.4"), "the smallest level that passes; 0 when left out"),
                Argument("max", \.max, .number(0...1, example: "1"), "the largest level that passes; 1 when left out"),
            ],
            make: { draft throws(Complaint) in
                let levels = LevelExpectation(bin: draft.bin ?? 0, min: draft.min ?? 0, max: draft.max ?? 1)
                guard draft.min != nil || draft.max != nil else {
                    throw Complaint(
                        message: "assertLevels passes whatever the level", hint: "add min or max: { bin: 12, min: 0.4 }"
                    )
                }
                guard levels.min <= levels.max else {
                    throw Complaint(message: "min is larger than max, which no level can meet", hint: "swap them")
                }
                return levels
            },
            draft: { Levels(bin: $0.bin, min: $0.min, max: $0.max) }
        ).shown(example: "{ bin: 12, min: 0.4, max: 1 }")
    }

    private struct Frame: Sendable {
        var golden: String?
        var mask: [String]?
        var maxDelta: Int?
        var maxPixels: FrameExpectation.Allowance?
    }

    private static var frameForm: Form<FrameExpectation> {
        let mask = Form<String>.text("MASK", example: "factCard")
        let masks = mask.map({ mask in [mask] }, back: { $0.first ?? "" })
            .or(mask.list(shown: "a list", example: "[factCard]"), writesOther: { $0.count != 1 })
        let map = Form<FrameExpectation>.map(
            Frame(),
            [
                Argument(
                    "golden", \.golden, .text("NAME", example: "woken"), required: true, "the golden to compare with"),
                Argument(
                    "mask", \.mask, masks, example: "[factCard]",
                    "what is not compared: layers by name, rectangles `x,y,w,h` in quotes, PNG files whose white is left out"
                ),
                Argument(
                    "maxDelta", \.maxDelta, .whole(0...255, example: "2"),
                    "how far channels may differ; 0 when left out"),
                Argument(
                    "maxPixels", \.maxPixels, .allowance, example: "50",
                    "how many pixels may differ by more, a number or a percentage; 0 when left out"),
            ],
            make: { draft in
                FrameExpectation(
                    golden: draft.golden ?? "", mask: draft.mask ?? [], maxDelta: draft.maxDelta ?? 0,
                    maxPixels: draft.maxPixels ?? .count(0))
            },
            draft: { frame in
                Frame(
                    golden: frame.golden, mask: frame.mask.isEmpty ? nil : frame.mask,
                    maxDelta: frame.maxDelta == 0 ? nil : frame.maxDelta,
                    maxPixels: frame.maxPixels == .count(0) ? nil : frame.maxPixels)
            }
        ).shown(example: "{ golden: woken, mask: [factCard], maxDelta: 2, maxPixels: 50 }")
        // A name alone asks for an exact picture.
        return Form<String>.text("NAME", example: "woken")
            .map({ name in FrameExpectation(golden: name) }, back: { $0.golden })
            .or(map, writesOther: { $0 != FrameExpectation(golden: $0.golden) })
    }
}

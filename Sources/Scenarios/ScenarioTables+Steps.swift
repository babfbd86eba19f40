import FrameCore
import Interaction
import StructuredText

extension ScenarioTables {
    static var timeSteps: [StepRule] {
        [
            StepRule(
                .time, "wait", Form.time, "lets time pass; it costs nothing",
                make: { .wait($0) }, value: { if case .wait(let time) = $0 { time } else { nil } }),
            StepRule(
                .time, "waitUntil", waitForm,
                "lets time pass until all that is named is so; fails when the timeout passes first",
                make: { .waitUntil($0.condition, timeout: $0.timeout ?? .zero) },
                value: { kind in
                    guard case .waitUntil(let condition, let timeout) = kind else { return nil }
                    return Waiting(condition: condition, timeout: timeout)
                }),
        ]
    }

    static var inputSteps: [StepRule] {
        [
            StepRule(
                .input, "pressButton", pressForm, example: "{ name: right, times: 2 }",
                "presses a button of the remote",
                make: { .pressButton($0.name ?? .select, times: $0.times ?? 1, hold: $0.hold ?? .zero) },
                value: { kind in
                    guard case .pressButton(let button, let times, let hold) = kind else { return nil }
                    return Press(name: button, times: times == 1 ? nil : times, hold: hold == .zero ? nil : hold)
                }),
            StepRule(
                .input, "tap", touchForm, "touches the screen for a moment",
                make: { .tap($0) }, value: { if case .tap(let target) = $0 { target } else { nil } }),
            StepRule(
                .input, "longPress", touchForm, "touches the screen until that has its second meaning",
                make: { .longPress($0) }, value: { if case .longPress(let target) = $0 { target } else { nil } }),
            StepRule(
                .input, "swipe", .choice("direction", "DIRECTION"),
                "moves a finger over the screen: `left`, `right`, `up`, `down`",
                make: { .swipe($0) }, value: { if case .swipe(let direction) = $0 { direction } else { nil } }),
        ]
    }

    static var structureSteps: [StepRule] {
        [
            StepRule(
                .structure, "repeat", repeatForm, "plays steps several times",
                make: { .repeat(times: $0.times ?? 1, steps: $0.steps ?? []) },
                value: { kind in
                    guard case .repeat(let times, let steps) = kind else { return nil }
                    return Repetition(times: times, steps: steps)
                }),
            StepRule(
                .structure, "include", includeForm,
                "plays the steps of another file, relative to this one: a list of steps, or a scenario, whose header "
                    + "is not used",
                make: { .include($0.path, steps: $0.steps) },
                value: { kind in
                    guard case .include(let path, let steps) = kind else { return nil }
                    return Inclusion(path: path, steps: steps)
                }),
        ]
    }

    // MARK: - Values

    private struct Waiting: Sendable {
        var condition = WaitCondition()
        var timeout: Rational?
    }

    private static var waitForm: Form<Waiting> {
        .map(
            Waiting(),
            [
                Argument(
                    "state", \.condition.state, .choice("state", "STATE", example: "asleep"), "what the app shows"),
                Argument("focus", \.condition.focus, .focus, "what has the focus"),
                Argument("scene", \.condition.scene, sceneForm, "the theme or film that is shown"),
                Argument("timeout", \.timeout, .time, required: true, example: "20m", "the longest that it may take"),
            ],
            make: { draft throws(Complaint) in
                guard draft.condition != WaitCondition() else {
                    throw Complaint(
                        message: "waitUntil has nothing to wait for",
                        hint: "add state, focus or scene: { state: asleep, timeout: 20m }")
                }
                return draft
            },
            draft: { $0 }
        ).shown(example: "{ state: asleep, timeout: 20m }")
    }

    static var sceneForm: Form<String> { .text("ID", example: "sample-scene-rainy.theme") }

    private struct Press: Sendable {
        var name: RemoteButton?
        var times: Int?
        var hold: Rational?
    }

    private static var pressForm: Form<Press> {
        let button = Form<RemoteButton>.choice("button", "BUTTON", example: "select")
        let map = Form<Press>.map(
            Press(),
            [
                Argument(
                    "name", \.name, button, required: true, example: "right",
                    "`up`, `down`, `left`, `right`, `select`, `menu`, `playpause`, `home`"),
                Argument("times", \.times, .whole(1...1000, example: "2"), "how often, 1 to 1000; 1 when left out"),
                Argument("hold", \.hold, .time, "how long it stays down each time; a short press when left out"),
            ], make: { press in press }, draft: { $0 })
        return button.map({ button in Press(name: button) }, back: { $0.name ?? .select })
            .or(map, writesOther: { $0.times != nil || $0.hold != nil })
    }

    private struct Touch: Sendable {
        var x: Double?
        var y: Double?
        var card: Int?
    }

    private static var touchForm: Form<TouchTarget> {
        .map(
            Touch(),
            [
                Argument("x", \.x, .number(0...100_000, example: "100"), "points from the left"),
                Argument("y", \.y, .number(0...100_000, example: "200"), "points from the top"),
                Argument("card", \.card, .film, "the card of a film on the shelf, instead of x and y"),
            ],
            make: { touch throws(Complaint) in
                switch (touch.x, touch.y, touch.card) {
                case (let x?, let y?, nil): return .point(x: x, y: y)
                case (nil, nil, let card?): return .card(card)
                default:
                    throw Complaint(
                        message: "a touch needs either x and y, or card",
                        hint: "write { x: 100, y: 200 } or { card: film.2 }")
                }
            },
            draft: { target in
                switch target {
                case .point(let x, let y): Touch(x: x, y: y)
                case .card(let card): Touch(card: card)
                }
            }
        ).shown(example: "{ x: 100, y: 200 }")
    }

    // MARK: - Structure

    private struct Repetition: Sendable {
        var times: Int?
        var steps: [Scenario.Step]?
    }

    private static var repeatForm: Form<Repetition> {
        let steps = Form<[Scenario.Step]>(
            shown: "[STEP, …]", example: "[{ wait: 2s }]", schema: .object([("$ref", .string("#/$defs/steps"))]),
            read: { parser, field in parser.repeatedSteps(field) },
            // Steps have many lines; `Scenario.Step.yaml` writes them.
            write: { _ in "[]" })
        return .map(
            Repetition(),
            [
                Argument(
                    "times", \.times, .whole(1...Scenario.mostOccurrences, example: "3"), required: true,
                    "how often, at least once"),
                Argument("steps", \.steps, steps, required: true, "at least one step"),
            ], make: { repetition in repetition }, draft: { $0 })
    }

    private struct Inclusion: Sendable {
        var path: String
        var steps: [Scenario.Step]
    }

    private static var includeForm: Form<Inclusion> {
        let path = Form<String>.text("FILE", example: "wake-up.yaml")
        return Form<Inclusion>(
            shown: path.shown, example: path.example, schema: path.schema,
            read: { parser, field in
                guard let text = path.read(&parser, field) else { return nil }
                return parser.included(text, field).map { Inclusion(path: text, steps: $0) }
            },
            write: { path.write($0.path) })
    }
}

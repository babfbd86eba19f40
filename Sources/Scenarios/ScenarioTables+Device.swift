import Diagnostics
import FrameCore
import StructuredText

extension ScenarioTables {
    static var deviceSteps: [StepRule] {
        [
            StepRule(
                .device, "setTheme", sceneForm,
                "makes a theme active; while the weather chooses themes this changes nothing and the step is not ok",
                make: { .setTheme($0) }, value: { if case .setTheme(let id) = $0 { id } else { nil } }),
            StepRule(
                .device, "setPlaylist", .playlistOrNone, "makes a playlist active, or none",
                make: { .setPlaylist($0) },
                value: { kind in if case .setPlaylist(let id) = kind { .some(id) } else { nil } }),
            StepRule(
                .device, "setWeather", weatherForm, "what the forecast answers at the next refresh",
                make: { .setWeather($0) }, value: { if case .setWeather(let answer) = $0 { answer } else { nil } }),
            StepRule(
                .device, "setSetting", settingForm, "changes settings, in the order written",
                make: { .setSetting($0) }, value: { if case .setSetting(let changes) = $0 { changes } else { nil } }),
            StepRule(
                .device, "import", .text("FILE", example: "new-theme.zip"),
                "imports a package file, relative to this file",
                make: { .importPackage($0) }, value: { if case .importPackage(let file) = $0 { file } else { nil } }),
            bare("background", .background, "leaves the app, which goes on in the background"),
            bare("activate", .activate, "comes back to the app"),
            bare("relaunch", .relaunch, "ends the app and starts it again; packages that came meanwhile appear"),
        ]
    }

    private static func bare(_ name: String, _ kind: Scenario.Kind, _ help: String) -> StepRule {
        let form = Form<Bool>(
            shown: "", example: "", schema: .object([("type", .string("null"))]),
            read: { parser, field in
                guard field.node.isNull else {
                    parser.complain(
                        Complaint(message: "\(name) takes no value", hint: "write - \(name)"), field.node.span,
                        field.path, example: "")
                    return nil
                }
                return true
            },
            write: { _ in "" })
        return StepRule(.device, name, form, help, make: { _ in kind }, value: { $0 == kind ? true : nil })
    }

    private struct Weather: Sendable {
        var code: Int?
        var isDay: Bool?
        var failure: WeatherAnswer.Failure?
    }

    private static var weatherForm: Form<WeatherAnswer> {
        .map(
            Weather(),
            [
                Argument("code", \.code, .whole(0...999, example: "61"), "a WMO weather code"),
                Argument("isDay", \.isDay, .flag, "by day or by night"),
                Argument(
                    "failure", \.failure, .choice("failure", "FAILURE"),
                    "how it fails, instead of code and isDay: `429`, `500`, `timeout`, `html`"),
            ],
            make: { draft throws(Complaint) in
                switch (draft.code, draft.isDay, draft.failure) {
                case (let code?, let isDay?, nil): return .forecast(code: code, isDay: isDay)
                case (nil, nil, let failure?): return .failure(failure)
                default:
                    throw Complaint(
                        message: "the weather needs either code and isDay, or failure",
                        hint: "write { code: 61, isDay: true } or { failure: timeout }")
                }
            },
            draft: { answer in
                switch answer {
                case .forecast(let code, let isDay): Weather(code: code, isDay: isDay)
                case .failure(let failure): Weather(failure: failure)
                }
            }
        ).shown(example: "{ code: 61, isDay: true }")
    }

    private static var settingForm: Form<[SettingChange]> {
        let arguments: [Argument<[SettingChange]>] = [
            setting("stopAfter", .timeOrNever, "the time until the film stops", { .stopAfter($0) }) { change in
                if case .stopAfter(let time) = change { .some(time) } else { nil }
            },
            setting("nextAfter", .timeOrNever.shown(example: "5m"), "the time until the next film", { .nextAfter($0) })
            {
                change in
                if case .nextAfter(let time) = change { .some(time) } else { nil }
            },
            setting("shuffle", .flag, "films in random order", { .shuffle($0) }) { change in
                if case .shuffle(let isOn) = change { isOn } else { nil }
            },
            setting("facts", .flag, "fact cards", { .facts($0) }) { change in
                if case .facts(let isOn) = change { isOn } else { nil }
            },
            setting("crossFade", .crossFade, "the time that one film takes to become the next", { .crossFade($0) }) {
                change in
                if case .crossFade(let time) = change { time } else { nil }
            },
            setting("weatherAutoTheme", .flag, "the weather chooses the theme", { .weatherAutoTheme($0) }) { change in
                if case .weatherAutoTheme(let isOn) = change { isOn } else { nil }
            },
            setting("location", .location, "the place of the forecast", { .location($0) }) { change in
                if case .location(let place) = change { place } else { nil }
            },
        ]
        var form = Form<[SettingChange]>.map(
            [], arguments,
            make: { changes throws(Complaint) in
                guard !changes.isEmpty else { throw Complaint(message: "setSetting changes nothing") }
                return changes
            },
            draft: { $0 })
        form.write = { changes in
            // In the order of the changes, which is not that of the table.
            let written = changes.compactMap { change in
                arguments.lazy.compactMap { argument in
                    argument.write([change]).map { argument.text.name + ": " + $0 }
                }.first
            }
            return "{ " + written.joined(separator: ", ") + " }"
        }
        return form
    }

    private static func setting<Value>(
        _ name: String, _ form: Form<Value>, _ help: String, _ make: @escaping @Sendable (Value) -> SettingChange,
        _ value: @escaping @Sendable (SettingChange) -> Value?
    ) -> Argument<[SettingChange]> {
        Argument(
            name, form, help, set: { $0.append(make($1)) },
            get: { changes in changes.lazy.compactMap(value).first })
    }
}

import FrameCore
import StructuredText

/// What may stand in a scenario: a new key or step is a new row.
extension ScenarioParser {
    /// How a header key is read.
    struct HeaderKey: Sendable {
        let name: String
        let read: @Sendable (inout ScenarioParser, Field) -> Void
    }

    /// How a step is read; nil after an error.
    struct StepRule: Sendable {
        let name: String
        let read: @Sendable (inout ScenarioParser, Field) -> Scenario.Kind?
    }

    static let headerKeys: [HeaderKey] = [
        HeaderKey(name: "app") { parser, field in parser.readApp(field) },
        HeaderKey(name: "device") { parser, field in
            parser.header.device = parser.choice(
                field, "device", from: DevicePreset.all.map { ($0.name, $0) })
        },
        HeaderKey(name: "orientation") { parser, field in
            parser.header.orientation = parser.choice(
                field, "orientation", from: Orientation.allCases.map { ($0.rawValue, $0) })
        },
        HeaderKey(name: "size") { parser, field in parser.header.size = parser.size(field) },
        HeaderKey(name: "fps") { parser, field in
            parser.header.fps = parser.value(field, "frame rate", example: "30 or 30000/1001") { FrameRate(text: $0) }
        },
        HeaderKey(name: "scenes") { parser, field in parser.readScenes(field) },
        HeaderKey(name: "start") { parser, field in
            parser.header.start = parser.text(field, example: "2026-01-01T09:41:00Z")
        },
        HeaderKey(name: "timeZone") { parser, field in
            parser.header.timeZone = parser.text(field, example: "Europe/Berlin")
        },
        HeaderKey(name: "locale") { parser, field in parser.header.locale = parser.text(field, example: "en_US") },
        HeaderKey(name: "seed") { parser, field in
            parser.header.seed = parser.value(field, "seed", example: "7") { text in
                text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? UInt64(text) : nil
            }
        },
        HeaderKey(name: "record") { parser, field in parser.readRecord(field) },
    ]

    /// Header keys of the file format that this version cannot honour, with what to do.
    static let laterHeaderKeys = [
        "playlist": "remove it, and give --playlist on the command line",
        "tags": "remove it: scenarios cannot be chosen by tag yet",
    ]

    static let steps: [StepRule] = [
        StepRule(name: "wait") { parser, field in
            parser.value(field, "time", example: "2s", TimeText.parse).map { .wait($0.value) }
        },
        StepRule(name: "setTheme") { parser, field in
            parser.text(field, example: "sample-scene-rainy.theme").map { .setTheme($0.value) }
        },
        StepRule(name: "assertScene") { parser, field in
            parser.text(field, example: "sample-scene-rainy.theme").map { .assertScene($0.value) }
        },
    ]

    /// Steps of the file format that this version does not play.
    static let laterSteps = [
        "waitUntil", "pressButton", "tap", "longPress", "swipe", "setPlaylist", "setWeather", "setSetting", "import",
        "background", "activate", "relaunch", "assertState", "assertFocus", "assertTimer", "assertLevels",
        "assertFrame",
        "repeat", "include",
    ]
}

import Diagnostics
import FrameCore
import StructuredText

extension ScenarioTables {
    static var headerRows: [HeaderKey] {
        [
            HeaderKey("app", \.app, .choice("app", "APP"), standard: "`display`", "the app: `display` or `player`"),
            HeaderKey(
                "scenes",
                Form<String>.text("PACKAGE", example: "../my-package").located
                    .list(shown: "[PACKAGE, …]", example: "[../my-package]"),
                standard: "the packages under `--root`",
                "package folders, relative to this file, or ids of packages under `--root`; the first theme is active",
                set: { $0.scenes = $1 }, get: { $0.scenes.isEmpty ? nil : $0.scenes }),
            HeaderKey(
                "playlist", \.playlist, .text("PLAYLIST", example: "sample-playlist-package"), standard: "no music",
                "a playlist package, a folder or a file, relative to this file, or an id"),
            HeaderKey(
                "device", \.device,
                .choice("device", "DEVICE", of: DevicePreset.all.map { ($0.name, $0) }, example: "iphone-6"),
                standard: "`iphone-6`", "a preset of points, pixels and safe area (`ambient doctor --devices`)"),
            HeaderKey(
                "orientation", \.orientation, .choice("orientation", "ORIENTATION", example: "landscape"),
                standard: "`landscape`", "`landscape` or `portrait`"),
            HeaderKey("size", \.size, .size, standard: "from the device", "pixels of the picture"),
            HeaderKey("fps", \.fps, .rate, standard: "30", "frames a second, a number or a fraction"),
            HeaderKey(
                "start", \.start, .text("ISO8601", example: "2026-01-01T21:00:00Z"),
                standard: "`2026-01-01T09:41:00`",
                "the wall clock at time 0; without an offset it is local to `timeZone`"),
            HeaderKey(
                "timeZone", \.timeZone, .text("ZONE", example: "Europe/Berlin"), standard: "`UTC`",
                "the time zone of the clock"),
            HeaderKey(
                "locale", \.locale, .text("LOCALE", example: "de_DE"), standard: "`en_US`", "the locale of the clock"),
            HeaderKey("seed", \.seed, .seed, standard: "0", "decides every random choice"),
            HeaderKey(
                "record", \.windows, recordForm, standard: "the whole run",
                "what is rendered: one window or a list of windows in rising order, which must not overlap"),
            HeaderKey(
                "tags", Form<String>.tag.located.list(shown: "[TAG, …]", example: "[smoke, night]"),
                standard: "none", "words that `--include-tags` and `--exclude-tags` choose by",
                set: { $0.tags = $1 }, get: { $0.tags.isEmpty ? nil : $0.tags }),
        ]
    }

    private typealias Window = ScenarioHeader.RecordRange

    private static var recordForm: Form<[ScenarioHeader.RecordRange]> {
        let window = Form<Window>.map(
            Window(),
            [
                Argument("from", \.from, .time, example: "0s", "the time of the first frame; the start of the run"),
                Argument("to", \.to, .time, example: "20s", "the time that no frame reaches; the end of the run"),
            ],
            make: { range throws(Complaint) in
                if let to = range.to, to <= range.from ?? .zero {
                    throw Complaint(message: "the recording ends before it begins", hint: "make to larger than from")
                }
                return range
            },
            draft: { $0 }
        ).shown("{ from, to }", example: "{ from: 0s, to: 20s }")
        let one = window.map({ window in [window] }, back: { $0.first ?? Window() })
        let located = window.located.list(
            shown: "a list", example: "[{ from: 0s, to: 5s }, { from: 1h, to: 1h5s }]")
        let many = Form<[Window]>(
            shown: located.shown, example: located.example, schema: located.schema,
            read: { parser, field in
                guard let windows = located.read(&parser, field) else { return nil }
                return parser.inOrder(windows) ? windows.map(\.value) : nil
            },
            write: { windows in "[" + windows.map(window.write).joined(separator: ", ") + "]" })
        return one.or(many, writesOther: { $0.count != 1 })
    }
}

extension ScenarioParser {
    /// Whether each window begins where or after the one before ends; reports the first that does not.
    mutating func inOrder(_ windows: [Located<ScenarioHeader.RecordRange>]) -> Bool {
        for (before, window) in zip(windows, windows.dropFirst()) {
            let begin = window.value.from ?? .zero
            guard let end = before.value.to, begin >= end else {
                let isBelow = begin < before.value.from ?? .zero
                diagnose(
                    window.place.diagnostic(
                        .error, "scenario.bad-value",
                        isBelow
                            ? "the window begins before the one above it"
                            : "the window overlaps the one above it",
                        hint: "list windows in rising order, each from where the one before ends or later"))
                return false
            }
        }
        return true
    }
}

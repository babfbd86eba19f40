import FrameCore
import Imaging

/// The parts of the page that are words; the viewer is made by `ReportScript` from the data at the end.
struct ReportPage {
    let report: DifferenceReport
    let pictures: ReportPictures

    /// The whole file.
    func html() throws -> String {
        let script = ReportScript.text
        let style = ReportStyle.text
        // Nothing but this very script and style is run, whatever a name in the report contains.
        let policy = try [
            "default-src 'none'", "img-src data:", "style-src '\(hash(style))'", "script-src '\(hash(script))'",
            "base-uri 'none'", "form-action 'none'",
        ].joined(separator: "; ")
        var parts = [
            """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>\(shown(verdict + " – " + report.title))</title>
            <style>\(style)</style>
            </head>
            <body>
            """,
            head,
        ]
        if report.frameCount > 0 || !report.timeline.isEmpty { parts.append(timeline) }
        if !report.events.isEmpty { parts.append(work) }
        parts.append(strips)
        if report.events.isEmpty { parts.append(accept) }
        parts += [
            foot,
            "<script type=\"application/json\" id=\"data\">" + ReportData(report: report, pictures: pictures).json
                + "</script>",
        ]
        for (index, picture) in pictures.all.enumerated() {
            let size = picture.size
            parts.append(
                "<script type=\"text/plain\" id=\"picture-\(index)\" data-width=\"\(size.width)\" "
                    + "data-height=\"\(size.height)\">" + picture.base64 + "</script>")
        }
        parts += ["<script>" + script + "</script>", "</body>", "</html>", ""]
        return parts.joined(separator: "\n")
    }

    /// The result in a few words.
    private var verdict: String {
        if report.isEqual { return "Equal" }
        switch report.events.count {
        case 0: return "Different"
        case 1: return "1 thing differs"
        default: return "\(report.events.count) things differ"
        }
    }

    private var head: String {
        let kind = report.isEqual ? "equal" : "differs"
        let findings = report.findings.map { "<li>\(shown($0))</li>" }.joined()
        return """
            <header class="head">
            <div class="verdict \(kind)">
            <span class="mark" aria-hidden="true">\(report.isEqual ? "=" : "≠")</span>
            <div><p class="title" dir="auto">\(shown(report.title))</p><h1>\(verdict)</h1></div>
            </div>
            <dl class="sides">
            <div class="expected"><dt>Expected</dt><dd><bdi>\(shown(report.expectedName))</bdi></dd></div>
            <div class="actual"><dt>Actual</dt><dd><bdi>\(shown(report.actualName))</bdi></dd></div>
            </dl>
            <button type="button" id="help-open" class="quiet">Keys <kbd>?</kbd></button>
            </header>
            <noscript><p class="note">The pictures and the timeline need scripting; all words are here without it.</p>
            </noscript>
            \(findings.isEmpty ? "" : "<ul class=\"findings\" aria-label=\"Findings\">\(findings)</ul>")
            """
    }

    private var timeline: String {
        """
        <section class="card timeline" aria-labelledby="timeline-name">
        <h2 id="timeline-name">Timeline</h2>
        <p class="legend"><span class="ramp" aria-hidden="true"></span>
        height and colour: how much the frames differ <span id="timeline-hint"></span></p>
        <div class="track" id="track">
        <canvas id="heat" height="48" role="img" aria-label="Difference over time"></canvas>
        <div id="span" aria-hidden="true"></div><div id="here" aria-hidden="true"></div>
        </div>
        <div id="markers" role="group" aria-label="Events on the timeline"></div>
        <div id="axis" aria-hidden="true"></div>
        </section>
        """
    }

    private var work: String {
        let items = report.events.enumerated().map { index, event in
            let layer = event.layer.map { "<span class=\"layer\">first differs in: \(shown($0))</span>" } ?? ""
            return """
                <li><button type="button" class="event" data-event="\(index)">
                <span class="number" aria-hidden="true">\(index + 1)</span>
                <span class="words"><span class="kind">\(shown(event.kind))</span>
                <span class="sentence" dir="auto">\(shown(event.sentence))</span>\(layer)</span>
                </button></li>
                """
        }
        return """
            <main class="work">
            <nav class="card events" aria-labelledby="events-name">
            <h2 id="events-name">Events</h2>
            <ol>
            \(items.joined(separator: "\n"))
            </ol>
            </nav>
            <section class="card viewer" id="viewer" aria-label="Pictures of the event">
            <div class="top">
            <div class="about" aria-live="polite">
            <p><span class="kind" id="kind"></span> <span id="layer"></span></p>
            <h2 id="sentence" dir="auto"></h2>
            </div>
            <div id="frames" role="group" aria-label="Frames of this event"></div>
            </div>
            <div class="tools">
            <div id="modes" role="group" aria-label="Ways to compare"></div>
            <div id="zooms" role="group" aria-label="Zoom">
            <button type="button" data-zoom="fit">Fit</button><button type="button" data-zoom="1">1:1</button><button
            type="button" id="zoom-out" aria-label="Smaller">−</button><output id="zoom">100 %</output><button
            type="button" id="zoom-in" aria-label="Larger">+</button>
            </div>
            </div>
            <div id="controls"></div>
            <div id="stage"></div>
            <p id="readout" class="readout"></p>
            <p id="hint" class="hint"></p>
            <ul id="facts"></ul>
            </section>
            \(accept)
            </main>
            """
    }

    private var accept: String {
        guard let command = report.acceptCommand else { return "" }
        // A line is broken between words, not inside an option; the text is the command to the letter.
        let words = command.split(separator: " ", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "<span>\(ReportText.html(String($0)))</span>" }.joined(separator: " ")
        return """
            <section class="card accept" aria-labelledby="accept-name">
            <div class="over"><h2 id="accept-name">Accept the change</h2><button type="button" id="copy">Copy</button></div>
            <p>If the actual pictures are right, run this and commit what it writes.</p>
            <pre><code id="command" dir="ltr" tabindex="0">\(words)</code></pre>
            <p id="copied" role="status"></p>
            </section>
            """
    }

    private var strips: String {
        guard !report.strips.isEmpty else { return "" }
        return report.strips.map { ReportStrip(strip: $0).html }.joined(separator: "\n")
    }

    private var foot: String {
        let rows = [
            ("← → or k j", "event before, after"), (", . or p n", "frame before, after"),
            ("1 – 7", "ways to compare, in their order"), ("b", "blink; again: swap by hand"),
            ("Space", "in blink: stop and go on"), ("f", "fit the window, or pixel for pixel"),
            ("+ −", "larger, smaller"), ("?", "this list"), ("Esc", "close it"),
        ]
        let list = rows.map { "<div><dt><kbd>\($0.0)</kbd></dt><dd>\($0.1)</dd></div>" }.joined()
        return """
            <footer>Made by <code>ambient</code>. One file: it can be mailed, kept, and read without a network.</footer>
            <dialog id="help" aria-labelledby="help-name"><h2 id="help-name">Keys</h2><dl>\(list)</dl>
            <form method="dialog"><button>Close</button></form></dialog>
            """
    }

    private func shown(_ string: String) -> String { ReportText.html(ReportText.visible(string)) }

    private func hash(_ string: String) throws -> String {
        "sha256-" + ReportText.base64(try FrameHash(of: Array(string.utf8)).bytes)
    }
}

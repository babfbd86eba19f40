import FrameCore
import Imaging
import Testing

@testable import FrameDiff

@Suite struct ReportHTMLTests {
    /// Parses a page; prints the elements with attributes that load or run something, and what the page is made of.
    private static let reader = """
        import sys, json, base64, struct, hashlib, re
        from html.parser import HTMLParser
        class Page(HTMLParser):
            def __init__(self):
                super().__init__()
                self.stack, self.scripts, self.texts, self.faults, self.policy = [], [], {}, [], ''
            def handle_starttag(self, tag, attributes):
                a = dict(attributes)
                if any(k in ('src', 'href', 'action', 'style') or k.startswith('on') for k in a):
                    self.faults.append(tag)
                if a.get('http-equiv') == 'Content-Security-Policy': self.policy = a['content']
                if tag not in ('meta', 'path', 'br'): self.stack.append((tag, a))
                if tag in ('script', 'style'): self.scripts.append((tag, a, ''))
            def handle_endtag(self, tag):
                if tag == 'path': return
                if not self.stack or self.stack[-1][0] != tag: self.faults.append('unbalanced ' + tag)
                else: self.stack.pop()
            def handle_data(self, data):
                tag, a = self.stack[-1] if self.stack else ('', {})
                if tag in ('script', 'style'):
                    kind, b, text = self.scripts[-1]
                    self.scripts[-1] = (kind, b, text + data)
                elif data.strip(): self.texts[tag] = self.texts.get(tag, '') + data.strip() + '|'
        page = Page()
        page.feed(sys.stdin.buffer.read().decode('utf-8'))
        page.close()
        print('faults', page.faults, [t for t, _ in page.stack])
        print('title', page.texts.get('title'))
        print('h1', page.texts.get('h1'))
        print('bdi', page.texts.get('bdi'))
        code = [s for s in page.scripts if s[0] == 'style' or 'type' not in s[1]]
        for tag, _, text in code:
            digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            print('allowed', tag, "'sha256-%s'" % digest in page.policy)
        pictures = {a['id']: a for _, a, _ in page.scripts if a.get('type') == 'text/plain'}
        for _, a, text in page.scripts:
            if a.get('type') == 'text/plain':
                png = base64.b64decode(text, validate=True)
                print('picture', png[:4] == b'\\x89PNG', struct.unpack('>II', png[16:24]) ==
                    (int(a['data-width']), int(a['data-height'])))
        data = json.loads(next(t for _, a, t in page.scripts if a.get('id') == 'data'))
        print('frames', data['frames'], len(data['timeline']), max(data['timeline'] or [0]), min(data['timeline'] or [0]))
        for event in data['events']:
            for pair in event['pairs']:
                print('pair', *[{None: '-'}.get(pair[k], 'y') for k in
                    ('expected', 'actual', 'difference', 'amplified', 'perceptual')], 'cut' if pair['cut'] else 'whole')
        """

    private func read(_ html: String) throws -> [String] { try ReportReader.run(Self.reader, input: html) }

    @Test func namesStayNames() throws {
        let lines = try read(ReportSample.report(size: PixelSize(32, 18)).html())
        #expect(lines.contains("faults [] []"))
        #expect(lines.contains("h1 4 things differ|"))
        let name = "a\"b'c<script>alert(1)</script>&amp;\\u{a}\\u{202e}gpj.exe"
        #expect(lines.contains("bdi Goldens/Frames/ring-hue/frames.framehash|\(name)|"))
        #expect(lines.contains("title 4 things differ – sunny.mp4 against golden case ring-hue|"))
    }

    @Test func onlyItsOwnScriptAndStyleMayRun() throws {
        let lines = try read(ReportSample.report(size: PixelSize(32, 18)).html())
        #expect(lines.filter { $0.hasPrefix("allowed") } == ["allowed style True", "allowed script True"])
    }

    @Test func picturesArePNGsAndEachIsThereOnce() throws {
        var report = DifferenceReport(title: "t", expectedName: "e", actualName: "a", isEqual: false)
        let pair = ReportSample.pair(3, size: PixelSize(32, 18))
        report.events = (0..<3).map {
            DifferenceReport.Event(kind: "changed", sentence: "s", first: $0, last: $0, pairs: [pair, pair])
        }
        let lines = try read(report.html())
        #expect(lines.filter { $0.hasPrefix("picture") } == [String](repeating: "picture True True", count: 5))
        #expect(lines.filter { $0.hasPrefix("pair") } == [String](repeating: "pair y y y y y whole", count: 6))
    }

    @Test func aLimitCostsDifferencesBeforeFramesAndLaterFramesBeforeFirst() throws {
        var report = DifferenceReport(title: "t", expectedName: "e", actualName: "a", isEqual: false)
        let size = PixelSize(64, 36)
        report.events = [1, 2].map { number in
            DifferenceReport.Event(
                kind: "changed", sentence: "s", first: number, last: number,
                pairs: [noisyPair(number, size: size), noisyPair(number + 10, size: size)])
        }
        // Noise cannot be compressed: a picture is 64 * 36 * 3 bytes of PNG and a third more in base64.
        let one = 64 * 36 * 4
        let lines = try read(report.html(pictureLimit: one * 5))
        #expect(
            lines.filter { $0.hasPrefix("pair") } == [
                "pair y y - - - whole", "pair - - - - - cut", "pair y y - - - whole", "pair - - - - - cut",
            ])
        let all = try read(report.html(pictureLimit: one * 30))
        #expect(all.filter { $0.hasPrefix("pair") } == [String](repeating: "pair y y y - - whole", count: 4))
        // However small the limit, something is there to look at.
        let few = try read(report.html(pictureLimit: 0))
        #expect(few.first { $0.hasPrefix("pair") } == "pair y y - - - whole")
    }

    @Test func theLimitKeepsAFileBelow25MB() {
        // What is not pictures: the page itself, and 2000 values and some hundred sentences.
        #expect(DifferenceReport.pictureLimit < 24_000_000)
    }

    @Test func numbersThatAreNoneCountAsNothing() throws {
        var report = DifferenceReport(title: "t", expectedName: "e", actualName: "a", isEqual: false)
        report.timeline = [.nan, .infinity, -.infinity, -1, 2, 0.0001]
        report.events = [
            DifferenceReport.Event(kind: "changed", sentence: "s", first: -5, last: Int.max, pairs: [])
        ]
        report.strips = [DifferenceReport.Strip(name: "n", expected: [.nan], actual: [], sentence: "s")]
        let lines = try read(report.html())
        #expect(lines.contains("frames 9223372036854775807 6 1000 0"))
        #expect(lines.contains("h1 1 thing differs|"))
    }

    @Test func equalIsSaid() throws {
        let report = DifferenceReport(title: "t", expectedName: "e", actualName: "a", isEqual: true)
        #expect(try read(report.html()).contains("h1 Equal|"))
    }

    @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")])
    func base64IsThatOfRFC4648(text: String, expected: String) {
        #expect(ReportText.base64(Array(text.utf8)) == expected)
    }

    @Test(arguments: [(0.5, "0.5"), (-1.25, "-1.25"), (3, "3"), (0.0004, "0"), (-0.0001, "0"), (12.0456, "12.046")])
    func decimalsAreShort(value: Double, expected: String) {
        #expect(ReportText.decimal(value) == expected)
    }

    private func noisyPair(_ seed: Int, size: PixelSize) -> DifferenceReport.FramePair {
        var state = UInt64(truncatingIfNeeded: seed)
        func noise() -> PixelBuffer? {
            var bytes = [UInt8](repeating: 255, count: size.area * 4)
            for index in bytes.indices where index % 4 != 3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes[index] = UInt8(truncatingIfNeeded: state >> 40)
            }
            return PixelBuffer(width: size.width, height: size.height, bytes: bytes)
        }
        var pair = DifferenceReport.FramePair(
            expectedFrame: seed, actualFrame: seed, expected: noise(), actual: noise())
        pair.difference = noise()
        return pair
    }
}

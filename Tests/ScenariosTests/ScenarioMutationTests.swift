import Diagnostics
import Scenarios
import Testing

/// Random changes to sound scenarios: the parser must answer, whatever comes.
struct ScenarioMutationTests {
    private static let texts = [
        """
        app: player
        scenes: [a, "é日😀", ../c]
        size: 64x36
        fps: 30000/1001
        seed: 7
        start: 2026-01-01T21:00:00Z
        record: [{from: 0s, to: 1.5s}, {from: 1h}]
        tags: [smoke, night]
        ---
        - wait: &t 2s
        - wait: *t
        - pressButton: { name: right, times: 2, hold: 1/30s }
        - repeat:
            times: 3
            steps:
              - activate
              - repeat: {times: 2, steps: [relaunch, wait: 1ms]}
        - waitUntil: { state: asleep, focus: film.2, timeout: 20m }
        """,
        """
        device: apple-tv-hd
        ---
        - tap: { x: 100, y: 2.5e1 }
        - longPress: { card: film.12 }
        - swipe: left
        - setPlaylist: none
        - setWeather: { failure: 429 }
        - setWeather: { code: 61, isDay: off }
        - setSetting: { stopAfter: 15m, nextAfter: never, shuffle: on, location: "52.5,-13.41,Berlin, DE" }
        - import: new.zip
        - background:
        - include: other.yaml
        - assertTimer: { nextAfter: 4m59s, stopAfter: off }
        - assertLevels: { bin: 12, min: 0.4, max: 1 }
        - assertFrame: { golden: woken, mask: [factCard, "1,2,3,4"], maxDelta: 2, maxPixels: 0.5% }
        """,
    ]

    @Test("thousands of damaged scenarios", arguments: 0..<2)
    func damaged(which: Int) {
        var numbers = Numbers(seed: UInt64(which) + 11)
        var refused = 0
        let turns = 3000
        let load: ScenarioLoader = { SourceText(name: $0, bytes: Array("- wait: 1s\n- activate\n".utf8)) }
        for _ in 0..<turns {
            let source = SourceText(name: "m.yaml", bytes: damage(Array(Self.texts[which].utf8), &numbers))
            let (scenario, diagnostics) = parseScenario(source, including: load)
            #expect((scenario == nil) == diagnostics.contains { $0.severity == .error })
            for diagnostic in diagnostics { #expect(!diagnostic.rendered().isEmpty) }
            guard let scenario else {
                refused += 1
                continue
            }
            // What was understood can be written down, and means the same.
            let text = Scenario.text(header: scenario.header, steps: scenario.steps)
            let again = parseScenario(SourceText(name: "m.yaml", text: text), including: load)
            #expect(again.0?.steps == scenario.steps, "\(text)\n\(again.1.map { $0.rendered() })")
            #expect(again.0?.header.yaml == scenario.header.yaml)
        }
        #expect(refused > turns / 3 && refused < turns)
    }

    private func damage(_ bytes: [UInt8], _ numbers: inout Numbers) -> [UInt8] {
        var bytes = bytes
        let telling = Array("{}[]\",:\\'/#-+.eE0uN\n\t &*!|>?%@`~é".utf8) + [0, 0x80, 0xC3, 0xED, 0xF4, 0xFF]
        for _ in 0...numbers.below(3) {
            guard !bytes.isEmpty else { break }
            let place = numbers.below(bytes.count)
            switch numbers.below(7) {
            case 0: bytes[place] = numbers.one(of: telling)
            case 1: bytes.insert(numbers.one(of: telling), at: place)
            case 2: bytes.remove(at: place)
            case 3: bytes.removeSubrange(place..<min(bytes.count, place + numbers.below(20)))
            case 4:
                let copy = bytes[place..<min(bytes.count, place + numbers.below(40))]
                bytes.insert(contentsOf: copy, at: numbers.below(place + 1))
            case 5: bytes[place] = UInt8(0x30 + numbers.below(10))
            default: bytes[place] = UInt8(numbers.below(256))
            }
        }
        return bytes
    }
}

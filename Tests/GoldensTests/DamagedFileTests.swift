import Diagnostics
import FrameCore
import Goldens
import Testing

/// Random changes to sound files: the readers must answer, whatever comes.
@Suite struct DamagedFileTests {
    private static let hash = String(repeating: "0a", count: 32)

    private static let golden = """
        {"scene": "a", "options": ["--size", "64x36"], "frames": [0, 5, 7], "mask": ["clock", "0,1,20,30", "a.png"],
         "tolerance": {"maxDelta": 2, "maxPixels": "0.5%"}, "knownFailure": "later",
         "accept": [{"hash": "\(hash)", "reason": "é", "date": "2024-02-29"}]}
        """
    private static let facts = """
        {"versions": {"ambient": "0.1.0"}, "fonts": [{"name": "Inter", "sha256": "\(hash)"}],
         "frames": [{"frame": 3, "scene": "a", "layers": [{"layer": "effect", "passes": ["1"], "hash": "2"}]}]}
        """
    private static let hashes = """
        #tb 0: 1/30
        #dimensions 0: 64x36
        0,          0,          0,        1,     9216, \(hash)

        """

    /// One or two places replaced, removed or doubled.
    private func damaged(_ text: String, _ random: inout SeededRandom) -> [UInt8] {
        var bytes = Array(text.utf8)
        let telling = Array("{}[]\",:\\-+.e09%x#\n ".utf8) + [0, 0x80, 0xFF]
        for _ in 0...random.next(below: 2) where !bytes.isEmpty {
            let place = random.next(below: bytes.count)
            switch random.next(below: 4) {
            case 0: bytes.remove(at: place)
            case 1: bytes.insert(bytes[place], at: place)
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + random.next(below: 30)))
            default: bytes[place] = telling[random.next(below: telling.count)]
            }
        }
        return bytes
    }

    @Test func casesAreReadOrRefusedWithAReason() {
        var random = SeededRandom(seed: 5)
        var read = 0
        let acceptance = GoldenCase.Acceptance(hash: Self.hash, reason: "r", date: "2026-01-01")
        for _ in 0..<4000 {
            let source = SourceText(name: "case.json", bytes: damaged(Self.golden, &random))
            let (golden, diagnostics) = parseGoldenCase(name: "one", source)
            #expect((golden == nil) == diagnostics.contains { $0.severity == .error })
            for diagnostic in diagnostics { #expect(!diagnostic.rendered().isEmpty) }
            guard let golden else { continue }
            read += 1
            #expect(!golden.frames.isEmpty && golden.frames == golden.frames.sorted())
            let more = acceptance.added(to: source).map { SourceText(name: "case.json", bytes: $0) }
            let again = more.flatMap { parseGoldenCase(name: "one", $0).0 }
            #expect(again?.accepted == golden.accepted + [acceptance])
        }
        #expect(read > 200 && read < 3800)
    }

    @Test func recordingsAreReadOrRefused() {
        var random = SeededRandom(seed: 6)
        var counts = (facts: 0, hashes: 0)
        for _ in 0..<2000 {
            let source = SourceText(name: "recorded.json", bytes: damaged(Self.facts, &random))
            if let facts = RecordedFacts(source) {
                counts.facts += 1
                #expect(RecordedFacts(SourceText(name: "recorded.json", text: facts.text)) == facts)
            }
            let text = String(decoding: damaged(Self.hashes, &random), as: UTF8.self)
            if let hashes = RecordedHashes(text) {
                counts.hashes += 1
                #expect(hashes.hashes.allSatisfy { $0.utf8.count == 64 })
            }
        }
        #expect(counts.facts > 200 && counts.facts < 1800)
        #expect(counts.hashes > 200 && counts.hashes < 1800)
    }
}

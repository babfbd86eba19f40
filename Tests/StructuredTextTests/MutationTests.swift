import Diagnostics
import StructuredText
import Testing

/// Random changes to sound documents: the readers must answer, whatever comes.
struct MutationTests {
    private static let json = """
        {"packageId": "sample", "type": "theme", "theme": {"layers": [{"kind": "effect", "sensitivity": 1.5e0,
        "shaders": [{"path": "Shaders/é日😀.metal", "params": {"x": -0.35, "y": 1e-3}, "inputs": ["a\\u00e9\\ud83d\\ude00"]}]},
        true, false, null, [], {}, ""]}}
        """
    private static let yaml = """
        app: display
        record: {from: 0s, to: "20s"} # é日😀
        scenes: [a, 'b', "c\\n"]
        ---
        - wait: 2s
        - setTheme: >-
            folded
            text
        - repeat: {times: 3, steps: [wait: 1]}
        """

    private static let aliased = """
        a: &x [1, &y {b: c}]
        é: *x
        d: &z [*x, *y, *x]
        e: {f: *z, &k g: *z}
        *k : *y
        """

    @Test("JSON: thousands of damaged texts")
    func damagedJSON() throws {
        var numbers = Numbers(seed: 1)
        var refused = 0
        for _ in 0..<6000 {
            let source = SourceText(name: "t", bytes: damaged(Array(Self.json.utf8), &numbers))
            let result = JSONReader.read(source)
            check(result.diagnostics, source)
            let failed = result.diagnostics.contains { $0.severity == .error }
            #expect(failed == (result.root == nil))
            if let root = result.root { check(root, in: source) }
            if failed { refused += 1 }
        }
        #expect(refused > 3000 && refused < 6000)
    }

    @Test("YAML: thousands of damaged texts")
    func damagedYAML() throws {
        var numbers = Numbers(seed: 2)
        var refused = 0
        for turn in 0..<6000 {
            let text = turn.isMultiple(of: 3) ? Self.aliased : Self.yaml
            let source = SourceText(name: "t", bytes: damaged(Array(text.utf8), &numbers))
            let result = YAMLReader.read(source)
            check(result.diagnostics, source)
            // The values of aliases stand where their anchors do.
            if !source.bytes.contains(UInt8(ascii: "*")) {
                for root in result.documents { check(root, in: source) }
            }
            if result.documents.isEmpty { refused += 1 }
        }
        #expect(refused > 1000 && refused < 6000)
    }

    private func damaged(_ bytes: [UInt8], _ numbers: inout Numbers) -> [UInt8] {
        var bytes = bytes
        let telling = Array("{}[]\",:\\'/#-+.eE0uN\n\t &*!|>?%@`~é".utf8) + [0, 0x80, 0xC3, 0xED, 0xF4, 0xFF]
        for _ in 0...numbers.below(3) {
            guard !bytes.isEmpty else { break }
            let place = numbers.below(bytes.count)
            switch numbers.below(6) {
            case 0: bytes[place] = telling[numbers.below(telling.count)]
            case 1: bytes.insert(telling[numbers.below(telling.count)], at: place)
            case 2: bytes.remove(at: place)
            case 3: bytes.removeSubrange(place..<min(bytes.count, place + numbers.below(20)))
            case 4:
                bytes.insert(
                    contentsOf: bytes[place..<min(bytes.count, place + numbers.below(40))], at: numbers.below(place + 1)
                )
            default: bytes[place] = UInt8(numbers.below(256))
            }
        }
        return bytes
    }

    private func check(_ diagnostics: [Diagnostic], _ source: SourceText) {
        for diagnostic in diagnostics {
            let span = diagnostic.span ?? SourceSpan(-1, -1)
            #expect(span.start >= 0 && span.end >= span.start && span.start <= source.bytes.count)
            #expect(!diagnostic.rendered().isEmpty)
        }
    }

    /// Every span lies within its parent's.
    private func check(_ node: Node, in source: SourceText) {
        #expect(node.span.start >= 0 && node.span.end <= source.bytes.count)
        let children = (node.elements ?? []) + (node.members ?? []).map(\.value)
        for child in children {
            #expect(child.span.start >= node.span.start && child.span.end <= node.span.end)
            check(child, in: source)
        }
    }
}

/// splitmix64.
private struct Numbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ (value >> 31)) % UInt64(max(1, bound)))
    }
}

import Diagnostics
import FrameCore
import Scenarios
import Testing

/// Files in memory that count how often they are read.
private final class Files {
    private let texts: [String: String]
    private(set) var reads: [String] = []

    init(_ texts: [String: String]) { self.texts = texts }

    struct Missing: Error, CustomStringConvertible { let description = "no such file" }

    func load(_ path: String) throws -> SourceText {
        reads.append(path)
        guard let text = texts[path] else { throw Missing() }
        return SourceText(name: path, text: text)
    }

    func parse(_ path: String = "a/main.yaml") -> (Scenario?, [Diagnostic]) {
        parseScenario(SourceText(name: path, text: texts[path] ?? ""), including: load)
    }
}

struct IncludeTests {
    @Test("steps of other files, relative to the including one, each read once")
    func files() throws {
        let files = Files([
            "a/main.yaml": """
            ---
            ---
            - include: b/one.yaml
            - include: ./b/../b/one.yaml
            - include: ../two.yaml
            - repeat: {times: 2, steps: [include: /abs.yaml]}
            """,
            "a/b/one.yaml": "- wait: 1s\n- include: ../../two.yaml\n",
            "a/b/../../two.yaml": "seed: 3\n---\n- activate\n",
            "/abs.yaml": "[]\n",
        ])
        let (scenario, diagnostics) = files.parse()
        // The header of two.yaml is not used: said once.
        #expect(diagnostics.map(\.code) == ["scenario.header-not-used"])
        #expect(diagnostics.first?.severity == .note)
        let main = try #require(scenario)
        #expect(main.header.seed == nil)
        #expect(files.reads == ["a/b/one.yaml", "a/b/../../two.yaml", "/abs.yaml"])
        let played = main.occurrences.map(\.step.kind)
        #expect(played == [.wait(.one), .activate, .wait(.one), .activate, .activate])
        #expect(main.steps[0].place.source.name == "a/main.yaml")
        #expect(main.occurrences.map { $0.step.place.source.name }.first == "a/b/one.yaml")
    }

    @Test("errors point into the included file, once")
    func errors() throws {
        let files = Files([
            "a/main.yaml": "---\n---\n- include: one.yaml\n- include: one.yaml\n- wiat: 1\n",
            "a/one.yaml": "- activate\n- wait: soon\n",
        ])
        let (scenario, diagnostics) = files.parse()
        #expect(scenario == nil)
        #expect(diagnostics.map(\.file) == ["a/one.yaml", "a/main.yaml"])
        #expect(diagnostics.first?.location == SourceLocation(line: 2, column: 9))
        #expect(diagnostics.first?.rendered().contains("- wait: soon\n          ^^^^") == true)
        #expect(files.reads.count == 1)
    }

    @Test(
        "files that cannot be included",
        arguments: [
            ("include: main.yaml", "", "include-cycle", "a/main.yaml includes a/main.yaml"),
            ("include: ../a/./main.yaml", "", "include-cycle", "a/main.yaml includes a/main.yaml"),
            ("include: gone.yaml", "", "include", "\"a/gone.yaml\" cannot be read: no such file"),
            (
                "include: one.yaml", "- include: main.yaml", "include-cycle",
                "a/main.yaml includes a/one.yaml includes a/main.yaml"
            ),
            (
                "include: one.yaml", "- repeat: {times: 2, steps: [include: one.yaml]}", "include-cycle",
                "a/one.yaml includes a/one.yaml"
            ),
            ("include: one.yaml", "", "empty", "empty"), ("include: one.yaml", "seed: 1\n", "shape", "no steps"),
            ("include: one.yaml", "wait: 1\n---\nx\n", "shape", "not a list"),
            ("include: one.yaml", "- wait: 1\n---\n- wait: 2\n", "shape", "another document"),
            ("include: one.yaml", "seed: 1\n---\n[]\n---\n[]\n", "shape", "another document"),
            ("include: [one.yaml]", "", "bad-value", "a list"), ("include:", "", "bad-value", "wake-up.yaml"),
        ])
    func refused(step: String, one: String, code: String, words: String) throws {
        let files = Files(["a/main.yaml": "---\n---\n- \(step)\n", "a/one.yaml": one])
        let (scenario, diagnostics) = files.parse()
        #expect(scenario == nil)
        let errors = diagnostics.filter { $0.severity == .error }
        #expect(errors.map(\.code) == ["scenario." + code])
        #expect(errors.first?.rendered().contains(words) == true, "\(errors.map { $0.rendered() })")
        #expect(errors.first?.location != nil)
    }

    @Test("a chain of files that never ends is cut")
    func endless() {
        var count = 0
        let (scenario, diagnostics) = parseScenario(SourceText(name: "x/0.yaml", text: "---\n---\n- include: 1.yaml\n"))
        {
            count += 1
            return SourceText(name: $0, text: "- include: \(count + 1).yaml\n")
        }
        #expect(scenario == nil)
        #expect(diagnostics.map(\.code) == ["scenario.too-deep"])
        #expect(count < 64)
    }

    @Test("files that were read before count with their depth")
    func depthOfKnownFiles() {
        // The last file first, so that none is read while another is.
        let main = "---\n---\n" + (1...40).reversed().map { "- include: \($0).yaml\n" }.joined()
        let (scenario, diagnostics) = parseScenario(SourceText(name: "0.yaml", text: main)) { path in
            let number = Int(path.prefix { $0.isNumber }) ?? 0
            return SourceText(name: path, text: number < 40 ? "- include: \(number + 1).yaml\n" : "- activate\n")
        }
        #expect(scenario == nil)
        #expect(Set(diagnostics.map(\.code)) == ["scenario.too-deep"])
        #expect(diagnostics.first?.location != nil)
    }

    @Test("paths of a step are relative to its file")
    func paths() throws {
        let files = Files([
            "a/main.yaml": "---\n---\n- include: b/one.yaml\n",
            "a/b/one.yaml": "- import: ../x.zip\n- import: /y.zip\n",
        ])
        let steps = try #require(files.parse().0).occurrences.map(\.step)
        #expect(steps.map { $0.resolved("x.zip") } == ["a/b/x.zip", "a/b/x.zip"])
        #expect(steps[1].resolved("/y.zip") == "/y.zip")
        #expect(Scenario.Step(.activate).resolved("x") == "x")
    }

    @Test("a fork in every file is bounded by the steps that are played")
    func fork() {
        // Each file plays the next one ten times: a million after six, though only eight files are read.
        var count = 0
        let ten = { (next: Int) in String(repeating: "- include: \(next).yaml\n", count: 10) }
        let (scenario, diagnostics) = parseScenario(SourceText(name: "0.yaml", text: "---\n---\n" + ten(1))) { path in
            count += 1
            let number = Int(path.prefix { $0.isNumber }) ?? 0
            return SourceText(name: path, text: number < 8 ? ten(number + 1) : "- activate\n")
        }
        #expect(scenario == nil)
        #expect(diagnostics.map(\.code) == ["scenario.too-many-steps"])
        #expect(diagnostics.first?.location != nil)
        #expect(count == 8)
    }
}

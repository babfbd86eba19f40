import Diagnostics
import Foundation
import Scenarios
import Testing

/// The files in `Docs/` that are made from the tables.
///
/// With `AMBIENT_WRITE_DOCS=1` in the environment the tests write the files, and fail, so that nobody takes a recording
/// for a check.
struct ScenarioReferenceTests {
    private static let docs = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Docs")
    private static let hint: Comment =
        "run AMBIENT_WRITE_DOCS=1 swift test --filter ScenarioReferenceTests, and look at the change"
    private static let begin = "<!-- Generated from the tables in Sources/Scenarios: begin -->\n"
    private static let end = "<!-- Generated: end -->\n"

    private func check(_ name: String, equals text: String) throws {
        let file = Self.docs.appending(path: name)
        let found = try? String(contentsOf: file, encoding: .utf8)
        if ProcessInfo.processInfo.environment["AMBIENT_WRITE_DOCS"] == "1", found != text {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let isSame = found == text
        #expect(isSame, Self.hint)
    }

    @Test("the reference of Docs/Scenarios.md is that of the parser")
    func reference() throws {
        let page = try String(contentsOf: Self.docs.appending(path: "Scenarios.md"), encoding: .utf8)
        let begin = try #require(page.range(of: Self.begin))
        let end = try #require(page.range(of: Self.end, range: begin.upperBound..<page.endIndex))
        try check(
            "Scenarios.md",
            equals: page[..<begin.upperBound] + "\n" + ScenarioReference.markdown + "\n" + page[end.lowerBound...])
    }

    @Test("every example of the reference can be played")
    func examples() {
        var steps = 0
        var keys = 0
        for line in ScenarioReference.markdown.split(separator: "\n") {
            let cells = line.split(separator: "|").map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
            }
            if let example = cells.first(where: { $0.hasPrefix("- ") }) {
                steps += 1
                let (step, diagnostics) = parseStep(
                    SourceText(name: "t", text: example), including: { SourceText(name: $0, text: "- activate") })
                #expect(step?.name == cells.first, "\(example) \(diagnostics.map { $0.rendered() })")
            } else if cells.count == 5, cells[2].hasPrefix(cells[0] + ": "), !["yes", ""].contains(cells[3]) {
                keys += 1
                let (scenario, diagnostics) = parseScenario(SourceText(name: "t", text: cells[2] + "\n---\n"))
                #expect(scenario != nil, "\(cells[2]) \(diagnostics.map { $0.rendered() })")
            }
        }
        #expect(steps == 22)
        #expect(keys == 13)
    }

    @Test("the scenarios of Docs/Scenarios.md can be read")
    func page() throws {
        let page = try String(contentsOf: Self.docs.appending(path: "Scenarios.md"), encoding: .utf8)
        let blocks = page.components(separatedBy: "```yaml\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(blocks.count >= 5)
        for block in blocks {
            let text = block.contains("---\n") ? block : "{}\n---\n" + block
            let (scenario, diagnostics) = parseScenario(SourceText(name: "t", text: text))
            #expect(scenario != nil, "\(block) \(diagnostics.map { $0.rendered() })")
        }
    }

    @Test("Docs/scenario.schema.json is that of the parser")
    func schema() throws {
        try check("scenario.schema.json", equals: ScenarioReference.schema)
        _ = try JSONSerialization.jsonObject(with: Data(ScenarioReference.schema.utf8))
    }
}

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

    @Test("Docs/scenario.schema.json is that of the parser")
    func schema() throws {
        try check("scenario.schema.json", equals: ScenarioReference.schema)
        _ = try JSONSerialization.jsonObject(with: Data(ScenarioReference.schema.utf8))
    }
}

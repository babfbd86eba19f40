import Foundation
import Testing

@testable import ShaderLanguage

@Suite struct DocumentationTests {
    private static let page = packageRoot.appending(path: "Docs/ShaderLanguage.md")

    /// Compares a part of the page with a table; `AMBIENT_UPDATE_DOCS=1` writes it anew.
    private func check(_ section: String, _ table: String) throws {
        let page = try String(contentsOf: DocumentationTests.page, encoding: .utf8)
        let start = try #require(page.range(of: "<!-- \(section) -->\n"))
        let end = try #require(page.range(of: "<!-- end -->", range: start.upperBound..<page.endIndex))
        if ProcessInfo.processInfo.environment["AMBIENT_UPDATE_DOCS"] == "1" {
            let updated = page[..<start.upperBound] + table + page[end.lowerBound...]
            try String(updated).write(to: DocumentationTests.page, atomically: true, encoding: .utf8)
            return
        }
        #expect(page[start.upperBound..<end.lowerBound] == table)
    }

    /// The page's tables are those of the library, of the diagnostics, and of the traps with their tests.
    @Test func tables() throws {
        try check("library", Library.markdown)
        try check("diagnostics", DiagnosticCatalog.markdown)
        try check("traps", TrapIndex.markdown(tests: try trapTests()))
    }

    /// The tests that are named after a trap, by its number.
    private func trapTests() throws -> [Int: [String]] {
        var tests: [Int: [String]] = [:]
        for suite in ["TrapTests", "DrawnTrapTests"] {
            let file = packageRoot.appending(path: "Tests/ShaderLanguageTests/\(suite).swift")
            for match in try String(contentsOf: file, encoding: .utf8).matches(of: /func trap(\d+)(\w+)\(/) {
                tests[Int(match.1) ?? 0, default: []].append("\(suite).trap\(match.1)\(match.2)")
            }
        }
        return tests
    }

    /// Each trap has a test, and each such test a trap.
    @Test func everyTrapIsTested() throws {
        #expect(TrapIndex.rows.map(\.number) == Array(1...41))
        #expect(try trapTests().keys.sorted() == Array(1...41))
    }

    // MARK: - Codes

    /// Every code that the sources mention, found where one is handed on.
    private func codesInSources() throws -> Set<String> {
        let folder = packageRoot.appending(path: "Sources/ShaderLanguage")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        var codes: Set<String> = []
        for file in files where !file.hasSuffix("DiagnosticCatalog.swift") {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            for pattern in [
                #"(?:sink\.(?:error|warning|fatal)|unsupported|fail)\(\s*"([a-z-]+)","#, #"code: "([a-z-]+)""#,
                #"sink\.error\([^"]*\? "([a-z-]+)" : "[a-z-]+","#, #"sink\.error\([^"]*\? "[a-z-]+" : "([a-z-]+)","#,
            ] {
                let expression = try Regex(pattern, as: (Substring, Substring).self)
                codes.formUnion(text.matches(of: expression).map { String($0.output.1) })
            }
            guard file.hasSuffix("RefusedNames.swift") else { continue }
            for pattern in [#"refuse\(\s*"([a-z-]+)""#, #"\(\s*"([a-z-]+)", "`"#, #"\("(texture-write)", "#] {
                let expression = try Regex(pattern, as: (Substring, Substring).self)
                codes.formUnion(text.matches(of: expression).map { String($0.output.1) })
            }
        }
        return codes
    }

    /// The table has exactly the codes that are given, each once.
    @Test func everyCodeIsInTheTable() throws {
        let listed = DiagnosticCatalog.kinds.map(\.code)
        #expect(Set(listed).count == listed.count)
        let used = try codesInSources()
        #expect(used.subtracting(listed).sorted() == [])
        #expect(Set(listed).subtracting(used).sorted() == [])
        for kind in DiagnosticCatalog.kinds {
            #expect(!kind.meaning.hasSuffix(".") && !kind.hint.hasSuffix("."), "\(kind.code)")
            #expect(!kind.meaning.contains("|") && !kind.hint.contains("|"), "\(kind.code)")
        }
    }
}

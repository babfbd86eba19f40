import Foundation
import Testing

@testable import ShaderLanguage

@Suite struct DocumentationTests {
    /// The page's table is the library's; `AMBIENT_UPDATE_DOCS=1` writes it anew.
    @Test func tableOfFunctions() throws {
        let url = packageRoot.appending(path: "Docs/ShaderLanguage.md")
        let page = try String(contentsOf: url, encoding: .utf8)
        let start = try #require(page.range(of: "<!-- library -->\n"))
        let end = try #require(page.range(of: "<!-- end -->"))
        if ProcessInfo.processInfo.environment["AMBIENT_UPDATE_DOCS"] == "1" {
            let updated = page[..<start.upperBound] + Library.markdown + page[end.lowerBound...]
            try String(updated).write(to: url, atomically: true, encoding: .utf8)
            return
        }
        #expect(page[start.upperBound..<end.lowerBound] == Library.markdown)
    }
}

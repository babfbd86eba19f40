import Foundation
import Testing

/// The README's three lines become a failing test and pass again, with the very output that it shows.
@Suite struct ReadmeScenarioTests {
    /// The fenced blocks of a section, with their language.
    private func blocks(_ heading: String) throws -> [(language: String, text: String)] {
        let readme = try String(contentsOf: Program.checkout.appendingPathComponent("README.md"), encoding: .utf8)
        let start = try #require(readme.range(of: heading + "\n"))
        let rest = readme[start.upperBound...]
        let section = rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)]
        let parts = section.components(separatedBy: "\n```")
        return stride(from: 1, to: parts.count, by: 2).map { index in
            let lines = parts[index].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(lines[0]), lines.count > 1 ? String(lines[1]) + "\n" : "")
        }
    }

    @Test func aNewcomerGetsThereAndBack() throws {
        let scratch = try ScenarioScratch()
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("SamplePackages"),
            withDestinationPath: Program.checkout.appendingPathComponent("SamplePackages").path)
        let blocks = try blocks("## A session as a test")
        #expect(blocks.map(\.language) == ["yaml", "", "yaml", ""])
        let (first, passing, second, failing) = (blocks[0].text, blocks[1].text, blocks[2].text, blocks[3].text)
        #expect(first.split(separator: "\n").count == 3)

        func shown(_ status: Int32) throws -> String {
            let result = try scratch.run("first.yaml", exits: status)
            return "$ ambient run first.yaml\n" + result.error + result.text
        }
        try scratch.text(first, to: "first.yaml")
        #expect(try shown(0) == passing)
        try scratch.text(second, to: "first.yaml")
        #expect(try shown(1) == failing)
        try scratch.text(
            second.replacing(
                "assertScene: sample-scene-sunny.theme", with: "assertScene: sample-scene-cloudy.theme"),
            to: "first.yaml")
        #expect(try shown(0) == passing)
        // The clip that it promises.
        try scratch.run("first.yaml", "-o", "first.mp4", "--from", "1:59:58", "--duration", "100ms", "--size", "64x36")
    }
}

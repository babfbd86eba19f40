import Foundation
import Testing

/// The sample scenarios are tests, and pass.
@Suite struct SampleScenarioTests {
    private static let folder = Program.checkout.appendingPathComponent("SamplePackages/scenarios")
    static let names =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".yaml") }
        .sorted()

    @Test func thereAreSome() { #expect(Self.names.count >= 6) }

    @Test(arguments: names) func passes(name: String) throws {
        let result = try Program.run(["run", "SamplePackages/scenarios/" + name, "--strict"], in: Program.checkout)
        #expect(result.status == 0, "\(result.error)")
        let closing = try #require(result.text.split(separator: "\n").last)
        #expect(closing.hasSuffix(" passed, 0 failed") && !closing.hasPrefix("0 "), "\(closing)")
        #expect(!result.error.contains("asserts nothing"))
    }

    @Test func allAtOnceAndByTheirTags() throws {
        let paths = Self.names.map { "SamplePackages/scenarios/" + $0 }
        let all = try Program.run(["run"] + paths, in: Program.checkout)
        #expect(all.status == 0, "\(all.error)")
        let weather = try Program.run(["run", "--include-tags", "weather"] + paths, in: Program.checkout)
        #expect(weather.status == 0)
        #expect(weather.text != all.text)
        let alone = try Program.run(["run", "SamplePackages/scenarios/weather-day.yaml"], in: Program.checkout)
        #expect(weather.text == alone.text)
    }
}

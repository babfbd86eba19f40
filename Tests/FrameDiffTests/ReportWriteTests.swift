import FrameCore
import FrameDiff
import Glibc
import Testing

/// Writes sample reports where Scripts/check-reports asks for them; nothing happens in other runs.
@Suite(.enabled(if: getenv("AMBIENT_WRITE_REPORT") != nil)) struct ReportWriteTests {
    /// `NAME.html` has everything, `NAME-equal.html` nothing to show, `NAME-sizes.html` words alone.
    @Test func writesTheSampleReports() throws {
        let path = try #require(getenv("AMBIENT_WRITE_REPORT").map { String(cString: $0) })
        let stem = path.hasSuffix(".html") ? String(path.dropLast(5)) : path
        try write(ReportSample.report(), to: stem + ".html")

        var equal = DifferenceReport(
            title: "a.mp4 and b.mp4", expectedName: "a.mp4", actualName: "b.mp4", isEqual: true)
        equal.findings = ["All 300 frames are equal."]
        equal.frameCount = 300
        equal.rate = .thirty
        equal.timeline = [Float](repeating: 0, count: 300)
        try write(equal, to: stem + "-equal.html")

        var sizes = DifferenceReport(
            title: "a.png and b.png", expectedName: "a.png", actualName: "b.png", isEqual: false)
        sizes.findings = ["Sizes differ: 320x180 expected, 322x180 actual."]
        try write(sizes, to: stem + "-sizes.html")
    }

    private func write(_ report: DifferenceReport, to path: String) throws {
        let html = try report.html()
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        let written = Array(html.utf8).withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        #expect(written == html.utf8.count)
    }
}

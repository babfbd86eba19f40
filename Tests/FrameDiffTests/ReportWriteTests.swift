import FrameCore
import FrameDiff
import Glibc
import Testing

/// Writes the sample report where Scripts/check-reports asks for it; nothing happens in other runs.
@Suite(.enabled(if: getenv("AMBIENT_WRITE_REPORT") != nil)) struct ReportWriteTests {
    @Test func writesTheSampleReport() throws {
        let path = try #require(getenv("AMBIENT_WRITE_REPORT").map { String(cString: $0) })
        let html = try ReportSample.report().html()
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        let written = Array(html.utf8).withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        #expect(written == html.utf8.count)
    }
}

import ChildProcess
import Glibc
import Testing

/// Runs a Python program on a text, since its parsers are not ours.
enum ReportReader {
    /// The lines that the program prints.
    static func run(_ program: String, input: String) throws -> [String] {
        var template = Array("/tmp/ambient-report-XXXXXX".utf8CString)
        let folder = try #require(
            template.withUnsafeMutableBufferPointer { buffer -> String? in
                guard let start = buffer.baseAddress, mkdtemp(start) != nil else { return nil }
                return String(cString: start)
            })
        defer {
            for name in ["in", "out", "error"] { unlink(folder + "/" + name) }
            rmdir(folder)
        }
        let file = try #require(fopen(folder + "/in", "w"))
        _ = Array(input.utf8).withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        fclose(file)
        let child = try ChildProcess(
            "python3", ["-c", program], environment: ["PYTHONIOENCODING": "utf-8"], input: folder + "/in",
            output: folder + "/out", error: folder + "/error")
        let status = child.wait()
        try #require(status == 0, "\(text(of: folder + "/error"))")
        return text(of: folder + "/out").split(separator: "\n").map(String.init)
    }

    private static func text(of path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var next = fgetc(file)
        while next >= 0 {
            bytes.append(UInt8(next))
            next = fgetc(file)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

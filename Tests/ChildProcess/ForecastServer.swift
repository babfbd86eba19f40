import Foundation

/// The recorded weather service, run as a process of its own.
public final class ForecastServer: Sendable {
    /// The server did not say its port in time.
    public struct NotStarted: Error {}

    /// Such as `http://127.0.0.1:40123`, without a path.
    public let address: String
    // Only touched when nobody else holds the server.
    private nonisolated(unsafe) let process: ChildProcess
    private let folder: URL

    public init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("ambient-test-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("ForecastServer/forecast_server.py").path
        let output = folder.appendingPathComponent("port").path
        process = try ChildProcess(
            "python3", [script, folder.appendingPathComponent("log").path], output: output,
            error: folder.appendingPathComponent("error").path)
        let deadline = ContinuousClock.now + .seconds(20)
        var port: Int?
        while port == nil, ContinuousClock.now < deadline {
            usleep(20_000)
            let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            port = text.hasSuffix("\n") ? Int(text.dropLast()) : nil
        }
        guard let port else { throw NotStarted() }
        address = "http://127.0.0.1:\(port)"
    }

    deinit {
        process.send(SIGKILL)
        process.wait()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The requests so far, each with its headers indented below it.
    public var log: String { (try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)) ?? "" }
}

import CFFmpeg
import Glibc
import Synchronization

/// Keeps libav's log off the terminal and remembers the last error line of each thread, to be told in a `MediaError`.
enum LibavLog {
    fileprivate static let lines = Mutex<[UInt: String]>([:])
    /// Threads of codecs come and go; what they said and nobody asked for is dropped beyond this many.
    fileprivate static let mostThreads = 64

    private static let installed: Void = av_log_set_callback(rememberLibavLine)

    /// Installs the callback, once a process.
    static func install() { _ = installed }

    /// Forgets what the calling thread's libav calls have said.
    static func clear() {
        _ = takeLine()
    }

    /// The last error line of the calling thread since the last `clear` or `takeLine`.
    static func takeLine() -> String? {
        let thread = UInt(pthread_self())
        return lines.withLock { $0.removeValue(forKey: thread) }
    }
}

/// A free function, as libav calls it from any of its threads.
private func rememberLibavLine(
    _ context: UnsafeMutableRawPointer?, _ level: Int32, _ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?
) {
    guard level <= AV_LOG_ERROR, let format, let arguments else { return }
    var prefix: Int32 = 1
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { line -> String in
        guard let start = line.baseAddress else { return "" }
        line.initialize(repeating: 0)
        av_log_format_line2(context, level, format, arguments, start, Int32(line.count), &prefix)
        return String(cString: start)
    }
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ").strippingContext
    guard !line.isEmpty else { return }
    let thread = UInt(pthread_self())
    LibavLog.lines.withLock { lines in
        if lines.count >= LibavLog.mostThreads, lines[thread] == nil { lines.removeAll() }
        lines[thread] = line
    }
}

extension String {
    /// The line without the leading `[mp4 @ 0x55…]`, which differs from run to run.
    fileprivate var strippingContext: String {
        var rest = self[...]
        while rest.first == "[", let end = rest.firstIndex(of: "]") {
            rest = rest[rest.index(after: end)...].drop { $0 == " " }
        }
        return String(rest)
    }
}

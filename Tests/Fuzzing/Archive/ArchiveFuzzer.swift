import FuzzDriver
import Packages

/// Reads whatever comes as an archive: it is refused with a message, or all of it can be read.
private func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    do throws(ImportError) {
        _ = try inspectArchive(bytes, limits: ArchiveLimits(entries: 64, bytes: 1 << 20))
    } catch {
        precondition(!error.message.isEmpty && !error.hint.isEmpty, "a silent refusal")
        precondition(error.code != .disk, "there is no disk here")
    }
    return 0
}

@_cdecl("FuzzArchive_main")
public func main() -> CInt { FuzzDriver.run { testOneInput($0, $1) } }

import Diagnostics

extension DeviceState {
    /// Reads the file under a base directory, and never writes; a file that is missing or cannot be read remembers nothing.
    static func read(path: String, shown: String) -> (state: DeviceState, diagnostics: [Diagnostic]) {
        do {
            let bytes = try FileSystem.read(path, limit: 1 << 20)
            let state = DeviceState(SourceText(name: shown, bytes: bytes))
            return (state, state.diagnostics)
        } catch  where error.isMissing {
            return (DeviceState(), [])
        } catch {
            let diagnostic = Diagnostic(
                .warning, "state.unreadable", "the state cannot be read and is ignored: \(error.reason)", file: shown,
                hint: "check the file, or delete it")
            return (DeviceState(), [diagnostic])
        }
    }
}

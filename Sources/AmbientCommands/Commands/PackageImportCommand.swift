import Diagnostics
import Packages
import Storage

extension Command {
    /// `ambient package import FILE.zip…`.
    static let packageImport = Command(
        name: "import", operands: "FILE.zip…", summary: "installs packages from archives under --root",
        details: [
            "The archive holds the package at its top, or in one folder. A package of the same packageId is replaced.",
            "At most 4096 entries and 1 500 000 000 bytes, entries that are skipped counted by the first limit only.",
            "Either all of a package is installed or nothing changes; with several archives each is on its own.",
        ],
        options: [
            RootFolder.option, Option("max-entries", value: "N", "entries an archive may have (4096)"),
            Option("max-bytes", value: "N", "bytes it may extract to (1500000000)"), jsonOption,
        ],
        operandLimit: 1000, run: runImport)

    /// `ambient package remove ID`.
    static let packageRemove = Command(
        name: "remove", operands: "ID", summary: "removes an installed package",
        details: [
            "ID is the id or package id; of a package that does not load also the name of its folder.",
            "The active theme or playlist is refused without --force (exit 2); then the first of the others is active.",
        ],
        options: [RootFolder.option, Option("force", "the active theme or playlist too"), jsonOption],
        operandLimit: 1, run: runRemove)
}

private func runImport(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    guard !arguments.operands.isEmpty else {
        throw CommandFailure.usage("package import needs an archive", hint: "usage: ambient package import FILE.zip…")
    }
    var limits = ArchiveLimits.standard
    if let entries = try limit("max-entries", 65_534, arguments) { limits.entries = entries }
    if let bytes = try limit("max-bytes", 1 << 42, arguments) { limits.bytes = bytes }
    let root = RootFolder(arguments)
    let importer = PackageImporter(root: root.path, limits: limits)
    let interruption = Interruption(hasReader: false)
    var status = ExitStatus.done
    var results: [JSONText] = []
    var hasInstalled = false
    for file in arguments.operands {
        do throws(ImportError) {
            let active = ActivePackages(root.path)
            let report = try importer.importArchive(file) { interruption.isRequested }
            console.report(report.diagnostics)
            hasInstalled = true
            results.append(.object(members(report)))
            if !arguments.has("json") { describe(report, file: file, before: active, root: root.path, console) }
        } catch {
            console.report(error.diagnostics)
            console.report(CommandFailure(error, archive: file))
            results.append(failure(error, file: file))
            if error.status.rawValue > status.rawValue { status = error.status }
            if status == .interrupted { break }
        }
    }
    // A refused archive changes nothing at all.
    if hasInstalled, status != .interrupted {
        do {
            let lines = try settle(root.path, console)
            if !arguments.has("json") { lines.forEach { console.print(Wording.printable($0)) } }
        } catch let error as StorageError {
            // The packages are installed all the same, which the results say.
            console.report(CommandFailure(storage: error))
            status = .failedWork
        }
    }
    if arguments.has("json") {
        let single = arguments.operands.count == 1 ? results.first : nil
        console.print((single ?? .array(results)).text)
    }
    return status
}

/// What the device does after an import: what is active by fallback is remembered, and while weather matching is on the
/// last answer chooses again; nobody is asked.
private func settle(_ root: String, _ console: Console) throws -> [String] {
    let folder = DeviceFolder(path: root)
    let lock = try folder.lock()
    let library = PackageLibrary(root: root)
    guard !library.themes.isEmpty || !library.playlists.isEmpty else { return [] }
    let weather = DeviceWeather(folder)
    var lines: [String] = []
    let update = try StateFile(folder).update(holding: lock) { state in
        var changes = state.fallbacks(themes: library.themes.map(\.id), playlists: library.playlists.map(\.id))
        if state.weatherAutoTheme, let conditions = weather.cache?.conditions(at: weather.location) {
            let decision = library.decide(conditions, seed: 0)
            if decision.changed, let theme = decision.theme {
                changes.append(.activeTheme(theme))
                lines.append("the weather chooses \(theme): \(decision.reason)")
            }
        }
        return changes
    }
    console.report(update.diagnostics)
    return lines
}

private func limit(_ name: String, _ most: Int, _ arguments: Arguments) throws(CommandFailure) -> Int? {
    try arguments.value(name, expected: "a number from 1 to \(most)") { text in
        Int(text).flatMap { (1...most).contains($0) ? $0 : nil }
    }
}

private func members(_ report: ImportReport) -> [(String, JSONText)] {
    [
        ("packageId", .string(report.packageId)), ("kind", .string(report.kind)), ("id", .string(report.id)),
        ("replaced", .bool(report.replaced)), ("found", .integer(report.entries.found)),
        ("installed", .integer(report.entries.installed)),
        (
            "skipped",
            .array(
                report.entries.skipped.map {
                    .object([("name", .string($0.name)), ("reason", .string($0.reason))])
                })
        ),
        ("diagnostics", .array(report.diagnostics.map(\.json))),
    ]
}

private func failure(_ error: ImportError, file: String) -> JSONText {
    .object([
        ("file", .string(file)),
        (
            "error",
            .object([
                ("code", .string(error.code.rawValue)), ("message", .string(error.message)),
                ("hint", .string(error.hint)),
            ])
        ),
        ("diagnostics", .array(error.diagnostics.map(\.json))),
    ])
}

/// What shows and plays in a base directory.
private struct ActivePackages {
    let theme: String?
    let playlist: String?

    init(_ root: String) {
        let library = PackageLibrary(root: root)
        theme = library.activeTheme?.id
        playlist = library.activePlaylist?.id
    }

    func contains(_ id: String) -> Bool { theme == id || playlist == id }
}

/// Says what an import did.
private func describe(
    _ report: ImportReport, file: String, before: ActivePackages, root: String, _ console: Console
) {
    let entries = report.entries
    console.print(
        "\(report.replaced ? "replaced" : "installed") \(report.id) in \(root)/Packages/\(report.folder): "
            + "\(entries.found) entries found, \(entries.installed) installed, \(entries.skipped.count) skipped")
    let shown = console.isVerbose ? entries.skipped.count : 5
    for skipped in entries.skipped.prefix(shown) {
        console.print("  skipped \(Wording.quoted(skipped.name)): \(skipped.reason)")
    }
    if entries.skipped.count > shown {
        console.print("  skipped \(entries.skipped.count - shown) more (-v lists them)")
    }
    guard ActivePackages(root).contains(report.id) else { return }
    let verb = report.kind == "playlist" ? "plays" : "shows"
    console.print(
        before.contains(report.id)
            ? "it is the active \(report.kind): the next render \(verb) the new version"
            : "it is the active \(report.kind) now: the next render \(verb) it")
}

private func runRemove(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let word = try packageOperand(arguments, "remove")
    let root = RootFolder(arguments)
    let report: RemovalReport
    do {
        report = try PackageImporter(root: root.path).remove(word, force: arguments.has("force"))
    } catch {
        throw CommandFailure(error.status, error.message, hint: error.hint, stage: "package")
    }
    console.report(report.diagnostics)
    if arguments.has("json") {
        console.print(
            JSONText.object([
                ("id", report.id.map(JSONText.string) ?? .null), ("folder", .string(report.folder)),
                ("wasActive", .bool(report.wasActive)),
                ("nowActive", report.nowActive.map(JSONText.string) ?? .null),
            ]).text)
        return .done
    }
    console.print("removed \(report.id ?? report.folder) from \(root.path)/Packages/\(report.folder)")
    if report.wasActive {
        console.print(report.nowActive.map { "\($0) is active now" } ?? "nothing of its kind is left")
    }
    return .done
}

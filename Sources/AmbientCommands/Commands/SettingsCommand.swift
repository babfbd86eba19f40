import Diagnostics
import Packages
import Storage
import Weather

extension Command {
    /// `ambient settings show|set`.
    static let settings = Command.group(
        name: "settings", summary: "shows and changes what the device remembers: theme, playlist, weather, place",
        details: [
            "The keys of set; all are checked before anything is written:",
            "  activeTheme=ID            a theme's id or package id; not while weather matching is on",
            "  activePlaylist=ID|none    none is silence",
            "  weatherAutoTheme=on|off   on applies the last known weather at once, without asking anybody",
            "  location=LAT,LON[,NAME]   where the weather is asked for",
            "and of the film player: nextAfter=TIME|never, stopAfter=TIME|never, shuffle=on|off, facts=on|off,",
            "  crossFade=TIME, lastFilm=ID",
            "",
            "examples:",
            "  ambient settings set weatherAutoTheme=off activeTheme=sample-scene-sunny.theme",
            "  ambient settings set location=\"41.4993,-81.6944,Cleveland, Ohio\" weatherAutoTheme=on",
        ],
        subcommands: [settingsShow, settingsSet])

    private static let settingsShow = Command(
        name: "show", operands: "", summary: "the settings menu: Weather, Theme, Music, Packages",
        options: [RootFolder.option, Option("json", "machine-readable result on standard output")], operandLimit: 0,
        run: showSettings)

    private static let settingsSet = Command(
        name: "set", operands: "KEY=VALUE…", summary: "changes settings, all of them or none",
        options: [
            RootFolder.option, Option("seed", value: "N", "which of equally good themes the weather takes (0)"),
            Option("json", "machine-readable result on standard output"),
        ],
        operandLimit: 16, run: setSettings)
}

private func showSettings(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let root = RootFolder(arguments)
    let library = PackageLibrary(root: root.path)
    let weather = DeviceWeather(DeviceFolder(path: root.path))
    let player = DevicePlayer(DeviceFolder(path: root.path))
    console.report(library.diagnostics + weather.diagnostics + player.diagnostics)
    let view = SettingsView(
        library: library, location: weather.location,
        player: player.isKnown || !library.films.isEmpty ? player.settings : nil)
    console.print(arguments.has("json") ? JSONText.object(view.json).text : view.text)
    return .done
}

private func setSettings(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let seed = try arguments.value("seed", expected: "a whole number from 0") { UInt64($0) } ?? 0
    let request = try SettingsRequest(arguments.operands)
    let root = RootFolder(arguments)
    do {
        return try setSettings(request, root: root, seed: seed, isJSON: arguments.has("json"), console)
    } catch let error as StorageError {
        throw CommandFailure(storage: error)
    }
}

private func setSettings(
    _ request: SettingsRequest, root: RootFolder, seed: UInt64, isJSON: Bool, _ console: Console
) throws -> ExitStatus {
    let folder = DeviceFolder(path: root.path)
    let file = StateFile(folder)
    // Once without the lock: a request that is refused makes no folder and waits for nobody.
    _ = try SettingsPlan(
        request, state: file.read(), library: PackageLibrary(root: root.path), weather: DeviceWeather(folder),
        seed: seed)
    _ = try request.player.applied(
        to: DevicePlayer(folder).settings, library: PackageLibrary(root: root.path))
    let lock = try folder.lock()
    let library = PackageLibrary(root: root.path)
    let weather = DeviceWeather(folder)
    let plan = try SettingsPlan(request, state: file.read(), library: library, weather: weather, seed: seed)
    let player = DevicePlayer(folder)
    let playerSettings = try request.player.applied(to: player.settings, library: library)
    var diagnostics = try weather.save(request.location, holding: lock)
    if !request.player.isEmpty { diagnostics += try player.save(playerSettings, holding: lock) }
    let update = try file.update(holding: lock) { _ in plan.changes }
    diagnostics += update.diagnostics
    console.report(diagnostics)

    var changes = plan.differences(update.before, update.after)
    let saved = DeviceWeather(folder).location
    let old = weather.isMissing ? nil : weather.location
    if saved != old {
        let reason = weather.isMissing && request.location == nil ? "until a place is chosen" : nil
        changes.append(SettingsChange(key: "location", from: old?.shown, to: saved?.shown, reason: reason))
    }
    changes += PlayerRequest.differences(player.settings, playerSettings)
    if isJSON {
        let view = SettingsView(
            library: PackageLibrary(root: root.path), location: saved,
            player: player.isKnown || !request.player.isEmpty ? playerSettings : nil)
        console.print(JSONText.object([("changes", .array(changes.map(\.json)))] + view.json).text)
        return .done
    }
    changes.forEach { console.print(Wording.printable($0.line)) }
    if changes.isEmpty { console.print("nothing changed") }
    plan.remarks.forEach { console.print(Wording.printable($0)) }
    return .done
}

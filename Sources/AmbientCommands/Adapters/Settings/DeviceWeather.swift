import Diagnostics
import Foundation
import Storage
import Weather

/// What a base directory knows about weather without asking anybody: the place, and the last answer.
struct DeviceWeather {
    /// How `weather-settings.json` was found.
    enum Found {
        case missing
        /// Its text; usable or not.
        case text([UInt8], isReadable: Bool)
        /// It is there and cannot be read.
        case unreadable
    }

    private(set) var found = Found.missing
    /// Where the forecast is asked for; the placeholder where there is no file.
    private(set) var location: WeatherLocation? = .placeholder
    /// Warnings about `weather-settings.json`.
    private(set) var diagnostics: [Diagnostic] = []
    private(set) var cache: WeatherCache?
    private let folder: DeviceFolder

    /// Whether the device has no `weather-settings.json` yet.
    var isMissing: Bool {
        if case .missing = found { true } else { false }
    }

    init(_ folder: DeviceFolder) {
        self.folder = folder
        let shown = folder.path + "/" + WeatherSettings.fileName
        do {
            if let bytes = try folder.read(WeatherSettings.fileName) {
                let settings = WeatherSettings(SourceText(name: shown, bytes: bytes))
                found = .text(bytes, isReadable: settings.isReadable)
                location = settings.location
                diagnostics = settings.diagnostics
            }
        } catch {
            found = .unreadable
            location = nil
            diagnostics = [
                Diagnostic(
                    .warning, "weather-settings.unreadable",
                    "the weather settings cannot be read and are ignored: \(error.reason)", file: shown,
                    hint: "check the file, or choose a city")
            ]
        }
        // A cache that is gone or damaged costs one question.
        if let bytes = try? folder.read(WeatherCache.fileName) {
            cache = WeatherCache(SourceText(name: folder.path + "/" + WeatherCache.fileName, bytes: bytes))
        }
    }

    /// Writes another place; with nil, the placeholder where the file is missing, and an empty one over a damaged text.
    ///
    /// What is not understood is kept aside first. Returns what is to be said about that.
    func save(_ chosen: WeatherLocation?, holding lock: FolderLock) throws(StorageError) -> [Diagnostic] {
        let name = WeatherSettings.fileName
        switch (found, chosen) {
        case (.missing, let place):
            try folder.replace(
                name, with: WeatherSettings.saving(place ?? .placeholder, into: nil), holding: lock)
            return []
        case (.text(_, isReadable: true), nil), (.unreadable, nil): return []
        case (.text(let old, let isReadable), let place):
            let new = place.map { WeatherSettings.saving($0, into: old) } ?? Array("{}\n".utf8)
            guard new != old, place != location || !isReadable else { return [] }
            let warning = try diagnostics.isEmpty ? nil : keepDamaged(name, lock)
            try folder.replace(name, with: new, holding: lock)
            return warning.map { [$0] } ?? []
        case (.unreadable, let place?):
            let warning = try keepDamaged(name, lock)
            try folder.replace(name, with: WeatherSettings.saving(place, into: nil), holding: lock)
            return warning.map { [$0] } ?? []
        }
    }

    private func keepDamaged(_ name: String, _ lock: FolderLock) throws(StorageError) -> Diagnostic? {
        guard let copy = try folder.keepDamaged(name, holding: lock) else { return nil }
        let cause = diagnostics.first
        return Diagnostic(
            .warning, "weather-settings.damaged",
            "\(cause?.message ?? "the weather settings are damaged"); they are written anew, and the old text is kept as "
                + Wording.quoted(copy),
            file: cause?.file, source: cause?.source, span: cause?.span, path: cause?.path,
            hint: "look into the copy if anything is missed, and delete it")
    }
}

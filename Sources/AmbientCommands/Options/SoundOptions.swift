import AudioLevels
import Diagnostics
import Foundation
import FrameCore
import MediaIO
import Packages
import Playlists

/// What plays and how.
struct SoundSettings: Sendable {
    var repeats = RepeatMode.all
    /// Every random choice.
    var seed: UInt64
    /// The seed of the shuffled orders; nil plays in order.
    var shuffleSeed: UInt64?
    var alignment = AudioAlignment.centred
    /// In dB, on the sound track only.
    var gain = 0.0
    var isFading = false

    static let playlistOption = Option(
        "playlist", value: "ID|DIR|ZIP|FILE", "music for the levels and the sound track (none)")
    static let orderOptions = [
        Option("repeat", value: "all|one|off", "what follows the last track (all)"),
        Option("shuffle", "tracks in an order drawn from --seed"),
        Option("seed", value: "N", "every random choice (0)"),
        Option("audio-align", value: "NAME", "analysed block: centred on the tick, or as on the device (centred)"),
    ]
    static let options =
        [playlistOption] + orderOptions + [
            Option("gain", value: "DB", "loudness of the sound track; never changes the levels (0)"),
            Option("audio-fade", "the sound track fades out in its last half second"),
        ]

    init(_ arguments: Arguments, seed: UInt64? = nil) throws(CommandFailure) {
        repeats = try arguments.value("repeat", expected: "all, one or off", RepeatMode.init(rawValue:)) ?? .all
        self.seed = try arguments.value("seed", expected: "a whole number from 0") { UInt64($0) } ?? seed ?? 0
        shuffleSeed = arguments.has("shuffle") ? self.seed : nil
        alignment =
            try arguments.value("audio-align", expected: "centred or device", AudioAlignment.init(rawValue:))
            ?? .centred
        gain =
            try arguments.value("gain", expected: "a number of dB from -120 to 60") { text in
                Double(text).flatMap { SoundLevel.gains.contains($0) ? $0 : nil }
            } ?? 0
        isFading = arguments.has("audio-fade")
    }
}

extension Music.Source {
    /// What `--playlist` names: a playlist package, a folder of audio files, one file, or the id of an installed playlist.
    init(_ word: String, root: RootFolder, log: DiagnosticLog) throws(CommandFailure) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: word, isDirectory: &isFolder) else {
            let library = PackageLibrary(root: root.path)
            guard let playlist = library.playlists.first(where: { $0.id == word || $0.packageId == word }) else {
                let ids = library.playlists.map(\.id)
                throw CommandFailure(
                    .badInput, "there is no playlist '\(word)'",
                    hint: Wording.suggestion(for: word, among: ids)
                        ?? "a playlist is a package folder or .zip, a folder of audio files, a file, or an installed id",
                    stage: "playlist")
            }
            self.init(playlist)
            return
        }
        if !isFolder.boolValue, !ExtractedPackages.isArchive(word) {
            self.init(name: word, files: [word])
        } else if !isFolder.boolValue || FileManager.default.fileExists(atPath: word + "/manifest.json") {
            let result = try ExtractedPackages.load(word)
            result.diagnostics.forEach(log.add)
            guard case .playlist(let playlist) = result.package else {
                throw CommandFailure(
                    .badInput, "'\(word)' is not a playlist package",
                    hint: "see the messages above, or name a folder of files",
                    stage: "playlist")
            }
            self.init(playlist)
        } else {
            let names = ((try? FileManager.default.contentsOfDirectory(atPath: word)) ?? []).sorted()
            let files = names.filter { !$0.hasPrefix(".") && Self.isAudio($0) }.map { word + "/" + $0 }
            guard !files.isEmpty else {
                throw CommandFailure(.badInput, "the folder '\(word)' holds no audio files", stage: "playlist")
            }
            self.init(name: word, files: files)
        }
    }

    /// The tracks of a playlist package; one that cannot be opened points into the manifest.
    init(_ playlist: PlaylistPackage) {
        let places = playlist.tracks.map(\.place)
        self.init(name: playlist.id, files: playlist.tracks.map(\.path)) { track, reason in
            places[track].diagnostic(
                .error, "playlist.unreadable-track", "the track is skipped: \(reason)",
                hint: "replace the file by one that FFmpeg decodes, such as MP3")
        }
    }

    private init(name: String, files: [String]) {
        self.init(name: name, files: files) { track, reason in
            Diagnostic(
                .error, "playlist.unreadable-track", "the track is skipped: \(reason)", file: files[track],
                hint: "replace the file by one that FFmpeg decodes, such as MP3")
        }
    }

    /// Suffixes of files that a folder contributes; a cover picture beside the music is no track.
    private static func isAudio(_ name: String) -> Bool {
        let suffixes = [
            "mp3", "m4a", "m4b", "aac", "flac", "ogg", "oga", "opus", "wav", "wave", "aif", "aiff", "aifc", "caf",
            "wma",
            "mp2", "ac3", "mka", "ape", "wv",
        ]
        return suffixes.contains((name as NSString).pathExtension.lowercased())
    }
}

extension RootFolder {
    /// The music that the options ask for; `active`: without `--playlist`, the active playlist of the root.
    ///
    /// Exit 3 when nothing of it can be played.
    func music(
        _ arguments: Arguments, settings: SoundSettings, active: Bool, log: DiagnosticLog
    ) throws -> Music? {
        let source: Music.Source
        if let word = arguments.value("playlist") {
            source = try Music.Source(word, root: self, log: log)
        } else if active, let playlist = PackageLibrary(root: path).activePlaylist {
            source = Music.Source(playlist)
        } else {
            return nil
        }
        let music = try Music(source, settings: settings, log: log)
        guard music.isPlayable else {
            throw CommandFailure(.badInput, "nothing in '\(source.name)' can be played", stage: "playlist")
        }
        return music
    }
}

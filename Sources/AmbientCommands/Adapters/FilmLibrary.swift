import Compositing
import Diagnostics
import Dispatch
import Foundation
import FrameCore
import Interaction
import MediaIO
import Packages
import StructuredText
import Synchronization

/// A film that cannot be shown, or no longer.
struct FilmFailure: Error, CustomStringConvertible {
    /// The film's id; nil for an index that no film has.
    let film: String?
    let reason: String

    var description: String { (film.map { "the film \($0) cannot be shown: " } ?? "") + reason }
}

/// The films of a run, with the real decoder: those of film packages, and themes, which are films with layers.
///
/// Making it opens every file once, for its length, and closes it again; what cannot be opened is left out, with a
/// diagnostic. From then on at most `mostOpen` files are open at a time.
final class FilmLibrary: FilmProvider {
    /// What a film is made of.
    enum Source: Sendable {
        case film(FilmsPackage.Film)
        case theme(ThemePackage)
    }

    static let mostOpen = 8

    /// The films as the player's model knows them; its indices are those of `film(_:)`.
    let films: [Interaction.Film]

    private let entries: [Entry]
    private let states: [State]
    private let picture: PictureSettings
    private let builder: LayerBuilder
    private let log: DiagnosticLog
    private let pool = VideoPool(limit: FilmLibrary.mostOpen)

    /// Opens the files of `sources`; of two films with one id the first is taken.
    init(sources: [Source], picture: PictureSettings, clock: ClockSettings, log: DiagnosticLog) {
        self.picture = picture
        self.log = log
        builder = LayerBuilder(clock: clock, log: log)
        entries = Self.open(sources.map(Entry.init), log: log)
        films = entries.map(\.film)
        states = entries.map { _ in State() }
    }

    /// A library for looking at packages, on the standard device.
    convenience init(sources: [Source], log: DiagnosticLog) throws(CommandFailure) {
        let standard = try Arguments([], options: [])
        self.init(
            sources: sources, picture: try PictureSettings(standard), clock: try ClockSettings(standard), log: log)
    }

    /// The films of packages, in order; playlists have none.
    static func sources(of packages: [Package]) -> [Source] {
        packages.flatMap { package -> [Source] in
            switch package {
            case .films(let films): films.films.map(Source.film)
            case .theme(let theme): [.theme(theme)]
            case .playlist: []
            }
        }
    }

    var filmCount: Int { films.count }

    /// The films, by index, whose files are no longer there.
    func missing() -> Set<Int> {
        Set(entries.indices.filter { !FileManager.default.fileExists(atPath: entries[$0].path) })
    }

    /// Whether a film has failed since the run began; it is not asked for again.
    func isBroken(_ index: Int) -> Bool {
        states.indices.contains(index) && states[index].failure.withLock { $0 != nil }
    }

    /// The film of an index, built on first use.
    ///
    /// - Throws: `FilmFailure` when its file is no longer there or no picture of it can be decoded; the failure stays, and
    ///   is in the log. Its picture throws the same.
    func film(_ index: Int) throws -> FilmScene {
        guard entries.indices.contains(index) else {
            throw FilmFailure(film: nil, reason: "there is no film \(index)")
        }
        let state = states[index]
        if let failure = state.failure.withLock({ $0 }) { throw failure }
        return try state.scene.withLock { scene in
            if let scene { return scene }
            let built = try build(index)
            scene = built
            return built
        }
    }

    private func build(_ index: Int) throws -> FilmScene {
        let entry = entries[index]
        let (state, log) = (states[index], log)
        let fail = { @Sendable (error: any Error) -> any Error in state.fail(entry, error, log) }
        let layers = try entry.theme.map { try builder.layers(of: $0) } ?? []
        let bars: BlackBars
        do {
            bars = try pool.video(entry.path).blackBars()
        } catch {
            throw fail(error)
        }
        let video = PooledVideo(path: entry.path, duration: entry.film.duration, pool: pool, onFailure: fail)
        return FilmScene(
            title: entry.film.title, facts: entry.film.facts.map(\.text),
            picture: LayerStack(
                background: video, layers: layers, size: picture.size, pointScale: picture.pointScale, mode: .fit),
            content: bars.content(fitting: picture.size),
            poster: { size in
                do {
                    return try LoopingVideo.poster(path: entry.path, at: entry.posterTime, size: size, without: bars)
                } catch {
                    throw fail(error)
                }
            })
    }

    // MARK: - Opening

    /// What came of a film so far.
    private final class State: Sendable {
        let scene = Mutex<FilmScene?>(nil)
        let failure = Mutex<FilmFailure?>(nil)

        /// Keeps the first failure, says it, and returns it.
        func fail(_ entry: Entry, _ error: any Error, _ log: DiagnosticLog) -> FilmFailure {
            let (failure, isNew) = failure.withLock { known in
                if let known { return (known, false) }
                let failure = FilmFailure(film: entry.film.id, reason: "\(error)")
                known = failure
                return (failure, true)
            }
            if isNew {
                log.add(
                    entry.place.diagnostic(
                        .error, "films.broken", "the film can no longer be shown and is skipped: \(failure.reason)",
                        hint: "check the file; it could be opened when the run began"))
            }
            return failure
        }
    }

    private static func open(_ wanted: [Entry], log: DiagnosticLog) -> [Entry] {
        var seen: Set<String> = []
        let entries = wanted.filter { seen.insert($0.film.id).inserted }
        let found = Mutex([Result<VideoInfo, any Error>?](repeating: nil, count: entries.count))
        DispatchQueue.concurrentPerform(iterations: entries.count) { index in
            let result = Result<VideoInfo, any Error> { try LoopingVideo.probe(path: entries[index].path) }
            found.withLock { $0[index] = result }
        }
        return zip(entries, found.withLock { $0 }).compactMap { entry, result in
            switch result {
            case .success(let info):
                let opened = entry.opened(info)
                opened.review(log)
                return opened
            case .failure(let error):
                log.add(
                    entry.place.diagnostic(
                        .error, "media.cannot-open", "\(error)",
                        hint: "the \(entry.theme == nil ? "film" : "background") must be a video that FFmpeg opens, "
                            + "such as H.264 in MP4"))
                return nil
            case nil: return nil
            }
        }
    }
}

/// A film and where its parts come from.
private struct Entry: Sendable {
    var film: Interaction.Film
    let path: String
    let place: DocumentPlace
    let posterTime: Rational
    let posterTimePlace: DocumentPlace?
    let facts: [FactDescription]
    let theme: ThemePackage?

    init(_ source: FilmLibrary.Source) {
        let (id, title): (String, String)
        let seconds: Double
        switch source {
        case .film(let film):
            (id, title, theme) = (film.id, film.title, nil)
            (path, place, facts) = (film.video, film.videoPlace, film.facts)
            (seconds, posterTimePlace) = (film.posterTime, film.posterTimePlace)
        case .theme(let theme):
            (id, title, self.theme) = (theme.id, theme.displayName, theme)
            (path, place, facts) = (theme.backgroundVideo, theme.backgroundVideoPlace, theme.facts)
            (seconds, posterTimePlace) = (FilmsPackage.Film.defaultPosterTime, nil)
        }
        posterTime = Self.time(seconds)
        film = Interaction.Film(
            id: id, title: title, duration: .one,
            facts: facts.map { fact in
                Interaction.Fact(
                    text: fact.text, at: fact.at.map(Self.time),
                    duration: fact.duration.map(Self.time) ?? Interaction.Fact.standardDuration)
            })
    }

    /// Seconds of a manifest, which keeps them within bounds, to the nearest millisecond.
    private static func time(_ seconds: Double) -> Rational {
        Rational(Int64((min(max(0, seconds), FactDescription.latestTime) * 1000).rounded()), 1000)
    }

    func opened(_ info: VideoInfo) -> Entry {
        var entry = self
        entry.film.duration = info.duration
        return entry
    }

    /// Says what does not fit the clip's length.
    func review(_ log: DiagnosticLog) {
        let length = "the clip's end at \(Self.shown(film.duration)) s"
        if let posterTimePlace, posterTime >= film.duration {
            log.add(
                posterTimePlace.diagnostic(
                    .note, "films.poster-beyond-end",
                    "the poster's time lies beyond \(length); the last picture is shown", hint: "choose an earlier time"
                ))
        }
        var last: (end: Rational, number: Int)?
        let timed = zip(film.facts, facts).enumerated().compactMap { number, pair in
            pair.0.at.map { (number: number, at: $0, fact: pair.0, place: pair.1.place) }
        }
        for fact in timed.sorted(by: { ($0.at, $0.number) < ($1.at, $1.number) }) {
            guard fact.at < film.duration else {
                log.add(
                    fact.place.diagnostic(
                        .warning, "films.fact-beyond-end",
                        "the fact's time lies beyond \(length); it never shows", hint: "choose an earlier time"))
                continue
            }
            if let last, fact.at < last.end {
                log.add(
                    fact.place.diagnostic(
                        .note, "films.facts-overlap",
                        "the fact begins while facts[\(last.number)] still shows, and takes its place",
                        hint: "choose a later time, or a shorter duration for the other"))
            }
            last = (fact.at + fact.fact.duration, fact.number)
        }
    }

    private static func shown(_ time: Rational) -> String {
        let thousandths = (time * Rational(1000) + Rational(1, 2)).floor
        let fraction = String(1000 + thousandths % 1000).dropFirst()
        return "\(thousandths / 1000).\(fraction)"
    }
}

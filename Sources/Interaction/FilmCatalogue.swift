import FrameCore

/// The films of a run and when their facts show: made once, shared by every snapshot.
struct FilmCatalogue: Sendable, Hashable {
    /// Every duration is more than 0.
    let films: [Film]
    let schedules: [FactSchedule]

    init(films: [Film]) {
        self.films = films.map { film in
            var film = film
            if film.duration <= .zero { film.duration = .one }
            return film
        }
        schedules = self.films.map { FactSchedule(facts: $0.facts, filmDuration: $0.duration) }
    }

    static func == (left: FilmCatalogue, right: FilmCatalogue) -> Bool { left.films == right.films }

    /// Snapshots of one run share their catalogue, so its size is enough.
    func hash(into hasher: inout Hasher) { hasher.combine(films.count) }

    func schedule(of film: Int) -> FactSchedule? { schedules.indices.contains(film) ? schedules[film] : nil }
}

import FrameCore

extension Player {
    /// Goes to the film after or before the one that plays; `how` is for the log.
    mutating func change(forward: Bool, _ how: String) {
        guard let playing else { return note(.ignored, "there are no films") }
        let film =
            forward
            ? order.next(after: playing, among: playable, shuffled: settings.shuffle)
            : order.previous(before: playing, among: playable, shuffled: settings.shuffle)
        guard let film else {
            let isOnly = !playable.contains { $0 != playing }
            return note(.ignored, isOnly ? "there is no other film" : "no film was shown before this one")
        }
        change(to: film, how)
    }

    mutating func changeByTimer() {
        // Fired: whatever comes now, it is not armed any more.
        snapshot.nextTimer = nil
        change(forward: true, "next film after its time")
    }

    /// Goes to a film by name.
    mutating func pick(film: Int) {
        guard film != playing else { return note(.ignored, "\(title(film)) plays already") }
        guard !failed.contains(film) else { return note(.ignored, "\(title(film)) cannot be played") }
        order.pick(film)
        change(to: film, "picked")
    }

    /// Goes to a film with a cross-fade; whoever asks for a film wants to see it move, so a pause ends.
    private mutating func change(to film: Int, _ how: String) {
        snapshot.isPaused = false
        show(film: film, crossFade: crossFade(to: film))
        if state == .shelf, geometry.profile == .touch { scroll(to: film) }
        note(.event, "\(how): \(title(film))")
    }

    /// A film could not be read: it is skipped, and not shown again.
    mutating func filmFailed(_ film: Int) {
        guard catalogue.films.indices.contains(film), !failed.contains(film) else {
            return note(.ignored, "there is no film \(film) to skip")
        }
        failed.insert(film)
        snapshot.pictures.removeAll { $0.film == film }
        if snapshot.leavingCard?.film == film { snapshot.leavingCard = nil }
        guard film == playing else {
            if playable.count < 2 { snapshot.nextTimer = nil }
            return note(.warning, "\(title(film)) cannot be played and is skipped")
        }
        guard let following = order.next(after: film, among: playable, shuffled: settings.shuffle) else {
            snapshot.playing = nil
            snapshot.pictures = []
            snapshot.nextTimer = nil
            snapshot.stopTimer = nil
            return note(.warning, "\(title(film)) cannot be played; there is no other film")
        }
        show(film: following, crossFade: crossFade(to: following))
        note(.warning, "\(title(film)) cannot be played; next film: \(title(following))")
    }

    /// Puts a film on top of the pictures, to come up within so many seconds, and restarts "next film after".
    mutating func show(film: Int, crossFade: Rational) {
        if snapshot.pictures.last?.film == playing, let card = snapshot.card(at: now), card.opacity > 0 {
            snapshot.leavingCard = card
            snapshot.leavingCard?.time = now
        } else {
            snapshot.leavingCard = nil
        }
        if let covering = snapshot.pictures.lastIndex(where: { $0.opacity(at: now) == 255 }) {
            snapshot.pictures.removeFirst(covering)
        }
        snapshot.pictures.append(
            PictureLayer(
                film: film, head: PlayHead(base: .zero, since: nil), fadeStart: now, fadeDuration: crossFade))
        if snapshot.pictures.count > Player.mostPictures { snapshot.pictures.removeFirst() }
        snapshot.playing = film
        snapshot.settings.lastFilm = catalogue.films[film].id
        armNextTimer()
        runClocks()
    }

    /// The seconds of the change to a film: never more than half of the shorter of the two.
    private mutating func crossFade(to film: Int) -> Rational {
        guard let playing else { return .zero }
        let shorter = min(catalogue.films[playing].duration, catalogue.films[film].duration)
        let most = shorter / Rational(2)
        if settings.crossFade > most {
            note(.warning, "the cross-fade is \(most) s, half of the shorter film")
        }
        return min(settings.crossFade, most)
    }
}

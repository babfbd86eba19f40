import FrameCore
import Interaction
import Testing

/// Every input in every state, as the issue's tables and rulings have it.
///
/// Film 1 plays, of 5 or 9. What is written is what changes: the state, the film, the pause, the focus, a setting, the
/// scroll of the films, or nothing (`-`).
@Suite struct PlayerTableTests {
    static let remote = """
        input        | ambient | paused       | shelf        | control    | fading   | dark     | left
        select       | >shelf  | >shelf       | -            | paused     | >ambient | >ambient | -
        up           | >shelf  | >shelf       | -            | focus:film.1 | >ambient | >ambient | -
        down         | >shelf  | >shelf       | focus:play   | -          | >ambient | >ambient | -
        left         | >shelf  | >shelf       | focus:film.0 | -          | >ambient | >ambient | -
        right        | >shelf  | >shelf       | focus:film.2 | focus:facts | >ambient | >ambient | -
        menu         | >left   | >left        | >ambient     | >ambient   | >ambient | >ambient | -
        playpause    | paused  | plays        | paused       | paused     | >ambient | >ambient | -
        home         | >left   | >left        | >left        | >left      | >left    | >left    | -
        swipe left   | film:2  | film:2 plays | focus:film.0 | -          | >ambient | >ambient | -
        swipe right  | film:0  | film:0 plays | focus:film.2 | focus:facts | >ambient | >ambient | -
        swipe up     | >shelf  | >shelf       | -            | focus:film.1 | >ambient | >ambient | -
        swipe down   | >shelf  | >shelf       | focus:play   | -          | >ambient | >ambient | -
        tap video    | -       | -            | -            | -          | -        | -        | -
        tap card 3   | -       | -            | -            | -          | -        | -        | -
        long press   | -       | -            | -            | -          | -        | -        | -
        leave        | >left   | >left        | >left        | >left      | >left    | >left    | -
        activate     | -       | -            | -            | -          | -        | -        | >ambient
        stop 15 min  | stop:900 | stop:900    | stop:900     | stop:900   | stop:900 | stop:900 | stop:900
        fail 1       | film:2  | film:2       | film:2       | film:2     | film:2   | film:2   | film:2
        """

    static let touch = """
        input        | ambient | paused       | shelf        | fading   | dark     | left
        select       | -       | -            | -            | -        | -        | -
        up           | -       | -            | -            | -        | -        | -
        down         | -       | -            | -            | -        | -        | -
        left         | -       | -            | -            | -        | -        | -
        right        | -       | -            | -            | -        | -        | -
        menu         | -       | -            | -            | -        | -        | -
        playpause    | -       | -            | -            | -        | -        | -
        home         | >left   | >left        | >left        | >left    | >left    | -
        swipe left   | film:2  | film:2 plays | scroll       | >ambient | >ambient | -
        swipe right  | film:0  | film:0 plays | -            | >ambient | >ambient | -
        swipe up     | -       | -            | -            | >ambient | >ambient | -
        swipe down   | -       | -            | >ambient     | >ambient | >ambient | -
        tap video    | >shelf  | >shelf       | >ambient     | >ambient | >ambient | -
        tap play     | >shelf  | >shelf       | paused       | >ambient | >ambient | -
        tap facts    | >shelf  | >shelf       | facts:false  | >ambient | >ambient | -
        tap next     | >shelf  | >shelf       | next:300     | >ambient | >ambient | -
        tap stop     | >shelf  | >shelf       | stop:3600    | >ambient | >ambient | -
        tap shuffle  | >shelf  | >shelf       | shuffle:true | >ambient | >ambient | -
        tap card 8   | >shelf  | >shelf       | film:8 scroll | >ambient | >ambient | -
        tap card 1   | >shelf  | >shelf       | -            | >ambient | >ambient | -
        tap card 9   | -       | -            | -            | -        | -        | -
        long press   | -       | -            | -            | >ambient | >ambient | -
        leave        | >left   | >left        | >left        | >left    | >left    | -
        activate     | -       | -            | -            | -        | -        | >ambient
        stop 15 min  | stop:900 | stop:900    | stop:900     | stop:900 | stop:900 | stop:900
        fail 1       | film:2  | film:2       | film:2       | film:2   | film:2   | film:2
        """

    @Test(arguments: [InputProfile.remote, .touch]) func everyInputInEveryState(_ profile: InputProfile) throws {
        let rows = (profile == .remote ? Self.remote : Self.touch).split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.trimmed }
        }
        let states = try #require(rows.first).dropFirst()
        #expect(states.count == (profile == .remote ? 7 : 6))
        for row in rows.dropFirst() {
            #expect(row.count == states.count + 1)
            for (state, expected) in zip(states, row.dropFirst()) {
                let before = try Self.player(profile, state)
                let input = try Self.input(row[0], before)
                var after = before
                let notes = after.handle(input, at: before.now)
                #expect(Self.change(before, after) == expected, "\(row[0]) in \(state)")
                // Nothing is silent but a move of the focus.
                let isMove = expected.hasPrefix("focus") || expected == "scroll"
                #expect(!notes.isEmpty || isMove, "\(row[0]) in \(state)")
                if expected == "-" { #expect(notes.allSatisfy { $0.kind == .ignored }, "\(row[0]) in \(state)") }
            }
        }
    }

    /// Every input that a device can send restarts the six seconds, whatever else it does.
    @Test func inputsOnTheShelfRestartItsTime() throws {
        for (geometry, inputs) in [
            (ScreenGeometry.tv, ["select", "up", "down", "left", "right", "playpause", "swipe left", "swipe up"]),
            (.phone, ["swipe left", "swipe right", "swipe up", "tap play", "tap card 8", "tap card 1", "long press"]),
        ] {
            for name in inputs {
                var player = try Self.player(geometry.profile, "shelf")
                let input = try Self.input(name, player)
                player.after(4.9, input)
                player.after(5.9)
                #expect(player.state == .shelf, "\(name)")
                player.after(0.1)
                #expect(player.state == .ambient, "\(name)")
            }
        }
        // An input that cannot come from the device does not.
        var player = try Self.player(.touch, "shelf")
        player.after(4.9, .press(.select))
        player.after(0.1)
        #expect(player.state == .ambient)
    }

    // MARK: - Words

    static func player(_ profile: InputProfile, _ state: String) throws -> Player {
        // Cards that do not all fit, so that there is something to scroll to.
        let geometry = profile == .remote ? ScreenGeometry.tv : .phone
        var player = makePlayer(
            geometry, films: makeFilms(profile == .remote ? 5 : 9),
            settings: PlayerSettings(stopAfter: 1800, lastFilm: "birds.1.film"))
        player.after(10)
        let summon: PlayerInput = profile == .remote ? .press(.select) : .tap(x: 1, y: 1)
        switch state {
        case "ambient": break
        case "paused":
            if profile == .remote {
                player.after(0, .press(.playpause))
            } else {
                player.after(0, summon)
                player.after(1, try input("tap play", player))
                player.after(0, .swipe(.down))
                player.after(1)
            }
        case "shelf":
            player.after(0, summon)
            player.after(1, .set(.showsFacts(true)))
        case "control":
            player.after(0, summon)
            player.after(0, .press(.down))
        case "fading": player.advance(to: 1807)
        case "dark": player.advance(to: 1900)
        default: player.after(0, .leave)
        }
        #expect(
            player.state.name
                == ["paused": "ambient", "control": "shelf", "fading": "asleep", "dark": "asleep"][
                    state, default: state])
        return player
    }

    static func input(_ name: String, _ player: Player) throws -> PlayerInput {
        if let button = RemoteButton(rawValue: name) { return .press(button) }
        let words = name.split(separator: " ").map(String.init)
        switch words[0] {
        case "swipe": return .swipe(try #require(SwipeDirection(rawValue: words[1])))
        case "long": return .longPress
        case "leave": return .leave
        case "activate": return .activate
        case "stop": return .set(.stopAfter(900))
        case "fail": return .filmFailed(1)
        default: break
        }
        if words[1] == "card" { return .tapCard(try #require(Int(words[2]))) }
        let items: [String: FocusTarget] = [
            "play": .play, "facts": .facts, "next": .nextAfter, "stop": .stopAfter, "shuffle": .shuffle,
        ]
        guard let item = items[words[1]] else { return .tap(x: 1, y: 1) }
        let point = try #require(player.point(of: item))
        return .tap(x: point.x, y: point.y)
    }

    static func change(_ before: Player, _ after: Player) -> String {
        var parts: [String] = []
        if before.state != after.state { parts.append(">" + after.state.name) }
        if before.playing != after.playing { parts.append("film:\(after.playing ?? -1)") }
        if before.isPaused != after.isPaused { parts.append(after.isPaused ? "paused" : "plays") }
        if before.state == after.state, let focus = after.focus, before.focus != focus {
            parts.append("focus:\(focus)")
        }
        let (old, new) = (before.settings, after.settings)
        if old.showsFacts != new.showsFacts { parts.append("facts:\(new.showsFacts)") }
        if old.nextAfter != new.nextAfter { parts.append("next:\(new.nextAfter?.description ?? "never")") }
        if old.stopAfter != new.stopAfter { parts.append("stop:\(new.stopAfter?.description ?? "never")") }
        if old.shuffle != new.shuffle { parts.append("shuffle:\(new.shuffle)") }
        if before.state == .shelf, after.state == .shelf,
            let scroll = after.snapshot.screen(at: after.now + 1).shelf?.scroll,
            before.snapshot.screen(at: after.now + 1).shelf?.scroll != scroll
        {
            parts.append("scroll")
        }
        return parts.isEmpty ? "-" : parts.joined(separator: " ")
    }
}

extension Substring {
    var trimmed: String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

public import FrameCore

/// When the facts of a film show: a pure function of how far the film has played.
///
/// Facts with a time of their own show at it in every loop; of those that overlap the one that starts later wins, of
/// two that start together the later in the list. The others take turns on the film's *free time*, which stands still
/// while a timed fact shows: the first after 2 s, 4 s between one and the next, over as many loops as they need. So
/// a timed fact interrupts a turn, which goes on behind it; a piece of a turn shorter than 2 s is left out.
public struct FactSchedule: Sendable, Hashable {
    /// A fact that shows, and how much of it: 0 to 1.
    public struct Card: Sendable, Hashable {
        /// The fact's index in the film.
        public var fact: Int
        public var opacity: Double
    }

    /// A stretch of the loop that belongs to one timed fact.
    struct Segment: Sendable, Hashable {
        var start: Rational
        var end: Rational
        var fact: Int
        /// Free time of the loop before `start`.
        var freeBefore: Rational
    }

    /// One fact's turn on the free time of all turns.
    struct Turn: Sendable, Hashable {
        var start: Rational
        var duration: Rational
        var fact: Int
    }

    static let firstTurn = Rational(2)
    static let pause = Rational(4)
    static let shortestPiece = Rational(2)
    static let fade = Rational(1, 2)

    let filmDuration: Rational
    let segments: [Segment]
    let turns: [Turn]
    /// Free time of one loop.
    let freeTime: Rational
    /// Free time after which the first fact has its turn again.
    let cycle: Rational

    /// Facts that are empty in time, or start behind the film's end, never show.
    public init(facts: [Fact], filmDuration: Rational) {
        self.filmDuration = max(filmDuration, .zero)
        segments = FactSchedule.segments(of: facts, filmDuration: self.filmDuration)
        freeTime =
            segments.last.map { $0.freeBefore + (filmDuration - $0.end) } ?? self.filmDuration
        var turns: [Turn] = []
        var start = Rational.zero
        for (index, fact) in facts.enumerated() where fact.at == nil && fact.duration > .zero {
            turns.append(Turn(start: start, duration: fact.duration, fact: index))
            start = start + fact.duration + FactSchedule.pause
        }
        self.turns = turns
        cycle = start
    }

    /// The card at a position of the film, loops included; nil where none shows.
    public func card(at position: Rational) -> Card? {
        guard filmDuration > .zero, position >= .zero else { return nil }
        let inLoop = position.modulo(filmDuration)
        let loopStart = position - inLoop
        // The last segment that starts at or before the position.
        let next = FactSchedule.firstIndex(in: segments) { $0.start > inLoop }
        if next > 0 {
            let segment = segments[next - 1]
            if inLoop < segment.end {
                return card(segment.fact, at: inLoop, from: segment.start, to: segment.end)
            }
        }
        return turn(at: position, inLoop: inLoop, loopStart: loopStart, nextSegment: next)
    }

    private func turn(at position: Rational, inLoop: Rational, loopStart: Rational, nextSegment: Int) -> Card? {
        guard !turns.isEmpty, freeTime > .zero else { return nil }
        let loops = (loopStart / filmDuration).floor
        let before = nextSegment > 0 ? segments[nextSegment - 1] : nil
        let freeInLoop = before.map { $0.freeBefore + (inLoop - $0.end) } ?? inLoop
        let free = Rational(loops) * freeTime + freeInLoop - FactSchedule.firstTurn
        guard free >= .zero else { return nil }
        let inCycle = free.modulo(cycle)
        let index = FactSchedule.firstIndex(in: turns) { $0.start > inCycle } - 1
        guard index >= 0 else { return nil }
        let turn = turns[index]
        let shown = inCycle - turn.start
        guard shown < turn.duration else { return nil }

        // The free stretch around the position may begin in the loop before and end in the next.
        var start = position - shown
        var end = position + (turn.duration - shown)
        if let before {
            start = max(start, loopStart + before.end)
        } else if let last = segments.last {
            start = max(start, loopStart - filmDuration + last.end)
        }
        if nextSegment < segments.count {
            end = min(end, loopStart + segments[nextSegment].start)
        } else if let first = segments.first {
            end = min(end, loopStart + filmDuration + first.start)
        }
        start = max(start, .zero)
        guard end - start >= min(FactSchedule.shortestPiece, turn.duration) else { return nil }
        return card(turn.fact, at: position, from: start, to: end)
    }

    /// A card comes and goes within its own time.
    private func card(_ fact: Int, at position: Rational, from start: Rational, to end: Rational) -> Card? {
        let edge = min(position - start, end - position)
        let opacity = edge >= FactSchedule.fade ? 1 : Fade.smooth((edge / FactSchedule.fade).double)
        return opacity > 0 ? Card(fact: fact, opacity: opacity) : nil
    }

    /// The index of the first element of a sorted list for which `isBehind` holds; the count where it never does.
    private static func firstIndex<Element>(in elements: [Element], where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = low + (high - low) / 2
            if isBehind(elements[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The loop cut up among the timed facts, in order of time.
    private static func segments(of facts: [Fact], filmDuration: Rational) -> [Segment] {
        struct Span {
            var start: Rational
            var end: Rational
            var fact: Int
        }
        var spans: [Span] = []
        for (index, fact) in facts.enumerated() {
            guard let at = fact.at, fact.duration > .zero, at >= .zero, at < filmDuration else { continue }
            spans.append(Span(start: at, end: min(at + fact.duration, filmDuration), fact: index))
        }
        spans.sort { ($0.start, $0.fact) < ($1.start, $1.fact) }

        // A later start wins, so the spans under way are a stack.
        var result: [Segment] = []
        var underWay: [Span] = []
        var time = Rational.zero
        var free = Rational.zero
        func show(until end: Rational) {
            while let span = underWay.last, time < end {
                let stop = min(span.end, end)
                if stop > time {
                    result.append(Segment(start: time, end: stop, fact: span.fact, freeBefore: free))
                    time = stop
                }
                if span.end <= time { underWay.removeLast() }
            }
            if time < end {
                free = free + (end - time)
                time = end
            }
        }
        for span in spans {
            show(until: span.start)
            underWay.append(span)
        }
        if let end = underWay.map(\.end).max() { show(until: end) }
        return result
    }
}

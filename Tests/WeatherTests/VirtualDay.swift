import FrameCore
import Weather

/// A controller on a virtual clock: events and answers happen at their times, timers when they are due.
struct VirtualDay {
    /// What the forecast answers, and how long that takes.
    struct Reply {
        let result: Result<WeatherConditions, WeatherFailure>
        var seconds = 2

        static func code(_ code: Int, day: Bool = true) -> Reply {
            Reply(result: .success(WeatherConditions(code: code, isDay: day)))
        }

        static func status(_ status: Int, retryAfter: String? = nil) -> Reply {
            Reply(result: readForecast(WeatherAnswer(status: status, retryAfter: retryAfter, body: [])))
        }

        static let timeout = Reply(result: ScriptedForecast(.failure(.timeout)).result, seconds: 15)
    }

    private(set) var controller: WeatherController
    /// `hh:mm:ss` and what was done.
    private(set) var lines: [String] = []
    private(set) var logs: [String] = []
    private(set) var askedAt: [Rational] = []
    private var timer: Rational?
    private var underway: (end: Rational, result: Result<WeatherConditions, WeatherFailure>)?
    /// The reply from that time on, in order.
    private var replies: [(from: Rational, reply: Reply)] = []

    init(_ controller: WeatherController) { self.controller = controller }

    /// The time of a clock text such as `10:40:06`, or `10:40`.
    static func time(_ text: String) -> Rational {
        text.split(separator: ":").enumerated().reduce(.zero) { sum, part in
            sum + Rational(Int(part.element) ?? 0) * Rational([3600, 60, 1][part.offset])
        }
    }

    static func clock(_ time: Rational) -> String {
        let seconds = time.ceiling
        return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }

    mutating func replies(from time: String, _ reply: Reply) { replies.append((Self.time(time), reply)) }

    /// Lets time pass, then the event happens.
    mutating func at(_ text: String, _ event: WeatherEvent) {
        pass(until: Self.time(text))
        take(event, at: Self.time(text))
    }

    /// Lets time pass; what is due at its end happens.
    mutating func pass(until end: Rational) {
        while let next = [timer, underway?.end].compactMap({ $0 }).min(), next <= end {
            if let current = underway, current.end == next {
                underway = nil
                take(.fetchFinished(current.result), at: next)
            } else {
                timer = nil
                take(.timerFired, at: next)
            }
        }
    }

    private mutating func take(_ event: WeatherEvent, at time: Rational) {
        for effect in controller.handle(event, at: time) {
            switch effect {
            case .startFetch(let location):
                lines.append("\(Self.clock(time)) ask \(location.name)")
                askedAt.append(time)
                let reply = replies.last { $0.from <= time }?.reply ?? .status(500)
                underway = (time + Rational(reply.seconds), reply.result)
            case .activateTheme(let id, _): lines.append("\(Self.clock(time)) theme \(id)")
            case .log(let line): logs.append("\(Self.clock(time)) \(line)")
            case .scheduleNext(let next):
                timer = next
                lines.append("\(Self.clock(time)) next \(next.map(Self.clock) ?? "never")")
            }
        }
    }
}

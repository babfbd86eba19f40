import FrameCore
import Imaging

/// The pictures of a report, each kept once, as PNGs within a limit of bytes.
struct ReportPictures {
    /// One PNG and its size in pixels.
    struct Picture {
        let size: PixelSize
        let base64: String
    }

    /// Where the pictures of one pair of frames lie in `all`; nil where there is none.
    struct Pair {
        var expected: Int?
        var actual: Int?
        var difference: Int?
        var amplified: Int?
        var perceptual: Int?
        /// Whether a picture was given, but the limit did not allow it.
        var isCut = false
    }

    private(set) var all: [Picture] = []
    /// For each event, its pairs.
    private(set) var pairs: [[Pair]]
    private var known: [PixelBuffer: Int] = [:]
    private var left: Int
    private var refusals = 0

    /// Encodes what `events` show.
    ///
    /// The frames of every event come first, then differences, then what else there is, so that a limit costs the
    /// later frames of an event before it costs an event all of its own. The page itself works out the differences
    /// that are not here.
    ///
    /// - Parameter limit: bytes for all pictures as they stand in the file. One frame pair is always there.
    init(of events: [DifferenceReport.Event], limit: Int) throws {
        left = limit
        pairs = events.map { $0.pairs.map { _ in Pair() } }
        let most = events.map(\.pairs.count).max() ?? 0
        for number in 0..<most {
            for (event, content) in events.enumerated() where number < content.pairs.count {
                let pair = content.pairs[number]
                let expected = try add(pair.expected)
                let actual = try add(pair.actual)
                let isCut = expected == nil && pair.expected != nil || actual == nil && pair.actual != nil
                pairs[event][number] = Pair(expected: expected, actual: actual, isCut: isCut)
            }
        }
        // Differences are far smaller than frames, as a rule: there may be room for them yet.
        refusals = 0
        for number in 0..<most {
            for (event, content) in events.enumerated() where number < content.pairs.count {
                pairs[event][number].amplified = try add(content.pairs[number].amplified)
                pairs[event][number].perceptual = try add(content.pairs[number].perceptual)
                pairs[event][number].difference = try add(content.pairs[number].difference)
            }
        }
        known = [:]
    }

    /// The number of a picture; nil if there is none, or no room for it.
    private mutating func add(_ picture: PixelBuffer?) throws -> Int? {
        guard let picture, picture.width > 0, picture.height > 0 else { return nil }
        if let index = known[picture] { return index }
        // Once several had no room, encoding further ones is time lost.
        guard refusals < 4 || all.count < 2 else { return nil }
        let bytes = try PNG.encode(picture)
        let cost = (bytes.count + 2) / 3 * 4
        guard cost <= left || all.count < 2 else {
            refusals += 1
            return nil
        }
        left -= cost
        all.append(Picture(size: picture.size, base64: ReportText.base64(bytes)))
        known[picture] = all.count - 1
        return all.count - 1
    }
}

public import StructuredText

/// One golden case: what is drawn, and what is accepted.
public struct GoldenCase: Sendable {
    /// What is drawn.
    public enum Subject: Sendable {
        /// A package folder, or the id of an installed theme.
        case scene(Located<String>)
        /// A scenario file.
        case scenario(Located<String>)

        /// The word as written.
        public var word: String {
            switch self {
            case .scene(let word), .scenario(let word): word.value
            }
        }

        /// The key that names it.
        public var key: String {
            switch self {
            case .scene: "scene"
            case .scenario: "scenario"
            }
        }
    }

    /// By how much frames may differ from the recorded pictures.
    public struct Tolerance: Sendable, Hashable {
        /// How many pixels may differ by more than `maxDelta`.
        public enum Pixels: Sendable, Hashable {
            case count(Int)
            /// A share of the compared pixels, 0 to 1.
            case share(Double)
        }

        /// By how much any channel of a pixel may differ, 0 to 255.
        public var maxDelta = 0
        public var maxPixels = Pixels.count(0)

        public init() {}
    }

    /// Hashes of other recordings that are right as well, each with its reason.
    public struct Acceptance: Sendable, Hashable {
        /// The SHA-256 of `frames.framehash`, 64 lower-case digits.
        public var hash: String
        public var reason: String
        /// The day, as `2026-01-31`.
        public var date: String

        public init(hash: String, reason: String, date: String) {
            self.hash = hash
            self.reason = reason
            self.date = date
        }
    }

    /// The folder's name.
    public let name: String
    public let subject: Subject
    /// Words as on the command line.
    public let options: [String]
    /// Where the options stand; the case itself when there are none.
    public let optionsPlace: DocumentPlace
    /// Frame numbers, ascending.
    public let frames: [Int]
    /// Nil is exact.
    public let tolerance: Tolerance?
    public let masks: [Located<GoldenMask>]
    public let accepted: [Acceptance]
    /// Why the case fails for now; it must, until this is removed.
    public let knownFailure: String?
    /// The whole of the case, for messages.
    public let place: DocumentPlace

    /// The frames that are kept as pictures: all of them with a tolerance, else the first and the last.
    public var pictureFrames: [Int] {
        guard tolerance == nil, let first = frames.first, let last = frames.last else { return frames }
        return first == last ? [first] : [first, last]
    }

    /// The most frames of a case.
    public static let mostFrames = 100_000
    /// The most frames of a case with a tolerance, which keeps a picture of each.
    public static let mostPictures = 60
}

/// Files of a case's folder.
public enum GoldenFile {
    public static let description = "case.json"
    public static let hashes = "frames.framehash"
    public static let facts = "recorded.json"

    /// The picture of a frame, such as `frame-00029.png`.
    public static func picture(ofFrame frame: Int) -> String {
        let digits = String(frame)
        return "frame-" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits + ".png"
    }

    /// Whether a file's name is that of a frame's picture.
    public static func isPicture(_ name: String) -> Bool {
        guard name.hasPrefix("frame-"), name.hasSuffix(".png"), let frame = Int(name.dropFirst(6).dropLast(4)) else {
            return false
        }
        return frame >= 0 && name == picture(ofFrame: frame)
    }
}

import FrameCore

/// Numbered pictures in a folder, in the order of their numbers; they have no times.
final class PictureSequenceClip: ClipSource {
    /// Which names of a folder count, and what to call the missing ones.
    private enum Naming {
        /// Digits and `.png`.
        case digits
        case pattern(NumberPattern)

        /// The number in a name; nil where the name does not count.
        func number(in name: String) -> (number: Int?, digits: Int)? {
            switch self {
            case .pattern(let pattern): return pattern.number(in: name).map { ($0, 0) }
            case .digits:
                let digits = name.prefix { $0.isASCII && $0.isNumber }
                guard !digits.isEmpty, name.dropFirst(digits.count).lowercased() == ".png" else { return nil }
                return (Int(digits), digits.count)
            }
        }

        /// The name that a number would have, beside one with so many digits.
        func name(_ number: Int, digits: Int) -> String {
            switch self {
            case .pattern(let pattern): pattern.name(number)
            case .digits: NumberPattern.digits(digits).name(number)
            }
        }
    }

    /// More pictures than this are refused.
    private static let mostPictures = 10_000_000

    let format: ClipFormat
    private let folder: String
    private let names: [String]
    private var index = 0
    /// Read to learn the size, and not shown yet.
    private var first: PixelBuffer?

    /// The pictures of a folder named by digits: `00000.png`, `00001.png`, from any number on.
    convenience init(folder: String) throws(MediaError) {
        try self.init(
            folder, .digits, path: folder,
            none: "it holds no PNG named by a number, as 00000.png; other names take a pattern, as name-%05d.png")
    }

    /// The pictures of a folder whose names follow a pattern.
    convenience init(folder: String, pattern: NumberPattern, path: String) throws(MediaError) {
        try self.init(folder, .pattern(pattern), path: path, none: "no file has such a name")
    }

    private init(_ folder: String, _ naming: Naming, path: String, none: String) throws(MediaError) {
        names = try Self.names(in: folder, naming, path: path, none: none)
        self.folder = folder
        let first = try PictureFile.read(folder + "/" + (names.first ?? ""))
        format = ClipFormat(
            kind: "folder of pictures", size: first.size, rate: nil, frameCount: names.count, hasPixels: true)
        self.first = first
    }

    private static func names(
        in folder: String, _ naming: Naming, path: String, none: String
    ) throws(MediaError) -> [String] {
        func refuse(_ code: MediaError.Code, _ reason: String) -> MediaError {
            MediaError(code, ClipFile.operation, path: path, reason: reason)
        }
        guard let all = FilePlace.names(in: folder) else { throw FilePlace.unreadable(path) }
        var found: [(number: Int, digits: Int, name: String)] = []
        for name in all {
            guard let (number, digits) = naming.number(in: name) else { continue }
            guard let number else { throw refuse(.limit, "the number of \(name) is too large") }
            found.append((number, digits, name))
        }
        guard !found.isEmpty else { throw refuse(.noVideo, none) }
        guard found.count <= mostPictures else { throw refuse(.limit, "it has more than \(mostPictures) pictures") }
        found.sort { ($0.number, $0.name) < ($1.number, $1.name) }
        for (before, after) in zip(found, found.dropFirst()) where after.number - 1 != before.number {
            if before.number == after.number {
                throw refuse(.damaged, "\(before.name) and \(after.name) have the same number")
            }
            let missing = naming.name(before.number + 1, digits: before.digits)
            throw refuse(.damaged, "\(missing) is missing between \(before.name) and \(after.name)")
        }
        return found.map(\.name)
    }

    func next() throws -> ClipFrame? {
        guard index < names.count else { return nil }
        let path = folder + "/" + names[index]
        let picture = try first ?? PictureFile.read(path)
        first = nil
        guard picture.size == format.size else {
            throw MediaError(
                .unsupported, ClipFile.operation, path: path,
                reason: "it is \(picture.size), while \(names[0]) is \(format.size ?? picture.size)")
        }
        defer { index += 1 }
        return ClipFrame(index: index, time: .zero, content: .picture(picture))
    }

    func rewind() {
        if index > 0 { first = nil }
        index = 0
    }
}

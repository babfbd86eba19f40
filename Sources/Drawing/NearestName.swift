/// Finds the name someone probably meant.
enum NearestName {
    /// The candidate with the fewest edits from `name`, letter case aside; nil if none is near.
    ///
    /// Of equally near candidates the first in alphabetical order, so that the answer does not depend on the order.
    static func of(_ name: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.prefix(lengthLimit).lowercased().unicodeScalars)
        var best: (distance: Int, name: String)?
        let limit = max(2, wanted.count / 3)
        for candidate in candidates {
            let letters = Array(candidate.lowercased().unicodeScalars)
            guard abs(letters.count - wanted.count) <= limit else { continue }
            let distance = edits(wanted, letters)
            guard distance <= limit else { continue }
            if let found = best, (found.distance, found.name) <= (distance, candidate) { continue }
            best = (distance, candidate)
        }
        return best?.name
    }

    /// Longer names are compared by their beginning: the work grows with the square.
    private static let lengthLimit = 64

    /// The Levenshtein distance: insertions, deletions and replacements.
    private static func edits(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let replaced = diagonal + (a == b ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}

/// Pieces of wording that messages share.
public enum Wording {
    /// The text in double quotes, cut to `limit` scalars, with control characters shown as U+FFFD.
    public static func quoted(_ text: String, limit: Int = 60) -> String {
        var output = "\""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if index == limit {
                output += "…"
                break
            }
            output.unicodeScalars.append(shown(scalar))
        }
        return output + "\""
    }

    /// The text with every scalar that could steer a terminal replaced by U+FFFD.
    public static func printable(_ text: String) -> String {
        var output = ""
        for scalar in text.unicodeScalars { output.unicodeScalars.append(shown(scalar)) }
        return output
    }

    /// The candidate that `name` most likely stands for; nil when none is near.
    ///
    /// Near means at most a third of the letters (at least one) inserted, deleted, replaced or swapped, or a
    /// difference in case or separators only. The first of several equally near candidates wins.
    public static func nearest(to name: String, among candidates: [String]) -> String? {
        let letters = folded(name)
        // Longer names are no slips of the keyboard, and the distance costs length × length.
        guard !letters.isEmpty, letters.count <= 64 else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in candidates where candidate != name {
            let other = folded(candidate)
            let distance = editDistance(letters, other)
            guard distance <= max(1, max(letters.count, other.count) / 3), distance < other.count else { continue }
            if let known = best, known.distance <= distance { continue }
            best = (candidate, distance)
        }
        return best?.name
    }

    /// The hint `Did you mean "…"?` for the nearest candidate; nil when none is near.
    public static func suggestion(for name: String, among candidates: [String]) -> String? {
        nearest(to: name, among: candidates).map { "did you mean \(quoted($0))?" }
    }

    /// The columns of a terminal that a scalar takes: 0, 1 or 2 (a tab counts as 1).
    static func cells(_ scalar: Unicode.Scalar) -> Int {
        guard scalar.value >= 0x300 else { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        switch scalar.value {
        case 0x200B...0x200D, 0xFEFF: return 0
        // The wide blocks of UAX #11: Hangul, CJK and kana, full-width forms, emoji.
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    /// The scalar, or U+FFFD for one that could steer a terminal.
    static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        // C0, DEL, C1, line and paragraph separators, and the marks that reorder text.
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
        default: scalar
        }
    }

    private static func folded(_ name: String) -> [Unicode.Scalar] {
        name.lowercased().unicodeScalars.filter { $0 != "-" && $0 != "_" && $0 != " " }
    }

    /// Optimal string alignment distance: insertions, deletions, replacements, and swaps of neighbours.
    private static func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var older = [Int](repeating: 0, count: right.count + 1)
        var previous = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                var cost = previous[column] + (left[row] == right[column] ? 0 : 1)
                cost = min(cost, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, older[column - 1] + 1)
                }
                current.append(cost)
            }
            older = previous
            previous = current
        }
        return previous[right.count]
    }
}

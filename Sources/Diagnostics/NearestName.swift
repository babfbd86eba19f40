/// The name that a mistyped one probably means; nil when none is near.
///
/// Near is an edit distance (with neighbours swapped counting as one edit) of at most a third of the longer name's
/// length, ignoring case. Ties go to the earlier candidate.
public func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(64))
    var best: (name: String, distance: Int)?
    for candidate in candidates {
        let other = Array(candidate.lowercased().unicodeScalars.prefix(64))
        let limit = max(1, max(wanted.count, other.count) / 3)
        guard abs(wanted.count - other.count) <= limit else { continue }
        let distance = editDistance(wanted, other)
        if distance <= limit, distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    return best?.name
}

/// The number of insertions, deletions, replacements and swaps of neighbours between two names.
private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
        var row = [i + 1]
        for j in 0..<b.count {
            var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
            row.append(cost)
        }
        beforeLast = last
        last = row
    }
    return last[b.count]
}

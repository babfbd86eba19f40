/// A small cache that forgets what was used longest ago.
struct RecentlyUsed<Key: Hashable, Value> {
    private var entries: [Key: (value: Value, lastUse: Int)] = [:]
    private var clock = 0
    private let limit: Int

    /// Creates an empty cache for so many values.
    init(limit: Int) { self.limit = limit }

    /// Takes a value out, so that it can be changed in place and inserted again.
    mutating func take(_ key: Key) -> Value? { entries.removeValue(forKey: key)?.value }

    /// Keeps a value as the one used last.
    mutating func insert(_ value: Value, for key: Key) {
        clock += 1
        entries[key] = (value, clock)
        if entries.count > limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            entries.removeValue(forKey: oldest.key)
        }
    }
}

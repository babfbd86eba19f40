/// A small cache that forgets what was used longest ago.
struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var values: [Key: (value: Value, cost: Int, lastUse: UInt64)] = [:]
    private var clock: UInt64 = 0
    private var cost = 0
    private let countLimit: Int
    private let costLimit: Int

    /// Creates an empty cache for so many entries of so much cost together.
    init(count: Int, cost: Int) {
        countLimit = count
        costLimit = cost
    }

    /// The value kept for a key, nil if there is none; counts as a use.
    mutating func value(for key: Key) -> Value? {
        guard let entry = values[key] else { return nil }
        clock += 1
        values[key]?.lastUse = clock
        return entry.value
    }

    /// Keeps a value, unless it alone costs more than the limit.
    ///
    /// O(entries) when something has to go.
    mutating func insert(_ value: Value, for key: Key, cost newCost: Int) {
        guard newCost <= costLimit, countLimit > 0 else { return }
        if let old = values.removeValue(forKey: key) { cost -= old.cost }
        while values.count >= countLimit || cost + newCost > costLimit {
            guard let oldest = values.min(by: { $0.value.lastUse < $1.value.lastUse }) else { break }
            values.removeValue(forKey: oldest.key)
            cost -= oldest.value.cost
        }
        clock += 1
        cost += newCost
        values[key] = (value, newCost, clock)
    }
}

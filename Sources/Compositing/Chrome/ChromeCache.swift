import Synchronization

/// Drawn parts, kept until others were used more recently; safe to use from any thread.
///
/// What is kept is a pure function of its key, so that a hit and a miss give the same pixels.
final class ChromeCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State: Sendable {
        var values: [Key: (value: Value, cost: Int, lastUse: UInt64)] = [:]
        var clock: UInt64 = 0
        var cost = 0
    }

    private let state = Mutex(State())
    private let countLimit: Int
    private let costLimit: Int

    /// Creates an empty cache for so many values of so many bytes together; the newest is kept whatever it costs.
    init(count: Int, cost: Int) {
        countLimit = max(1, count)
        costLimit = cost
    }

    /// The value of a key: the one that is kept, else a new one.
    func value<E: Error>(for key: Key, cost: (Value) -> Int, make: () throws(E) -> Value) throws(E) -> Value {
        let known = state.withLock { state -> Value? in
            guard let entry = state.values[key] else { return nil }
            state.clock += 1
            state.values[key]?.lastUse = state.clock
            return entry.value
        }
        if let known { return known }
        // Two threads may both make it: that costs time and changes nothing.
        let value = try make()
        let newCost = cost(value)
        state.withLock { state in
            if let old = state.values.removeValue(forKey: key) { state.cost -= old.cost }
            while !state.values.isEmpty, state.values.count >= countLimit || state.cost + newCost > costLimit {
                guard
                    let oldest = state.values.indices.min(by: {
                        state.values[$0].value.lastUse < state.values[$1].value.lastUse
                    })
                else { break }
                // By its place: a key may be unequal to itself.
                state.cost -= state.values.remove(at: oldest).value.cost
            }
            state.clock += 1
            state.cost += newCost
            state.values[key] = (value, newCost, state.clock)
        }
        return value
    }
}

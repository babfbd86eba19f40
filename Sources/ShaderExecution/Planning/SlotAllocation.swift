/// Places spans in slots; a slot is used again when what it held is no longer needed.
struct SlotAllocation {
    private(set) var values: [(Int, Int)] = []
    private(set) var variables: [(Int, Int)] = []
    private(set) var regions: [(Int, (Int, Int))] = []
    private(set) var count: Int

    private enum Owner { case value(Int), variable(Int), region(Int) }
    private var starts: [[(owner: Owner, end: Int)]]
    /// Variables that are cleared ahead of the step at their start, while all that the step reads is still there.
    private var cleared: [[(variable: Int, end: Int)]]
    private var ends: [[Int]]
    private var free: [Int] = []

    init(_ draft: Draft, _ lifetimes: Lifetimes, firstFree: Int) {
        count = firstFree
        starts = Array(repeating: [], count: draft.steps.count + 1)
        cleared = Array(repeating: [], count: draft.steps.count + 1)
        ends = Array(repeating: [], count: draft.steps.count + 1)
        for (value, span) in lifetimes.values.enumerated() {
            if let span, !draft.isUniform[value] { starts[span.start].append((.value(value), span.end)) }
        }
        for (variable, span) in lifetimes.variables.enumerated() {
            guard let span else { continue }
            if lifetimes.cleared[variable] {
                cleared[span.start].append((variable, span.end))
            } else {
                starts[span.start].append((.variable(variable), span.end))
            }
        }
        for (index, region) in draft.regions.enumerated() where region.begin >= 0 && region.kind != .loop {
            starts[region.begin].append((.region(index), region.end))
        }
    }

    mutating func run() {
        for position in starts.indices {
            for (variable, end) in cleared[position] {
                variables.append((variable, take(until: end, at: position)))
            }
            // What is used here for the last time may hold the result: every kernel reads a lane before it writes it.
            free += ends[position]
            for (owner, end) in starts[position] {
                switch owner {
                case .value(let value): values.append((value, take(until: end, at: position)))
                case .variable(let variable): variables.append((variable, take(until: end, at: position)))
                case .region(let region):
                    regions.append((region, (take(until: end, at: position), take(until: end, at: position))))
                }
            }
        }
    }

    private mutating func take(until end: Int, at position: Int) -> Int {
        let slot: Int
        if let last = free.popLast() {
            slot = last
        } else {
            slot = count
            count += 1
        }
        // Something that is never read keeps its slot for its own step.
        ends[end > position ? end : min(position + 1, ends.count - 1)].append(slot)
        return slot
    }
}

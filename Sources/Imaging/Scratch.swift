/// Memory for rows that kernels write and read, freed with its owner.
final class Scratch<Element: BitwiseCopyable> {
    let start: UnsafeMutablePointer<Element>

    /// Creates memory filled with one value.
    init(count: Int, zero: Element) {
        start = .allocate(capacity: max(1, count))
        start.initialize(repeating: zero, count: max(1, count))
    }

    /// Creates memory that must be written before it is read.
    init(uninitialisedCount count: Int) {
        start = .allocate(capacity: max(1, count))
    }

    deinit { start.deallocate() }
}

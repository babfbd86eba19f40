import Synchronization

/// How much may still be read of a file without anything coming of it, so that endless junk has an end.
///
/// Counted in reads, not in seconds, so that a slow disk changes nothing.
final class ReadingAllowance: Sendable {
    /// libav reads 32 KiB at a time: 128 MiB in all.
    private static let most = 1 << 12

    private let left = Atomic(most)

    /// Makes the allowance whole again.
    func renew() { left.store(Self.most, ordering: .relaxed) }

    /// Takes one read off; false when none is left.
    func take() -> Bool { left.wrappingSubtract(1, ordering: .relaxed).newValue >= 0 }
}

/// A free function for libav, which asks before each read of a file.
func isReadingExhausted(_ allowance: UnsafeMutableRawPointer?) -> Int32 {
    guard let allowance else { return 0 }
    return Unmanaged<ReadingAllowance>.fromOpaque(allowance).takeUnretainedValue().take() ? 0 : 1
}

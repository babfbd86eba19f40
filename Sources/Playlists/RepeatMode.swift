/// What follows the last track.
public enum RepeatMode: String, Sendable, CaseIterable {
    /// The first track again, or the next shuffle.
    case all
    /// The first track that can be played, over and over.
    case one
    /// Silence.
    case off
}

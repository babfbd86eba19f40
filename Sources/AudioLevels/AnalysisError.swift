/// Why sound could not be analysed.
public enum AnalysisError: Error, CustomStringConvertible {
    case outOfMemory

    public var description: String { "there is no memory for the audio analysis" }
}

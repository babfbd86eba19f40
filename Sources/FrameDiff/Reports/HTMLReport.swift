extension DifferenceReport {
    /// The report as one HTML file that needs nothing else.
    public func html() throws -> String { "" }
}

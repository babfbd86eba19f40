/// Results in the JUnit XML form that CI systems read.
public struct JUnitReport: Sendable {
    /// One test case; nil `failure` is a pass.
    public struct Case: Sendable {
        public var name: String
        public var failure: (message: String, details: String)?

        public init(name: String, failure: (message: String, details: String)?) {
            self.name = name
            self.failure = failure
        }
    }

    public var suite: String
    public var cases: [Case]

    public init(suite: String, cases: [Case]) {
        self.suite = suite
        self.cases = cases
    }

    /// The XML text; characters that XML cannot have are replaced.
    public func xml() -> String { "" }
}

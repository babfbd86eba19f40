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
    public func xml() -> String {
        let failures = cases.count { $0.failure != nil }
        let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\""
        let name = Self.attribute(suite)
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<testsuites \(counts)>",
            "  <testsuite name=\"\(name)\" \(counts) skipped=\"0\">",
        ]
        for item in cases {
            let start = "    <testcase classname=\"\(name)\" name=\"\(Self.attribute(item.name))\""
            guard let failure = item.failure else {
                lines.append(start + "/>")
                continue
            }
            lines += [
                start + ">",
                "      <failure type=\"difference\" message=\"\(Self.attribute(failure.message))\">"
                    + Self.text(failure.details) + "</failure>",
                "    </testcase>",
            ]
        }
        lines += ["  </testsuite>", "</testsuites>", ""]
        return lines.joined(separator: "\n")
    }

    private static func text(_ string: String) -> String {
        var result = ""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            // A reader turns a bare one into a line feed.
            case "\r": result += "&#13;"
            case "\t", "\n": result.unicodeScalars.append(scalar)
            default:
                // The rest of what XML 1.0 calls Char; surrogates are no scalars.
                let isAllowed = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
                result.unicodeScalars.append(isAllowed ? scalar : "\u{FFFD}")
            }
        }
        return result
    }

    /// The text of an attribute in double quotes, whose line ends and tabs a reader would turn into blanks.
    private static func attribute(_ string: String) -> String {
        var result = ""
        for scalar in text(string).unicodeScalars {
            switch scalar {
            case "\"": result += "&quot;"
            case "\t": result += "&#9;"
            case "\n": result += "&#10;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

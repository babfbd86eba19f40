import FrameDiff
import Testing

@Suite struct ReportJUnitTests {
    /// Reads XML from standard input, and prints what is in it, each string as its code points.
    private static let reader = """
        import sys, xml.etree.ElementTree as tree
        suites = tree.parse(sys.stdin.buffer).getroot()
        dots = lambda text: '.'.join(str(ord(c)) for c in text or '')
        print(suites.tag, suites.get('tests'), suites.get('failures'))
        for suite in suites:
            print(suite.tag, suite.get('tests'), suite.get('failures'), dots(suite.get('name')))
            for case in suite:
                print(case.tag, dots(case.get('name')), len(case))
                for failure in case:
                    print(failure.tag, dots(failure.get('message')), dots(failure.text))
        """

    @Test func aParserReadsWhatWasWritten() throws {
        let name = "a<b>&\"c'\u{E9}\u{1F600}"
        let message = "line\none\ttab\r"
        let details = "]]> & <tag>\nsecond\r\nthird"
        let junit = JUnitReport(
            suite: name,
            cases: [
                JUnitReport.Case(name: "passes", failure: nil),
                JUnitReport.Case(name: name, failure: (message: message, details: details)),
            ])
        #expect(
            try read(junit.xml()) == [
                "testsuites 2 1", "testsuite 2 1 " + dots(name), "testcase " + dots("passes") + " 0",
                "testcase " + dots(name) + " 1", "failure " + dots(message) + " " + dots(details),
            ])
    }

    @Test func whatXMLCannotHaveIsReplaced() throws {
        let bad = "a\0b\u{1B}c\u{FFFE}d\u{FFFF}e"
        let junit = JUnitReport(suite: "s", cases: [JUnitReport.Case(name: bad, failure: (message: bad, details: bad))])
        let good = dots("a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e")
        #expect(try read(junit.xml()).suffix(2) == ["testcase \(good) 1", "failure \(good) \(good)"])
    }

    @Test func noCasesAreAValidSuite() throws {
        #expect(try read(JUnitReport(suite: "none", cases: []).xml()).first == "testsuites 0 0")
    }

    private func dots(_ text: String) -> String {
        text.unicodeScalars.map { String($0.value) }.joined(separator: ".")
    }

    private func read(_ xml: String) throws -> [String] {
        try ReportReader.run(Self.reader, input: xml)
    }
}

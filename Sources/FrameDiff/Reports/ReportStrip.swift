/// A curve of both sides, drawn.
struct ReportStrip {
    let strip: DifferenceReport.Strip
    private static let width = 1000
    private static let height = 100

    /// A section with a sentence and the two curves over each other.
    var html: String {
        let name = ReportText.html(ReportText.visible(strip.name))
        let sentence = ReportText.html(ReportText.visible(strip.sentence))
        return """
            <section class="card strip" aria-label="\(name)">
            <h2>\(name)</h2>
            <p class="legend">\(sentence) <span class="key expected">expected</span>
            <span class="key actual">actual</span></p>
            <svg viewBox="0 0 \(Self.width) \(Self.height)" preserveAspectRatio="none" role="img" aria-label="\(sentence)">
            <path class="expected" d="\(path(strip.expected))"/>
            <path class="actual" d="\(path(strip.actual))"/>
            </svg>
            </section>
            """
    }

    /// A line through the values, or through the highest of every few where there are more than can be seen.
    private func path(_ values: [Float]) -> String {
        guard !values.isEmpty else { return "" }
        let columns = min(values.count, Self.width)
        var result = ""
        for column in 0..<columns {
            let range = column * values.count / columns..<(column + 1) * values.count / columns
            let highest = values[range].reduce(Float(0)) { $1.isFinite ? max($0, $1) : $0 }
            let x = columns == 1 ? 0 : Double(column * Self.width) / Double(columns - 1)
            let y = Double(Self.height) - Double(min(1, highest)) * Double(Self.height - 4) - 2
            result += (column == 0 ? "M" : "L") + ReportText.decimal(x) + " " + ReportText.decimal(y)
        }
        return columns == 1 ? result + "H\(Self.width)" : result
    }
}

extension Diagnostic {
    /// The text shown on a terminal: `ambient: FILE:LINE:COLUMN: error: message [code]`, the source line with a
    /// caret where there is one, then the hint.
    public func rendered(program: String = "ambient") -> String {
        var head = program + ": "
        if let file {
            head += Wording.printable(file) + ":"
            if let location { head += "\(location.line):\(location.column):" }
            head += " "
        }
        head += "\(severity.rawValue): \(Wording.printable(message)) [\(code)]"
        var lines = [head]
        if let excerpt { lines += excerpt }
        if let hint { lines.append("  hint: " + Wording.printable(hint)) }
        return lines.joined(separator: "\n")
    }

    /// The source line and the caret line under it; nil without a span or on an empty line.
    private var excerpt: [String]? {
        guard let source, let span, let location else { return nil }
        let full = Array(source.line(location.line).unicodeScalars)
        guard !full.isEmpty else { return nil }
        // Long lines (minified JSON, generated shaders) are cut to a window around the column.
        let width = 100
        let column = min(location.column - 1, full.count)
        let first = max(0, min(column - width / 2, full.count - width))
        let window = full[first..<min(full.count, first + width)]
        let end = source.location(at: span.end)
        let lastColumn = end.line == location.line ? end.column - 1 : full.count
        let caretCount = max(1, min(lastColumn, first + width) - column)
        var text = ""
        var padding = ""
        var carets = ""
        for (index, scalar) in window.enumerated() {
            text.unicodeScalars.append(scalar == "\t" ? scalar : Wording.shown(scalar))
            let cells = Wording.cells(scalar)
            if first + index < column {
                padding += scalar == "\t" ? "\t" : String(repeating: " ", count: cells)
            } else if first + index < column + caretCount {
                carets += String(repeating: "^", count: cells)
            }
        }
        return ["  " + text, "  " + padding + (carets.isEmpty ? "^" : carets)]
    }

    /// The diagnostic for programs: `code severity file path line column message hint`, absent ones null.
    public var json: JSONText {
        .object([
            ("code", .string(code)),
            ("severity", .string(severity.rawValue)),
            ("file", file.map(JSONText.string) ?? .null),
            ("path", path.map(JSONText.string) ?? .null),
            ("line", location.map { .integer($0.line) } ?? .null),
            ("column", location.map { .integer($0.column) } ?? .null),
            ("message", .string(message)),
            ("hint", hint.map(JSONText.string) ?? .null),
        ])
    }
}

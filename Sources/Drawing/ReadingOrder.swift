/// Keeps hours before minutes where Arabic-Indic digits would swap them.
enum ReadingOrder {
    /// Adds left-to-right marks so that numbers parted by signs or blanks keep their order.
    ///
    /// Two Arabic-Indic numbers with `:`, `.`, `,` or `/` between them are one number to the bidirectional algorithm
    /// (UAX #9, W4) and read left to right; with `-`, a blank or `∶` between them they are two, and the second would
    /// stand to the left of the first (N1). Text with right-to-left letters keeps that order, which there is the natural
    /// one: a date reads from the right.
    static func keepingTimeFields(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        guard scalars.contains(where: isArabicDigit), !scalars.contains(where: isRightToLeftLetter) else { return text }
        var result = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            result.append(scalars[index])
            index += 1
            guard isArabicDigit(scalars[index - 1]) else { continue }
            let end = scalars[index...].firstIndex { isArabicDigit($0) || $0.properties.isAlphabetic }
            guard let end, end > index, isArabicDigit(scalars[end]) else { continue }
            if end == index + 1, isSeparator(scalars[index]) { continue }
            result.append(leftToRightMark)
            result.append(contentsOf: scalars[index..<end])
            result.append(leftToRightMark)
            index = end
        }
        return String(result)
    }

    private static let leftToRightMark: Unicode.Scalar = "\u{200e}"

    /// Bidirectional class AN: Arabic-Indic digits. (Persian digits are class EN and need no help.)
    private static func isArabicDigit(_ scalar: Unicode.Scalar) -> Bool { 0x660...0x669 ~= scalar.value }

    /// Bidirectional classes R and AL, as far as scripts with Arabic-Indic digits or words among them go.
    private static func isRightToLeftLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic
            && (0x590...0x8ff ~= scalar.value || 0xfb1d...0xfdff ~= scalar.value || 0xfe70...0xfefc ~= scalar.value)
    }

    /// Bidirectional class CS, common number separators.
    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        [0x2c, 0x2e, 0x2f, 0x3a, 0xa0, 0x60c, 0x202f].contains(scalar.value)
    }
}

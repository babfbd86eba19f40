extension FrameRate {
    /// Reads `30`, `12.5`, `30000/1001`; 23.976, 29.97, 47.952, 59.94 and 119.88 mean x/1001. Nil for anything else.
    public init?(text: String) {
        let ntsc: [String: Int64] = [
            "23.976": 24_000, "23.98": 24_000, "29.97": 30_000, "47.952": 48_000, "59.94": 60_000, "119.88": 120_000,
        ]
        if let thousands = ntsc[text] {
            self.init(Rational(thousands, 1001))
            return
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first, let numerator = Rational(decimal: first) else { return nil }
        guard parts.count == 2 else {
            self.init(numerator)
            return
        }
        guard let denominator = Rational(decimal: parts[1]), denominator > .zero else { return nil }
        self.init(numerator / denominator)
    }
}

extension Rational {
    /// Reads a plain decimal number without sign or exponent, exactly: up to 12 digits before and 9 after the point.
    public init?(decimal text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, whole.utf8.count <= 12 else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard fraction.utf8.count <= 9, !(whole.isEmpty && fraction.isEmpty) else { return nil }
        var value: Int64 = 0
        var scale: Int64 = 1
        for (digits, isFraction) in [(String(whole), false), (String(fraction), true)] {
            for digit in digits.utf8 {
                guard digit >= 48, digit <= 57 else { return nil }
                value = value * 10 + Int64(digit - 48)
                if isFraction { scale *= 10 }
                guard value < 1_000_000_000_000_000 else { return nil }
            }
        }
        self.init(value, scale)
    }
}

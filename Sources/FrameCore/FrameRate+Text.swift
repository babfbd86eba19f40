extension FrameRate {
    /// Reads a whole number, a fraction, or a decimal: `30`, `30000/1001`, `12.5`.
    ///
    /// 23.976 (also 23.98), 29.97, 47.95 (also 47.952), 59.94 and 119.88 mean the exact x/1001. Nil unless between
    /// 1/1000 and 1000.
    public init?(text: String) {
        let broadcast: [String: Int64] = [
            "23.976": 24, "23.98": 24, "29.97": 30, "47.952": 48, "47.95": 48, "59.94": 60, "119.88": 120,
        ]
        if let nominal = broadcast[text] {
            self.init(Rational(nominal * 1000, 1001))
            return
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let isWhole = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }
        if parts.count == 2, isWhole, let top = Int64(parts[0]), let bottom = Int64(parts[1]), bottom > 0 {
            self.init(Rational(top, bottom))
        } else if parts.count == 1, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2E }),
            let value = TimeText.parse(text)
        {
            self.init(value)
        } else {
            return nil
        }
    }
}

extension PixelSize {
    /// Reads `WxH`, two whole numbers without sign; nil for anything else.
    ///
    /// Zero and large sides are the caller's to refuse.
    public init?(text: String) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }),
            let width = Int(parts[0]), let height = Int(parts[1])
        else { return nil }
        self.init(width, height)
    }
}

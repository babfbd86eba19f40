import Synchronization

/// Shapes lines of text with the fonts of a catalogue; safe to use from any thread.
final class TextShaper: Sendable {
    // Pango's objects may be used by one thread at a time: they are made, used and released under this lock only.
    private let fonts: Mutex<Fonts>
    private let outlines = Mutex(RecentlyUsed<TextLine, TextOutline>(count: 64, cost: 1 << 20))
    private let paragraphs = Mutex(RecentlyUsed<ParagraphShape, ParagraphOutline>(count: 64, cost: 1 << 20))

    init(catalog: FontCatalog) throws(DrawingError) {
        try catalog.checkRequired()
        fonts = Mutex(Fonts(catalog: catalog))
    }

    /// The outline of a line of text.
    func outline(of line: TextLine) throws(DrawingError) -> TextOutline {
        if let known = outlines.withLock({ $0.value(for: line) }) { return known }
        let outline = try fonts.withLock { (fonts) throws(DrawingError) in try fonts.outline(of: line) }
        let cost = outline.steps.count + outline.pictures.reduce(1) { $0 + $1.bytes.count / 64 }
        outlines.withLock { $0.insert(outline, for: line, cost: cost) }
        return outline
    }

    /// The outline of a text on several lines.
    func outline(of shape: ParagraphShape) throws(DrawingError) -> ParagraphOutline {
        if let known = paragraphs.withLock({ $0.value(for: shape) }) { return known }
        let outline = try fonts.withLock { (fonts) throws(DrawingError) in try fonts.outline(of: shape) }
        let cost = outline.glyphs.steps.count + outline.glyphs.pictures.reduce(1) { $0 + $1.bytes.count / 64 }
        paragraphs.withLock { $0.insert(outline, for: shape, cost: cost) }
        return outline
    }

    private struct Fonts {
        let catalog: FontCatalog
        let hasEmojiFont: Bool
        /// One per step of the catalogue, opened when first needed.
        var contexts: [Int: FontContext] = [:]

        init(catalog: FontCatalog) {
            self.catalog = catalog
            hasEmojiFont = catalog.files.contains { $0.family == KnownFont.emojiFamily }
        }

        /// Sets a line with the first step of the catalogue that has all its characters, else with all fonts.
        ///
        /// The choice is made per text and not per process, so that the result does not depend on what came before.
        mutating func outline(of line: TextLine) throws(DrawingError) -> TextOutline {
            var outline = TextOutline()
            for step in steps(for: line) {
                let size = TextShaper.referenceSize(for: line, isLastStep: step == catalog.tiers.count - 1)
                outline = try open(step).outline(of: line, referenceSize: size)
                if outline.missingGlyphs == 0 { break }
            }
            return outline
        }

        /// The same for several lines.
        mutating func outline(of shape: ParagraphShape) throws(DrawingError) -> ParagraphOutline {
            var outline = ParagraphOutline()
            for step in steps(for: shape.line) {
                outline = try open(step).outline(of: shape, referenceSize: ParagraphShape.referenceSize)
                if outline.glyphs.missingGlyphs == 0 { break }
            }
            return outline
        }

        /// The steps of the catalogue to try, in order.
        private func steps(for line: TextLine) -> [Int] {
            // Other fonts have some emoji too, as line drawings.
            let wantsEmojiFont = hasEmojiFont && line.text.unicodeScalars.contains(where: TextShaper.isEmoji)
            let last = catalog.tiers.count - 1
            return catalog.tiers.indices.filter { step in
                wantsEmojiFont ? step == last : step == 0 || !catalog.tiers[step].isEmpty
            }
        }

        private mutating func open(_ step: Int) throws(DrawingError) -> FontContext {
            if let context = contexts[step] { return context }
            let context = try FontContext(files: Array(catalog.tiers[...step].joined()))
            contexts[step] = context
            return context
        }
    }

    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isEmojiPresentation || scalar.value == 0xfe0f
    }

    /// Pixels per em to shape at.
    ///
    /// Large, because FreeType's points are 1/64 pixel and cairo's 1/256; small for long lines, whose length in Pango
    /// units must fit 32 bits; near the emoji font's own 128 pixels where that font may be used.
    private static func referenceSize(for line: TextLine, isLastStep: Bool) -> Double {
        if line.text.unicodeScalars.count > 128 { return 64 }
        return isLastStep ? 128 : 1024
    }
}

import CPango

/// Pango over a closed set of font files: shapes one line of text at a time into geometry.
///
/// Not safe to use from two threads at once; `TextShaper` holds it under a lock.
final class FontContext {
    private let config: OpaquePointer
    private let fontMap: UnsafeMutablePointer<PangoFontMap>
    private let context: OpaquePointer
    private let families: [String]
    /// The widest digit of a script, once measured.
    var digitWidths: [DigitKey: Int32] = [:]

    /// Opens the files; no other font can be chosen, and no configuration of the system is read.
    init(files: [FontFile]) throws(DrawingError) {
        FontContext.closeDefaultConfiguration()
        guard let config = FcConfigCreate() else { throw DrawingError(.libraryFailed, "cannot set up fontconfig") }
        do throws(DrawingError) {
            let rulesAreRead = FontContext.rules.withCString { text in
                text.withMemoryRebound(to: FcChar8.self, capacity: FontContext.rules.utf8.count) {
                    FcConfigParseAndLoadFromMemory(config, $0, 1)
                }
            }
            try FontContext.check(rulesAreRead, "cannot set up the font rules")
            for file in files {
                let isAdded = file.path.withCString { path in
                    path.withMemoryRebound(to: FcChar8.self, capacity: file.path.utf8.count + 1) {
                        FcConfigAppFontAddFile(config, $0)
                    }
                }
                guard isAdded != 0 else {
                    throw DrawingError(
                        .fontUnreadable, "the font file \(file.path) cannot be read",
                        hint: "apt install --reinstall \(file.package)")
                }
            }
        } catch {
            FcConfigDestroy(config)
            throw error
        }
        guard let fontMap = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT) else {
            FcConfigDestroy(config)
            throw DrawingError(.libraryFailed, "Pango was built without FreeType fonts")
        }
        ambient_font_map_set_config(fontMap, config)
        // "Inter 30" is 30 pixels at 72 dots an inch.
        pango_cairo_font_map_set_resolution(OpaquePointer(fontMap), 72)
        guard let context = pango_font_map_create_context(fontMap) else {
            ambient_object_unref(fontMap)
            FcConfigDestroy(config)
            throw DrawingError(.libraryFailed, "cannot set up Pango")
        }
        self.config = config
        self.fontMap = fontMap
        self.context = context
        families = files.map(\.family)

        pango_context_set_base_dir(context, PANGO_DIRECTION_LTR)
        pango_context_set_round_glyph_positions(context, 0)
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
    }

    deinit {
        ambient_object_unref(UnsafeMutableRawPointer(context))
        ambient_object_unref(fontMap)
        FcConfigDestroy(config)
    }

    /// Sets one line of text at `referenceSize` pixels; the result is in ems.
    func outline(of line: TextLine, referenceSize: Double) throws(DrawingError) -> TextOutline {
        guard let description = makeDescription(for: line, size: referenceSize) else {
            throw DrawingError(.libraryFailed, "cannot describe a font to Pango")
        }
        defer { pango_font_description_free(description) }
        let layout = try makeLayout(of: line, description: description)
        defer { ambient_object_unref(UnsafeMutableRawPointer(layout)) }
        if line.features.contains(.tabularFigures) {
            try alignDigits(in: layout, line: line, description: description, referenceSize: referenceSize)
        }
        var outline = TextOutline()
        (outline.ascent, outline.descent) = try extents(of: description)
        outline.missingGlyphs = Int(pango_layout_get_unknown_glyphs_count(layout))
        if let set = pango_layout_get_line(layout, 0) {
            try GlyphTracer(referenceSize: referenceSize).trace(set, into: &outline)
        }
        return outline
    }

    /// Lays out a text as one line; the caller owns the result.
    func makeLayout(of line: TextLine, description: OpaquePointer) throws(DrawingError) -> OpaquePointer {
        guard let layout = pango_layout_new(context) else {
            throw DrawingError(.libraryFailed, "cannot lay out text")
        }
        pango_context_set_language(context, pango_language_from_string(line.language))
        pango_layout_set_auto_dir(layout, 0)
        pango_layout_set_single_paragraph_mode(layout, 1)
        pango_layout_set_font_description(layout, description)
        pango_layout_set_text(layout, line.text, Int32(line.text.utf8.count))
        let attributes = makeAttributes(for: line)
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
        return layout
    }

    // MARK: - Set-up

    /// Bitmap fonts are scaled to the size asked for, and emoji come from the emoji font: what fontconfig's default
    /// files would say.
    private static let rules = """
        <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
        <match target="font">
          <test name="outline" compare="eq"><bool>false</bool></test>
          <test name="scalable" compare="eq"><bool>true</bool></test>
          <edit name="matrix" mode="assign"><times><name>matrix</name><matrix>
            <divide><name target="pattern">pixelsize</name><name target="font">pixelsize</name></divide>
            <double>0</double><double>0</double>
            <divide><name target="pattern">pixelsize</name><name target="font">pixelsize</name></divide>
          </matrix></times></edit>
        </match>
        <match target="pattern">
          <test name="family" compare="eq"><string>emoji</string></test>
          <edit name="family" mode="prepend" binding="strong"><string>\(KnownFont.emojiFamily)</string></edit>
        </match>
        </fontconfig>
        """

    /// Makes an empty configuration the process's default: Pango's first font map would load the system's otherwise.
    private static func closeDefaultConfiguration() { _ = isDefaultClosed }

    private static let isDefaultClosed: Bool = {
        guard let empty = FcConfigCreate() else { return false }
        // The library takes a reference of its own.
        defer { FcConfigDestroy(empty) }
        return FcConfigSetCurrent(empty) != 0
    }()

    private static func check(_ status: FcBool, _ failure: String) throws(DrawingError) {
        if status == 0 { throw DrawingError(.libraryFailed, failure) }
    }

    func makeDescription(for line: TextLine, size: Double) -> OpaquePointer? {
        guard let description = pango_font_description_new() else { return nil }
        var names: [String] = []
        for family in families where !names.contains(family) {
            if family == KnownFont.cjkFamily {
                names += KnownFont.cjkFamilies(first: TextLanguage.eastAsian(of: line.text, language: line.language))
            } else {
                names.append(family)
            }
        }
        pango_font_description_set_family(description, names.joined(separator: ","))
        pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
        pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(line.face.weight)))
        pango_font_description_set_style(description, line.face.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        pango_font_description_set_variations(description, "wght=\(line.face.weight)")
        return description
    }

    private func makeAttributes(for line: TextLine) -> OpaquePointer? {
        let list = pango_attr_list_new()
        let features = line.features.openTypeSettings
        if !features.isEmpty { pango_attr_list_insert(list, pango_attr_font_features_new(features)) }
        let language = pango_language_from_string(line.language)
        let eastAsian = TextLanguage.eastAsian(of: line.text, language: line.language)
        var start: UInt32 = 0
        for scalar in line.text.unicodeScalars {
            let end = start + UInt32(UTF8.width(scalar))
            let script = g_unichar_get_script(scalar.value)
            if let tag = FontContext.language(for: script, text: language, eastAsian: eastAsian),
                let attribute = pango_attr_language_new(pango_language_from_string(tag))
            {
                attribute.pointee.start_index = start
                attribute.pointee.end_index = end
                // Joins neighbours of one value, so that letters of one word stay together.
                pango_attr_list_change(list, attribute)
            }
            start = end
        }
        return list
    }

    private static func language(
        for script: GUnicodeScript, text: OpaquePointer?, eastAsian: String
    ) -> String? {
        if pango_language_includes_script(text, PangoScript(rawValue: script.rawValue)) != 0 { return nil }
        if script == G_UNICODE_SCRIPT_HAN { return eastAsian == "zh-hans" ? "zh-cn" : eastAsian }
        let code = g_unicode_script_to_iso15924(script)
        let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> UInt32($0)) }
        return TextLanguage.byScript[String(decoding: letters, as: UTF8.self)]
    }

    /// Ascent and descent of the first family in ems, from the font file and not from what Pango rounds.
    func extents(of description: OpaquePointer) throws(DrawingError) -> (ascent: Double, descent: Double) {
        guard let font = pango_context_load_font(context, description) else {
            throw DrawingError(.libraryFailed, "Pango finds no font")
        }
        defer { ambient_object_unref(font) }
        guard let shaped = pango_font_get_hb_font(font), let face = hb_font_get_face(shaped) else {
            throw DrawingError(.libraryFailed, "HarfBuzz cannot read the font")
        }
        // A new font has the scale of the file's own units.
        let unscaled = hb_font_create(face)
        defer { hb_font_destroy(unscaled) }
        var extents = hb_font_extents_t()
        let units = Double(hb_face_get_upem(face))
        guard hb_font_get_h_extents(unscaled, &extents) != 0, units > 0 else {
            throw DrawingError(.libraryFailed, "the font has no line metrics")
        }
        return (Double(extents.ascender) / units, -Double(extents.descender) / units)
    }
}

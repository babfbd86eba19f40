import CPango
import _FoundationICU

/// The versions of the libraries that text depends on, at run time.
public enum DrawingVersions {
    /// Name and version of each library, in the order to show them in.
    public static var all: [(name: String, version: String)] {
        [
            ("Pango", text(pango_version_string())),
            ("Cairo", text(cairo_version_string())),
            ("HarfBuzz", text(hb_version_string())),
            ("FreeType", freeType),
            ("Fontconfig", fontconfig),
            ("ICU", icu),
        ]
    }

    private static var freeType: String {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0 else { return unknown }
        defer { FT_Done_FreeType(library) }
        var (major, minor, patch): (FT_Int, FT_Int, FT_Int) = (0, 0, 0)
        FT_Library_Version(library, &major, &minor, &patch)
        return "\(major).\(minor).\(patch)"
    }

    private static var fontconfig: String {
        // One number: major · 10000 + minor · 100 + revision.
        let version = FcGetVersion()
        return "\(version / 10_000).\(version / 100 % 100).\(version % 100)"
    }

    /// Foundation's own copy, which has the locales, the date patterns and the time zone rules.
    private static var icu: String { U_ICU_VERSION }

    private static let unknown = "unknown"

    private static func text(_ string: UnsafePointer<CChar>?) -> String {
        string.map { String(cString: $0) } ?? unknown
    }
}

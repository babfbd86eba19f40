import Foundation

/// A font file that text may be set with.
public struct FontFile: Hashable, Sendable {
    public let path: String
    /// Bytes: with the name enough to tell versions of a Debian package apart.
    public let size: Int
    /// The family name inside the file.
    public let family: String
    /// The Debian package it comes from.
    public let package: String
}

/// A font file that was looked for and is not there.
public struct MissingFontFile: Hashable, Sendable {
    public let name: String
    /// The Debian package to install.
    public let package: String
    /// True if nothing can be drawn without it.
    public let isRequired: Bool
}

/// The pinned fonts of this machine: which of the known files are installed.
///
/// Files are found by name in a few directories fixed here; no font configuration of the system or of the user is
/// read. Inter is needed; the rest fills in for scripts that Inter lacks. The order is that of `Docs/Fonts.md`.
public struct FontCatalog: Hashable, Sendable {
    /// The files found, first choice first.
    public let files: [FontFile]
    /// The known files that were not found.
    public let missing: [MissingFontFile]
    /// The files by the step at which they are tried: Inter, then other scripts, then the very large files.
    let tiers: [[FontFile]]

    /// Where Debian puts the fonts.
    public static let standardDirectories = [
        "/usr/share/fonts/truetype/inter-vf",
        "/usr/share/fonts/truetype/noto",
        "/usr/share/fonts/opentype/noto",
    ]

    /// Looks for the fonts; of several directories with a file of one name the first wins.
    public init(directories: [String] = FontCatalog.standardDirectories) {
        var tiers: [[FontFile]] = []
        var missing: [MissingFontFile] = []
        for (index, tier) in KnownFont.tiers.enumerated() {
            var found: [FontFile] = []
            for font in tier {
                let paths = directories.lazy.map { $0 + "/" + font.fileName }
                if let file = paths.compactMap({ path in FontCatalog.size(of: path).map { (path, $0) } }).first {
                    found.append(FontFile(path: file.0, size: file.1, family: font.family, package: font.package))
                } else {
                    missing.append(
                        MissingFontFile(name: font.fileName, package: font.package, isRequired: index == 0))
                }
            }
            tiers.append(found)
        }
        self.tiers = tiers
        self.missing = missing
        files = tiers.flatMap { $0 }
    }

    /// The Debian packages whose files were not found, without repeats, required ones first.
    public var missingPackages: [String] {
        var packages: [String] = []
        for font in missing where !packages.contains(font.package) { packages.append(font.package) }
        return packages
    }

    /// The packages not installed that would have the characters of `text` Inter lacks; may be empty.
    ///
    /// To be asked only when text came out with missing glyphs.
    public func packagesToInstall(for text: String) -> [String] {
        let missing = missingPackages
        var wanted: [String] = []
        let classes = Set(text.unicodeScalars.lazy.filter { $0.value > 0x7f }.map(KnownFont.package(for:)))
        for package in KnownFont.packages where classes.contains(package) && missing.contains(package) {
            wanted.append(package)
        }
        return wanted
    }

    /// Throws, naming the package, if a required file was not found.
    func checkRequired() throws(DrawingError) {
        guard let font = missing.first(where: \.isRequired) else { return }
        throw DrawingError(
            .fontMissing, "the font \(font.name) is not installed", hint: "apt install \(font.package)")
    }

    private static func size(of path: String) -> Int? {
        // Links are followed: the attributes are those of the file itself.
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        guard let values = try? FileManager.default.attributesOfItem(atPath: url.path),
            values[.type] as? FileAttributeType == .typeRegular, let size = values[.size] as? NSNumber
        else { return nil }
        return size.intValue
    }
}

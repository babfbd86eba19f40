import Drawing
import Foundation
import Testing

@Suite struct FontCatalogTests {
    @Test func namesThePackageThatIsMissing() throws {
        let catalog = FontCatalog(directories: ["/nonexistent"])
        #expect(catalog.files.isEmpty)
        #expect(
            catalog.missingPackages == [
                "fonts-inter-variable", "fonts-noto-core", "fonts-noto-cjk", "fonts-noto-color-emoji",
            ])
        let error = #expect(throws: DrawingError.self) { try TextRenderer(catalog: catalog) }
        #expect(error?.code == .fontMissing)
        #expect(error?.description.contains("apt install fonts-inter-variable") == true)
    }

    @Test func findsInterFirst() throws {
        let first = try #require(machineFonts.files.first)
        #expect(first.family == "Inter")
        #expect(first.path.hasSuffix("/Inter-roman.var.ttf"))
        #expect(first.size == (try Data(contentsOf: URL(fileURLWithPath: first.path))).count)
    }

    @Test func everyFileFoundHasTheFamilyItIsListedUnder() throws {
        // The name table stores family names in UTF-16 or ASCII; either spelling must occur in the file.
        for file in machineFonts.files where file.family != "Noto Sans CJK" {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file.path))
            let wide = Data(file.family.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
            #expect(bytes.range(of: wide) != nil, "\(file.family) in \(file.path)")
        }
    }

    @Test func aFileThatIsNoFontIsAnError() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("fonts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        for name in ["Inter-roman.var.ttf", "Inter-italic.var.ttf"] {
            try Data("not a font".utf8).write(to: directory.appendingPathComponent(name))
        }
        let renderer = try TextRenderer(catalog: FontCatalog(directories: [directory.path]))
        let error = #expect(throws: DrawingError.self) {
            try renderer.render("9:41", style: TextStyle(face: .thin, pixelSize: 20))
        }
        #expect(error?.code == .fontUnreadable)
    }

    @Test func interAloneDrawsAndCountsWhatItLacks() throws {
        let directories = Set(
            machineFonts.files.filter { $0.family == "Inter" }.map {
                URL(fileURLWithPath: $0.path).deletingLastPathComponent().path
            })
        let catalog = FontCatalog(directories: Array(directories))
        let renderer = try TextRenderer(catalog: catalog)
        let style = TextStyle(face: .thin, pixelSize: 40)
        #expect(try renderer.render("9:41", style: style).missingGlyphs == 0)
        let text = "٩ 日 😀"
        let drawn = try renderer.render(text, style: style)
        #expect(drawn.missingGlyphs == 3)
        // A box stands for each.
        #expect(drawn.image.sum(of: 3) > 0)
        #expect(
            catalog.packagesToInstall(for: text) == ["fonts-noto-core", "fonts-noto-cjk", "fonts-noto-color-emoji"])
        #expect(catalog.packagesToInstall(for: "٩") == ["fonts-noto-core"])
        #expect(catalog.packagesToInstall(for: "9:41") == [])
    }
}

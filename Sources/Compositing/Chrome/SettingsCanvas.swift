public import Drawing
public import FrameCore
import Imaging
public import Interaction

/// Draws the settings screen of the display over a frame, as a table of groups in the style of iOS 12.
///
/// What it draws is a pure function of the view; it may be used from several threads at once.
public final class SettingsCanvas: Sendable {
    /// What the layer is called.
    public static let layer = "settings"

    private let geometry: ScreenGeometry
    private let painter: ChromePainter
    private let sheets = ChromeCache<SettingsScreenView, Sprite>(count: 2, cost: 96 << 20)

    /// Prepares a canvas; sides are clamped to 1…`PixelSize.largestSide`, `pointScale` is pixels per point.
    public init(geometry: ScreenGeometry, size: PixelSize, pointScale: Double, texts: TextRenderer) {
        self.geometry = geometry
        painter = ChromePainter(
            grid: PixelGrid(
                size: size, pointScale: pointScale, screenWidth: geometry.width, screenHeight: geometry.height),
            texts: texts)
    }

    /// How dark the picture is beside the sheet, of 255.
    private static let dimming = 120

    /// Draws the settings over a frame: the picture is dimmed, the sheet lies over it.
    ///
    /// Throws what the fonts throw.
    public func draw(_ view: SettingsScreenView, over pixels: inout PixelBuffer) throws {
        let opacity = min(max(view.opacity, 0), 255)
        guard opacity > 0 else { return }
        var key = view
        key.opacity = 255
        // A scroll that is no number equals nothing, itself included, and would never leave a cache.
        if !key.scroll.isFinite { key.scroll = 0 }
        let sprite = try sheets.value(for: key, cost: \.cost) { try sheet(key) }
        pixels.dim(to: 255 - (SettingsCanvas.dimming * opacity + 127) / 255)
        sprite.draw(over: &pixels, opacity: opacity)
    }

    // MARK: - The sheet

    private typealias Palette = SettingsPalette

    private func sheet(_ view: SettingsScreenView) throws -> Sprite {
        let layout = SettingsLayout(
            screen: geometry, themeCount: view.themes.count, playlistCount: view.playlists.count)
        let grid = painter.grid
        var area = grid.pixels(
            x: layout.sheet.x, y: layout.sheet.y, width: layout.sheet.width, height: layout.sheet.height)
        (area.width, area.height) = (min(area.width, grid.size.width + 1), min(area.height, grid.size.height + 1))
        guard area.width > 0, area.height > 0 else { return .empty }
        var sprite = Sprite(
            image: PixelBuffer(width: area.width, height: area.height), x: area.x, y: area.y)
        func draw(_ part: Sprite) { part.draw(over: &sprite.image, originX: sprite.x, originY: sprite.y) }

        draw(painter.box(layout.sheet, radius: 0, Palette.ground))
        for section in SettingsLayout.Section.allCases {
            for part in try group(section, view, layout) { draw(part) }
        }
        // Over the rows that are scrolled away, up to the edge of the screen.
        var bar = layout.titleBar
        (bar.y, bar.height) = (layout.sheet.y, layout.titleBar.maxY - layout.sheet.y)
        draw(painter.box(bar, radius: 0, Palette.bar))
        draw(hairline(x: bar.x, y: bar.maxY, width: bar.width, layout, Palette.barEdge))
        let title = ChromeText(size: 17 * layout.scale, weight: 600, colour: .black, alignment: .centre)
        let y = layout.titleBar.midY - title.size * title.lineHeight / 2
        draw(try painter.text("Settings", title, x: layout.sheet.x, y: y, width: layout.sheet.width))
        let done = ChromeText(size: title.size, weight: 600, colour: Palette.tint, alignment: .trailing)
        draw(
            try painter.text(
                "Done", done, x: layout.done.x, y: y, width: layout.done.width - 16 * layout.scale))

        if layout.isFloating {
            var corners = VectorShape()
            corners.addRectangle(
                x: 0, y: 0, width: Double(area.width), height: Double(area.height),
                radius: 12 * layout.scale * grid.scale)
            Shading.mask(
                &sprite.image, by: corners.coverage(scale: 1, size: PixelSize(area.width, area.height)))
        }
        return sprite
    }

    private func group(
        _ section: SettingsLayout.Section, _ view: SettingsScreenView, _ layout: SettingsLayout
    ) throws -> [Sprite] {
        let header = layout.header(section, scroll: view.scroll)
        let visible = layout.visibleRows(section, scroll: view.scroll)
        let (left, right) = layout.sideInsets
        var sprites: [Sprite] = []
        if header.overlaps(layout.table) {
            let look = ChromeText(size: 13 * layout.scale, weight: 400, colour: Palette.header)
            sprites.append(
                try painter.text(
                    SettingsCanvas.title(section), look, x: header.x + left,
                    y: header.maxY - 7 * layout.scale - look.size * look.lineHeight,
                    width: header.width - left - right))
        }
        for index in visible {
            let row = layout.row(section, index, scroll: view.scroll)
            sprites.append(painter.box(row, radius: 0, Palette.row))
            // Between rows the line starts at the text; around the group it goes from edge to edge.
            let start = index == 0 ? 0 : left
            sprites.append(
                hairline(x: row.x + start, y: row.y, width: row.width - start, layout, Palette.separator))
            if index == layout.rowCount(section) - 1 {
                sprites.append(hairline(x: row.x, y: row.maxY, width: row.width, layout, Palette.separator))
            }
            sprites += try content(of: section, index, row, view, layout)
        }
        return sprites
    }

    private func hairline(
        x: Double, y: Double, width: Double, _ layout: SettingsLayout, _ colour: RGBAColour
    ) -> Sprite {
        let line = layout.scale > 1 ? 1 : 0.5
        return painter.box(
            PointRectangle(x: x, y: y, width: width, height: max(line, 1 / painter.grid.scale)), radius: 0, colour)
    }

    private static func title(_ section: SettingsLayout.Section) -> String {
        switch section {
        case .weather: "WEATHER"
        case .theme: "THEME"
        case .music: "MUSIC"
        case .packages: "PACKAGES"
        }
    }

    // MARK: - Rows

    private func content(
        of section: SettingsLayout.Section, _ index: Int, _ row: PointRectangle, _ view: SettingsScreenView,
        _ layout: SettingsLayout
    ) throws -> [Sprite] {
        switch section {
        case .weather where index == 0:
            let control = layout.weatherSwitch(scroll: view.scroll)
            let width = control.x - row.x - layout.sideInsets.left - 8 * layout.scale
            return [try text("Match theme to weather", in: row, layout, width: width)]
                + toggle(control, isOn: view.weatherAutoTheme)
        case .weather: return try location(row, view, layout)
        case .theme:
            guard view.themes.indices.contains(index) else { return try nothing("No themes installed", row, layout) }
            return try choice(view.themes[index], row, layout, isEnabled: !view.weatherAutoTheme)
        case .music:
            guard view.playlists.indices.contains(index) else {
                return try nothing("No playlists installed", row, layout)
            }
            return try choice(view.playlists[index], row, layout, isEnabled: true)
        case .packages: return [try text("Import Package (.zip)…", in: row, layout, colour: Palette.tint)]
        }
    }

    private func look(_ layout: SettingsLayout, _ colour: RGBAColour) -> ChromeText {
        ChromeText(size: 17 * layout.scale, weight: 400, colour: colour)
    }

    private func text(
        _ text: String, in row: PointRectangle, _ layout: SettingsLayout, colour: RGBAColour = .black,
        width: Double? = nil
    ) throws -> Sprite {
        let look = look(layout, colour)
        let (left, right) = layout.sideInsets
        return try painter.text(
            text, look, x: row.x + left, y: row.midY - look.size * look.lineHeight / 2,
            width: max(1, width ?? row.width - left - right))
    }

    private func nothing(_ text: String, _ row: PointRectangle, _ layout: SettingsLayout) throws -> [Sprite] {
        [try self.text(text, in: row, layout, colour: Palette.detail)]
    }

    private func location(
        _ row: PointRectangle, _ view: SettingsScreenView, _ layout: SettingsLayout
    ) throws -> [Sprite] {
        let side = 13 * layout.scale
        let (left, right) = layout.sideInsets
        let chevron = painter.icon(
            .chevron, x: row.maxX - right - side * 0.75, y: row.midY - side / 2, side: side, Palette.chevron)
        let look = look(layout, .black)
        let title = try painter.measure("Location", look, width: row.width).width
        let start = row.x + left + title + 16 * layout.scale
        var detail = look
        (detail.colour, detail.alignment) = (Palette.detail, .trailing)
        return [
            try text("Location", in: row, layout), chevron,
            try painter.text(
                view.location ?? "Not set", detail, x: start, y: row.midY - look.size * look.lineHeight / 2,
                width: max(1, row.maxX - right - side * 1.15 - start)),
        ]
    }

    private func choice(
        _ choice: SettingsScreenView.Row, _ row: PointRectangle, _ layout: SettingsLayout, isEnabled: Bool
    ) throws -> [Sprite] {
        let side = 17 * layout.scale
        let right = layout.sideInsets.right
        let width = row.width - layout.sideInsets.left - right - side * 1.4
        var sprites = [
            try text(choice.title, in: row, layout, colour: isEnabled ? .black : Palette.disabled, width: width)
        ]
        if choice.isChecked {
            sprites.append(
                painter.icon(
                    .checkMark, x: row.maxX - right - side, y: row.midY - side / 2, side: side,
                    isEnabled ? Palette.tint : Palette.disabled))
        }
        return sprites
    }

    private func toggle(_ box: PointRectangle, isOn: Bool) -> [Sprite] {
        let radius = box.height / 2
        let inset = box.height * 2 / 31
        let knob = PointRectangle(
            x: isOn ? box.maxX - box.height + inset : box.x + inset, y: box.y + inset,
            width: box.height - 2 * inset, height: box.height - 2 * inset)
        var halo = knob.insetBy(dx: -inset / 4, dy: -inset / 4)
        halo.y += inset / 2
        return [
            painter.box(box, radius: radius, isOn ? Palette.on : Palette.off),
            painter.box(halo, radius: halo.height / 2, .black(0.13)),
            painter.box(knob, radius: knob.height / 2, .white),
        ]
    }
}

/// The colours of iOS 12's grouped tables.
enum SettingsPalette {
    static let ground = RGBAColour(red: 239, green: 239, blue: 244)
    static let bar = RGBAColour(red: 249, green: 249, blue: 251)
    static let barEdge = RGBAColour(red: 178, green: 178, blue: 182)
    static let row = RGBAColour.white
    static let separator = RGBAColour(red: 200, green: 199, blue: 204)
    static let header = RGBAColour(red: 109, green: 109, blue: 114)
    static let detail = RGBAColour(red: 142, green: 142, blue: 147)
    static let disabled = RGBAColour(red: 172, green: 172, blue: 177)
    static let chevron = RGBAColour(red: 199, green: 199, blue: 204)
    static let tint = RGBAColour(red: 0, green: 122, blue: 255)
    static let on = RGBAColour(red: 76, green: 217, blue: 100)
    static let off = RGBAColour(red: 229, green: 229, blue: 234)
}

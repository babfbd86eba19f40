import Diagnostics
import FrameCore
import Interaction

/// The picture that is asked for: size, pixels a point, frame rate.
struct PictureSettings: Sendable {
    var size: PixelSize
    /// Pixels per point.
    var pointScale: Double
    var rate: FrameRate
    /// The preset the size comes from; nil with `--size`.
    var device: DevicePreset?
    /// The screen in points and how it is used; that of a named device, whatever the size.
    var geometry: ScreenGeometry

    static let options = [
        Option("device", value: "NAME", "preset of points, pixels per point and safe area (iphone-6)"),
        Option("orientation", value: "NAME", "landscape or portrait (landscape)"),
        Option("size", value: "WxH", "output pixels, overriding the device"),
        Option("point-scale", value: "X", "pixels per point (from the device; with --size alone min(W, H) / 375)"),
        Option("fps", value: "N", "frames per second: 30, 30000/1001, 29.97 (30)"),
    ]

    /// Reads the options; `defaults` are what a scenario's header says.
    init(_ arguments: Arguments, defaults: PictureDefaults = PictureDefaults()) throws(CommandFailure) {
        let deviceName = arguments.value("device") ?? defaults.device ?? DevicePreset.standard.name
        guard let preset = DevicePreset.named(deviceName) else {
            let names = DevicePreset.all.map(\.name)
            throw .usage(
                "unknown device '\(deviceName)'",
                hint: Wording.nearest(to: deviceName, among: names).map { "did you mean \($0)?" }
                    ?? "devices: " + names.joined(separator: ", "))
        }
        let isDeviceNamed = arguments.value("device") != nil || defaults.device != nil
        let orientationName = arguments.value("orientation") ?? defaults.orientation ?? "landscape"
        guard let orientation = Orientation(rawValue: orientationName) else {
            throw .usage("unknown orientation '\(orientationName)'", hint: "landscape or portrait")
        }
        // A device named on the command line goes before a size in a scenario's header.
        let isDeviceAsked = arguments.value("device") != nil || arguments.value("orientation") != nil
        if let size = try PictureSettings.size(arguments) ?? (isDeviceAsked ? nil : defaults.size) {
            guard (1...PixelSize.largestSide).contains(size.width), (1...PixelSize.largestSide).contains(size.height)
            else {
                throw .usage("size \(size) is out of range", hint: "each side is 1 to \(PixelSize.largestSide) pixels")
            }
            self.size = size
            device = nil
            // A screen of that size, unless a device is named: then that device, drawn smaller or larger.
            let side = isDeviceNamed ? min(preset.points.width, preset.points.height) : 375
            pointScale = Double(min(size.width, size.height)) / Double(side)
        } else {
            guard let size = preset.pixels(orientation) else {
                throw .usage("\(preset.name) has no portrait orientation")
            }
            self.size = size
            device = preset
            pointScale = Double(preset.scale)
        }
        if let text = arguments.value("point-scale") {
            guard let scale = Double(text), scale > 0, scale <= 100 else {
                throw .usage("--point-scale '\(text)' is not a number above 0 and up to 100")
            }
            pointScale = scale
        }
        let isUpright = size.height > size.width
        let isWhole = device != nil || isDeviceNamed
        geometry = ScreenGeometry(
            width: Double(size.width) / pointScale, height: Double(size.height) / pointScale,
            safe: isWhole ? preset.safeInsets(isUpright ? .portrait : .landscape) : SafeInsets(),
            profile: preset.isLandscapeOnly ? .remote : .touch)
        let rate = try arguments.value("fps", expected: "a frame rate such as 30, 29.97 or 30000/1001, up to 1000") {
            FrameRate(text: $0)
        }
        self.rate = rate ?? defaults.rate ?? .thirty
    }

    private static func size(_ arguments: Arguments) throws(CommandFailure) -> PixelSize? {
        guard let text = arguments.value("size") else { return nil }
        guard let size = PixelSize(text: text) else {
            // A sign is understood, so that a negative side is called what it is.
            if PixelSize(text: text.replacing("-", with: "")) != nil { throw .usage("size \(text) is out of range") }
            throw .usage("--size '\(text)' is not WIDTHxHEIGHT", hint: "for example --size 1280x720")
        }
        return size
    }

    /// The picture for a format with 4:2:0 chroma, which has even sides only.
    ///
    /// An odd `--size` is refused; a preset with an odd edge loses its last row or column, with a note.
    mutating func makeEven(for format: String, log: DiagnosticLog) throws(CommandFailure) {
        let even = PixelSize(size.width & ~1, size.height & ~1)
        guard even != size else { return }
        guard device != nil, even.width > 0, even.height > 0 else {
            let upper = PixelSize(
                min(PixelSize.largestSide, size.width + size.width % 2),
                min(PixelSize.largestSide, size.height + size.height % 2))
            let lower = PixelSize(max(2, even.width), max(2, even.height))
            let choices = lower == upper ? "\(upper)" : "\(lower) or \(upper)"
            throw .usage("\(format) needs even sides, not \(size)", hint: "use \(choices), or png, raw or framehash")
        }
        log.add(
            Diagnostic(
                .note, "output.odd-size", "\(format) needs even sides: \(size) is cut to \(even)",
                hint: "png, raw and framehash take odd sides"))
        size = even
    }
}

/// Picture settings of a scenario's header; options on the command line override them.
struct PictureDefaults: Sendable {
    var device: String?
    var orientation: String?
    var size: PixelSize?
    var rate: FrameRate?
}

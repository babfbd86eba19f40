import AmbientEngine
import Compositing
import Diagnostics
import FrameCore
import FrameDiff
import Goldens

/// The pixels that `ambient diff` leaves out: rectangles, pictures, and layers of the scene that both clips show.
struct ComparisonMask {
    private let fixed: PixelMask?
    private let layers: LayerPixels?

    static let options = [
        Option("mask", value: "WHAT", "x,y,w,h, a PNG (white is ignored), or a layer of --scene; may be repeated"),
        Option("scene", value: "SCENE", "what both clips show, drawn again to know a layer's pixels"),
        Option("point-scale", value: "X", "pixels per point of --scene (min(W, H) / 375)"),
    ]

    /// Reads the masks for frames of a size; `rate` is that of the clips.
    init(_ arguments: Arguments, size: PixelSize?, rate: FrameRate?, log: DiagnosticLog) throws {
        var mask: PixelMask?
        var names: Set<String> = []
        for word in arguments.values("mask") {
            guard let size else {
                throw CommandFailure(.badInput, "a mask needs clips of one known size", stage: "mask")
            }
            var next = mask ?? PixelMask(size: size)
            if word.lowercased().hasSuffix(".png") {
                let picture = try InputPicture.premultiplied(word, size: size)
                guard next.add(whiteOf: picture) else {
                    throw CommandFailure(
                        .badInput, "the mask '\(word)' is \(picture.size), and the frames are \(size)",
                        hint: "a mask is a PNG of the frame's size; white is ignored", stage: "mask")
                }
            } else if word.contains(",") {
                guard case .rectangle(let rectangle) = GoldenMask(text: word) else {
                    throw CommandFailure.usage("--mask '\(word)' is not x,y,w,h", hint: "for example --mask 0,0,320,40")
                }
                next.add(rectangle)
                guard next.ignoredCount > 0 else {
                    throw CommandFailure.usage("--mask '\(word)' lies outside the frames of \(size)")
                }
            } else {
                guard !word.isEmpty else { throw CommandFailure.usage("--mask is empty") }
                names.insert(word)
                continue
            }
            mask = next
        }
        if let mask, mask.ignoredCount == mask.size.area {
            throw CommandFailure.usage("the masks cover the whole frame: nothing is left to compare")
        }
        fixed = mask
        layers = try names.isEmpty ? nil : LayerPixels(names, arguments, size: size, rate: rate, log: log)
    }

    /// Whether layers of a scene are among the masks.
    var hasLayers: Bool { layers != nil }

    /// The mask of a frame; nil where there is none at all.
    var mask: (@Sendable (Int) throws -> PixelMask?)? {
        guard fixed != nil || layers != nil else { return nil }
        let (fixed, layers) = (fixed, layers)
        return { frame in
            guard let layers else { return fixed }
            var mask = try layers.mask(frame)
            if let fixed { _ = mask.add(fixed) }
            return mask
        }
    }
}

/// The pixels of some layers of a scene: those that are other without them, and around a clock the room for another time.
private final class LayerPixels: Sendable {
    private let size: PixelSize
    private let whole: FrameRenderer
    private let without: FrameRenderer
    /// The scene without the clocks among the layers; nil when there is none.
    private let withoutClocks: FrameRenderer?
    private let timeline: Timeline

    init(
        _ names: Set<String>, _ arguments: Arguments, size: PixelSize?, rate: FrameRate?, log: DiagnosticLog
    ) throws {
        let named = names.sorted().map { "'\($0)'" }.joined(separator: ", ")
        guard let word = arguments.value("scene"), let size else {
            throw CommandFailure.usage(
                "--mask \(named): a layer's pixels are known only of a scene",
                hint: "add --scene SCENE, the one both clips show")
        }
        var picture = try PictureSettings(arguments, defaults: PictureDefaults(size: size, rate: rate))
        picture.size = size
        let clock = try ClockSettings(arguments)
        let root = RootFolder(arguments)
        let selection = try root.select(word, log: log)
        let music = try root.music(arguments, settings: SoundSettings(arguments), active: false, log: log)
        let library = SceneLibrary(themes: selection.themes, picture: picture, clock: clock, log: log)
        let layers = try library.scene(selection.active.id).stack.layers
        let known = layers.map(\.name)
        for name in names.sorted() where !known.contains(name) {
            throw CommandFailure(
                .badInput, "\(selection.active.id) has no layer '\(name)'",
                hint: Wording.suggestion(for: name, among: known) ?? "its layers are " + known.joined(separator: ", "),
                stage: "mask")
        }
        self.size = size
        whole = FrameRenderer(provider: library, levels: music?.levels)
        without = FrameRenderer(provider: ScenesWithoutLayers(library, names), levels: music?.levels)
        let clocks = Set(
            layers.filter { layer in if case .clock = layer { names.contains(layer.name) } else { false } }.map(\.name))
        withoutClocks =
            clocks.isEmpty
            ? nil : FrameRenderer(provider: ScenesWithoutLayers(library, clocks), levels: music?.levels)
        timeline = Timeline(sceneID: selection.active.id, rate: picture.rate, start: clock.start)
    }

    func mask(_ frame: Int) throws -> PixelMask {
        let state = timeline.state(ofFrame: frame)
        let drawn = try whole.frame(state)
        var mask = PixelMask(size: size)
        _ = mask.add(differencesBetween: drawn, and: try without.frame(state))
        if let bare = try withoutClocks?.frame(state),
            let box = FrameComparator(size: size).difference(drawn, bare)?.boundingBox
        {
            // Another time has other digits, and may have one more: a digit is narrower than the line is high.
            let (aside, above) = (box.height, box.height / 8 + 1)
            mask.add(
                PixelRectangle(
                    x: box.x - aside, y: box.y - above, width: box.width + 2 * aside, height: box.height + 2 * above))
        }
        return mask
    }
}

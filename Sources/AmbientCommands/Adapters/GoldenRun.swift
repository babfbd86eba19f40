import AmbientEngine
import AudioLevels
import Compositing
import Diagnostics
import Dispatch
import FrameCore
import FrameDiff
import Goldens
import Imaging
import Synchronization

/// A golden case, ready to be drawn.
final class GoldenRun: Sendable {
    /// One frame as it is hashed.
    struct Drawn: Sendable {
        let frame: Int
        let pixels: PixelBuffer
        let hash: FrameHash
        /// Nil unless asked for.
        let layers: RecordedFacts.Frame?
    }

    let golden: GoldenCase
    let picture: PictureSettings
    /// What is blackened in every frame; nil when nothing is.
    let mask: PixelMask?
    private let threads: Int
    private let library: SceneLibrary
    private let renderer: FrameRenderer
    private let timeline: Timeline
    private let hiddenLayers: Set<String>
    private let log: DiagnosticLog
    private let interruption: Interruption?

    /// What may stand in a case's options: those of `render` that change pixels.
    private static let options =
        PictureSettings.options + SoundSettings.options + ClockSettings.options
        + RenderSettings.options.filter { !["threads", "progress"].contains($0.name) } + [RootFolder.option]

    /// Builds everything that the case draws; throws when anything of it is worth a warning.
    init(_ golden: GoldenCase, in folder: GoldenFolder, threads: Int, log: DiagnosticLog) throws {
        self.golden = golden
        self.threads = threads
        interruption = folder.interruption
        self.log = log
        let arguments = try Self.arguments(golden)
        let settings = try Self.asOptions(golden) { () throws(CommandFailure) in try RenderSettings(arguments) }
        let levels: LevelTimeline?
        var chrome = FrameChrome()
        var names: Set<String> = []
        switch golden.subject {
        case .scene(let scene):
            let (picture, clock, sound) = try Self.asOptions(golden) { () throws(CommandFailure) in
                (try PictureSettings(arguments), try ClockSettings(arguments), try SoundSettings(arguments))
            }
            self.picture = picture
            let root = RootFolder(arguments)
            let selection = try root.select(scene.value, log: log)
            levels = try root.music(arguments, settings: sound, active: false, log: log)?.levels
            library = SceneLibrary(themes: selection.themes, picture: picture, clock: clock, log: log)
            timeline = Timeline(sceneID: selection.active.id, rate: picture.rate, start: clock.start)
            names.formUnion(try library.scene(selection.active.id).stack.layers.map(\.name))
        case .scenario(let scenario):
            var plan = try ScenarioPlan(scenario.value, arguments: arguments, log: log)
            // What only drawing can tell is what the case itself compares.
            try plan.play { result, _ in
                if !result.isOK {
                    log.add(result.step.place.diagnostic(.error, "scenario.assertion", result.message))
                }
                return true
            }
            plan.session.advance(to: plan.picture.rate.time(ofFrame: golden.frames.last ?? 0))
            picture = plan.picture
            levels = try ScenarioPlan.music(of: plan.session, plan.makePlaylists(of: plan.session, log: log))?.levels
            library = plan.makeLibrary(log: log)
            timeline = plan.session.timeline
            chrome = try plan.makeChrome(log: log)
            names = try plan.layerNames(timeline, library: library)
        }
        let hidden = try Self.hiddenLayers(golden, among: names.sorted())
        mask = try Self.mask(golden, size: picture.size, in: folder)
        renderer = FrameRenderer(
            provider: hidden.isEmpty ? library : ScenesWithoutLayers(library, hidden), chrome: chrome,
            limits: settings.limits, levels: levels)
        hiddenLayers = hidden
        try failIfFaulty()
    }

    // MARK: - The case's words

    private static func arguments(_ golden: GoldenCase) throws(CommandFailure) -> Arguments {
        try asOptions(golden) { () throws(CommandFailure) in
            let arguments = try Arguments(golden.options, options: options)
            if let word = arguments.operands.first { throw .usage("'\(word)' is no option") }
            guard arguments.value("start") != "now" else {
                throw .usage("--start now gives other frames every time", hint: "write a fixed time, or leave it out")
            }
            return arguments
        }
    }

    /// Runs what reads the case's options: a mistake in them is one of the case, not of the command line.
    private static func asOptions<T>(
        _ golden: GoldenCase, _ body: () throws(CommandFailure) -> T
    ) throws(CommandFailure) -> T {
        do throws(CommandFailure) {
            return try body()
        } catch {
            guard error.status == .usage else { throw error }
            let place = golden.optionsPlace
            throw CommandFailure(
                .badInput, "\(place.source.name):\(place.location.line): options: \(error.message)", hint: error.hint,
                stage: "goldens")
        }
    }

    private static func hiddenLayers(
        _ golden: GoldenCase, among names: [String]
    ) throws(CommandFailure) -> Set<String> {
        var hidden: Set<String> = []
        for mask in golden.masks {
            guard case .layer(let name) = mask.value else { continue }
            guard names.contains(name) else {
                throw CommandFailure(
                    .badInput,
                    "\(mask.place.source.name):\(mask.place.location.line): mask: there is no layer '\(name)'",
                    hint: Wording.nearest(to: name, among: names).map { "did you mean \($0)?" }
                        ?? "the layers are " + names.joined(separator: ", "), stage: "goldens")
            }
            hidden.insert(name)
        }
        return hidden
    }

    private static func mask(
        _ golden: GoldenCase, size: PixelSize, in folder: GoldenFolder
    ) throws(CommandFailure) -> PixelMask? {
        var mask = PixelMask(size: size)
        var isUsed = false
        for entry in golden.masks {
            switch entry.value {
            case .layer: continue
            case .rectangle(let rectangle): mask.add(rectangle)
            case .picture(let name):
                let path = folder.path(golden.name, name)
                let picture = try InputPicture.premultiplied(path, size: size)
                guard mask.add(whiteOf: picture) else {
                    throw CommandFailure(
                        .badInput, "the mask '\(path)' is \(picture.size), and the frames are \(size)",
                        hint: "a mask is a PNG of the frame's size; white is left out", stage: "goldens")
                }
            }
            isUsed = true
            guard mask.ignoredCount < size.area else {
                throw CommandFailure(
                    .badInput,
                    "\(entry.place.source.name):\(entry.place.location.line): mask: nothing of the frame is left to compare",
                    stage: "goldens")
            }
        }
        return isUsed ? mask : nil
    }

    /// Anything worth a warning fails the case, as `--strict` does.
    private func failIfFaulty() throws(CommandFailure) {
        library.faults(of: renderer).forEach(log.add)
        guard log.hasWarnings else { return }
        throw CommandFailure(
            .failedCheck, "it has errors or warnings, which are failures in a golden", stage: "goldens")
    }

    // MARK: - Drawing

    /// Draws all frames of the case, several at once, and hands them over in order.
    func draw(layers: Bool, visit: (Drawn) throws -> Void) throws {
        var rest = golden.frames[...]
        while !rest.isEmpty {
            try interruption?.check()
            let group = rest.prefix(threads)
            rest = rest.dropFirst(threads)
            let results = Mutex<[(frame: Int, drawn: Result<Drawn, any Error>)]>([])
            let frameThreads = max(1, threads / group.count)
            DispatchQueue.concurrentPerform(iterations: group.count) { index in
                let frame = group[group.startIndex + index]
                let drawn = Result { try self.draw(frame, layers: layers, threads: frameThreads) }
                results.withLock { $0.append((frame, drawn)) }
            }
            for (_, drawn) in results.withLock({ $0.sorted { $0.frame < $1.frame } }) { try visit(try drawn.get()) }
        }
        try failIfFaulty()
    }

    /// Draws one frame.
    func draw(_ frame: Int, layers wantsLayers: Bool) throws -> Drawn {
        try draw(frame, layers: wantsLayers, threads: threads)
    }

    private func draw(_ frame: Int, layers wantsLayers: Bool, threads: Int) throws -> Drawn {
        let state = timeline.state(ofFrame: frame).without(hiddenLayers)
        var layers: [RecordedFacts.Layer] = []
        var passes: [String] = []
        var failure: (any Error)?
        let tap = { (tap: LayerTap) in
            do {
                let hash = try FrameHash(of: self.masked(tap.pixels)).description
                if tap.pass != nil {
                    passes.append(hash)
                } else {
                    layers.append(RecordedFacts.Layer(name: tap.layer, passes: passes, hash: hash))
                    passes = []
                }
            } catch {
                failure = error
            }
        }
        let pixels = masked(try renderer.frame(state, threads: threads, tap: wantsLayers ? tap : nil))
        if let failure { throw failure }
        let facts = RecordedFacts.Frame(frame: frame, scene: state.sceneID, layers: layers)
        return Drawn(
            frame: frame, pixels: pixels, hash: try FrameHash(of: pixels), layers: wantsLayers ? facts : nil)
    }

    /// A frame with what the mask names in opaque black.
    private func masked(_ pixels: PixelBuffer) -> PixelBuffer {
        guard let mask, mask.size == pixels.size else { return pixels }
        var result = pixels
        mask.bytes.withUnsafeBufferPointer { mask in
            result.withMutableBytes { bytes in
                for index in mask.indices where mask[index] != 0 {
                    bytes.storeBytes(of: UInt32(0xFF00_0000).littleEndian, toByteOffset: index * 4, as: UInt32.self)
                }
            }
        }
        return result
    }

    /// The shader files of a layer's passes.
    func shaders(ofLayer layer: String, scene: String) -> [String] { library.shaders(ofLayer: layer, scene: scene) }
}

/// The scenes of another provider, without some layers.
final class ScenesWithoutLayers: SceneProvider {
    private let scenes: any SceneProvider
    private let names: Set<String>
    private let made = Mutex<[PackageEdition: Scene]>([:])

    init(_ scenes: any SceneProvider, _ names: Set<String>) {
        self.scenes = scenes
        self.names = names
    }

    func scene(_ id: PackageEdition) throws -> Scene {
        let whole = try scenes.scene(id)
        return made.withLock { made in
            if let known = made[id] { return known }
            let scene = Scene(id: whole.id, stack: whole.stack.without(names))
            made[id] = scene
            return scene
        }
    }
}

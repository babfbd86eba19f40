/// What a recording was made with and what its frames were made of: `recorded.json`.
public struct RecordedFacts: Sendable, Hashable {
    /// A file of glyphs.
    public struct Font: Sendable, Hashable {
        public var name: String
        public var hash: String

        public init(name: String, hash: String) {
            self.name = name
            self.hash = hash
        }
    }

    /// One library, or the program itself.
    public struct Version: Sendable, Hashable {
        public var name: String
        public var version: String

        public init(name: String, version: String) {
            self.name = name
            self.version = version
        }
    }

    /// The state of a frame after one layer.
    public struct Layer: Sendable, Hashable {
        public var name: String
        /// What the passes but the last of an effect drew, one hash each.
        public var passes: [String]
        /// The frame with this layer and all below it.
        public var hash: String

        public init(name: String, passes: [String] = [], hash: String) {
            self.name = name
            self.passes = passes
            self.hash = hash
        }
    }

    /// The layers of one frame, the background first.
    public struct Frame: Sendable, Hashable {
        public var frame: Int
        /// The id of the theme that is shown.
        public var scene: String
        public var layers: [Layer]

        public init(frame: Int, scene: String, layers: [Layer]) {
            self.frame = frame
            self.scene = scene
            self.layers = layers
        }
    }

    public var versions: [Version]
    public var fonts: [Font]
    /// Ascending by number; empty in recordings that know no layers.
    public var frames: [Frame]
    /// Why it was recorded; nil when nobody said.
    public var reason: String?

    public init(versions: [Version], fonts: [Font], frames: [Frame], reason: String? = nil) {
        self.versions = versions
        self.fonts = fonts
        self.frames = frames
        self.reason = reason
    }

    /// Sentences that name the versions and fonts that are not those of `now`.
    public func changes(to now: RecordedFacts) -> [String] {
        var sentences: [String] = []
        for version in now.versions {
            let old = versions.first { $0.name == version.name }
            if let old, old.version != version.version {
                sentences.append("\(version.name) is \(version.version), recorded with \(old.version)")
            }
        }
        let known = Set(fonts)
        let names = Set(now.fonts.filter { !known.contains($0) }.map(\.name)).union(
            Set(fonts).subtracting(now.fonts).map(\.name))
        if !names.isEmpty {
            sentences.append("other font files than recorded: " + names.sorted().joined(separator: ", "))
        }
        return sentences
    }
}

/// The layer, and of an effect the pass, that differs first in a frame.
public struct LayerDifference: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// It draws something else.
        case changed
        /// The recording does not have it.
        case added
        /// It is gone; the recording has it.
        case removed
        /// Another scene is shown; `layer` is its name.
        case otherScene
    }

    public var kind: Kind
    public var layer: String
    /// From 0; nil for what has no passes.
    public var pass: Int?

    /// The first layer in stack order that differs; nil when none does.
    public init?(recorded: RecordedFacts.Frame, now: RecordedFacts.Frame, passCount: (_ layer: String) -> Int) {
        if recorded.scene != now.scene {
            self.init(kind: .otherScene, layer: now.scene)
            return
        }
        let oldNames = recorded.layers.map(\.name)
        let newNames = now.layers.map(\.name)
        for index in 0..<max(oldNames.count, newNames.count) {
            guard index < newNames.count else {
                self.init(kind: .removed, layer: oldNames[index])
                return
            }
            guard index < oldNames.count, oldNames[index] == newNames[index] else {
                let isNew = !oldNames.contains(newNames[index]) || index >= oldNames.count
                self.init(kind: isNew ? .added : .removed, layer: isNew ? newNames[index] : oldNames[index])
                return
            }
            let (old, new) = (recorded.layers[index], now.layers[index])
            guard old.hash != new.hash || old.passes.count != new.passes.count else { continue }
            let count = passCount(new.name)
            let pass = zip(old.passes, new.passes).enumerated().first { $1.0 != $1.1 }?.offset
            self.init(kind: .changed, layer: new.name, pass: count == 0 ? nil : pass ?? count - 1)
            return
        }
        return nil
    }

    private init(kind: Kind, layer: String, pass: Int? = nil) {
        self.kind = kind
        self.layer = layer
        self.pass = pass
    }
}

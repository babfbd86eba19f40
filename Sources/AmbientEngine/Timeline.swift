public import FrameCore

/// What one frame shows: everything that rendering needs, so that any frame can be drawn alone.
public struct FrameState: Hashable, Sendable {
    public let frame: Int
    public let sceneID: String
    /// Which package of that id; see `PackageEdition`.
    public let edition: Int
    /// Seconds since the first frame that shows the scene.
    public let sceneTime: Rational
    /// Unix seconds of the frame.
    public let wallTime: Rational
    /// Seconds of the run.
    public let runTime: Rational
    /// When the scene was built, in seconds of the run: its audio levels start from zero there.
    public let sceneStart: Rational
}

/// Which scene shows when: the simulated half of a run.
///
/// A change at time t shows in the first frame whose time is at or after t; the new scene's time is 0 there.
public struct Timeline: Sendable {
    /// A theme change, on the run's clock.
    public struct Change: Hashable, Sendable {
        public let time: Rational
        public let scene: PackageEdition
        public var sceneID: String { scene.id }
        /// The first frame that shows the scene.
        let firstFrame: Int
    }

    public let rate: FrameRate
    /// Unix seconds at frame 0.
    public let start: Rational
    /// In the order of time; the first is at 0.
    public private(set) var changes: [Change]

    /// Starts with one scene at time 0.
    public init(sceneID: String, rate: FrameRate, start: Rational) {
        self.rate = rate
        self.start = start
        changes = [Change(time: .zero, scene: PackageEdition(sceneID), firstFrame: 0)]
    }

    /// The scene that is active after everything at or before the last change.
    public var activeSceneID: String { changes.last?.sceneID ?? "" }

    /// Makes a scene active at `time`, which must not lie before the last change; the active one again changes nothing.
    ///
    /// - Returns: whether anything changed.
    public mutating func setScene(_ scene: PackageEdition, at time: Rational) -> Bool {
        guard scene != changes.last?.scene else { return false }
        build(scene, at: time)
        return true
    }

    /// Builds a scene anew at `time`, also when it is the active one.
    public mutating func build(_ scene: PackageEdition, at time: Rational) {
        let time = max(time, changes.last?.time ?? .zero)
        // Of several scenes at one instant only the last is ever seen.
        if changes.last?.time == time { changes.removeLast() }
        changes.append(Change(time: time, scene: scene, firstFrame: rate.firstFrame(atOrAfter: time)))
    }

    /// What a frame shows.
    ///
    /// O(log changes).
    public func state(ofFrame frame: Int) -> FrameState {
        var low = 0
        var high = changes.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if changes[middle].firstFrame <= frame { low = middle } else { high = middle - 1 }
        }
        let change = changes[low]
        return FrameState(
            frame: frame, sceneID: change.sceneID, edition: change.scene.number,
            sceneTime: rate.time(ofFrame: frame - change.firstFrame),
            wallTime: start + rate.time(ofFrame: frame), runTime: rate.time(ofFrame: frame), sceneStart: change.time)
    }
}

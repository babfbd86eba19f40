public import Compositing

/// A theme that can be drawn at the run's size.
public struct Scene: Sendable {
    public let id: String
    public let stack: LayerStack

    public init(id: String, stack: LayerStack) {
        self.id = id
        self.stack = stack
    }
}

/// Where scenes come from: the port behind which packages, decoders and compilers stand.
public protocol SceneProvider: AnyObject, Sendable {
    /// The scene of an installed theme, built on first use and kept.
    func scene(_ theme: PackageEdition) throws -> Scene
}

public import FrameCore

/// A film that can be drawn at the run's size.
public struct FilmScene: Sendable {
    public let title: String
    /// The texts of its facts, by the model's indices.
    public let facts: [String]
    /// Its picture, aspect fit on black, and the layers over it; a theme that is shown as a film has some.
    public let picture: LayerStack
    /// The part of the screen that shows something: without the bars of the fit and those inside the film.
    public let content: PixelRectangle
    /// The poster frame at a size, aspect fill.
    public let poster: @Sendable (PixelSize) throws -> PixelBuffer

    public init(
        title: String, facts: [String], picture: LayerStack, content: PixelRectangle,
        poster: @escaping @Sendable (PixelSize) throws -> PixelBuffer
    ) {
        self.title = title
        self.facts = facts
        self.picture = picture
        self.content = content
        self.poster = poster
    }
}

/// Where films come from: the port behind which packages and decoders stand.
public protocol FilmProvider: AnyObject, Sendable {
    var filmCount: Int { get }
    /// The film of that index, opened on first use and kept while it is needed.
    func film(_ index: Int) throws -> FilmScene
}

public import Diagnostics
public import StructuredText

/// A package that loads.
public enum Package: Sendable {
    case theme(ThemePackage)
    case playlist(PlaylistPackage)
    case films(FilmsPackage)

    /// The id that the manifest gives.
    public var packageId: String {
        switch self {
        case .theme(let theme): theme.packageId
        case .playlist(let playlist): playlist.packageId
        case .films(let films): films.packageId
        }
    }

    /// The id of what is installed: `packageId` with `.theme`, `.playlist` or `.films`.
    public var id: String {
        switch self {
        case .theme(let theme): theme.id
        case .playlist(let playlist): playlist.id
        case .films(let films): films.id
        }
    }
}

/// A background video with layers over it.
public struct ThemePackage: Sendable {
    public let packageId: String
    /// What is shown to people; the package id where the manifest has none.
    public let displayName: String
    /// The absolute path of the background video, a regular file.
    public let backgroundVideo: String
    /// Where the manifest names the video.
    public let backgroundVideoPlace: DocumentPlace
    /// Lower-case tags, unknown ones included.
    public let weatherTags: [String]
    /// The layers from the bottom; declined and unknown ones keep their place.
    public let layers: [LayerDescription]
    /// What is said about it where it is shown as a film.
    public let facts: [FactDescription]
    /// The absolute path of the package's folder.
    public let folder: String
    public let manifest: SourceText

    /// `packageId.theme`.
    public var id: String { packageId + ".theme" }
}

/// Tracks in the order of the manifest.
public struct PlaylistPackage: Sendable {
    public let packageId: String
    /// At least one.
    public let tracks: [Track]
    /// The absolute path of the package's folder.
    public let folder: String
    public let manifest: SourceText

    /// `packageId.playlist`.
    public var id: String { packageId + ".playlist" }

    /// One file of a playlist.
    public struct Track: Sendable {
        /// The name in the manifest.
        public let name: String
        /// The absolute path, of a regular file.
        public let path: String
        public let place: DocumentPlace
    }
}

/// What became of one package folder.
public struct LoadResult: Sendable {
    /// The package; nil when it does not load.
    public let package: Package?
    /// Everything worth saying about it, in the order of the manifest.
    public let diagnostics: [Diagnostic]
}

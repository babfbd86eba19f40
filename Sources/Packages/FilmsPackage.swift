public import Diagnostics
public import StructuredText

/// Films in the order of the manifest.
public struct FilmsPackage: Sendable {
    public let packageId: String
    /// At least one; no id twice.
    public let films: [Film]
    /// The absolute path of the package's folder.
    public let folder: String
    public let manifest: SourceText

    /// `packageId.films`.
    public var id: String { packageId + ".films" }

    /// The same package with only some of its films; nil if none is left.
    func keeping(_ isKept: (Film) -> Bool) -> FilmsPackage? {
        let kept = films.filter(isKept)
        guard !kept.isEmpty else { return nil }
        return FilmsPackage(packageId: packageId, films: kept, folder: folder, manifest: manifest)
    }

    /// One looping video with what is said about it.
    public struct Film: Sendable {
        /// `packageId.id.film`.
        public let id: String
        /// What is shown to people; the id in the manifest where it has no title.
        public let title: String
        /// The absolute path of the video, a regular file.
        public let video: String
        /// Where the manifest names the video.
        public let videoPlace: DocumentPlace
        /// Seconds of the clip at which the poster is taken, 0 or more; it may lie beyond the clip's end.
        public let posterTime: Double
        /// Where the manifest gives the poster's time; nil for the default.
        public let posterTimePlace: DocumentPlace?
        public let facts: [FactDescription]
        /// The film's object in the manifest.
        public let place: DocumentPlace

        public static let defaultPosterTime = 1.5
    }
}

/// A sentence about a film or theme.
public struct FactDescription: Sendable {
    /// Not blank.
    public let text: String
    /// Seconds of the clip at which it shows, 0 or more; nil takes turns with the others.
    public let at: Double?
    /// Seconds that it shows, more than 0; nil for the default.
    public let duration: Double?
    /// The fact's object in the manifest.
    public let place: DocumentPlace

    /// Texts of more characters are sure to be cut where they are shown.
    public static let longestText = 500
    /// Later times count as this, about four months, so that no arithmetic overflows.
    public static let latestTime = 10_000_000.0
    /// Shorter durations count as this.
    public static let shortestDuration = 0.001
}

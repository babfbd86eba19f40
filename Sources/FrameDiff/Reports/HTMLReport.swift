import FrameCore
import Imaging

extension DifferenceReport {
    /// The most that the pictures of one report take in the file, in bytes: mail and CI systems refuse larger files.
    static let pictureLimit = 23_000_000

    /// The report as one HTML file that needs nothing else.
    ///
    /// Identical pictures are in it once. Where all would take more than 23 MB, the page works the differences out by
    /// itself, and the later frames of an event come without pictures. Throws `ImagingError` for a picture that cannot
    /// be a PNG.
    public func html() throws -> String {
        try html(pictureLimit: Self.pictureLimit)
    }

    /// The same with another limit.
    func html(pictureLimit: Int) throws -> String {
        let pictures = try ReportPictures(of: events, limit: pictureLimit)
        return try ReportPage(report: self, pictures: pictures).html()
    }
}

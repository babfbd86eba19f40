import CImageDecoding

/// The versions of the libraries that pictures of packages depend on.
public enum ImagingVersions {
    /// Name and version of each library, in the order to show them in.
    public static var all: [(name: String, version: String)] {
        [
            ("libpng", String(cString: image_libpng_version())),
            ("libjpeg-turbo", String(cString: image_libjpeg_version())),
        ]
    }
}

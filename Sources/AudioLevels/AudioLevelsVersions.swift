import CFFTW

/// The versions of the libraries that audio levels depend on, at run time.
public enum AudioLevelsVersions {
    /// Name and version of each library, in the order to show them in.
    public static var all: [(name: String, version: String)] {
        [("FFTW", String(cString: cfftw_version()))]
    }
}

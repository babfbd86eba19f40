import CFFmpeg

/// Settings of the media libraries for the whole process.
public enum MediaSettings {
    /// Makes libav work without any vector unit, as on another CPU; a switch for tests of "the same bytes".
    public static func forcePlainLibav() {
        av_force_cpu_flags(0)
    }
}

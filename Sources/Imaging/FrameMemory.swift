import CPixel

/// The memory that frames live in.
public enum FrameMemory {
    /// Lets the process keep up to 256 MiB of what was freed.
    ///
    /// Frames come and go thirty times a second. Without this, each is given back to the system and asked for again page
    /// by page, which took a quarter of the time of a comparison.
    public static func keep() { pixel_keep_memory() }
}

/// Where generated code finds what the caller prepared; see `CompiledShader`.
enum FrameLayout {
    static let bytesPerRow = 0
    static let uvX = 8
    static let uvY = 16
    static let width = 24
    static let height = 28
    static let loopLimit = 32
    static let workLimit = 36
    static let hasBelow = 40
    /// The pixel that lies at the start of the memory for pixels.
    static let firstColumn = 44
    static let firstRow = 48
    static let size = 56
}

/// A texture as generated code sees it.
enum TextureLayout {
    static let texels = 0
    /// What a shader is told: zero when nothing is bound.
    static let width = 8
    static let height = 12
    /// At least 1, so that clamped indices are inside; an empty texture has one texel that is not used.
    static let safeWidth = 16
    static let safeHeight = 20
    static let isEmpty = 24
    static let size = 32
}

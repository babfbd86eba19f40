public import FrameCore
import Imaging
import Synchronization

/// A decoded texture of a package: straight alpha, row 0 at the top.
public final class LoadedTexture: Sendable {
    public let pixels: PixelBuffer

    init(_ pixels: PixelBuffer) { self.pixels = pixels }
}

/// Decodes package textures, each content once per process for as long as an effect holds it.
public final class TextureStore: Sendable {
    private struct Entry {
        weak var texture: LoadedTexture?
    }
    private let entries = Mutex<[FrameHash: Entry]>([:])

    public init() {}

    /// How many textures are held by effects.
    public var count: Int { entries.withLock { $0.values.count { $0.texture != nil } } }

    /// The texture in a PNG or JPEG file of the given bytes.
    func texture(_ bytes: [UInt8]) throws(ImageDecodingError) -> LoadedTexture {
        // By content: a file that is edited is another texture, and copies are one.
        let key = try? FrameHash(of: bytes)
        if let key, let known = entries.withLock({ $0[key]?.texture }) { return known }
        let texture = LoadedTexture(try decodeImage(bytes))
        guard let key else { return texture }
        return entries.withLock { entries in
            if let other = entries[key]?.texture { return other }
            entries = entries.filter { $0.value.texture != nil }
            entries[key] = Entry(texture: texture)
            return texture
        }
    }
}

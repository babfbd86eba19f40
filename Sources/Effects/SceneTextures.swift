import Diagnostics
import FrameCore
import Imaging
import Packages

/// The textures of one scene while its layers are built: each file is read once, and all of them share a budget.
///
/// What does not load depends on the scene alone, not on others in the process.
public final class SceneTextures {
    private let store: TextureStore
    private var loaded: [String: LoadedTexture?] = [:]
    private var counted: Set<ObjectIdentifier> = []
    private var texels = 0

    /// The most texels that the textures of one scene may have: 256 MiB, four of the largest kind.
    private static let mostTexels = 4 * 4096 * 4096

    public init(_ store: TextureStore) {
        self.store = store
    }

    /// The picture of a texture; nil when it cannot be used, which `report` hears once for each file.
    func load(_ texture: PackageTexture, _ report: (Diagnostic) -> Void) -> LoadedTexture? {
        guard let file = texture.file else { return nil }
        if let known = loaded[file] { return known }
        var found: LoadedTexture?
        func refuse(_ code: String, _ message: String, hint: String) {
            report(
                texture.place.diagnostic(
                    .warning, code, "the texture \(Wording.quoted(texture.name)) \(message); it is empty", hint: hint))
        }
        do {
            let picture = try store.texture(try texture.read())
            if counted.contains(ObjectIdentifier(picture)) {
                found = picture
            } else if picture.pixels.size.area <= SceneTextures.mostTexels - texels {
                texels += picture.pixels.size.area
                counted.insert(ObjectIdentifier(picture))
                found = picture
            } else {
                refuse(
                    "effect.texture-budget", "is more than the 64 million pixels that a theme's textures may have",
                    hint: "make the pictures smaller")
            }
        } catch let error as ImageDecodingError {
            refuse("effect.texture-" + error.code.rawValue, error.message, hint: hint(error.code))
        } catch {
            refuse(
                "manifest.texture-unreadable", "cannot be read: \(error)", hint: "check the file and its permissions")
        }
        loaded[file] = .some(found)
        return found
    }

    private func hint(_ code: ImageDecodingError.Code) -> String {
        switch code {
        case .format: "save it as PNG or JPEG; the name's ending does not count"
        case .side: "scale the picture down to at most 4096 pixels on a side"
        case .tooManyBytes, .memory: "make the picture smaller"
        case .broken, .bomb: "save the picture again as an 8-bit PNG or a baseline JPEG"
        }
    }
}

import Diagnostics
import Packages

extension PassInput {
    /// The binding index of the prelude.
    var index: Int {
        switch self {
        case .previous: 0
        case .original: 1
        case .audioLevels: 2
        case .sourceVideo: 3
        }
    }
}

/// What a pass lists, held against what its shader reads.
extension Effect {
    /// Says so when a shader reads a texture that the pass does not bind, and so sees nothing but zeros.
    static func reportUnbound(_ shader: RunnableShader, in pass: EffectPass, _ report: (Diagnostic) -> Void) {
        for index in shader.textures {
            // What is listed and unbound all the same is said where the manifest is read, or where the file is.
            let input = PassInput.allCases.first { $0.index == index }
            if let input, pass.inputs.contains(input) { continue }
            let place = index - PackageTexture.firstIndex
            if pass.textures.indices.contains(place) { continue }
            let (what, hint) =
                input.map {
                    (
                        "the shader reads `\($0.rawValue)`, which the pass does not list",
                        "add \"\($0.rawValue)\" to the pass's \"inputs\""
                    )
                } ?? ("the shader reads texture \(index), which nothing binds", Effect.hint(place, pass))
            report(
                pass.place.diagnostic(
                    .warning, "effect.unbound-texture", what + ": it has no size and reads as zeros", hint: hint))
        }
    }

    private static func hint(_ place: Int, _ pass: EffectPass) -> String {
        guard place >= 0, place < PackageTexture.mostOfPass else { return "use an input of Docs/Effects.md" }
        let path = "the path of an image, such as \"Textures/noise.png\""
        switch pass.textures.count {
        case 0 where place == 0: return "add \(path), to the pass's \"inputs\""
        case 0: return "list \(path), in the pass's \"inputs\" and read it at index \(PackageTexture.firstIndex)"
        case let count:
            return "the pass lists \(count == 1 ? "one image, at index" : "\(count) images, from index") "
                + "\(PackageTexture.firstIndex) on; add \(path), or correct the index"
        }
    }

    /// Notes inputs that are listed in vain.
    static func reportUnread(_ shader: RunnableShader, in pass: EffectPass, _ report: (Diagnostic) -> Void) {
        for input in pass.inputs where !shader.textures.contains(input.index) {
            report(
                pass.place.diagnostic(
                    .note, "effect.unread-input",
                    "the pass lists \(Wording.quoted(input.rawValue)), which its shader does not read",
                    hint: "remove it from the \"inputs\", or read `[[texture(\(input.index))]]`"))
        }
        for (place, texture) in pass.textures.enumerated() {
            let index = PackageTexture.firstIndex + place
            if shader.textures.contains(index) { continue }
            report(
                texture.place.diagnostic(
                    .note, "effect.unread-input",
                    "the pass lists \(Wording.quoted(texture.name)), which its shader does not read",
                    hint: "it is bound as `[[texture(\(index))]]`"))
        }
    }
}

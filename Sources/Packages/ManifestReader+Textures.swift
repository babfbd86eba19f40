import Diagnostics
import StructuredText

/// What a pass asks for beside its shader.
struct PassInputs {
    /// The named inputs, each once.
    var named: [PassInput] = []
    /// One for every path, in order: its place is its binding index.
    var textures: [PackageTexture] = []
    /// Whether there were more textures than a pass can bind.
    var hasTooMany = false
}

/// The `inputs` of a pass.
extension ManifestReader {
    mutating func readInputs(_ pass: Node, _ passPath: DocumentPath, isFirst: Bool) -> PassInputs {
        let path = passPath.key("inputs")
        var inputs = PassInputs()
        guard let node = pass["inputs"] else { return inputs }
        guard let elements = node.elements else {
            reportIgnored(
                "manifest.inputs", "the list of inputs", node, path, wanted: "an array of names", taken: "it is ignored"
            )
            return inputs
        }
        for (index, element) in elements.enumerated() {
            let path = path.index(index)
            guard let name = element.string else {
                reportIgnored("manifest.inputs", "the input", element, path, wanted: "a name", taken: "it is ignored")
                continue
            }
            if let input = PassInput(rawValue: name) {
                if !inputs.named.contains(input) { inputs.named.append(input) }
                noteUnbound(input, element, path, isFirst: isFirst)
            } else if Self.isPath(name) {
                readTexture(name, element, path, into: &inputs)
            } else {
                let known = PassInput.allCases.map(\.rawValue)
                report(
                    .warning, "manifest.input-unknown", "there is no input \(Wording.quoted(name)); it is ignored",
                    element, path,
                    hint: Wording.suggestion(for: name, among: known)
                        ?? "the inputs are \(known.joined(separator: ", ")), and paths of images such as "
                        + "\"Textures/noise.png\"")
            }
        }
        return inputs
    }

    /// Says what is empty here, or on a phone.
    private mutating func noteUnbound(_ input: PassInput, _ element: Node, _ path: DocumentPath, isFirst: Bool) {
        switch input {
        case .previous where isFirst:
            report(
                .note, "manifest.input-unbound", "the first pass has no previous one: the texture is empty", element,
                path, hint: "remove it, or read it in a later pass")
        case .original, .sourceVideo:
            report(
                .note, "manifest.input-not-on-phone",
                "a phone binds no texture to \(Wording.quoted(input.rawValue)): there it reads as empty", element, path,
                hint: "make the shader look right without it, if it is meant for a phone")
        case .previous, .audioLevels: break
        }
    }

    /// Whether an input that is no known name is the path of an image.
    private static func isPath(_ name: String) -> Bool { name.contains { $0 == "/" || $0 == "\\" || $0 == "." } }

    private mutating func readTexture(
        _ name: String, _ element: Node, _ path: DocumentPath, into inputs: inout PassInputs
    ) {
        let place = place(element, path)
        guard inputs.textures.count < PackageTexture.mostOfPass else {
            // Said once: a manifest may name thousands.
            guard !inputs.hasTooMany else { return }
            inputs.hasTooMany = true
            report(
                place.diagnostic(
                    .warning, "manifest.too-many-textures",
                    "a pass has at most \(PackageTexture.mostOfPass) textures; this one and those after it are ignored",
                    hint: "put several pictures into one file"))
            return
        }
        if inputs.textures.isEmpty {
            report(
                place.diagnostic(
                    .note, "manifest.input-not-on-phone",
                    "a phone binds no textures of a package: there they read as empty",
                    hint: "make the shader look right without them, if it is meant for a phone"))
        }
        inputs.textures.append(PackageTexture(name: name, file: textureFile(name, at: place), place: place))
    }

    /// The file of a texture; nil, with a warning, when it cannot be one.
    private mutating func textureFile(_ name: String, at place: DocumentPlace) -> String? {
        if let known = textureFiles[name] { return known }
        let shown = Wording.quoted(name)
        let outcome = "; the texture is empty"
        func refuse(_ code: String, _ message: String, hint: String) -> String? {
            report(place.diagnostic(.warning, "manifest." + code, message + outcome, hint: hint))
            return nil
        }
        if name.hasPrefix("/") {
            return refuse("texture-outside", "the path \(shown) is absolute", hint: "name the file relative to Theme/")
        }
        if name.utf8.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) }) {
            return refuse(
                "texture-outside", "the path \(shown) has a .. part",
                hint: "name the file relative to Theme/, without ..")
        }
        let size: Int
        let path: String
        switch find(name, in: "Theme", what: "texture", code: "texture", at: place) {
        case .refused(var reason):
            reason.severity = .warning
            reason.message += outcome
            report(reason)
            return nil
        case .found(let foundPath, let foundSize): (path, size) = (foundPath, foundSize)
        }
        guard FileSystem.contains(folder + "/Theme", path), let resolved = FileSystem.resolved(path) else {
            return refuse(
                "texture-outside", "\(shown) is a link that leads out of Theme/",
                hint: "put the file itself into Theme/"
            )
        }
        guard size > 0 else {
            return refuse("texture-size", "\(shown) is empty", hint: "put a PNG or JPEG in its place")
        }
        guard size <= PackageTexture.largestFile else {
            return refuse("texture-size", "\(shown) is larger than 10 MB", hint: "make the picture smaller")
        }
        textureFiles[name] = resolved
        return resolved
    }
}

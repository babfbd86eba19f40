import Diagnostics
import StructuredText

/// Effect layers: everything but the compiling of their shaders.
extension ManifestReader {
    mutating func readEffect(_ layer: Node, _ path: DocumentPath) -> LayerDescription.Kind {
        let inPass = "it belongs in an entry of \"shaders\""
        checkKeys(
            layer, path, known: ["kind", "sensitivity", "shaders"],
            elsewhere: ["path": inPass, "params": inPass, "inputs": inPass, "shader": "write \"shaders\": [ … ]"])
        let sensitivity = readSensitivity(layer, path)
        let path = path.key("shaders")
        let example = "write \"shaders\": [ { \"path\": \"Shaders/Bars.metal\" } ]"
        guard let shaders = layer["shaders"] else {
            return decline(
                "manifest.shaders", "the effect has no \"shaders\"; the layer is left out", layer, path, hint: example)
        }
        guard let elements = shaders.elements else {
            return decline(
                "manifest.shaders", "\"shaders\" is \(shaders.kindName), not an array; the layer is left out", shaders,
                path,
                hint: example)
        }
        guard !elements.isEmpty else {
            return decline(
                "manifest.shaders", "\"shaders\" is empty; the layer is left out", shaders, path, hint: example)
        }
        guard elements.count <= EffectParameters.mostPasses else {
            return decline(
                "manifest.too-many-passes",
                "the effect has \(elements.count) passes, and at most \(EffectParameters.mostPasses) are drawn; the layer is "
                    + "left out", elements[EffectParameters.mostPasses], path.index(EffectParameters.mostPasses),
                hint: "use at most \(EffectParameters.mostPasses) passes")
        }
        var passes: [EffectPass] = []
        var reason: Diagnostic?
        for (index, element) in elements.enumerated() {
            switch readPass(element, path.index(index), isFirst: index == 0) {
            case .success(let pass): passes.append(pass)
            case .failure(let declined):
                report(declined.reason)
                reason = reason ?? declined.reason
            }
        }
        if let reason { return .declined(reason) }
        return .effect(EffectParameters(passes: passes, sensitivity: sensitivity))
    }

    private mutating func decline(
        _ code: String, _ message: String, _ node: Node, _ path: DocumentPath, hint: String
    ) -> LayerDescription.Kind {
        let reason = place(node, path).diagnostic(.error, code, message, hint: hint)
        report(reason)
        return .declined(reason)
    }

    private mutating func readSensitivity(_ layer: Node, _ layerPath: DocumentPath) -> Float {
        let path = layerPath.key("sensitivity")
        guard let node = layer["sensitivity"] else { return 1 }
        guard let value = node.number else {
            reportIgnored(
                "manifest.sensitivity", "the sensitivity", node, path, wanted: "a number from 0 to 10",
                taken: "1 is used")
            return 1
        }
        let clamped = min(max(value, 0), 10)
        if clamped != value {
            report(
                .warning, "manifest.sensitivity",
                "the sensitivity is outside 0 to 10; \(clamped == 0 ? 0 : 10) is used", node,
                path, hint: "write a number from 0 to 10")
        }
        return Float(clamped)
    }

    /// Why a pass, and with it the layer, is left out.
    private struct Declined: Error {
        let reason: Diagnostic
    }

    private mutating func readPass(
        _ pass: Node, _ passPath: DocumentPath, isFirst: Bool
    ) -> Result<EffectPass, Declined> {
        let example = "write { \"path\": \"Shaders/Bars.metal\" }"
        guard pass.members != nil else {
            return .failure(
                Declined(
                    reason: place(pass, passPath).diagnostic(
                        .error, "manifest.pass-not-object",
                        "the pass is \(pass.kindName), not an object; the layer is left out",
                        hint: example)))
        }
        checkKeys(
            pass, passPath, known: ["path", "inputs", "params"],
            elsewhere: ["sensitivity": "it belongs in the layer, beside \"shaders\""])
        let inputs = readInputs(pass, passPath, isFirst: isFirst)
        let params = readParams(pass, passPath)
        let path = passPath.key("path")
        guard let name = pass["path"]?.string, !name.isEmpty else {
            let found = pass["path"].map { $0.string == nil ? "is \($0.kindName)" : "is empty" } ?? "is missing"
            return .failure(
                Declined(
                    reason: place(pass["path"] ?? pass, path).diagnostic(
                        .error, "manifest.shader-path", "the path of the shader \(found); the layer is left out",
                        hint: example)))
        }
        let place = place(pass["path"] ?? pass, path)
        switch readShader(name, at: place) {
        case .failure(let declined): return .failure(declined)
        case .success(let source):
            let base = FileSystem.parts(of: name).last ?? name
            return .success(
                EffectPass(
                    path: name, source: source, entryPoint: "fragment_" + base.dropLast(".metal".count).lowercased(),
                    inputs: inputs.named, textures: inputs.textures, params: params, place: place))
        }
    }

    private mutating func readParams(_ pass: Node, _ passPath: DocumentPath) -> SIMD4<Float> {
        let path = passPath.key("params")
        var params = SIMD4<Float>.zero
        guard let node = pass["params"] else { return params }
        guard node.members != nil else {
            reportIgnored(
                "manifest.params", "\"params\"", node, path, wanted: "an object with x, y, z and w", taken: "all are 0")
            return params
        }
        let names = ["x", "y", "z", "w"]
        checkKeys(node, path, known: names)
        for (index, name) in names.enumerated() {
            guard let value = node[name] else { continue }
            let path = path.key(name)
            guard let number = value.number else {
                reportIgnored("manifest.params", "\(name)", value, path, wanted: "a number", taken: "0 is used")
                continue
            }
            params[index] = Float(number)
            if !params[index].isFinite {
                report(
                    .warning, "manifest.params", "\(name) is outside the range of a 32-bit float and becomes infinite",
                    value,
                    path, hint: "write a number below 3.4e38")
            }
        }
        return params
    }
}

/// Shader files.
extension ManifestReader {
    /// The smallest and largest shader file, in bytes.
    private static let shaderSizes = 1...(512 * 1024)

    private mutating func readShader(_ name: String, at place: DocumentPlace) -> Result<SourceText, Declined> {
        let shown = Wording.quoted(name)
        func declined(_ code: String, _ message: String, hint: String) -> Result<SourceText, Declined> {
            .failure(
                Declined(
                    reason: place.diagnostic(
                        .error, "manifest." + code, message + "; the layer is left out", hint: hint)))
        }
        if name.hasPrefix("/") {
            return declined("shader-outside", "the path \(shown) is absolute", hint: "name the file relative to Theme/")
        }
        if name.utf8.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) }) {
            return declined(
                "shader-outside", "the path \(shown) has a .. part",
                hint: "name the file relative to Theme/, without ..")
        }
        if name.lowercased().hasSuffix(".metallib") {
            return declined(
                "shader-metallib", "\(shown) is compiled for Apple's graphics processors and cannot be run here",
                hint: "name the .metal source instead")
        }
        let base = FileSystem.parts(of: name).last ?? ""
        guard base.hasSuffix(".metal"), base.utf8.count > ".metal".utf8.count else {
            return declined("shader-extension", "\(shown) does not end in .metal", hint: "rename the file to *.metal")
        }
        let path: String
        switch find(name, in: "Theme", what: "shader", code: "shader", at: place) {
        case .refused(let reason): return .failure(Declined(reason: reason))
        case .found(let found, _): path = found
        }
        guard FileSystem.contains(folder + "/Theme", path), let resolved = FileSystem.resolved(path) else {
            return declined(
                "shader-outside", "\(shown) is a link that leads out of Theme/", hint: "put the file itself into Theme/"
            )
        }
        if let known = shaderTexts[resolved] { return .success(known) }
        let bytes: [UInt8]
        do {
            bytes = try FileSystem.read(resolved, limit: ManifestReader.shaderSizes.upperBound)
        } catch  where error.isTooLarge {
            return declined("shader-size", "\(shown) is larger than 512 KiB", hint: "make the shader smaller")
        } catch {
            return declined(
                "shader-unreadable", "\(shown) cannot be read: \(error.reason)",
                hint: "check the file and its permissions")
        }
        guard !bytes.isEmpty else {
            return declined("shader-size", "\(shown) is empty", hint: "write a fragment function into it")
        }
        let text = SourceText(
            name: shownFolder + "/Theme/" + FileSystem.parts(of: name).joined(separator: "/"), bytes: bytes)
        if let offset = TextEncoding.firstInvalidOffset(in: bytes) {
            return .failure(
                Declined(
                    reason: Diagnostic(
                        .error, "manifest.shader-encoding", "the shader is not UTF-8 text; the layer is left out",
                        source: text,
                        span: SourceSpan(offset, offset + 1), path: place.path.description,
                        hint: "save the file as UTF-8; compiled shaders cannot be used")))
        }
        shaderTexts[resolved] = text
        return .success(text)
    }
}

public import FrameCore
public import ShaderExecution
public import ShaderIR

/// One way to execute shaders.
public struct Configuration: Sendable {
    public let name: String
    public let threads: Int
    public let make: @Sendable (ValidatedProgram) throws -> any ShaderBackend

    public init(
        _ name: String, threads: Int = 1, make: @escaping @Sendable (ValidatedProgram) throws -> any ShaderBackend
    ) {
        self.name = name
        self.threads = threads
        self.make = make
    }

    /// The ways that this machine has; the first is the oracle.
    public static let available: [Configuration] = {
        var all = [
            Configuration("interpreter") { Interpreter($0) },
            Configuration("interpreter, 2 threads", threads: 2) { Interpreter($0) },
        ]
        let jit = Configuration("jit") { try ShaderBackends.make($0, kind: .jit) }
        if let trivial = try? ValidatedProgram(trivialProgram), (try? jit.make(trivial)) != nil {
            all += [jit, Configuration("jit, 2 threads", threads: 2, make: jit.make)]
        }
        return all
    }()

    private static var trivialProgram: ShaderProgram {
        var builder = ProgramBuilder(name: "trivial")
        let output = ["r", "g", "b", "a"].map { builder.makeVariable($0, .float) }
        return builder.finish(output: output)
    }
}

/// What came of drawing one picture.
public enum Outcome: Hashable, Sendable {
    case picture(PixelBuffer)
    case failure(ShaderFailure)
    /// There was no back end.
    case unavailable(String)
}

extension Outcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .picture(let pixels): "a picture of \(pixels.width)×\(pixels.height)"
        case .failure(let failure): "\(failure)"
        case .unavailable(let reason): "no back end: \(reason)"
        }
    }

    /// How two outcomes differ, at the first pixel in row order; nil where they are the same.
    public func difference(from expected: Outcome) -> String? {
        if self == expected { return nil }
        guard case .picture(let pixels) = self, case .picture(let wanted) = expected else {
            return "\(self) instead of \(expected)"
        }
        var count = 0
        var first: String?
        for index in 0..<(wanted.width * wanted.height) {
            let range = (index * 4)..<(index * 4 + 4)
            if pixels.bytes[range] == wanted.bytes[range] { continue }
            count += 1
            if first == nil {
                first =
                    "(\(index % wanted.width), \(index / wanted.width)): BGRA \(Array(pixels.bytes[range])) "
                    + "instead of \(Array(wanted.bytes[range]))"
            }
        }
        return "\(count) pixels differ, first at \(first ?? "?")"
    }
}

/// Draws a program in several ways and compares them.
public enum Differential {
    /// What a configuration draws.
    public static func outcome(_ program: ValidatedProgram, _ scene: ShaderScene, _ configuration: Configuration)
        -> Outcome
    {
        let backend: any ShaderBackend
        do { backend = try configuration.make(program) } catch { return .unavailable("\(error)") }
        var target = PixelBuffer(width: scene.width, height: scene.height)
        do throws(ShaderFailure) {
            let options = ExecutionOptions(threads: configuration.threads, loopLimit: scene.loopLimit)
            try backend.render(uniforms: scene.uniforms, textures: scene.textures, into: &target, options: options)
        } catch {
            return .failure(error)
        }
        return .picture(target)
    }

    /// The first configuration that does not draw what the first one draws, and how; nil where all agree.
    public static func disagreement(
        _ program: ValidatedProgram, _ scene: ShaderScene, _ configurations: [Configuration] = Configuration.available
    ) -> String? {
        guard let oracle = configurations.first else { return nil }
        let expected = outcome(program, scene, oracle)
        for configuration in configurations.dropFirst() {
            let found = outcome(program, scene, configuration)
            if let difference = found.difference(from: expected) {
                return "\(configuration.name) against \(oracle.name), \(scene.width)×\(scene.height): \(difference)"
            }
        }
        return nil
    }
}

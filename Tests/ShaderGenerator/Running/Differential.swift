public import FrameCore
public import ShaderExecution
public import ShaderIR

/// One way to execute shaders.
public struct Configuration: Sendable {
    public let name: String
    /// With how many threads each picture is drawn, one after the other.
    public let threads: [Int]
    public let make: @Sendable (ValidatedProgram) throws -> any ShaderBackend

    public init(
        _ name: String, threads: [Int] = [1], make: @escaping @Sendable (ValidatedProgram) throws -> any ShaderBackend
    ) {
        self.name = name
        self.threads = threads
        self.make = make
    }

    /// The oracle.
    public static let interpreter = Configuration("interpreter", threads: [1, 2]) { Interpreter($0) }

    /// Machine code for this machine; nil where there is no compiler.
    public static let jit: Configuration? = {
        let jit = Configuration("jit", threads: [1, 2]) { try ShaderBackends.make($0, kind: .jit) }
        guard let trivial = try? ValidatedProgram(trivialProgram), (try? jit.make(trivial)) != nil else { return nil }
        return jit
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
}

extension Outcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .picture(let pixels): "a picture of \(pixels.width)×\(pixels.height)"
        case .failure(let failure): "\(failure)"
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
    /// What the interpreter draws.
    public static func outcome(_ program: ValidatedProgram, _ scene: ShaderScene) -> Outcome {
        draw(Interpreter(program), scene, threads: 1)
    }

    private static func draw(_ backend: any ShaderBackend, _ scene: ShaderScene, threads: Int) -> Outcome {
        var target = PixelBuffer(width: scene.width, height: scene.height)
        do throws(ShaderFailure) {
            try backend.render(
                uniforms: scene.uniforms, textures: scene.textures, over: scene.below, into: &target,
                options: ExecutionOptions(threads: threads, loopLimit: scene.loopLimit))
        } catch {
            return .failure(error)
        }
        return .picture(target)
    }

    /// The first way that does not draw what the interpreter draws, and how; nil where all agree.
    ///
    /// One that a program is too large for is no difference: then the interpreter draws.
    public static func disagreement(
        _ program: ValidatedProgram, _ scenes: [ShaderScene], _ configurations: [Configuration]
    ) -> String? {
        let expected = scenes.map { outcome(program, $0) }
        for configuration in configurations {
            let backend: any ShaderBackend
            do {
                backend = try configuration.make(program)
            } catch {
                if "\(error)".contains("too ") { continue }
                return "\(configuration.name): no back end: \(error)"
            }
            for (scene, expected) in zip(scenes, expected) {
                for threads in configuration.threads {
                    let found = draw(backend, scene, threads: threads)
                    guard let difference = found.difference(from: expected) else { continue }
                    let way = "\(configuration.name), \(threads) threads, \(scene.width)×\(scene.height)"
                    return "\(way): \(difference)"
                }
            }
        }
        return nil
    }
}

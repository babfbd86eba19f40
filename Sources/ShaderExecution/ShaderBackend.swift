public import FrameCore
public import ShaderIR

/// What a shader sees besides its textures: one set for a pass.
public struct ShaderUniforms: Sendable, Hashable {
    /// Seconds since the scene began, rounded once to binary32.
    public var time: Float
    /// The target's width and height in pixels.
    public var resolution: SIMD2<Float>
    /// The four free parameters of the manifest.
    public var params: SIMD4<Float>
    /// The factor on the audio levels.
    public var sensitivity: Float

    public init(
        time: Float = 0, resolution: SIMD2<Float>, params: SIMD4<Float> = .zero, sensitivity: Float = 1
    ) {
        self.time = time
        self.resolution = resolution
        self.params = params
        self.sensitivity = sensitivity
    }
}

/// A two-dimensional texture; the first texel is the top left.
public struct Texture: Sendable {
    /// The texels.
    public enum Contents: Sendable {
        /// Red, green, blue and alpha from 0 to 1: the byte divided by 255, correctly rounded.
        case bgra8(PixelBuffer)
        /// Rows of red; green and blue read 0 and alpha 1.
        ///
        /// What is missing at the end of the numbers reads 0.
        case red32Float([Float], width: Int, height: Int)
    }

    public var contents: Contents

    public init(_ contents: Contents) {
        self.contents = contents
    }

    /// Texels in a row.
    public var width: Int {
        switch contents {
        case .bgra8(let pixels): pixels.width
        case .red32Float(_, let width, _): max(0, width)
        }
    }

    /// Rows of texels.
    public var height: Int {
        switch contents {
        case .bgra8(let pixels): pixels.height
        case .red32Float(_, _, let height): max(0, height)
        }
    }
}

/// Why a pass has no picture.
public enum ShaderFailure: Error, Hashable, Sendable {
    /// A pixel entered loop bodies more often than the limit allows; the first such pixel in row order.
    case loopLimit(x: Int, y: Int)
    /// The time was up.
    case deadline
}

/// How a pass is executed; nothing here but `loopLimit` can change a picture.
public struct ExecutionOptions: Sendable {
    /// How many threads share the rows; at least one.
    public var threads: Int
    /// How many loop iterations a pixel may take in a pass, all loops together.
    public var loopLimit: Int
    /// When to give up; looked at between rows and now and then in long loops.
    public var deadline: ContinuousClock.Instant?

    public init(threads: Int = 1, loopLimit: Int = 16_384, deadline: ContinuousClock.Instant? = nil) {
        self.threads = threads
        self.loopLimit = loopLimit
        self.deadline = deadline
    }
}

/// The ways to execute a shader; they differ in speed and in nothing else.
public enum BackendKind: String, Sendable, CaseIterable {
    /// Machine code of the processor at hand, made by libLLVM.
    case jit
    /// The interpreter: needs nothing, and is the oracle for the other.
    case interpreter
}

/// Why a back end that was asked for cannot be had.
public struct BackendUnavailable: Error, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}

/// Makes back ends.
public enum ShaderBackends {
    /// A back end for a program: of the kind that is asked for, else the fastest that this machine has.
    ///
    /// What is compiled is kept on disk and found there the next time, unless `isCached` is false. Throws only when
    /// `kind` is given and cannot be had.
    public static func make(
        _ program: ValidatedProgram, kind: BackendKind? = nil, isCached: Bool = true
    ) throws(BackendUnavailable) -> any ShaderBackend {
        if kind == .interpreter { return Interpreter(program) }
        do throws(BackendUnavailable) {
            let cache = isCached && Compiler.refusal == nil ? ObjectCache.standard : nil
            return try CompiledShader(program, for: Compiler.host(cache).get(), cache: cache)
        } catch {
            if kind == .jit { throw error }
            return Interpreter(program)
        }
    }
}

/// Where compiled shaders are kept between runs.
public struct ShaderCacheStatus: Sendable, Hashable {
    /// The folder; nil when nothing is kept.
    public let folder: String?
    /// Why the folder is not used; nil when it is, or will be once there is something to keep.
    public let problem: String?

    /// The state of the folder now; makes nothing.
    public init() {
        folder = ObjectCache.standardPath
        problem = folder.flatMap(ObjectCache.problem)
    }
}

/// Executes one compiled shader.
///
/// All back ends give the same bytes for the same program and inputs.
public protocol ShaderBackend: Sendable {
    /// Which way it is.
    var kind: BackendKind { get }

    /// Draws one pass: every pixel of `target` is replaced by the shader's result over that of `below`.
    ///
    /// Without `below`, or if it has another size, the result is over transparent black: premultiplied and 8 bits a
    /// channel. Over a picture it is `top + round(below · (255 − alpha) / 255)` of those 8 bits. `textures` are by
    /// binding index; a missing one has size 0 and reads as zeros. After a failure `target` holds parts of a picture.
    func render(
        uniforms: ShaderUniforms, textures: [Int: Texture], over below: PixelBuffer?, into target: inout PixelBuffer,
        options: ExecutionOptions
    ) throws(ShaderFailure)
}

extension ShaderBackend {
    /// Draws one pass over transparent black.
    public func render(
        uniforms: ShaderUniforms, textures: [Int: Texture], into target: inout PixelBuffer, options: ExecutionOptions
    ) throws(ShaderFailure) {
        try render(uniforms: uniforms, textures: textures, over: nil, into: &target, options: options)
    }
}

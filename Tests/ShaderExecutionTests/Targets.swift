import Foundation
import FrameCore
import ShaderIR

@testable import ShaderExecution

/// What code can be made for here.
enum CompilerUnderTest {
    /// This machine's own processor; nil without libLLVM.
    static let host: CodeTarget? = try? Compiler.host.get()
    static var isPresent: Bool { host != nil }

    /// The levels of x86-64 that this processor has, with the feature that tells.
    static let levels: [String] = {
        let features = Set((host?.features ?? "").split(separator: ",").map(String.init))
        let needed: [(String, Set<String>)] = [
            ("x86-64", []), ("x86-64-v2", ["+sse4.2", "+popcnt", "+ssse3"]),
            ("x86-64-v3", ["+avx2", "+bmi", "+bmi2", "+fma", "+f16c", "+lzcnt", "+movbe"]),
            ("x86-64-v4", ["+avx512f", "+avx512bw", "+avx512cd", "+avx512dq", "+avx512vl"]),
        ]
        return host == nil ? [] : needed.prefix { $0.1.isSubset(of: features) }.map(\.0)
    }()

    static let laneCounts = [4, 8, 16, 32, 64]

    /// Every level with every number of lanes.
    static let targets: [CodeTarget] = levels.flatMap { level in
        laneCounts.map { CodeTarget(cpu: level, features: "", lanes: $0, llvmMajor: host?.llvmMajor ?? 0) }
    }

    /// A number from the environment, for longer runs.
    static func count(_ name: String, otherwise: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? otherwise
    }

    /// Whether tests try every target on every program rather than some on each.
    static let isThorough = ProcessInfo.processInfo.environment["SHADER_ALL_TARGETS"] != nil
}

/// One pass to draw, the same for every back end.
struct Pass {
    var width: Int
    var height: Int
    var textures: [Int: Texture] = [:]
    var below: PixelBuffer?
    /// Low: what looks random has loops that do not end.
    var loopLimit = 200
    var time: Float = 1.25

    /// What a back end makes of it.
    func outcome(_ backend: any ShaderBackend, threads: Int = 1) -> Result<PixelBuffer, ShaderFailure> {
        let uniforms = ShaderUniforms(
            time: time, resolution: SIMD2(Float(width), Float(height)), params: SIMD4(0.25, 4, 0.02, 0.5),
            sensitivity: 1.5)
        var target = PixelBuffer(width: width, height: height)
        do throws(ShaderFailure) {
            try backend.render(
                uniforms: uniforms, textures: textures, over: below, into: &target,
                options: ExecutionOptions(threads: threads, loopLimit: loopLimit))
            return .success(target)
        } catch {
            return .failure(error)
        }
    }

    /// Pixels that look random.
    static func noise(width: Int, height: Int, seed: UInt64) -> PixelBuffer {
        var numbers = TestNumbers(seed: seed)
        var pixels = PixelBuffer(width: width, height: height)
        pixels.withMutableBytes { bytes in
            for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: numbers.next() >> 24) }
        }
        return pixels
    }

    /// Textures of every kind at the bindings that shaders read; `isUsual` gives each the format it has in a layer.
    static func textures(isUsual: Bool, seed: UInt64 = 1) -> [Int: Texture] {
        var numbers = TestNumbers(seed: seed)
        let levels = (0..<64).map { _ in Float(numbers.next() >> 40) * 0x1p-24 }
        let strange: [Float] = [.nan, -1, 1e30, .infinity, 0x1p-140, -0.0, 3]
        let picture = Texture(.bgra8(noise(width: 5, height: 3, seed: seed)))
        if isUsual {
            return [
                0: picture, 1: Texture(.bgra8(noise(width: 64, height: 33, seed: seed + 1))),
                2: Texture(.red32Float(levels, width: 64, height: 1)), 3: picture,
                4: Texture(.bgra8(noise(width: 1, height: 1, seed: seed + 2))),
            ]
        }
        return [
            0: Texture(.red32Float(strange, width: 4, height: 2)), 2: picture,
            4: Texture(.red32Float(levels, width: 7, height: 9)), 7: Texture(.bgra8(PixelBuffer(width: 0, height: 4))),
        ]
    }
}

public import FrameCore
public import ShaderExecution

/// What a shader is drawn with: size, uniforms and textures of a seed.
public struct ShaderScene: Sendable {
    public var width: Int
    public var height: Int
    public var uniforms: ShaderUniforms
    public var textures: [Int: Texture]
    public var loopLimit: Int
    /// What the shader is drawn over, if anything.
    public var below: PixelBuffer?

    /// The scene of a seed, in a size.
    public init(seed: UInt64, width: Int, height: Int, loopLimit: Int = 400) {
        self.width = width
        self.height = height
        self.loopLimit = loopLimit
        var random = SeededRandom(seed: seed, stream: 0x5CE_4E)
        func number() -> Float { Float(random.next(below: 4_001) - 2_000) / 1_000 }
        uniforms = ShaderUniforms(
            time: Float(random.next(below: 1_000_000)) / 600, resolution: SIMD2(Float(width), Float(height)),
            params: SIMD4(number(), number(), number(), number()), sensitivity: number())
        textures = [:]
        // `previous`, `original`, `audioLevels`, `sourceVideo` and one of a package; some are not bound.
        for index in 0..<5 where index == 0 || random.next(below: 8) > 1 {
            let width = 1 + random.next(below: 19)
            let height = 1 + random.next(below: 11)
            if index == 2 {
                let levels = (0..<64).map { _ in Float(random.next(below: 4_097)) / 4_096 }
                textures[2] = Texture(.red32Float(levels, width: 64, height: 1))
                continue
            }
            let bytes = (0..<(width * height * 4)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            textures[index] = PixelBuffer(width: width, height: height, bytes: bytes).map { Texture(.bgra8($0)) }
        }
        if seed % 2 == 0 {
            let bytes = (0..<(width * height * 4)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            below = PixelBuffer(width: width, height: height, bytes: bytes)
        }
    }
}

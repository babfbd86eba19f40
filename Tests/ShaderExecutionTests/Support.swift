import FrameCore
import ShaderIR
import Testing

@testable import ShaderExecution

/// The values that a program gives for the pixels of a target, as floats rather than bytes: the bits of one value are
/// drawn as four bytes.
enum Probe {
    /// A program that draws the 32 bits of an int, eight in each channel.
    ///
    /// Alpha multiplies the colours, so it is 1 and four passes draw one byte each, in red.
    static func bytes(
        width: Int = 1, height: Int = 1, textures: [Int: Texture] = [:], uniforms: ShaderUniforms? = nil,
        options: ExecutionOptions = ExecutionOptions(), stripWidth: Int = 64,
        _ build: (inout ProgramBuilder) -> ValueID
    ) throws -> [UInt32] {
        var result = [UInt32](repeating: 0, count: width * height)
        // Two passes of three channels: 24 bits and 8 bits.
        for part in 0..<2 {
            var builder = ProgramBuilder(name: "probe")
            var output: [VariableID] = []
            for name in ["r", "g", "b", "a"] { output.append(builder.makeVariable(name, .float)) }
            var value = build(&builder)
            if builder.type(of: value) == .float { value = builder.apply(.floatBits, value) }
            if builder.type(of: value) == .bool { value = builder.apply(.boolToInt, value) }
            for channel in 0..<(part == 0 ? 3 : 1) {
                let distance = builder.constant(Int32(part * 24 + channel * 8))
                let shifted = builder.apply(.shiftRightLogical, value, distance)
                let byte = builder.apply(.bitAnd, shifted, builder.constant(Int32(255)))
                let number = builder.apply(.unsignedToFloat, byte)
                builder.store(builder.apply(.divideFloat, number, builder.constant(Float(255))), to: output[channel])
            }
            builder.store(builder.constant(Float(1)), to: output[3])
            let pixels = try draw(
                builder.finish(output: output), width: width, height: height, textures: textures, uniforms: uniforms,
                options: options, stripWidth: stripWidth)
            for pixel in 0..<(width * height) {
                for channel in 0..<(part == 0 ? 3 : 1) {
                    result[pixel] |= UInt32(pixels.bytes[pixel * 4 + 2 - channel]) << UInt32(part * 24 + channel * 8)
                }
            }
        }
        return result
    }

    /// The same as floats.
    static func floats(
        width: Int = 1, height: Int = 1, textures: [Int: Texture] = [:], uniforms: ShaderUniforms? = nil,
        options: ExecutionOptions = ExecutionOptions(), stripWidth: Int = 64,
        _ build: (inout ProgramBuilder) -> ValueID
    ) throws -> [Float] {
        try bytes(
            width: width, height: height, textures: textures, uniforms: uniforms, options: options,
            stripWidth: stripWidth, build
        ).map(Float.init(bitPattern:))
    }

    static func draw(
        _ program: ShaderProgram, width: Int, height: Int, textures: [Int: Texture] = [:],
        uniforms: ShaderUniforms? = nil, options: ExecutionOptions = ExecutionOptions(), stripWidth: Int = 64
    ) throws -> PixelBuffer {
        let validated = try ValidatedProgram(program)
        let uniforms = uniforms ?? ShaderUniforms(resolution: SIMD2(Float(width), Float(height)))
        func draw(with backend: any ShaderBackend) -> Result<PixelBuffer, ShaderFailure> {
            var target = PixelBuffer(width: width, height: height)
            do throws(ShaderFailure) {
                try backend.render(uniforms: uniforms, textures: textures, into: &target, options: options)
                return .success(target)
            } catch {
                return .failure(error)
            }
        }
        let interpreted = draw(with: Interpreter(validated, stripWidth: stripWidth))
        if case .success(let host) = Compiler.host {
            // Every test of the interpreter is one of the compiler, too.
            let compiled = draw(with: try CompiledShader(validated, for: host))
            let isSame = compiled == interpreted
            #expect(isSame, "compiled and interpreted pictures differ")
        }
        return try interpreted.get()
    }
}

/// Numbers that look random and are the same on every machine (xorshift).
struct TestNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

extension CompiledShader {
    /// The module that a program becomes, and what wrote it.
    static func module(
        _ draft: Draft, _ program: ShaderProgram, _ formats: [TexelView.Format], _ target: CodeTarget
    ) -> (text: String, emitter: ShaderEmitter) {
        let emitter = ShaderEmitter(draft, program, formats: formats, target: target)
        return (emitter.module(), emitter)
    }
}

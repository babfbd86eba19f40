import FrameCore
import ShaderExecution
import ShaderIR
import Testing

@testable import ShaderLanguage

/// The semantic traps that only a picture shows: compiled, and drawn by the interpreter.
@Suite struct DrawnTrapTests {
    /// The pixels (red, green, blue, alpha) of a body's result.
    private func draw(
        _ body: String, helpers: String = "", width: Int = 1, height: Int = 1, textures: [Int: Texture] = [:],
        time: Float = 1, options: ExecutionOptions = ExecutionOptions()
    ) throws -> [SIMD4<UInt8>] {
        let result = compile(shader(body, helpers: helpers))
        let program = try #require(result.shader, "\(describe(result))").program
        var target = PixelBuffer(width: width, height: height)
        try Interpreter(program).render(
            uniforms: ShaderUniforms(time: time, resolution: SIMD2(Float(width), Float(height))), textures: textures,
            into: &target, options: options)
        return stride(from: 0, to: target.bytes.count, by: 4).map {
            SIMD4(target.bytes[$0 + 2], target.bytes[$0 + 1], target.bytes[$0], target.bytes[$0 + 3])
        }
    }

    private func texture(_ width: Int, _ height: Int, _ texels: [SIMD4<UInt8>]) throws -> Texture {
        let bytes = texels.flatMap { [$0.z, $0.y, $0.x, $0.w] }
        return Texture(.bgra8(try #require(PixelBuffer(width: width, height: height, bytes: bytes))))
    }

    /// 1: what stops a Swift program gives a value: zero divisors, overflow, numbers out of range, large shifts.
    @Test func trap1HostLanguageTraps() throws {
        let body = """
            int zero = int(uniforms.time) - 1;
            float nan = float(zero) / float(zero);
            int least = INT_MIN + zero;
            int most = INT_MAX + zero;
            uint top = UINT_MAX + uint(zero);
            float3 v = float3(1.0, 2.0, 3.0);
            int a[2] = {4, 5};
            bool ok = 7 / zero == 7 && 7 % zero == 0 && least / (zero - 1) == least && least % (zero - 1) == 0
                && most + 1 == least && least - 1 == most && -least == least && most * most == 1 && top + 1u == 0u
                && 7u / uint(zero) == 7u && 7u % uint(zero) == 0u && abs(least) == least
                && int(nan) == 0 && int(1e30 + nan * 0.0) == 0 && int(1e30) == most && uint(-1.0 + float(zero)) == 0u
                && 1 << (zero + 32) == 1 && 1 << (zero - 1) == least && most >> (zero + 33) == most / 2
                && v[zero - 1] == 1.0 && v[most] == 3.0 && a[least] == 4 && a[most] == 5
                && short(40000 + zero) == -25536 && char(300 + zero) == 44;
            return float4(ok ? 1.0 : 0.0, 0, 0, 1);
            """
        // All of it known to the compiler, and none of it.
        let constant = body.replacing("int(uniforms.time) - 1", with: "0")
        #expect(try draw(constant) == [SIMD4(255, 0, 0, 255)])
        #expect(try draw(body) == [SIMD4(255, 0, 0, 255)])
    }

    /// 26: row 0 of a texture is at the top, `uv` grows upwards: sampling at `uv` flips; texel centres are (i + 0.5) / N.
    @Test func trap26TextureOrigin() throws {
        let red = SIMD4<UInt8>(255, 0, 0, 255)
        let blue = SIMD4<UInt8>(0, 0, 255, 255)
        let image = try texture(1, 2, [red, blue])
        #expect(
            try draw("return image.sample(sampler(), in.uv);", height: 2, textures: [1: image]) == [blue, red])
        #expect(
            try draw("return image.read(uint2(in.position.xy));", height: 2, textures: [1: image]) == [red, blue])
        // At a centre linear filtering takes that texel alone, halfway between two their mean.
        let linear = "constexpr sampler s(filter::linear); return image.sample(s, float2(0.5, Y));"
        #expect(try draw(linear.replacing("Y", with: "0.25"), textures: [1: image]) == [red])
        #expect(try draw(linear.replacing("Y", with: "0.5"), textures: [1: image]) == [SIMD4(128, 0, 128, 255)])
    }

    /// 27: a texture of 32-bit floats is filtered too; the mean of 0 and 1 is 0.5.
    @Test func trap27FloatTextureFiltering() throws {
        let levels = Texture(.red32Float([0, 1], width: 2, height: 1))
        let body = "constexpr sampler s(filter::linear); return float4(image.sample(s, float2(0.5, 0.5)).r, 0, 0, 1);"
        #expect(try draw(body, textures: [1: levels]) == [SIMD4(128, 0, 0, 255)])
    }

    /// 30: outside with `clamp_to_zero` all is 0, but alpha 1 where the texture has none; its missing channels are 0.
    @Test func trap30ClampToZero() throws {
        let body =
            "constexpr sampler s(address::clamp_to_zero); return float4(image.sample(s, float2(2.0)).a, 0, 0, 1);"
        let levels = Texture(.red32Float([1], width: 1, height: 1))
        #expect(try draw(body, textures: [1: levels]) == [SIMD4(255, 0, 0, 255)])
        #expect(try draw(body, textures: [1: try texture(1, 1, [SIMD4(9, 9, 9, 255)])]) == [SIMD4(0, 0, 0, 255)])
        let channels = "float4 c = image.read(uint2(0)); return float4(c.g + c.b, c.r, c.a, 1);"
        #expect(try draw(channels, textures: [1: levels]) == [SIMD4(0, 255, 255, 255)])
    }

    /// 34: derivatives are differences in 2×2 quads, also at odd edges and beside pixels that have returned.
    @Test func trap34Derivatives() throws {
        let body = """
            float x = in.position.x * in.position.x * 0.125;
            if (int(in.position.x) % 2 == 1) return float4(0, 1, 0, 1);
            return float4(dfdx(x), dfdy(in.position.y), fwidth(x), 1);
            """
        // Column 0: (1.5² − 0.5²) / 8 = 0.25; column 2, whose neighbour is outside: (3.5² − 2.5²) / 8 = 0.75.
        let row = [SIMD4<UInt8>(64, 255, 64, 255), SIMD4(0, 255, 0, 255), SIMD4(191, 255, 191, 255)]
        #expect(try draw(body, width: 3, height: 3) == row + row + row)
    }

    /// 40: what is stored is clamped to 0…1, NaN to 0, and rounded to the nearest byte.
    @Test func trap40OutputStore() throws {
        let body = "float zero = uniforms.time - 1.0; return float4(zero / zero, 2.0, 0.5, 1.0);"
        #expect(try draw(body) == [SIMD4(0, 255, 128, 255)])
        #expect(try draw("return float4(1.0, -1.0, 0.2, 0.5);") == [SIMD4(128, 0, 26, 128)])
        #expect(try draw("return float4(1.0, 0.5, 0.0, 2.0);") == [SIMD4(255, 128, 0, 255)])
    }

    /// 41: an endless loop ends at the limit of iterations, and only that.
    @Test func trap41EndlessLoops() throws {
        #expect(throws: ShaderFailure.loopLimit(x: 0, y: 0)) {
            try draw("float x = 0.0; while (true) { x += 1.0; } return float4(x);", width: 2, height: 2)
        }
        let loop = "float x = 0.0; for (int i = 0; i < N; i++) { x += 1.0; } return float4(x, 0, 0, 1);"
        #expect(try draw(loop.replacing("N", with: "16384")) == [SIMD4(255, 0, 0, 255)])
        #expect(throws: ShaderFailure.loopLimit(x: 0, y: 0)) { try draw(loop.replacing("N", with: "16385")) }
    }
}

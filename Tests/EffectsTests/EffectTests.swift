import Diagnostics
import Effects
import Foundation
import FrameCore
import Packages
import Testing

/// Effect layers by the device's rules: passes, inputs, uniforms, declining.
@Suite struct EffectTests {
    /// A layer from a manifest's `shaders` list and shader files, as a package would have it.
    private func effect(
        _ shaders: String, files: [String: String], layer: String = "", report: (Diagnostic) -> Void = { _ in }
    ) throws -> Effect? {
        let fixture = try EffectFixture(shaders, files: files.mapValues { Data($0.utf8) }, layer: layer)
        let effect = fixture.load()
        fixture.diagnostics.forEach(report)
        return effect
    }

    private func draw(_ effect: Effect?, time: Rational = .zero, levels: [Float] = EffectMoment.silence) throws
        -> PixelBuffer
    {
        try effect.draw(time: time, levels: levels)
    }

    private let plain = """
        fragment float4 fragment_a(VertexOut in [[stage_in]],
                                   constant AmbientShaderUniforms &u [[buffer(AmbientShaderUniformBufferIndex)]]) {
            return float4(u.params.x, u.params.y, u.params.z, u.params.w);
        }
        """

    @Test func paramsReachTheShaderAndColourIsPremultiplied() throws {
        let image = try draw(
            effect(
                #"[{"path": "A.metal", "params": {"x": 1, "y": 0.5, "z": 0.25, "w": 0.5}}]"#, files: ["A.metal": plain])
        )
        // The contract's store: floor(c · a · 255 + 0.5): 0.5, 0.25, 0.125 and 0.5.
        #expect(image.pixel(x: 3, y: 1) == SIMD4(32, 64, 128, 128))
    }

    @Test func uniformsAreTimeResolutionAndSensitivity() throws {
        let text = """
            fragment float4 fragment_a(VertexOut in [[stage_in]],
                                       constant AmbientShaderUniforms &u [[buffer(AmbientShaderUniformBufferIndex)]]) {
                return float4(u.time / 10.0, u.resolution.x / 255.0, u.sensitivity / 100.0, 1.0);
            }
            """
        let image = try draw(
            effect(#"[{"path": "A.metal"}]"#, files: ["A.metal": text], layer: #", "sensitivity": 99"#),
            time: Rational(4))
        // Sensitivity is clamped to 10; the width is 4 pixels; time 4 s.
        #expect(image.pixel(x: 0, y: 0) == SIMD4(26, 4, 102, 255))
    }

    @Test func previousIsThePassBeforeUpsideDownAsOnTheDevice() throws {
        let first = """
            fragment float4 fragment_a(VertexOut in [[stage_in]]) {
                return in.uv.y > 0.5 ? float4(1.0, 0.0, 0.0, 1.0) : float4(0.0, 0.0, 1.0, 0.5);
            }
            """
        let second = """
            fragment float4 fragment_b(VertexOut in [[stage_in]], texture2d<float> previous [[texture(0)]]) {
                constexpr sampler s(filter::nearest);
                return float4(previous.sample(s, in.uv).rgb, 1.0);
            }
            """
        let files = ["A.metal": first, "B.metal": second]
        let image = try draw(
            effect(#"[{"path": "A.metal"}, {"path": "B.metal", "inputs": ["previous"]}]"#, files: files))
        // The upper half of the screen samples rows near v = 0.75, the lower half of the picture: blue times its alpha.
        #expect(image.pixel(x: 1, y: 0) == SIMD4(128, 0, 0, 255))
        #expect(image.pixel(x: 1, y: 1) == SIMD4(0, 0, 255, 255))
        let unlisted = try draw(effect(#"[{"path": "A.metal"}, {"path": "B.metal"}]"#, files: files))
        #expect(unlisted.pixel(x: 1, y: 0) == SIMD4(0, 0, 0, 255))
        let onPassZero = try draw(effect(#"[{"path": "B.metal", "inputs": ["previous"]}]"#, files: files))
        #expect(onPassZero.pixel(x: 1, y: 0) == SIMD4(0, 0, 0, 255))
    }

    @Test func audioLevelsAreBoundOnlyWhenListed() throws {
        let text = """
            fragment float4 fragment_a(VertexOut in [[stage_in]],
                                       texture2d<float> levels [[texture(AmbientShaderTextureAudioLevelsIndex)]]) {
                return float4(levels.read(uint2(12, 0)).x, float(levels.get_width()) / 255.0, 0.0, 1.0);
            }
            """
        var levels = EffectMoment.silence
        levels[12] = 0.6
        let listed = try draw(
            effect(#"[{"path": "A.metal", "inputs": ["audioLevels"]}]"#, files: ["A.metal": text]), levels: levels)
        #expect(listed.pixel(x: 0, y: 0) == SIMD4(0, 64, 153, 255))
        let silent = try draw(effect(#"[{"path": "A.metal", "inputs": ["audioLevels"]}]"#, files: ["A.metal": text]))
        #expect(silent.pixel(x: 0, y: 0) == SIMD4(0, 64, 0, 255))
        let unlisted = try draw(effect(#"[{"path": "A.metal"}]"#, files: ["A.metal": text]), levels: levels)
        #expect(unlisted.pixel(x: 0, y: 0) == SIMD4(0, 0, 0, 255))
    }

    @Test func onePassThatFailsDeclinesTheLayer() throws {
        var diagnostics: [Diagnostic] = []
        let layer = try effect(
            #"[{"path": "A.metal"}, {"path": "B.metal"}]"#,
            files: ["A.metal": plain, "B.metal": "fragment float4 fragment_b() { return undefined; }"]
        ) { diagnostics.append($0) }
        #expect(layer == nil)
        #expect(
            diagnostics.contains {
                $0.severity == .error && $0.file?.hasSuffix("B.metal") == true && $0.location?.line == 1
            })
    }
}

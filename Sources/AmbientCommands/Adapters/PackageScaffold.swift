import Diagnostics
import Foundation
import FrameCore
import MediaIO

/// The packages that `package new` makes.
enum PackageScaffold {
    /// Writes a theme that renders into a new folder.
    static func writeTheme(_ id: String, in folder: String) throws {
        try makeFolder(folder + "/Theme/Shaders")
        try write(themeManifest(id), folder + "/manifest.json")
        try write(shader, folder + "/Theme/Shaders/Glow.metal")
        try write(themeReadme(id), folder + "/README.md")
        try writeVideo(folder + "/Theme/loop.mp4")
    }

    /// Writes a playlist that plays into a new folder.
    static func writePlaylist(_ id: String, in folder: String) throws {
        try makeFolder(folder + "/Playlist")
        try write(
            """
            {
              "packageId": \(JSONText.string(id).text),
              "type": "playlist",
              "playlist": { "tracks": ["track1.wav"] }
            }

            """, folder + "/manifest.json")
        try write(playlistReadme(id), folder + "/README.md")
        try Data(chord()).write(to: URL(fileURLWithPath: folder + "/Playlist/track1.wav"))
    }

    private static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    private static func write(_ text: String, _ path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    // MARK: - Texts

    private static func themeManifest(_ id: String) -> String {
        """
        {
          "packageId": \(JSONText.string(id).text),
          "type": "theme",
          "theme": {
            "displayName": \(JSONText.string(id).text),
            "background": { "video": "loop.mp4" },
            "weatherTags": ["any"],
            "layers": [
              {
                "kind": "effect",
                "sensitivity": 1.0,
                "shaders": [
                  {
                    "path": "Shaders/Glow.metal",
                    "inputs": ["audioLevels"],
                    "params": { "x": 0.5, "y": 0.08, "z": 0.3, "w": 0.6 }
                  }
                ]
              },
              {
                "kind": "clock",
                "format": "h:mm",
                "font": "HelveticaNeue-Thin",
                "size": 96,
                "color": "#FFFFFF",
                "position": { "x": 0.5, "y": 0.45 }
              }
            ]
          }
        }

        """
    }

    private static let shader = """
        #include <metal_stdlib>
        using namespace metal;

        // A soft light along the foot of the screen that rises with the music.
        //
        //   params.x  height     of the light at level 1, as a share of the screen
        //   params.y  hue        0…1
        //   params.z  idleFloor  level below which the light never falls, 0…1
        //   params.w  strength   opacity where it is brightest, 0…1
        //
        // Input: audioLevels. The idle floor does not depend on it: a low light means "no music", none at all means "not
        // rendering".

        fragment float4 fragment_glow(
            VertexOut in [[stage_in]],
            constant AmbientShaderUniforms &uniforms [[buffer(AmbientShaderUniformBufferIndex)]],
            texture2d<float> audioLevels [[texture(AmbientShaderTextureAudioLevelsIndex)]]) {
            constexpr sampler between(filter::linear, address::clamp_to_edge);
            float level = audioLevels.sample(between, float2(in.uv.x, 0.5)).r;

            // It breathes while nothing plays.
            float idle = uniforms.params.z * (1.0 + 0.25 * sin(uniforms.time * 1.1 + in.uv.x * 6.0));
            float height = max(max(level, idle) * uniforms.params.x, 0.001);
            float light = exp(-in.uv.y / height * 2.0);

            float3 colour = ambient_hsv2rgb(float3(uniforms.params.y, 0.35, 1.0));
            return float4(colour, saturate(light * uniforms.params.w));
        }

        """

    private static func themeReadme(_ id: String) -> String {
        """
        # \(id)

        A theme for the ambient display, made by `ambient package new`.

        | file | what it is |
        |---|---|
        | `manifest.json` | what the theme consists of; `displayName` is shown to people |
        | `Theme/loop.mp4` | the background, which loops: put a video of your own in its place |
        | `Theme/Shaders/Glow.metal` | an effect; its function is called `fragment_` and the file's name in small letters |

        `weatherTags` says which weather the theme suits, for displays that follow the weather: `any` suits all. The others
        are `sunny`, `cloudy`, `foggy`, `rainy`, `snowy` and `stormy`, by day or night as `day-sunny` or `night-sunny`.

        ```
        ambient package check \(id)
        ambient render \(id)
        ambient package pack \(id)
        ```

        """
    }

    private static func playlistReadme(_ id: String) -> String {
        """
        # \(id)

        A playlist for the ambient display, made by `ambient package new --playlist`. Put your music into `Playlist/` and name
        it in `manifest.json`, in the order in which it should play.

        ```
        ambient package check \(id)
        ambient package pack \(id)
        ```

        """
    }

    // MARK: - Media

    /// Four seconds of dusk that end as they begin.
    private static func writeVideo(_ path: String) throws {
        let (size, count) = (PixelSize(640, 360), 96)
        guard let rate = FrameRate(Rational(24)) else { return }
        let sink = try makeSink(
            format: .mp4, destination: .file(path: path), size: size, rate: rate,
            encoding: EncodingSettings(crf: 14, preset: "medium"), frames: count)
        do {
            for index in 0..<count {
                try sink.write(dusk(size, turn: 2 * Double.pi * Double(index) / Double(count)))
            }
            try sink.finish()
        } catch {
            sink.abandon()
            throw error
        }
    }

    /// One picture: a sky from blue to amber with a light that drifts over the horizon.
    private static func dusk(_ size: PixelSize, turn: Double) -> PixelBuffer {
        // B, G and R at the top, in the middle and at the foot.
        let stops: [SIMD3<Double>] = [[92, 38, 22], [122, 78, 88], [86, 138, 214]]
        let breath = 0.06 * sin(turn)
        let across = (0..<size.width).map { x -> Int32 in
            let distance = Double(x) / Double(size.width) - 0.5 - 0.18 * sin(turn)
            return Int32(256 * exp(-distance * distance * 9))
        }
        var picture = PixelBuffer(size)
        let stride = picture.bytesPerRow
        picture.withMutableBytes { bytes in
            for y in 0..<size.height {
                let place = Double(y) / Double(size.height - 1)
                let part = min(max(place + breath, 0), 1) * 2
                let lower = part < 1 ? 0 : 1
                let colour = stops[lower] + (stops[lower + 1] - stops[lower]) * (part - Double(lower))
                let away = place - 0.72 - 0.03 * cos(turn)
                let light = Int32(72 * exp(-away * away * 22))
                let base = SIMD3<Int32>(Int32(colour.x), Int32(colour.y), Int32(colour.z))
                let glow = SIMD3<Int32>(light / 2, light * 3 / 4, light)
                for x in 0..<size.width {
                    let value = base &+ (glow &* across[x]) &>> 8
                    let index = y * stride + 4 * x
                    bytes[index] = UInt8(clamping: value.x)
                    bytes[index + 1] = UInt8(clamping: value.y)
                    bytes[index + 2] = UInt8(clamping: value.z)
                    bytes[index + 3] = 255
                }
            }
        }
        return picture
    }

    /// A WAV file: eight seconds of a quiet chord, each note of which fits a whole number of times.
    private static func chord() -> [UInt8] {
        let (rate, seconds) = (22_050, 8)
        let notes = [110.0, 164.75, 220.0, 277.25, 329.625]
        var samples: [UInt8] = []
        samples.reserveCapacity(rate * seconds * 2)
        for index in 0..<(rate * seconds) {
            let time = Double(index) / Double(rate)
            var value = 0.0
            for (place, note) in notes.enumerated() {
                let swell = 0.6 - 0.4 * cos(2 * Double.pi * (time / Double(seconds) + Double(place) / 5))
                value += swell * sin(2 * Double.pi * note * time)
            }
            let sample = UInt16(bitPattern: Int16(value * 3_000))
            samples += [UInt8(sample & 0xFF), UInt8(sample >> 8)]
        }
        func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
        var file = Array("RIFF".utf8) + word(36 + samples.count) + Array("WAVEfmt ".utf8) + word(16)
        file += [1, 0, 1, 0] + word(rate) + word(rate * 2) + [2, 0, 16, 0]
        return file + Array("data".utf8) + word(samples.count) + samples
    }
}

import Compositing
import Drawing
import Foundation
import FrameCore
import Imaging
import Interaction

/// A film that shows a still picture.
final class StillFilm: VideoSource {
    let duration = Rational(10)
    private let picture: PixelBuffer

    init(_ picture: PixelBuffer) { self.picture = picture }

    func image(at time: Rational) -> VideoImage {
        VideoImage(size: picture.size, samples: .bgra(picture.bytes))
    }
}

/// Films made up by a test.
final class StillFilms: FilmProvider {
    struct Film: Sendable {
        var title: String
        var facts: [String] = []
        var picture: PixelBuffer
        var isBroken = false
    }

    struct Broken: Error {}

    private let list: [Film]
    private let scenes: [FilmScene]

    init(_ list: [Film], size: PixelSize, contents: [Int: PixelRectangle] = [:]) {
        self.list = list
        scenes = list.enumerated().map { index, film in
            // The bars of the fit, as the converter makes them.
            let scale = min(
                Double(size.width) / Double(max(1, film.picture.width)),
                Double(size.height) / Double(max(1, film.picture.height)))
            let width = min(size.width, Int((Double(film.picture.width) * scale).rounded()))
            let height = min(size.height, Int((Double(film.picture.height) * scale).rounded()))
            return FilmScene(
                title: film.title, facts: film.facts,
                picture: LayerStack(
                    background: StillFilm(film.picture), layers: [], size: size, pointScale: 1, mode: .fit),
                content: contents[index]
                    ?? PixelRectangle(
                        x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height),
                poster: { posterSize in
                    VideoConverter(target: posterSize).bgra(StillFilm(film.picture).image(at: .zero))
                })
        }
    }

    var filmCount: Int { list.count }

    func film(_ index: Int) throws -> FilmScene {
        guard list.indices.contains(index), !list[index].isBroken else { throw Broken() }
        return scenes[index]
    }
}

extension PixelBuffer {
    /// A picture of one opaque colour.
    static func plain(_ size: PixelSize, blue: UInt8, green: UInt8, red: UInt8) -> PixelBuffer {
        let bytes = (0..<size.area).flatMap { _ -> [UInt8] in [blue, green, red, 255] }
        return PixelBuffer(width: size.width, height: size.height, bytes: bytes) ?? PixelBuffer(size)
    }

    /// A picture with structure, different for each seed.
    static func busy(_ size: PixelSize, seed: Int = 0) -> PixelBuffer {
        var bytes: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                bytes += [
                    UInt8(truncatingIfNeeded: x * 7 + seed * 40), UInt8(truncatingIfNeeded: y * 5 + seed * 90),
                    UInt8(truncatingIfNeeded: (x ^ y) * 3), 255,
                ]
            }
        }
        return PixelBuffer(width: size.width, height: size.height, bytes: bytes) ?? PixelBuffer(size)
    }
}

/// A screen to draw on.
struct ChromeScreen: Sendable, CustomStringConvertible {
    let name: String
    let geometry: ScreenGeometry
    let size: PixelSize
    let scale: Double
    var description: String { name }

    init(_ preset: String, _ orientation: Orientation = .landscape) {
        let preset = DevicePreset.named(preset) ?? .standard
        let pixels = preset.pixels(orientation) ?? preset.points
        name = "\(preset.name)-\(orientation)"
        geometry = ScreenGeometry(
            width: Double(pixels.width) / Double(preset.scale), height: Double(pixels.height) / Double(preset.scale),
            safe: preset.safeInsets(orientation), profile: preset.isLandscapeOnly ? .remote : .touch)
        size = pixels
        scale = Double(preset.scale)
    }

    func canvas(_ films: any FilmProvider) throws -> PlayerCanvas {
        PlayerCanvas(geometry: geometry, size: size, pointScale: scale, films: films, texts: try TextRenderer())
    }
}

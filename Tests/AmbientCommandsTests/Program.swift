import ChildProcess
import Foundation
import Testing

/// The built program, run as a process of its own, as a user runs it.
enum Program {
    /// What a process left behind.
    struct Result {
        var status: Int32
        var output: Data
        var error: String
        var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// The root of the checkout.
    static let checkout = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The program beside the test bundle.
    static var path: String {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        return bundle.deletingLastPathComponent().appendingPathComponent("ambient").path
    }

    static func sample(_ name: String) -> String {
        checkout.appendingPathComponent("SamplePackages").appendingPathComponent(name).path
    }

    /// Runs the program and waits.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], in folder: URL? = nil
    ) throws -> Result {
        try run(executable: path, arguments, environment: environment, in: folder)
    }

    /// Runs another program that the tests compare with, by its name on PATH.
    static func tool(_ name: String, _ arguments: [String], input: Data? = nil) throws -> Result {
        try run(executable: name, arguments, input: input)
    }

    static func run(
        executable: String, _ arguments: [String], environment: [String: String] = [:], in folder: URL? = nil,
        input: Data? = nil
    ) throws -> Result {
        let scratch = try Scratch()
        // Nothing is kept from one test for another, or in the user's own cache.
        let environment = ["AMBIENT_SHADER_CACHE": "off"].merging(environment) { $1 }
        let (outputFile, errorFile) = (scratch.path("stdout"), scratch.path("stderr"))
        if let input { try input.write(to: URL(fileURLWithPath: scratch.path("stdin"))) }
        let process = try ChildProcess(
            executable, arguments, environment: environment, folder: folder?.path,
            input: input.map { _ in scratch.path("stdin") }, output: outputFile, error: errorFile)
        let status = process.wait()
        return Result(
            status: status, output: try Data(contentsOf: URL(fileURLWithPath: outputFile)),
            error: String(decoding: try Data(contentsOf: URL(fileURLWithPath: errorFile)), as: UTF8.self))
    }
}

/// A folder that goes away with the value that made it.
final class Scratch {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("ambient-test-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// A path in the folder; a slash at the end stays.
    func path(_ name: String) -> String { url.path + "/" + name }

    /// The names in the folder, hidden ones too, sorted.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }

    /// Writes a theme package of the seed's shape and returns its folder.
    func makeTheme(
        _ id: String = "mine", layers: String, shaders: [String: Data] = [:], video: Data? = nil
    ) throws -> String {
        let folder = url.appendingPathComponent(id)
        let shaderFolder = folder.appendingPathComponent("Theme/Shaders")
        try FileManager.default.createDirectory(at: shaderFolder, withIntermediateDirectories: true)
        let manifest = """
            { "packageId": "\(id)", "type": "theme",
              "theme": { "displayName": "Mine", "background": { "video": "loop.mp4" }, "layers": \(layers) } }
            """
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("manifest.json"))
        for (name, text) in shaders { try text.write(to: shaderFolder.appendingPathComponent(name)) }
        let film =
            try video ?? Data(contentsOf: URL(fileURLWithPath: Program.sample("sample-scene-sunny/Theme/test.mp4")))
        try film.write(to: folder.appendingPathComponent("Theme/loop.mp4"))
        return folder.path
    }
}

import Diagnostics
import FrameCore
import Glibc
import ShaderExecution

/// What a shader sees, from the command line: the time apart, all that is bound to it.
struct ShaderInputs {
    /// Seconds in the first frame.
    var time: Rational
    var params: SIMD4<Float>
    var sensitivity: Float
    /// By binding index.
    var textures: [Int: Texture]

    /// The binding indices of the prelude.
    private enum Index {
        static let previous = 0
        static let original = 1
        static let audioLevels = 2
        static let sourceVideo = 3
        static let firstOfPackage = 4
        /// One past the last that Metal has.
        static let end = 31
    }

    /// How many audio levels there are.
    private static let levelCount = 64

    static let options = [
        Option("time", value: "T", "seconds since the scene appeared, in the first frame (0)"),
        Option("params", value: "X,Y,Z,W", "uniforms.params (0,0,0,0)"),
        Option("sensitivity", value: "X", "uniforms.sensitivity, 0 to 10; leaves the levels as they are (1)"),
        Option("levels", value: "LIST|FILE", "the 64 audio levels, in texture 2 (zeros)"),
        Option("previous", value: "FILE", "picture for texture 0, premultiplied (nothing)"),
        Option("original", value: "FILE", "picture for texture 1, premultiplied (nothing)"),
        Option("source-video", value: "FILE", "picture for texture 3, premultiplied (nothing)"),
        Option("texture", value: "FILE", "picture for texture 4, straight alpha; repeat it for 5 and so on"),
    ]

    /// Reads the options; `size` is that of the target.
    init(_ arguments: Arguments, size: PixelSize) throws(CommandFailure) {
        time = try AmbientCommands.time("time", arguments) ?? .zero
        params = try Self.params(arguments)
        sensitivity =
            try arguments.value("sensitivity", expected: "a number from 0 to 10") { text in
                Float(text).flatMap { (0...10).contains($0) ? $0 : nil }
            } ?? 1
        let files = arguments.values("texture")
        let most = Index.end - Index.firstOfPackage
        guard files.count <= most else {
            throw .usage("there are \(files.count) textures; at most \(most) can be bound")
        }
        // Words first, files after: usage errors come before any reading.
        let levels = try Self.levels(arguments)
        textures = [Index.audioLevels: Texture(.red32Float(levels, width: levels.count, height: 1))]
        let frames = [
            ("previous", Index.previous), ("original", Index.original), ("source-video", Index.sourceVideo),
        ]
        for (option, index) in frames {
            guard let path = arguments.value(option) else { continue }
            textures[index] = Texture(.bgra8(try InputPicture.premultiplied(path, size: size)))
        }
        for (place, path) in files.enumerated() {
            textures[Index.firstOfPackage + place] = Texture(.bgra8(try InputPicture.straight(path)))
        }
    }

    private static func params(_ arguments: Arguments) throws(CommandFailure) -> SIMD4<Float> {
        try arguments.value("params", expected: "four numbers with commas between") { text in
            let values = text.split(separator: ",", omittingEmptySubsequences: false).map(number)
            let known = values.compactMap { $0 }
            return values.count == 4 && known.count == 4 ? SIMD4(known) : nil
        } ?? .zero
    }

    /// A finite number, blanks around it allowed.
    private static func number(_ text: some StringProtocol) -> Float? {
        let word = text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
        return Float(String(word)).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func levels(_ arguments: Arguments) throws(CommandFailure) -> [Float] {
        guard let text = arguments.value("levels") else { return [Float](repeating: 0, count: levelCount) }
        let isList = text.contains(",") || text.contains { $0.isWhitespace } || Double(text) != nil
        if isList, access(text, F_OK) != 0 { return try levels(in: text, of: "--levels") }
        let bytes = try InputBytes.read(text, limit: 1 << 20)
        return try levels(in: String(decoding: bytes, as: UTF8.self), of: "'\(text)'")
    }

    /// The numbers of a list with commas, blanks or line ends between, in brackets or not.
    private static func levels(in text: String, of what: String) throws(CommandFailure) -> [Float] {
        var list = text[...]
        list = list.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        while list.last?.isWhitespace == true { list.removeLast() }
        if list.first == "[", list.last == "]" { list = list.dropFirst().dropLast() }
        var values: [Float] = []
        for piece in list.split(separator: ",", omittingEmptySubsequences: false) {
            let words = piece.split { $0.isWhitespace }
            for word in words.isEmpty ? [""] : words {
                guard let value = number(word) else {
                    throw .usage(
                        "\(what): \(Wording.quoted(String(word))) is not a number",
                        hint: "write \(levelCount) numbers, commas or blanks between")
                }
                values.append(value)
            }
        }
        guard values.count == levelCount else {
            throw .usage(
                "\(what): there are \(values.count) numbers, not \(levelCount)",
                hint: "one for each level, from low to high tones")
        }
        return values
    }

    /// The uniforms of a moment `offset` seconds after the first frame.
    func uniforms(size: PixelSize, after offset: Rational = .zero) -> ShaderUniforms {
        ShaderUniforms(
            time: (time + offset).float, resolution: SIMD2(Float(size.width), Float(size.height)), params: params,
            sensitivity: sensitivity)
    }

    /// What a texture is called in messages.
    static func name(ofTexture index: Int) -> String {
        let names = [
            Index.previous: "previous", Index.original: "original", Index.audioLevels: "audioLevels",
            Index.sourceVideo: "sourceVideo",
        ]
        return names[index].map { "\($0) (\(index))" } ?? "\(index)"
    }

    /// Notes on textures that are read and not given, or given and not read.
    func notes(on used: [Int], file: String) -> [Diagnostic] {
        let options = [Index.previous: "--previous", Index.original: "--original", Index.sourceVideo: "--source-video"]
        let unbound = used.filter { textures[$0] == nil }.map { index in
            Diagnostic(
                .note, "shader.unbound-texture",
                "texture \(Self.name(ofTexture: index)) is read and not given: it has no size and reads as zeros",
                file: file, hint: "give it with \(options[index] ?? "--texture") FILE")
        }
        let unread = textures.keys.sorted().filter { $0 != Index.audioLevels && !used.contains($0) }.map { index in
            Diagnostic(
                .note, "shader.unread-texture",
                "texture \(Self.name(ofTexture: index)) is given, and the shader does not read it", file: file)
        }
        return unbound + unread
    }
}

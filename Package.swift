// swift-tools-version: 6.2
//
// One package, medium rooms over a small floor; arrows only point down (Docs/Architecture.md).
// `room` is one Swift target; its test target, where it has one, is `<room>Tests`.
// Scripts/check-imports holds the sources to the arrows written here.

import PackageDescription

let common: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
    // Row kernels and small accessors are inlined across rooms in release builds.
    .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
]

/// Rooms whose inner loops run over pixels: optimised in debug builds too, or the tests take hours.
let hot: [SwiftSetting] = common + [.unsafeFlags(["-O"], .when(configuration: .debug))]

func room(_ name: String, needs: [String] = [], settings: [SwiftSetting] = common) -> Target {
    .target(
        name: name, dependencies: needs.map { .byName(name: $0) }, swiftSettings: settings,
        // The standard library's rounding functions call libm.
        linkerSettings: [.linkedLibrary("m")])
}

func tests(
    of name: String, needs: [String] = [], exclude: [String] = [], resources: [Resource] = [],
    settings: [SwiftSetting] = common
) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: ([name] + needs).map { .byName(name: $0) },
        exclude: exclude,
        resources: resources,
        swiftSettings: settings)
}

func library(_ name: String, _ pkgConfig: String, apt: [String]) -> Target {
    .systemLibrary(
        name: name, path: "Sources/CLibraries/" + name, pkgConfig: pkgConfig, providers: [.apt(apt)])
}

let package = Package(
    name: "ambient",
    products: [.executable(name: "ambient", targets: ["ambient"])],
    targets: [
        // C libraries: module maps and shims; CPixel is C code of ours.
        library(
            "CFFmpeg", "libavformat libavcodec libswscale libavutil",
            apt: ["libavformat-dev", "libavcodec-dev", "libswscale-dev", "libavutil-dev"]),
        library("CPango", "pangocairo pangoft2 cairo fontconfig", apt: ["libpango1.0-dev", "libcairo2-dev"]),
        library("CImage", "libpng", apt: ["libpng-dev"]),
        library("CJPEG", "libjpeg", apt: ["libjpeg62-turbo-dev"]),
        // C code of ours that catches the jumps of libpng and libjpeg.
        .target(
            name: "CImageDecoding", dependencies: ["CImage", "CJPEG"], path: "Sources/CLibraries/CImageDecoding"),
        library("CCrypto", "libcrypto", apt: ["libssl-dev"]),
        library("CYAML", "yaml-0.1", apt: ["libyaml-dev"]),
        library("CFFTW", "fftw3f", apt: ["libfftw3-dev"]),
        library("CZip", "libzip", apt: ["libzip-dev"]),
        library("CCurl", "libcurl", apt: ["libcurl4-openssl-dev"]),
        .target(name: "CPixel", path: "Sources/CLibraries/CPixel", cSettings: [.unsafeFlags(["-O3"])]),
        .target(name: "CFrameDiff", path: "Sources/CLibraries/CFrameDiff", cSettings: [.unsafeFlags(["-O3"])]),
        .target(name: "CLLVM", path: "Sources/CLibraries/CLLVM", linkerSettings: [.linkedLibrary("dl")]),

        // 0 vocabulary
        room("Diagnostics"),
        room("FrameCore", settings: hot),

        // 1 one domain each
        room("Storage"),
        room("Interaction", needs: ["FrameCore"], settings: hot),
        room("StructuredText", needs: ["Diagnostics", "CYAML"], settings: hot),
        room("Imaging", needs: ["FrameCore", "CPixel", "CImage", "CImageDecoding", "CCrypto"], settings: hot),
        room("ShaderIR"),
        room("AudioLevels", needs: ["FrameCore", "CFFTW"], settings: hot),
        room("Playlists", needs: ["FrameCore"]),
        room("Weather", needs: ["Diagnostics", "FrameCore", "StructuredText"]),

        // 2 producers and evaluators
        room(
            "Packages",
            needs: ["Diagnostics", "FrameCore", "StructuredText", "Storage", "Interaction", "Weather", "CZip"]),
        room("ShaderLanguage", needs: ["Diagnostics", "ShaderIR"], settings: hot),
        room("Drawing", needs: ["Diagnostics", "FrameCore", "CPango"], settings: hot),
        room(
            "ShaderExecution", needs: ["FrameCore", "Imaging", "ShaderIR", "CLLVM"],
            // Without the first a square root is a call that may set errno, one number at a time; without the second the
            // generic elementary functions are not specialised in debug builds, and take a hundred times as long.
            settings: hot + [
                .unsafeFlags(["-Xcc", "-fno-math-errno"]),
                .unsafeFlags(
                    ["-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"],
                    .when(configuration: .debug)),
            ]),
        room("MediaIO", needs: ["FrameCore", "Imaging", "CFFmpeg"], settings: hot),
        room("FrameDiff", needs: ["FrameCore", "Imaging", "CFrameDiff"], settings: hot),
        room("WeatherClient", needs: ["Diagnostics", "Weather", "CCurl"]),
        room("Scenarios", needs: ["Diagnostics", "FrameCore", "StructuredText", "Interaction"]),
        room("Goldens", needs: ["Diagnostics", "FrameCore", "StructuredText"]),

        // 3 composition
        room(
            "Effects",
            needs: ["Diagnostics", "FrameCore", "Imaging", "ShaderLanguage", "ShaderExecution", "Packages"]),
        room(
            "Compositing",
            needs: [
                "Diagnostics", "FrameCore", "StructuredText", "Imaging", "ShaderExecution", "Drawing", "Packages",
                "Effects", "Interaction",
            ],
            settings: hot),

        // 4 behaviour
        room(
            "AmbientEngine",
            needs: [
                "FrameCore", "AudioLevels", "ShaderExecution", "Interaction", "Scenarios", "Weather", "Compositing",
            ]),

        // 5 delivery
        room(
            "AmbientCommands",
            needs: [
                "Diagnostics", "FrameCore", "StructuredText", "Imaging", "AudioLevels", "Playlists", "Packages",
                "ShaderLanguage",
                "ShaderExecution",
                "Drawing", "MediaIO", "FrameDiff", "Scenarios", "Goldens", "Weather", "WeatherClient", "Effects",
                "Compositing", "AmbientEngine", "Storage", "Interaction",
            ]),
        .executableTarget(name: "ambient", dependencies: ["AmbientCommands"], swiftSettings: common),

        // What the tests share: other programs run as child processes.
        .target(name: "ChildProcess", path: "Tests/ChildProcess", swiftSettings: common),
        // Random shaders, and what compares the ways to execute them; fast, since the tests draw hundreds.
        .target(
            name: "ShaderGenerator", dependencies: ["FrameCore", "ShaderIR", "ShaderExecution"],
            path: "Tests/ShaderGenerator", swiftSettings: hot),
        tests(of: "Diagnostics"),
        tests(of: "FrameCore"),
        tests(of: "StructuredText", needs: ["Diagnostics"]),
        tests(of: "Imaging", needs: ["ChildProcess", "FrameCore"]),
        tests(of: "ShaderIR"),
        tests(of: "AudioLevels", needs: ["FrameCore"]),
        tests(of: "Playlists", needs: ["FrameCore"]),
        tests(of: "Storage", needs: ["ChildProcess"]),
        tests(of: "Interaction", needs: ["FrameCore"]),
        tests(of: "WeatherClient", needs: ["ChildProcess", "FrameCore", "Weather"]),
        tests(of: "Weather", needs: ["Diagnostics", "FrameCore"]),
        tests(
            of: "Packages", needs: ["ChildProcess", "Diagnostics", "Storage"], exclude: ["Import/make_archives.py"]),
        tests(of: "ShaderLanguage", needs: ["Diagnostics", "FrameCore", "ShaderIR", "ShaderExecution"]),
        tests(
            of: "ShaderExecution",
            needs: ["ChildProcess", "Diagnostics", "FrameCore", "Imaging", "ShaderIR", "ShaderLanguage"]),
        tests(of: "Drawing", needs: ["ChildProcess", "FrameCore"]),
        tests(of: "MediaIO", needs: ["ChildProcess", "FrameCore", "Imaging"]),
        tests(of: "FrameDiff", needs: ["ChildProcess", "FrameCore", "Imaging"]),
        tests(of: "Goldens", needs: ["Diagnostics", "FrameCore"]),
        tests(of: "Scenarios", needs: ["Diagnostics", "FrameCore", "Interaction"]),
        tests(of: "Effects", needs: ["Diagnostics", "FrameCore", "Packages", "ShaderExecution"]),
        // They look at every pixel of large frames.
        tests(
            of: "Compositing", needs: ["FrameCore", "Packages", "Drawing", "Imaging", "Effects", "Interaction"],
            settings: hot),
        tests(
            of: "AmbientEngine",
            needs: ["Diagnostics", "FrameCore", "Compositing", "Interaction", "Scenarios", "Weather"]),
        .testTarget(
            name: "ShaderProofTests",
            dependencies: [
                "Diagnostics", "FrameCore", "ShaderIR", "ShaderLanguage", "ShaderExecution", "ShaderGenerator",
            ],
            // Findings are files that the tests read.
            exclude: ["Findings"], swiftSettings: common),
        .testTarget(
            name: "AmbientCommandsTests",
            // The program is run as a user runs it, so the tests know its path and nothing of its inside.
            dependencies: ["ambient", "ChildProcess"], swiftSettings: common),
    ],
    swiftLanguageModes: [.v6]
)

// The fuzzers need a sanitizer and bring their own `main`: only Scripts/fuzz builds them.
if Context.environment["AMBIENT_FUZZ"] != nil {
    func fuzzer(_ name: String, _ folder: String, needs: [String]) -> Target {
        .executableTarget(
            name: name, dependencies: (needs + ["FuzzDriver"]).map { .byName(name: $0) },
            path: "Tests/Fuzzing/" + folder, swiftSettings: common + [.unsafeFlags(["-parse-as-library"])])
    }
    package.targets += [
        .target(
            name: "FuzzMutation", dependencies: ["FrameCore", "FuzzDriver", "ShaderGenerator"],
            path: "Tests/Fuzzing/Mutation", swiftSettings: common),
        .target(name: "FuzzDriver", path: "Tests/Fuzzing/Driver", swiftSettings: common),
        fuzzer("FuzzSource", "Source", needs: ["Diagnostics", "FuzzMutation", "ShaderLanguage"]),
        fuzzer("FuzzArchive", "Archive", needs: ["Packages"]),
        fuzzer("FuzzManifest", "Manifest", needs: ["Diagnostics", "Packages"]),
        fuzzer(
            "FuzzRun", "Run",
            needs: ["Diagnostics", "FuzzMutation", "ShaderIR", "ShaderLanguage", "ShaderGenerator"]),
    ]
}

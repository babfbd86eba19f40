import Diagnostics
import FrameCore
import Glibc
import ShaderExecution
import ShaderLanguage

extension Command {
    /// `ambient shader bench FILE`.
    static let shaderBench = Command(
        name: "bench", operands: "FILE [options]", summary: "what a shader costs on this machine",
        details: [
            "Draws one frame to warm up, then --frames more, a thirtieth of a second apart, at 1920x1080 unless another",
            "size is asked for. A frame's cost is the median: CPU time of all threads together, and wall time. Compiling",
            "is measured once, cold; what a process loads for it only once stands apart.",
        ],
        options: [
            Option("frames", value: "N", "how many frames (a second of CPU time, at least 5)")
        ] + ShaderInputs.options + PictureSettings.options.filter { !["point-scale", "fps"].contains($0.name) } + [
            ShaderFile.entryOption, ShaderBackendOption.option,
        ] + RenderSettings.options.filter { $0.name != "progress" } + [
            Option("json", "machine-readable result on standard output")
        ],
        operandLimit: 1, run: runShaderBench)
}

private func runShaderBench(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let standard = PictureDefaults(size: PixelSize(1920, 1080))
    let size = try PictureSettings(arguments, defaults: standard).size
    let settings = try RenderSettings(arguments)
    let kind = try ShaderBackendOption.kind(arguments)
    let count = try arguments.value("frames", expected: "a number of frames from 1", frameCount)
    let log = DiagnosticLog()
    defer { console.report(log.takeNew()) }
    let file = try ShaderFile(arguments, command: "bench")
    let inputs = try ShaderInputs(arguments, size: size)
    var bench = try ShaderBench(file, kind: kind, log: log)
    inputs.notes(on: bench.textures, file: file.path).forEach(log.add)
    try settings.failIfStrict(log)
    try bench.run(inputs, size: size, settings: settings, frames: count)
    console.print(arguments.has("json") ? bench.json.text : bench.text)
    return .done
}

/// Measures one shader.
private struct ShaderBench {
    /// Time of one frame in milliseconds.
    private struct Cost {
        var cpu: Double
        var wall: Double
    }

    private let file: ShaderFile
    private let backend: any ShaderBackend
    /// What the front end and the back end took, once, and what the process had to load before.
    private let compileMs: Double
    private let loadMs: Double
    private var size = PixelSize(0, 0)
    private var threads = 0
    private var costs: [Cost] = []

    /// The binding indices that the shader reads.
    let textures: [Int]

    init(_ file: ShaderFile, kind: BackendKind?, log: DiagnosticLog) throws(CommandFailure) {
        self.file = file
        let clock = ContinuousClock()
        let begin = clock.now
        let shader = try file.compile(log: log)
        let front = clock.now - begin
        // The smallest shader has the process load what compiling needs, so that it does not count as compiling.
        let loading = clock.now
        if kind != .interpreter, let smallest = ShaderBackendStatus.smallest {
            _ = try? ShaderBackends.make(smallest.program, kind: kind, isCached: false)
        }
        let making = clock.now
        backend = try ShaderBackendOption.make(shader, kind: kind, isCached: false)
        compileMs = (front + (clock.now - making)).milliseconds
        loadMs = backend.kind == .jit ? (making - loading).milliseconds : 0
        textures = shader.usesTextures
    }

    /// Draws `frames` frames after one that does not count; without a number, until they took a second of CPU time.
    mutating func run(
        _ inputs: ShaderInputs, size: PixelSize, settings: RenderSettings, frames: Int?
    ) throws(CommandFailure) {
        self.size = size
        threads = settings.threads
        var target = PixelBuffer(size)
        var spent = 0.0
        var frame = 0
        while frame <= frames ?? 5 || frames == nil && spent < 1000 {
            // The frame that warms up is the first one, drawn twice.
            let number = max(0, frame - 1)
            let uniforms = inputs.uniforms(size: size, after: Rational(number) / Rational(30))
            let options = settings.executionOptions()
            let (cpu, wall) = (CPUClock.milliseconds, ContinuousClock.now)
            do {
                try backend.render(uniforms: uniforms, textures: inputs.textures, into: &target, options: options)
            } catch {
                throw file.failure(error, frame: number, of: frames ?? 0)
            }
            let cost = Cost(cpu: CPUClock.milliseconds - cpu, wall: (ContinuousClock.now - wall).milliseconds)
            if frame > 0 {
                costs.append(cost)
                spent += cost.cpu
            }
            frame += 1
        }
    }

    private var cpuMs: Double { median(costs.map(\.cpu)) }
    private var wallMs: Double { median(costs.map(\.wall)) }
    private var nanosecondsPerPixel: Double { cpuMs * 1e6 / Double(max(1, size.area)) }

    var text: String {
        func row(_ name: String, _ value: Double, _ unit: String) -> String {
            let digits = fixed(value)
            return name + String(repeating: " ", count: max(1, 26 - name.count - digits.count)) + digits + " " + unit
        }
        let rate = wallMs > 0 ? 1000 / wallMs / 30 : 0
        return [
            "\(file.path): \(size), \(threads) thread\(threads == 1 ? "" : "s"), \(backend.kind.rawValue), "
                + "median of \(costs.count) frame\(costs.count == 1 ? "" : "s")",
            row("load", loadMs, "ms, once a process"), row("compile", compileMs, "ms"),
            row("CPU", cpuMs, "ms a frame"), row("CPU", nanosecondsPerPixel, "ns a pixel"),
            row("wall", wallMs, "ms a frame"), row("", rate, "times real time at 30 frames a second"),
        ].joined(separator: "\n")
    }

    var json: JSONText {
        .object([
            ("file", .string(file.path)), ("width", .integer(size.width)), ("height", .integer(size.height)),
            ("threads", .integer(threads)), ("backend", .string(backend.kind.rawValue)),
            ("frames", .integer(costs.count)), ("compileMs", .number(rounded(compileMs))),
            ("loadMs", .number(rounded(loadMs))), ("cpuMsPerFrame", .number(rounded(cpuMs))),
            ("wallMsPerFrame", .number(rounded(wallMs))), ("nsPerPixel", .number(rounded(nanosecondsPerPixel))),
        ])
    }
}

/// The processor time of all threads of this process.
private enum CPUClock {
    static var milliseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
    }
}

extension Duration {
    fileprivate var milliseconds: Double {
        Double(components.seconds) * 1e3 + Double(components.attoseconds) * 1e-15
    }
}

/// The middle value; 0 of none.
private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// Four decimals: a frame of a few pixels takes less than a microsecond.
private func rounded(_ value: Double) -> Double { (value * 1e4).rounded() / 1e4 }

/// Two decimals, with a zero at the end where there is one.
private func fixed(_ value: Double) -> String {
    let hundredths = Int(exactly: (min(value, 1e12) * 100).rounded()) ?? 0
    let digits = String(hundredths % 100)
    return "\(hundredths / 100)." + (digits.count == 1 ? "0" : "") + digits
}

import Foundation
import Testing

/// `ambient shader bench`.
@Suite struct ShaderBenchTests {
    private static func twin(_ name: String) -> String {
        Program.checkout.appendingPathComponent("Tests/Twins/msl/\(name).metal").path
    }

    private func measure(_ words: [String]) throws -> [String: Any] {
        let result = try Program.run(["shader", "bench"] + words + ["--json"])
        try #require(result.status == 0, "\(result.error)")
        return try #require(JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    }

    @Test func theResultHasTheKeysOfTheContract() throws {
        let levels = (0..<64).map { _ in "0.5" }.joined(separator: ",")
        let json = try measure([
            Self.twin("Bars"), "--size", "64x36", "--params", "0.25,4.0,0.02,0.5", "--levels", levels, "--threads", "1",
            "--frames", "3",
        ])
        #expect((json["file"] as? String)?.hasSuffix("Bars.metal") == true)
        #expect(json["width"] as? Int == 64 && json["height"] as? Int == 36 && json["threads"] as? Int == 1)
        #expect(["jit", "interpreter"].contains(json["backend"] as? String ?? ""))
        #expect(json["frames"] as? Int == 3)
        for key in ["compileMs", "cpuMsPerFrame", "wallMsPerFrame"] {
            let value = try #require(json[key] as? Double)
            #expect(value > 0 && value < 60_000, "\(key): \(value)")
        }
        #expect(try #require(json["loadMs"] as? Double) >= 0)
    }

    /// The processor time of a frame does not shrink with the number of threads, and grows with the picture.
    @Test func costsAreProcessorTime() throws {
        func cost(_ size: String, _ threads: String) throws -> Double {
            let words = [
                Self.twin("FbmWarp"), "--size", size, "--threads", threads, "--frames", "9", "--backend", "interpreter",
            ]
            return try #require(try measure(words)["cpuMsPerFrame"] as? Double)
        }
        let small = try cost("64x64", "1")
        #expect(try cost("256x256", "1") > 4 * small)
        #expect(try cost("256x256", "2") > 4 * small)
    }

    @Test func withoutANumberItMeasuresAtLeastFiveFrames() throws {
        let json = try measure([Self.twin("GradientWash"), "--size", "200x200", "--backend", "interpreter"])
        let (frames, cost) = (
            try #require(json["frames"] as? Int), try #require(json["cpuMsPerFrame"] as? Double)
        )
        #expect(frames >= 5)
        // A second of processor time, give or take what other work on the machine adds to single frames.
        #expect(Double(frames) * cost < 1500 + 5 * cost && Double(frames) * cost > 300)
        #expect(json["backend"] as? String == "interpreter" && json["loadMs"] as? Double == 0)
    }

    @Test func textForPeople() throws {
        let result = try Program.run(["shader", "bench", Self.twin("Bars"), "--size", "32x18", "--frames", "1"])
        #expect(result.status == 0)
        for word in ["32x18", "median of 1 frame", "ms a frame", "ns a pixel", "compile"] {
            #expect(result.text.contains(word), "\(result.text)")
        }
    }

    @Test func whatIsWrongHasItsStatus() throws {
        let scratch = try Scratch()
        let endless = "fragment float4 fragment_a() { float a = 0.0; while (a < 1.0) a *= 2.0; return float4(a); }"
        try Data(endless.utf8).write(to: scratch.url.appendingPathComponent("A.metal"))
        try Data("fragment".utf8).write(to: scratch.url.appendingPathComponent("B.metal"))
        let cases: [([String], Int32, String)] = [
            ([], 2, "needs a shader file"), (["A.metal", "--size", "8x8"], 3, "loop-limit"),
            (["B.metal"], 3, "compile"),
            (["A.metal", "--frames", "x"], 2, "from 1"), (["C.metal"], 3, "No such file"),
            (["A.metal", "-o", "x.png"], 2, "unknown option"), (["A.metal", "--fps", "5"], 2, "unknown option"),
        ]
        for (words, status, message) in cases {
            let result = try Program.run(["shader", "bench"] + words + ["--json"], in: scratch.url)
            #expect(result.status == status && result.error.contains(message), "\(words): \(result.error)")
            #expect(result.output.isEmpty)
        }
    }

    @Test func theDoctorSaysHowShadersAreExecuted() throws {
        let result = try Program.run(["doctor", "--json"])
        let json = try #require(JSONSerialization.jsonObject(with: result.output) as? [String: Any])
        let shaders = try #require(json["shaders"] as? [String: String])
        let chosen = try #require(shaders["back end"])
        #expect(["jit", "interpreter"].contains(chosen))
        #expect((shaders["no jit"] == nil) == (chosen == "jit"))
        let off = try Program.run(["doctor"], environment: ["AMBIENT_JIT": "off"])
        let row = off.text.split(separator: "\n").first { $0.contains("back end") }
        #expect(row?.hasSuffix("interpreter") == true)
    }
}

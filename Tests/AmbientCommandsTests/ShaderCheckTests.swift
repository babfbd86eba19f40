import Foundation
import Testing

/// `ambient shader check` and the help of `ambient shader`.
@Suite struct ShaderCheckTests {
    private static let good = """
        fragment float4 fragment_good(VertexOut in [[stage_in]]) {
            return float4(in.uv, 0.0, 1.0);
        }
        """
    /// Mistakes in the second line from column 5 and in the third from column 12.
    private static let bad = """
        fragment float4 fragment_bad(VertexOut in [[stage_in]]) {
            vec2 p = in.uv;
            return nothing;
        }
        """
    /// The phone refuses this call as ambiguous.
    private static let doubtful = """
        fragment float4 fragment_doubtful(VertexOut in [[stage_in]]) {
            return float4(max(0, in.uv.x));
        }
        """

    private func check(_ words: [String], in scratch: Scratch) throws -> Program.Result {
        try Program.run(["shader", "check"] + words, in: scratch.url)
    }

    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        for (name, text) in [("Good", Self.good), ("Bad", Self.bad), ("Doubtful", Self.doubtful)] {
            try Data(text.utf8).write(to: scratch.url.appendingPathComponent(name + ".metal"))
        }
        return scratch
    }

    @Test func errorsHaveAPlaceACaretAndAStatus() throws {
        let scratch = try scratch()
        let result = try check(["Bad.metal"], in: scratch)
        #expect(result.status == 1)
        let lines = result.error.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let first = try #require(lines.firstIndex { $0.hasPrefix("ambient: Bad.metal:2:5: error: ") })
        #expect(lines[first].hasSuffix("[msl.foreign-name]"))
        #expect(lines[first + 1] == "      vec2 p = in.uv;")
        #expect(lines[first + 2] == "      ^^^^")
        #expect(lines[first + 3].hasPrefix("  hint: ") && lines[first + 3].contains("float2"))
        #expect(lines.contains { $0.hasPrefix("ambient: Bad.metal:3:12: error: ") })
        #expect(result.text == "Bad.metal: not ok, 2 errors\n")
        let good = try check(["Good.metal"], in: scratch)
        #expect(good.status == 0 && good.text == "Good.metal: ok\n" && good.error.isEmpty, "\(good.error)")
    }

    @Test func jsonIsAnObjectForOneFileAndAnArrayForSeveral() throws {
        let scratch = try scratch()
        let one = try check(["Bad.metal", "--json"], in: scratch)
        #expect(one.status == 1)
        let object = try #require(JSONSerialization.jsonObject(with: one.output) as? [String: Any])
        #expect(object["file"] as? String == "Bad.metal" && object["ok"] as? Bool == false)
        #expect(object["entryPoints"] as? [String] == ["fragment_bad"])
        let diagnostics = try #require(object["diagnostics"] as? [[String: Any]])
        #expect(diagnostics.map { $0["line"] as? Int } == [2, 3])
        #expect(diagnostics.map { $0["column"] as? Int } == [5, 12])
        let keys = Set(["code", "severity", "file", "line", "column", "message", "hint"])
        for diagnostic in diagnostics { #expect(keys.isSubset(of: diagnostic.keys)) }
        let several = try check(["--json", "Good.metal", "Bad.metal", "Doubtful.metal"], in: scratch)
        #expect(several.status == 1)
        let array = try #require(JSONSerialization.jsonObject(with: several.output) as? [[String: Any]])
        #expect(array.map { $0["file"] as? String } == ["Good.metal", "Bad.metal", "Doubtful.metal"])
        #expect(array.map { $0["ok"] as? Bool } == [true, false, true])
    }

    @Test func warningsFailOnlyUnderStrict() throws {
        let scratch = try scratch()
        let plain = try check(["Doubtful.metal"], in: scratch)
        #expect(plain.status == 0 && plain.text == "Doubtful.metal: ok, 1 warning\n", "\(plain.text)")
        let strict = try check(["Doubtful.metal", "--strict"], in: scratch)
        #expect(strict.status == 1 && strict.text.contains("not ok"), "\(strict.text)")
        let quiet = try check(["Doubtful.metal", "-q"], in: scratch)
        #expect(quiet.error.isEmpty)
    }

    @Test func filesThatCannotBeReadAreBadInput() throws {
        let scratch = try scratch()
        let result = try check(["Good.metal", "Missing.metal", "--json"], in: scratch)
        #expect(result.status == 3)
        let array = try #require(JSONSerialization.jsonObject(with: result.output) as? [[String: Any]])
        let diagnostics = try #require(array.last?["diagnostics"] as? [[String: Any]])
        #expect(diagnostics.map { $0["code"] as? String } == ["shader.unreadable"])
        #expect(try check(["."], in: scratch).status == 3)
        #expect(try check(["Bad.metal", "Missing.metal"], in: scratch).status == 3)
        // Not text, or none: an error of the shader, not of the disk.
        try Data([0, 1, 2]).write(to: scratch.url.appendingPathComponent("Binary.metal"))
        try Data().write(to: scratch.url.appendingPathComponent("Empty.metal"))
        #expect(try check(["Binary.metal"], in: scratch).status == 1)
        #expect(try check(["Empty.metal"], in: scratch).status == 1)
    }

    @Test func theEntryPointFollowsFromTheFileUnlessItIsNamed() throws {
        let scratch = try scratch()
        let other = scratch.url.appendingPathComponent("Other.metal")
        try Data((Self.good + "\n" + Self.doubtful).utf8).write(to: other)
        let missing = try check(["Other.metal"], in: scratch)
        #expect(missing.status == 1 && missing.error.contains("fragment_other"), "\(missing.error)")
        #expect(missing.error.contains("fragment_good"), "what there is should be said: \(missing.error)")
        let named = try check(["Other.metal", "--entry", "fragment_good", "--json"], in: scratch)
        #expect(named.status == 0)
        let object = try #require(JSONSerialization.jsonObject(with: named.output) as? [String: Any])
        #expect(Set(object["entryPoints"] as? [String] ?? []) == ["fragment_good", "fragment_doubtful"])
    }

    @Test(arguments: ["gradient_wash", "bars", "waveform", "radial_pulse", "particles", "fbm_warp", "raymarch"])
    func twinsAreClean(name: String) throws {
        let base = name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        let file = Program.checkout.appendingPathComponent("Tests/Twins/msl/\(base).metal").path
        let result = try Program.run(["shader", "check", "--strict", file])
        #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
        let twin = Program.checkout.appendingPathComponent("Tests/Twins/glsl/\(name).glsl").path
        #expect(FileManager.default.fileExists(atPath: twin))
    }

    /// The shaders that the page shows are clean, apart from the one whose mistake it shows.
    @Test func shadersOfThePageAreClean() throws {
        let scratch = try Scratch()
        let page = Program.checkout.appendingPathComponent("Docs/DebuggingShaders.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        var count = 0
        for block in text.components(separatedBy: "```metal\n").dropFirst() {
            let source = try #require(block.components(separatedBy: "```").first)
            try Data(source.utf8).write(to: scratch.url.appendingPathComponent("Page.metal"))
            let entry = try #require(
                source.components(separatedBy: "float4 fragment_").last?.components(separatedBy: "(").first)
            let result = try check(["Page.metal", "--strict", "--entry", "fragment_" + entry], in: scratch)
            #expect(result.status == 0, "\(result.error)")
            count += 1
        }
        #expect(count >= 1)
    }

    @Test func helpListsCommandsAndOptions() throws {
        let help = try Program.run(["help", "shader"])
        #expect(help.status == 0)
        for word in ["check", "render", "bench", "prelude", "--levels", "--backend", "--loop-limit", "--alpha"] {
            #expect(help.text.contains(word), "\(word)")
        }
        #expect(try Program.run(["shader", "--help"]).text == help.text)
        let one = try Program.run(["help", "shader", "bench"])
        #expect(one.text.hasPrefix("usage: ambient shader bench FILE") && !one.text.contains("--overwrite"))
        #expect(try Program.run(["shader", "bench", "-h"]).text == one.text)
    }

    @Test(arguments: [
        (["shader"], "check, render, bench or prelude"), (["shader", "chek"], "did you mean 'shader check'?"),
        (["shader", "check"], "needs a shader file"), (["shader", "prelude", "x"], "unexpected 'x'"),
        (["shader", "check", "A.metal", "--size", "8x8"], "unknown option '--size'"),
        (["shader", "check", "A.metal", "--entry", ""], "not a name"), (["help", "shader", "x"], "shader x"),
    ])
    func wrongWordsAreSaid(words: [String], message: String) throws {
        let result = try Program.run(words)
        #expect(result.status == 2 && result.error.contains(message), "\(result.error)")
    }
}

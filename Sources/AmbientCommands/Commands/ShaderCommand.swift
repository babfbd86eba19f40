import ShaderLanguage

extension Command {
    /// `ambient shader check|render|bench|prelude`.
    static let shader = Command.group(
        name: "shader",
        summary: "checks, draws and times one shader without a package",
        details: [
            "FILE is a Metal source file. Its entry point is fragment_ and the file's base name in lower case, as in a",
            "package; --entry names another. A list of levels is 64 numbers with commas or blanks between, or a file of",
            "them. Pictures are PNG or JPEG; for --previous, --original and --source-video also .bgra, as --alpha writes it at",
            "the same size. See Docs/DebuggingShaders.md.",
            "",
            "examples:",
            "  ambient shader check Glow.metal",
            "  ambient shader render Glow.metal --time 2.5 --params 0.6,0.4,0,0 -o glow.png",
            "  ambient shader render Glow.metal --frames 90 -o glow.mp4",
            "  ambient shader bench Glow.metal --threads 1",
        ],
        subcommands: [shaderCheck, shaderRender, shaderBench, shaderPrelude])

    private static let shaderPrelude = Command(
        name: "prelude", operands: "", summary: "prints what is put before every package shader", options: [],
        operandLimit: 0,
        run: { _, console in
            console.print(ShaderCompiler.prelude)
            return .done
        })
}

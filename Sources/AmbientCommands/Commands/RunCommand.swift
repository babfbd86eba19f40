import Diagnostics
import Foundation
import FrameCore
import FrameDiff
import Scenarios

extension Command {
    /// `ambient run SCENARIO…`.
    static let run = Command(
        name: "run", operands: "SCENARIO… [-o FILE] [options]",
        summary: "plays scenarios: inputs, weather, waiting, assertions; renders one with -o",
        details: [
            "Without -o nothing is drawn but what assertFrame compares. --from, --to and --frames override what the scenario",
            "records. Nothing is written to --root: a run has a private copy. See Docs/Scenarios.md.",
            "",
            "examples:",
            "  ambient run SamplePackages/scenarios/*.yaml",
            "  ambient run night.yaml --set seed=7 -o night.mp4",
            "  ambient run night.yaml --record missing      # records the screens that assertFrame names",
        ],
        options: OutputSettings.options + PictureSettings.options + FrameRange.options + SoundSettings.options
            + ClockSettings.options + RenderSettings.options + ScreenGoldens.options + [
                RootFolder.option, ScreenGoldens.setOption, WeatherChoice.option,
                Option("include-tags", value: "TAGS", "only scenarios that have one of these tags, with commas"),
                Option("exclude-tags", value: "TAGS", "no scenarios that have one of these tags"),
                Option("fail-fast", "ends a scenario at its first failed step"),
                Option("json", "machine-readable result on standard output"),
                Option("junit", value: "FILE", "results as JUnit XML as well"),
            ],
        operandLimit: .max, run: runScenarios)
}

private func runScenarios(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let paths = arguments.operands
    guard let first = paths.first else {
        throw CommandFailure.usage("run needs a scenario file", hint: "usage: ambient run SCENARIO…")
    }
    guard arguments.value("output") == nil || paths.count == 1 else {
        throw CommandFailure.usage("-o goes with one scenario, not with \(paths.count)")
    }
    let junit = try ReportFile(
        "junit", .testResults, arguments, inputs: paths, others: arguments.value("output").map { [$0] } ?? [])
    if let output = arguments.value("output"), output != "-",
        ReportFile.resolved(output) == ReportFile.resolved(first)
    {
        throw CommandFailure.usage("the output '\(output)' would replace the scenario", hint: "choose another name")
    }
    let runner = try ScenarioRunner(arguments, console)
    var outcomes: [ScenarioOutcome] = []
    for path in paths {
        guard let outcome = try runner.run(path) else { continue }
        outcomes.append(outcome)
        // The others are played all the same.
        if let failure = outcome.failure, paths.count > 1 { console.report(failure) }
    }
    guard !outcomes.isEmpty else { throw runner.nothingSelected }
    try finish(outcomes, arguments, console, junit: junit)
    // The last word on standard error, in the form that was asked for.
    if paths.count == 1, let failure = outcomes.first?.failure { throw failure }
    if arguments.value("output") == nil { runner.reportCompletion() }
    return outcomes.map(\.status).max { $0.rawValue < $1.rawValue } ?? .done
}

/// Prints the results; the closing line counts the assertions of all scenarios.
private func finish(
    _ outcomes: [ScenarioOutcome], _ arguments: Arguments, _ console: Console, junit: ReportFile?
) throws {
    let passed = outcomes.reduce(0) { $0 + $1.passed }
    let failed = outcomes.reduce(0) { $0 + $1.failed }
    try junit?.write(JUnitReport(suite: "ambient run", cases: outcomes.map(\.junit)).xml())
    if arguments.has("json") {
        if arguments.operands.count == 1 {
            outcomes.first?.writeJSON { Console.emit($0) }
        } else {
            Console.emit("{\"passed\": \(passed), \"failed\": \(failed), \"scenarios\": [")
            for (index, outcome) in outcomes.enumerated() {
                if index > 0 { Console.emit(", ") }
                outcome.writeJSON(named: true) { Console.emit($0) }
            }
            Console.emit("]}")
        }
        console.print("")
    } else if arguments.value("output") != "-" {
        for outcome in outcomes where outcome.assertsNothing && !console.isQuiet {
            console.say("ambient: note: \(outcome.path) asserts nothing")
        }
        console.print("\(passed) passed, \(failed) failed")
    }
}

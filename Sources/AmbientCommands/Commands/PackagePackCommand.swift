import Diagnostics
import Packages

extension Command {
    /// `ambient package pack DIR`.
    static let packagePack = Command(
        name: "pack", operands: "DIR [-o FILE.zip]", summary: "makes an archive that imports as the same package",
        details: [
            "The same folder gives the same bytes. Links inside the package become files; what a Mac leaves stays out.",
            "Without -o it is PACKAGEID.zip in the current folder.",
        ],
        options: [
            Option("output", short: "o", value: "FILE.zip", "the archive"),
            Option("overwrite", short: "y", "replace an existing archive"), jsonOption,
        ],
        operandLimit: 1, run: runPack)
}

private func runPack(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let folder = try packageOperand(arguments, "pack")
    let interruption = Interruption(hasReader: false)
    let report: PackReport
    do {
        report = try PackagePacker().pack(
            folder, to: arguments.value("output"), overwrite: arguments.has("overwrite"),
            isCancelled: { interruption.isRequested })
    } catch {
        console.report(error.diagnostics)
        throw CommandFailure(
            error.code == .notZipName ? .usage : error.status, error.message, hint: error.hint, stage: "package")
    }
    console.report(report.diagnostics)
    if arguments.has("json") {
        console.print(
            JSONText.object([
                ("packageId", .string(report.packageId)), ("kind", .string(report.kind)),
                ("output", .string(report.output)), ("entries", .integer(report.entries)),
                (
                    "skipped",
                    .array(
                        report.skipped.map {
                            .object([("name", .string($0.name)), ("reason", .string($0.reason))])
                        })
                ),
                ("diagnostics", .array(report.diagnostics.map(\.json))),
            ]).text)
        return .done
    }
    console.print("packed \(report.packageId) into \(report.output): \(report.entries) entries")
    for skipped in report.skipped {
        console.print("  left out \(Wording.quoted(skipped.name)): \(skipped.reason)")
    }
    return .done
}

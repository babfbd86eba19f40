import Foundation
import FrameCore
import FuzzDriver

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ limit: Int) -> Int

/// What both fuzzers of shaders hand to libFuzzer, besides their test of one input.
public enum FuzzerHooks {
    /// Changes an input in place; its new length.
    public static func mutate(
        _ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ limit: Int, _ seed: UInt32
    ) -> Int {
        // Bytes now and then: encodings and numbers are below the level of words.
        if seed % 4 == 0 { return mutateBytes(data, size, limit) }
        guard let data else { return 0 }
        let bytes = Array(UnsafeBufferPointer(start: data, count: size))
        let changed = ShaderMutator.mutate(bytes, limit: limit, seed: UInt64(seed))
        for (index, byte) in changed.enumerated() { data[index] = byte }
        return changed.count
    }

    /// Runs the fuzzer, or writes its seeds.
    public static func run(_ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) -> CInt {
        writeSeeds()
        return FuzzDriver.run(test)
    }

    /// With `AMBIENT_FUZZ_SEEDS` set, writes generated shaders and the words of the language there, and ends.
    private static func writeSeeds() {
        guard let folder = ProcessInfo.processInfo.environment["AMBIENT_FUZZ_SEEDS"] else { return }
        let url = URL(filePath: folder)
        do {
            // Longer ones would be cut off, and mean nothing.
            for seed in UInt64(1)...2_000 {
                let shader = ShaderMutator.fresh(seed)
                if shader.count > 2_000 { continue }
                try Data(shader).write(to: url.appending(path: "generated-\(seed)"))
            }
            let escaped = ShaderMutator.words.map { "\"\($0)\"" }.joined(separator: "\n") + "\n"
            try Data(escaped.utf8).write(to: url.appending(path: "../words.dict"))
        } catch {
            print("cannot write seeds: \(error)")
            exit(1)
        }
        exit(0)
    }
}

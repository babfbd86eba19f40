/// What code is made for: a processor, and how many pixels at a time.
struct CodeTarget: Hashable, Sendable {
    /// The processor as LLVM names it, such as `x86-64-v3`.
    var cpu: String
    /// Features on top of the processor's, such as `+avx2,-avx512f`.
    var features: String
    /// Pixels that are worked on together, a power of two from 4 on.
    var lanes: Int
    /// LLVM's major version: its text form differs a little.
    var llvmMajor: Int

    /// How many pixels are worked on together by default.
    ///
    /// More than a register holds, since one chain of dependent operations would leave the units idle.
    static let standardLanes = 32

    /// Rows of a tile; even, so that it is made of quads.
    ///
    /// The more it is like a square, the more often its pixels take the same way.
    var rows: Int { lanes >= 32 ? 4 : 2 }
    /// Columns of a tile, a power of two.
    var columns: Int { lanes / rows }

    /// Masks have registers of their own, so they are best kept as truth values; else as all-ones integers.
    var hasMaskRegisters: Bool { has("avx512vl", from: 4) }
    /// Rounding is an instruction; without it LLVM would call libm.
    var hasRounding: Bool { has("sse4.1", from: 2) }

    private func has(_ feature: String, from level: Int) -> Bool {
        if features.split(separator: ",").contains("+" + feature) { return true }
        guard cpu.hasPrefix("x86-64-v"), let own = Int(cpu.dropFirst("x86-64-v".count)) else { return false }
        return own >= level
    }
}

import CFFTW
import Glibc
import Synchronization

/// The discrete Fourier transform of 4096 real numbers, with buffers of its own.
///
/// Used by one thread at a time.
final class RealTransform {
    private let plan: Plan
    private let input: UnsafeMutablePointer<Float>
    private let output: UnsafeMutablePointer<fftwf_complex>

    /// Creates the buffers; throws where memory is missing.
    init() throws {
        plan = try Plan.shared()
        guard let input = fftwf_alloc_real(plan.length) else { throw AnalysisError.outOfMemory }
        guard let output = fftwf_alloc_complex(plan.length / 2 + 1) else {
            fftwf_free(input)
            throw AnalysisError.outOfMemory
        }
        self.input = input
        self.output = output
    }

    deinit {
        fftwf_free(input)
        fftwf_free(output)
    }

    /// The steps of the plan in FFTW's own words.
    var planText: String {
        guard let text = fftwf_sprint_plan(plan.handle) else { return "" }
        defer { free(text) }
        return String(cString: text)
    }

    /// Writes |X[k]|² for k = 0 … 2048 to `powers`, X the transform of the samples times the window.
    ///
    /// `samples` may be shorter than 4096 (the rest are zeros) or longer (the rest are left out); `window` has 4096
    /// values, `powers` 2049. A sample that is no sound (not finite, or beyond ±65536) counts as 0.
    func powers(of samples: [Float], window: [Float], into powers: inout [Float]) {
        let length = min(plan.length, window.count)
        let count = min(samples.count, length)
        samples.withUnsafeBufferPointer { samples in
            window.withUnsafeBufferPointer { window in
                for index in 0..<count {
                    let sample = samples[index]
                    input[index] = (sample.magnitude <= 65_536 ? sample : 0) * window[index]
                }
            }
        }
        for index in count..<plan.length { input[index] = 0 }
        fftwf_execute_dft_r2c(plan.handle, input, output)
        let bins = min(powers.count, plan.length / 2 + 1)
        powers.withUnsafeMutableBufferPointer { powers in
            for bin in 0..<bins {
                let (real, imaginary) = output[bin]
                powers[bin] = real * real + imaginary * imaginary
            }
        }
    }
}

/// The one plan of the program, made once and never freed: executing it with other buffers is safe on any thread.
private struct Plan: @unchecked Sendable {
    let handle: fftwf_plan
    let length: Int

    /// The planner is not safe on several threads, so it runs under this lock.
    private static let made = Mutex<Plan?>(nil)

    static func shared() throws -> Plan {
        try made.withLock { made in
            if let made { return made }
            let plan = try Plan(length: LevelTimeline.blockLength)
            made = plan
            return plan
        }
    }

    private init(length: Int) throws {
        self.length = length
        let input = fftwf_alloc_real(length)
        let output = fftwf_alloc_complex(length / 2 + 1)
        defer {
            fftwf_free(input)
            fftwf_free(output)
        }
        // Measured plans and vector code differ in the last bits from machine to machine; these do not.
        let flags = UInt32(FFTW_ESTIMATE) | UInt32(FFTW_NO_SIMD)
        guard let input, let output, let handle = fftwf_plan_dft_r2c_1d(Int32(length), input, output, flags) else {
            throw AnalysisError.outOfMemory
        }
        self.handle = handle
    }
}

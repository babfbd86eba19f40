import FrameCore
import FrameDiff
import Glibc

/// The program of `Scripts/bench-diff`.
@main enum BenchDiff {
    private static let size = PixelSize(1920, 1080)
    private static let rounds = max(1, CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 31)

    /// The median of the CPU time of `body` in milliseconds.
    private static func milliseconds(rounds: Int = rounds, _ body: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
        }
        let times = (0..<rounds).map { _ in
            let start = now()
            body()
            return now() - start
        }
        return times.sorted()[rounds / 2]
    }

    /// A busy frame, and the same with a noise of one level up or down in every channel.
    private static func frames() -> (PixelBuffer, PixelBuffer) {
        var random = SeededRandom(seed: 1)
        var (one, other) = (PixelBuffer(size), PixelBuffer(size))
        one.withMutableBytes { one in
            other.withMutableBytes { other in
                for index in one.indices {
                    let bits = random.next()
                    let level = 16 + Int(bits & 127) + index / 7680 % 64
                    one[index] = index % 4 == 3 ? 255 : UInt8(level)
                    other[index] = index % 4 == 3 ? 255 : UInt8(level + (bits >> 32 & 1 == 0 ? 1 : -1))
                }
            }
        }
        return (one, other)
    }

    static func main() {
        let (one, other) = frames()
        var isWithin = true
        func report(_ name: String, _ time: Double, limit: Double) {
            isWithin = isWithin && time <= limit
            let verdict = time <= limit ? "" : "   TOO SLOW"
            let columns = [name + String(repeating: " ", count: max(0, 44 - name.count))]
            print(columns[0], text(time), "ms, at most", text(limit) + verdict)
        }
        func text(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
        func time(_ comparator: FrameComparator, mask: PixelMask? = nil) -> Double {
            milliseconds { _ = comparator.difference(one, other, mask: mask) }
        }

        // With a limit of one level none is beyond, so nothing asks for the density.
        let counting = time(FrameComparator(size: size, tolerance: FrameTolerance(maxDelta: 1)))
        report("equality, largest difference and counts", counting, limit: 4)
        let density = time(FrameComparator(size: size))
        report("the same with density", density, limit: 8)
        let similarity = time(
            FrameComparator(size: size, tolerance: FrameTolerance(maxDelta: 1), measuresSSIM: true))
        report("SSIM besides", similarity - counting, limit: 15)

        var mask = PixelMask(size: size)
        mask.add(PixelRectangle(x: 100, y: 100, width: 700, height: 300))
        let masked = time(FrameComparator(size: size), mask: mask)
        report("density with a mask", masked, limit: 8)
        let similarMasked = time(FrameComparator(size: size, measuresSSIM: true), mask: mask)
        report("SSIM with a mask besides", similarMasked - masked, limit: 15)
        report("equal frames", milliseconds { _ = FrameComparator(size: size).difference(one, one) }, limit: 4)
        let copy = PixelBuffer(width: size.width, height: size.height, bytes: one.bytes.map { $0 })
        let equality = milliseconds { _ = copy.map { FrameComparator(size: size).difference(one, $0) } }
        report("equal copies", equality, limit: 4)
        let perception = milliseconds(rounds: 3) { _ = FrameComparator(size: size).perceptualMap(one, other) }
        report("perceptual map", perception, limit: 1500)
        exit(isWithin ? 0 : 1)
    }
}

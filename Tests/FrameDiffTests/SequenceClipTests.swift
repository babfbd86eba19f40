import FrameDiff
import Testing

/// Faults planted in clips of ffmpeg's sources, compared without loss and after x264.
@Suite struct SequenceClipTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        var name: String
        /// The pictures the actual clip shows; the expected one shows 2 to 121.
        var numbers: [Int]
        var events: [String]

        var testDescription: String { name }
    }

    private static let count = 124
    private static let clean = Array(2..<122)

    private static let faults: [Fault] = {
        func fault(_ name: String, _ events: [String], _ change: (inout [Int]) -> Void) -> Fault {
            var numbers = clean
            change(&numbers)
            return Fault(name: name, numbers: numbers, events: events)
        }
        return [
            fault("none", []) { _ in },
            fault("drop 1", ["dropped 30-30 x1"]) { $0.remove(at: 30) },
            fault("drop 3", ["dropped 30-32 x3"]) { $0.removeSubrange(30..<33) },
            fault("repeat", ["duplicated 31-31 x1"]) { $0.insert($0[30], at: 31) },
            fault("late", ["shifted 0-119 x2"]) { $0 = Array(0..<120) },
            fault("early", ["shifted 0-119 x-2"]) { $0 = Array(4..<124) },
            fault("held at the start", ["shifted 0-119 x2"]) { $0 = [2, 2] + Array(2..<120) },
            fault("freeze", ["frozen 40-49 x10"]) { for index in 40..<50 { $0[index] = $0[39] } },
            fault("swap", ["reordered 50-51 x2"]) { $0.swapAt(50, 51) },
            fault("distant swap", ["reordered 50-70 x2"]) { $0.swapAt(50, 70) },
            fault("half", ["dropped 60-119 x60"]) { $0.removeSubrange(60...) },
            fault("drop near the end", ["dropped 114-114 x1"]) { $0.remove(at: 114) },
            fault("drop at the start", ["dropped 0-1 x2"]) { $0.removeFirst(2) },
            fault("three repeats", ["duplicated 31-33 x3"]) { $0.insert(contentsOf: [32, 32, 32], at: 31) },
            fault("freeze of one", ["frozen 60-60 x1"]) { $0[60] = $0[59] },
            fault("freeze to the end", ["frozen 100-119 x20"]) { for index in 100..<120 { $0[index] = $0[99] } },
            fault("two drops", ["dropped 20-20 x1", "dropped 80-82 x3"]) {
                $0.removeSubrange(80..<83)
                $0.remove(at: 20)
            },
            fault("drop, then repeat", ["dropped 30-30 x1", "duplicated 90-90 x1"]) {
                $0.insert($0[90], at: 91)
                $0.remove(at: 30)
            },
        ]
    }()

    private static let sources = [
        "testsrc2=s=160x90:r=30",
        "mandelbrot=s=160x90:r=30:end_scale=0.05",
        "nullsrc=s=160x90:r=30,geq=lum='128+60*sin((X+2*N)/9)+50*sin((Y-N)/7+X/23)':cb=128:cr=128",
    ]

    @Test(arguments: sources)
    func faultsAreNamedInEncodedClips(source: String) throws {
        let clip = try EncodedClip(source: source, count: Self.count)
        let raw = try clip.log(Self.clean, crf: nil)
        let cleans = try [18, 23, 28].map { try clip.log(Self.clean, crf: $0) }
        for (index, fault) in Self.faults.enumerated() {
            let exact = try SequenceAligner(isLossy: false).align(
                expected: raw, actual: clip.log(fault.numbers, crf: nil))
            #expect(exact.brief == fault.events, "\(fault.name), exact")
            let crf = [28, 18, 23][index % 3]
            let encoded = try clip.log(fault.numbers, crf: crf)
            for (name, expected) in zip(["raw", "18", "23", "28"], [raw] + cleans) {
                let alignment = try SequenceAligner(isLossy: true).align(expected: expected, actual: encoded)
                #expect(alignment.brief == fault.events, "\(fault.name), \(name) and crf \(crf)")
            }
        }
    }

    /// Clips that differ in content or only by the encoder, as pairs of sources.
    private static let alike = [
        // Again, hardly moving, still, noisy, fading, looped, and at half the rate.
        ("testsrc2=s=160x90:r=30", "testsrc2=s=160x90:r=30"),
        ("gradients=s=160x90:r=30:speed=0.01:c0=red:c1=blue:n=2:x0=0:y0=0:x1=159:y1=89", ""),
        ("smptebars=s=160x90:r=30", ""),
        ("smptebars=s=160x90:r=30,noise=alls=30:allf=t:all_seed=5", ""),
        ("testsrc=s=160x90:r=30,fade=out:20:90", ""),
        ("testsrc2=s=160x90:r=30,loop=loop=-1:size=24", ""),
        ("testsrc2=s=160x90:r=15,fps=30", ""),
        // Brighter, another hue, a box for three frames, a caption, other pictures altogether.
        ("testsrc2=s=160x90:r=30", "testsrc2=s=160x90:r=30,eq=brightness=0.06"),
        ("testsrc2=s=160x90:r=30", "testsrc2=s=160x90:r=30,hue=h=25"),
        (
            "testsrc2=s=160x90:r=30",
            "testsrc2=s=160x90:r=30,drawbox=40:30:24:24:white@0.05:fill:enable='between(n,60,62)'"
        ),
        ("mandelbrot=s=160x90:r=30", "mandelbrot=s=160x90:r=30,drawbox=20:60:60:20:black:fill"),
        ("mandelbrot=s=160x90:r=30", "testsrc2=s=160x90:r=30"),
        ("testsrc2=s=160x90:r=30", "life=s=160x90:r=30:seed=7:mold=10"),
    ]

    @Test(arguments: alike)
    func whatIsNoFaultOfTimeGivesNoEvent(source: String, other: String) throws {
        let clip = try EncodedClip(source: source, count: Self.count)
        let changed = other.isEmpty ? clip : try EncodedClip(source: other, count: Self.count)
        let identity = [[0, 0, Self.clean.count]]
        let reencoded = try clip.log(Self.clean, crf: 23)
        let raw = try clip.log(Self.clean, crf: nil)
        let exact = try SequenceAligner(isLossy: false).align(expected: raw, actual: changed.log(Self.clean, crf: nil))
        #expect(exact.brief == [])
        #expect(exact.places == identity)
        for crf in [18, 28] {
            let encoded = try changed.log(Self.clean, crf: crf)
            for (name, expected) in [("raw", raw), ("23", reencoded)] {
                let alignment = try SequenceAligner(isLossy: true).align(expected: expected, actual: encoded)
                #expect(alignment.brief == [], "\(name) and crf \(crf)")
                #expect(alignment.places == identity, "\(name) and crf \(crf)")
                let back = try SequenceAligner(isLossy: true).align(expected: encoded, actual: expected)
                #expect(back.brief == [], "\(name) and crf \(crf), exchanged")
            }
        }
    }
}

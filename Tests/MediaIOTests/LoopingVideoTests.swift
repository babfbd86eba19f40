import Foundation
import FrameCore
import MediaIO
import Testing

@Suite struct LoopingVideoTests {
    /// Numbers below `count`, each once, in an order that is the same every time.
    static func shuffled(_ count: Int) -> [Int] {
        var order = Array(0..<count)
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15
        for index in stride(from: count - 1, to: 0, by: -1) {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            order.swapAt(index, Int(state >> 33) % (index + 1))
        }
        return order
    }

    @Test("every picture, when ffprobe says, as ffmpeg decodes it, over the loop and in any order", arguments: Clip.all)
    func follows(clip: Clip) throws {
        let folder = try TemporaryFolder()
        let path = try clip.make(in: folder)
        let times = try ProbedTimes(path)
        let video = try LoopingVideo(path: path)
        #expect(video.duration == times.duration)
        #expect(video.info.frameCount == times.starts.count)

        let size = try video.image(at: .zero).rawBytes.count
        let expected = try clip.pictures(path, bytesPerPicture: size)
        try #require(expected.count == times.starts.count)
        let almost = Rational(1, 1_000_000)
        for loop in 0..<2 {
            for (number, start) in times.starts.enumerated() {
                let time = start + Rational(loop) * times.duration
                let end = number + 1 < times.starts.count ? times.starts[number + 1] : times.duration
                #expect(try video.image(at: time).rawBytes == expected[number], "loop \(loop), picture \(number)")
                let late = end - almost + Rational(loop) * times.duration
                #expect(try video.image(at: late).rawBytes == expected[number], "end of picture \(number)")
            }
        }
        let other = try LoopingVideo(path: path)
        for number in Self.shuffled(times.starts.count) {
            let time = times.starts[number] - times.duration
            #expect(try other.image(at: time).rawBytes == expected[number], "picture \(number) alone")
        }
    }

    @Test func piped() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("piped.mkv")
        let data = try Tool.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", "libx264", "-f", "matroska", "-",
        ])
        try data.write(to: URL(fileURLWithPath: path))
        #expect(try Tool.value("format=duration", path) == "N/A")
        let video = try LoopingVideo(path: path)
        #expect(video.duration == .one)
        #expect(video.info.frameCount == 25)
    }

    @Test func manyThreads() throws {
        let folder = try TemporaryFolder()
        let path = try Clip.all[0].make(in: folder)
        let reference = try LoopingVideo(path: path)
        let expected = try (0..<50).map { try reference.image(at: Rational(Int64($0), 25)).rawBytes }
        let video = try LoopingVideo(path: path)
        let order = Self.shuffled(50)
        let wrong = WrongCount()
        DispatchQueue.concurrentPerform(iterations: 50) { index in
            let number = order[index]
            let bytes = try? video.image(at: Rational(Int64(number), 25)).rawBytes
            if bytes != expected[number] { wrong.add() }
        }
        #expect(wrong.count == 0)
    }

    @Test("a jump forward, and a jump back, in a long clip of short groups")
    func jumps() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("long.mp4")
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=s=32x32:r=25:d=20", "-c:v", "libx264", "-preset", "ultrafast", "-g", "25",
            path,
        ])
        let clip = Clip(name: "", file: "long.mp4", arguments: [])
        let video = try LoopingVideo(path: path)
        let expected = try clip.pictures(path, bytesPerPicture: 32 * 32 * 3 / 2)
        for number in [0, 3, 499, 140, 141, 300, 299, 12, 470] {
            #expect(try video.image(at: Rational(Int64(number), 25)).rawBytes == expected[number])
        }
    }

    @Test("a size that changes within the clip")
    func changingSize() throws {
        let folder = try TemporaryFolder()
        var bytes = Data()
        for size in ["64x48", "32x24"] {
            let part = folder.file(size + ".h264")
            try Tool.ffmpeg([
                "-f", "lavfi", "-i", "testsrc2=s=\(size):r=25:d=0.4", "-c:v", "libx264", "-bf", "0", part,
            ])
            bytes.append(try Data(contentsOf: URL(fileURLWithPath: part)))
        }
        let path = folder.file("both.h264")
        try bytes.write(to: URL(fileURLWithPath: path))
        let video = try LoopingVideo(path: path)
        for number in [19, 0, 9, 10, 29] {
            let image = try video.image(at: Rational(Int64(number), 25))
            #expect(image.size == (number % 20 < 10 ? PixelSize(64, 48) : PixelSize(32, 24)), "picture \(number)")
            #expect(image.rawBytes.count == image.size.area * 3 / 2)
        }
    }

    @Test func cutInHalf() throws {
        let folder = try TemporaryFolder()
        let whole = folder.file("whole.mp4")
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=4", "-c:v", "libx264", "-g", "12", "-movflags", "+faststart",
            whole,
        ])
        let data = try Data(contentsOf: URL(fileURLWithPath: whole))
        let path = folder.file("half.mp4")
        try data.prefix(data.count * 6 / 10).write(to: URL(fileURLWithPath: path))
        let complete = try LoopingVideo(path: whole)
        let video = try LoopingVideo(path: path)
        #expect(video.info.frameCount > 10)
        #expect(video.info.frameCount < 100)
        let other = try LoopingVideo(path: path)
        var pictures: [[UInt8]] = []
        for number in 0..<video.info.frameCount {
            let bytes = try video.image(at: Rational(Int64(number), 25)).rawBytes
            pictures.append(bytes)
            if number < video.info.frameCount - 4 {
                #expect(bytes == (try complete.image(at: Rational(Int64(number), 25)).rawBytes), "picture \(number)")
            }
        }
        // The loop goes on, and order does not matter.
        #expect(try video.image(at: video.duration).rawBytes == pictures[0])
        for number in Self.shuffled(pictures.count) {
            #expect(try other.image(at: Rational(Int64(number), 25)).rawBytes == pictures[number])
        }
    }

    @Test(
        "flipped bytes: only whole pictures are shown, the same in any order", arguments: ["mp4", "avi", "ts", "webm"])
    func flippedBytes(suffix: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("clip.\(suffix)")
        let codec = ["mp4": "libx264", "ts": "libx264", "avi": "mpeg4", "webm": "libvpx-vp9"][suffix] ?? ""
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=3,noise=alls=20", "-c:v", codec, "-g", "12", "-bf", "2", path,
        ])
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        for place in stride(from: data.count / 4, to: data.count * 3 / 4, by: data.count / 23) { data[place] ^= 0x55 }
        try data.write(to: URL(fileURLWithPath: path))
        let video = try LoopingVideo(path: path)
        let other = try LoopingVideo(path: path)
        let count = video.info.frameCount
        let pictures = try (0..<count).map {
            try video.image(at: video.duration * Rational(Int64($0), Int64(count))).rawBytes
        }
        for number in Self.shuffled(count) {
            let time = video.duration * Rational(Int64(number), Int64(count))
            #expect(try other.image(at: time).rawBytes == pictures[number], "picture \(number)")
        }
    }
}

/// Counts from several threads.
final class WrongCount: @unchecked Sendable {
    private let lock = NSLock()
    private var total = 0

    var count: Int { lock.withLock { total } }

    func add() { lock.withLock { total += 1 } }
}

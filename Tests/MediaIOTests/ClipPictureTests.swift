import Foundation
import FrameCore
import Imaging
import MediaIO
import Testing

@Suite struct ClipPictureTests {
    private let size = PixelSize(20, 10)

    private func reason(_ path: String) -> String? {
        do {
            let clip = try openClip(path)
            while try clip.next() != nil {}
            return nil
        } catch let error as MediaError {
            #expect(error.isInputFault)
            return error.description
        } catch {
            Issue.record(error)
            return nil
        }
    }

    private func write(_ names: [String], in folder: TemporaryFolder) throws {
        for (number, name) in names.enumerated() {
            try Data(try PNG.encode(testFrame(number, size))).write(to: URL(fileURLWithPath: folder.file(name)))
        }
    }

    @Test("a folder, in the order of its numbers, whatever their width and whatever lies beside")
    func folder() throws {
        let folder = try TemporaryFolder()
        try write(["08.png", "9.png", "10.png", "0011.PNG"], in: folder)
        try write([".12.png", "cover.png", "12.jpg", "12.png~", "13.txt", "a14.png"], in: folder)
        for path in [folder.path, folder.path + "/"] {
            let clip = try openClip(path)
            #expect(
                clip.format
                    == ClipFormat(kind: "folder of pictures", size: size, rate: nil, frameCount: 4, hasPixels: true))
            for _ in 0..<2 {
                let all = try frames(of: clip)
                #expect(all.map(\.index) == [0, 1, 2, 3])
                #expect(all.map(\.picture) == (0..<4).map { testFrame($0, size) })
                #expect(try clip.next() == nil)
                try clip.rewind()
            }
            _ = try clip.next()
            try clip.rewind()
            #expect(try clip.next()?.picture == testFrame(0, size))
        }
    }

    @Test func pattern() throws {
        let folder = try TemporaryFolder()
        try write(["shot-099.png", "shot-100.png", "shot-101.png"], in: folder)
        try write(["shot-5.png", "other-102.png", "shot-102.png.part"], in: folder)
        let clip = try openClip(folder.file("shot-%03d.png"))
        #expect(clip.format.frameCount == 3)
        #expect(try frames(of: clip).map(\.picture) == (0..<3).map { testFrame($0, size) })
        #expect(reason(folder.file("none-%03d.png"))?.contains("no file has such a name") == true)
        #expect(reason(folder.file("gone/shot-%03d.png"))?.contains("No such file or directory") == true)
        try FileManager.default.removeItem(atPath: folder.file("shot-100.png"))
        #expect(
            reason(folder.file("shot-%03d.png"))?
                .contains("shot-100.png is missing between shot-099.png and shot-101.png") == true)
    }

    @Test func badFolders() throws {
        let gap = try TemporaryFolder()
        try write(["0000.png", "0001.png", "0004.png"], in: gap)
        #expect(
            reason(gap.path) == "cannot read \(gap.path): 0002.png is missing between 0001.png and 0004.png")
        let twice = try TemporaryFolder()
        try write(["1.png", "01.png", "2.png"], in: twice)
        #expect(reason(twice.path)?.contains("01.png and 1.png have the same number") == true)
        let unnamed = try TemporaryFolder()
        try write(["a.png", "b.png"], in: unnamed)
        #expect(reason(unnamed.path)?.contains("it holds no PNG named by a number") == true)
        let large = try TemporaryFolder()
        try write(["99999999999999999999.png"], in: large)
        #expect(reason(large.path)?.contains("is too large") == true)
        let last = try TemporaryFolder()
        try write(["\(Int.max).png", "\(Int.max - 1).png"], in: last)
        #expect(reason(last.path) == nil)
    }

    @Test("a picture of another size, or that is none, is named")
    func oddPictures() throws {
        let folder = try TemporaryFolder()
        try write(["0.png", "1.png", "2.png"], in: folder)
        let second = URL(fileURLWithPath: folder.file("1.png"))
        try Data(try PNG.encode(testFrame(0, PixelSize(10, 20)))).write(to: second)
        #expect(reason(folder.path) == "cannot read \(second.path): it is 10x20, while 0.png is 20x10")
        let good = try PNG.encode(testFrame(1, size))
        try Data(good.dropLast(40)).write(to: second)
        #expect(reason(folder.path)?.hasPrefix("cannot read \(second.path): the image is broken") == true)
        try Data().write(to: second)
        #expect(reason(folder.path) == "cannot read \(second.path): the file is empty")
        try Data("GIF89a".utf8).write(to: second)
        #expect(reason(folder.path) == "cannot read \(second.path): the image is neither PNG nor JPEG")
    }

    @Test(
        "PNGs of every kind have ffmpeg's pixels",
        arguments: ["rgb24", "gray", "pal8", "monob", "rgba", "ya8"])
    func kinds(pixelFormat: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.png")
        let alpha = ["rgba", "ya8"].contains(pixelFormat) ? "format=rgba,colorchannelmixer=aa=0.5," : ""
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25,\(alpha)format=\(pixelFormat)", "-frames:v", "1", path,
        ])
        let clip = try openClip(path)
        #expect(
            clip.format
                == ClipFormat(kind: "picture", size: PixelSize(64, 48), rate: nil, frameCount: 1, hasPixels: true))
        let straight = [UInt8](
            try Tool.ffmpeg([
                "-i", path, "-f", "rawvideo", "-pix_fmt", "bgra", "-",
            ]))
        let all = try frames(of: clip)
        try #require(all.count == 1)
        let bytes = try #require(all[0].picture?.bytes)
        for index in 0..<(64 * 48 * 4) {
            let expected: Int
            if index % 4 == 3 {
                expected = Int(straight[index])
            } else {
                expected = Int((Double(straight[index]) * Double(straight[index | 3]) / 255).rounded())
            }
            guard Int(bytes[index]) == expected else {
                Issue.record("byte \(index) is \(bytes[index]), not \(expected)")
                break
            }
        }
        try clip.rewind()
        #expect(try clip.next()?.picture == all[0].picture)
    }

    @Test(
        "16 bits a channel are refused, since they could differ unseen", arguments: ["rgb48be", "gray16be", "rgba64be"])
    func sixteenBits(pixelFormat: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.png")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=64x48,format=\(pixelFormat)", "-frames:v", "1", path])
        #expect(reason(path)?.contains("16 bits a channel") == true)
    }

    @Test("a gamma beside the pixels changes none of them")
    func gamma() throws {
        let folder = try TemporaryFolder()
        let (plain, tagged) = (folder.file("a.png"), folder.file("b.png"))
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=64x48,format=rgb24", "-frames:v", "1", plain])
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: plain)))
        let expected = try PNG.decode(bytes)
        // A gAMA chunk of 1.0, with its CRC, behind the IHDR: light, and not the usual curve.
        bytes.insert(
            contentsOf: [
                0x00, 0x00, 0x00, 0x04, 0x67, 0x41, 0x4d, 0x41, 0x00, 0x01, 0x86, 0xa0, 0x31, 0xe8, 0x96, 0x5f,
            ], at: 33)
        try Data(bytes).write(to: URL(fileURLWithPath: tagged))
        #expect(try PNG.decode(bytes) != expected)
        #expect(try openClip(plain).next()?.picture == expected)
        #expect(try openClip(plain).next()?.picture == openClip(tagged).next()?.picture)
    }

    @Test("what --alpha writes comes back bit by bit")
    func alphaRoundTrip() throws {
        let folder = try TemporaryFolder()
        var frame = PixelBuffer(width: 256, height: 256)
        frame.withMutableBytes { bytes in
            for alpha in 0..<256 {
                for colour in 0...alpha {
                    let index = (alpha * 256 + colour) * 4
                    for channel in 0..<3 { bytes[index + channel] = UInt8(colour) }
                    bytes[index + 3] = UInt8(alpha)
                }
            }
        }
        let path = folder.file("a.png")
        try Data(try PNG.encode(frame)).write(to: URL(fileURLWithPath: path))
        #expect(try openClip(path).next()?.picture == frame)
    }

    @Test func jpeg() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.jpg")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25", "-frames:v", "1", path])
        let clip = try openClip(path)
        #expect(clip.format.kind == "picture")
        #expect(try frames(of: clip).count == 1)
        let stream = folder.file("a.mjpeg")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.2", stream])
        #expect(try frames(of: try openClip(stream)).count == 5)
    }

    @Test("a PNG that claims more pixels than any frame has")
    func bomb() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.png")
        var bytes = try PNG.encode(testFrame(0, size))
        bytes.replaceSubrange(16..<24, with: [0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff])
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        #expect(reason(path) != nil)
        try Tool.ffmpeg(["-f", "lavfi", "-i", "color=s=8200x2:r=1", "-frames:v", "1", path])
        #expect(reason(path)?.contains("8200x2 pixels, more than 8192 on a side") == true)
    }
}

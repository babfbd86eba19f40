import FrameCore
import ShaderIR
import Testing

@testable import ShaderExecution

/// Pixels, the loop limit, and what threads and strips must not change.
@Suite struct RenderingTests {
    /// A program whose channels are four numbers from a table, by column.
    private static func table(_ colours: [[Float]]) -> ShaderProgram {
        var builder = ProgramBuilder(name: "table")
        let index = builder.apply(.floatToSigned, builder.input(.positionX))
        var output: [VariableID] = []
        for channel in 0..<4 {
            let table = builder.makeTable("c\(channel)", .float, bits: colours.map { $0[channel].bitPattern })
            let variable = builder.makeVariable("v\(channel)", .float)
            builder.store(builder.element(table, at: index), to: variable)
            output.append(variable)
        }
        return builder.finish(output: output)
    }

    // MARK: - Storing

    /// Every byte's threshold: the least number that gives it, and the ones around.
    @Test func roundsToBytes() throws {
        var colours: [[Float]] = []
        for byte in 0...255 {
            let edge = (Float(byte) - 0.5) / 255
            for value in [edge.nextDown.nextDown, edge.nextDown, edge, edge.nextUp, edge.nextUp.nextUp] {
                colours.append([value, Float(byte) / 255, 1 - value, 1])
            }
        }
        let pixels = try Probe.draw(Self.table(colours), width: colours.count, height: 1)
        for (column, colour) in colours.enumerated() {
            let expected = [colour[2], colour[1], colour[0], colour[3]].map { value -> UInt8 in
                let scaled: Float = min(max(value, 0), 1) * 255
                let sum: Float = scaled + 0.5
                return UInt8(sum.rounded(.down))
            }
            #expect(Array(pixels.bytes[column * 4..<column * 4 + 4]) == expected)
        }
    }

    @Test func clampsAndPremultiplies() throws {
        let colours: [[Float]] = [
            [1, 0.5, 0.25, 0.5], [2, -1, .nan, 1], [.infinity, -.infinity, -0.0, 0.999], [0.3, 0.6, 0.9, 0],
            [1, 1, 1, .nan], [1, 1, 1, 7], [1, 1, 1, -7], [0x1p-140, 1, 1, 0x1p-140],
        ]
        let pixels = try Probe.draw(Self.table(colours), width: colours.count, height: 1)
        let expected: [[UInt8]] = [
            // 0.25 · 0.5 · 255 + 0.5 = 32.375; 0.5 · 0.5 · 255 + 0.5 = 64.25.
            [32, 64, 128, 128], [0, 0, 255, 255], [0, 0, 255, 255], [0, 0, 0, 0], [0, 0, 0, 0], [255, 255, 255, 255],
            [0, 0, 0, 0], [0, 0, 0, 0],
        ]
        for (column, bytes) in expected.enumerated() {
            #expect(Array(pixels.bytes[column * 4..<column * 4 + 4]) == bytes)
        }
    }

    @Test func discardedPixelsAreTransparent() throws {
        var builder = ProgramBuilder(name: "discard")
        let x = builder.input(.positionX)
        let isLeft = builder.apply(.lessFloat, x, builder.constant(Float(2)))
        builder.branch(isLeft, then: { $0.discard() }, otherwise: { _ in })
        let one = builder.makeVariable("one", .float)
        builder.store(builder.constant(Float(1)), to: one)
        let pixels = try Probe.draw(builder.finish(output: [one, one, one, one]), width: 4, height: 1)
        #expect(pixels.bytes == [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 255, count: 8))
    }

    @Test func oldPixelsAreReplaced() throws {
        var builder = ProgramBuilder(name: "nothing")
        let zero = builder.makeVariable("zero", .float)
        let program = try ValidatedProgram(builder.finish(output: [zero, zero, zero, zero]))
        var target = try #require(PixelBuffer(width: 5, height: 3, bytes: [UInt8](repeating: 77, count: 60)))
        try Interpreter(program).render(
            uniforms: ShaderUniforms(resolution: .one), textures: [:], into: &target, options: ExecutionOptions())
        #expect(target == PixelBuffer(width: 5, height: 3))
        var empty = PixelBuffer(width: 0, height: 4)
        try Interpreter(program).render(
            uniforms: ShaderUniforms(resolution: .one), textures: [:], into: &empty, options: ExecutionOptions())
        #expect(empty.bytes.isEmpty)
    }

    // MARK: - Inputs

    @Test func inputs() throws {
        let uniforms = ShaderUniforms(
            time: 1.5, resolution: SIMD2(7, 9), params: SIMD4(2, 3, 4, 5), sensitivity: 6)
        let expected: [Input: Float] = [
            .time: 1.5, .resolutionX: 7, .resolutionY: 9, .paramX: 2, .paramY: 3, .paramZ: 4, .paramW: 5,
            .sensitivity: 6,
        ]
        for (input, value) in expected {
            #expect(try Probe.floats(uniforms: uniforms) { $0.input(input) } == [value])
        }
        let (width, height) = (19, 7)
        let pixels = (0..<(width * height)).map { ($0 % width, $0 / width) }
        let u = try Probe.floats(width: width, height: height) { $0.input(.uvX) }
        #expect(u == pixels.map { (Float($0.0) + 0.5) / Float(width) })
        let v = try Probe.floats(width: width, height: height) { $0.input(.uvY) }
        #expect(v == pixels.map { (Float(height - 1 - $0.1) + 0.5) / Float(height) })
    }

    /// x² + 10·y² has other differences in each quad; at odd edges the neighbour lies outside.
    @Test(arguments: [(1, 1), (3, 5), (17, 9), (2, 2)])
    func derivatives(width: Int, height: Int) throws {
        func square(_ builder: inout ProgramBuilder) -> ValueID {
            let (x, y) = (builder.input(.positionX), builder.input(.positionY))
            let a = builder.apply(.multiplyFloat, x, x)
            let b = builder.apply(.multiplyFloat, y, builder.apply(.multiplyFloat, y, builder.constant(Float(10))))
            return builder.apply(.addFloat, a, b)
        }
        func value(_ x: Int, _ y: Int) -> Float {
            let (a, b) = (Float(x) + 0.5, Float(y) + 0.5)
            return a * a + b * (b * 10)
        }
        let pixels = (0..<(width * height)).map { ($0 % width, $0 / width) }
        let horizontal = try Probe.floats(width: width, height: height) { $0.apply(.derivativeX, square(&$0)) }
        #expect(horizontal == pixels.map { x, y in value(x | 1, y) - value(x & ~1, y) })
        let vertical = try Probe.floats(width: width, height: height) { $0.apply(.derivativeY, square(&$0)) }
        #expect(vertical == pixels.map { x, y in value(x, y | 1) - value(x, y & ~1) })
    }

    /// Pixels that returned early keep what they had; their neighbours' derivatives see it.
    @Test func derivativesAfterReturning() throws {
        let found = try Probe.floats(width: 4, height: 1) { builder in
            let x = builder.input(.positionX)
            let value = builder.makeVariable("value", .float)
            let result = builder.makeVariable("result", .float)
            builder.store(builder.constant(Float(100)), to: value)
            builder.scope { builder, end in
                let isOdd = builder.apply(
                    .equalInt, builder.apply(.bitAnd, builder.apply(.floatToSigned, x), builder.constant(Int32(1))),
                    builder.constant(Int32(1)))
                builder.branch(isOdd, then: { $0.exit(end) }, otherwise: { _ in })
                builder.store(x, to: value)
                builder.store(builder.apply(.derivativeX, builder.load(value)), to: result)
            }
            return builder.load(result)
        }
        #expect(found == [100 - 0.5, 0, 100 - 2.5, 0])
    }

    // MARK: - The loop limit

    /// A loop that each pixel runs `count` times, as often as a function of its position says.
    private static func loop(_ count: (inout ProgramBuilder, ValueID, ValueID) -> ValueID) -> ShaderProgram {
        var builder = ProgramBuilder(name: "loop")
        let x = builder.apply(.floatToSigned, builder.input(.positionX))
        let y = builder.apply(.floatToSigned, builder.input(.positionY))
        let limit = count(&builder, x, y)
        let i = builder.makeVariable("i", .int)
        builder.scope { builder, end in
            builder.loop { builder in
                builder.store(builder.apply(.addInt, builder.load(i), builder.constant(Int32(1))), to: i)
                let isDone = builder.apply(.lessEqualSigned, limit, builder.load(i))
                builder.branch(isDone, then: { $0.exit(end) }, otherwise: { _ in })
            }
        }
        let one = builder.makeVariable("one", .float)
        builder.store(builder.constant(Float(1)), to: one)
        return builder.finish(output: [one, one, one, one])
    }

    @Test func limitIsExact() throws {
        _ = try Probe.draw(Self.loop { builder, _, _ in builder.constant(Int32(16_384)) }, width: 3, height: 3)
        #expect(throws: ShaderFailure.loopLimit(x: 0, y: 0)) {
            try Probe.draw(Self.loop { builder, _, _ in builder.constant(Int32(16_385)) }, width: 3, height: 3)
        }
    }

    /// The first pixel in row order, however the work is divided.
    @Test(arguments: [4, 16, 64, 320], [1, 2])
    func firstPixelIsReported(stripWidth: Int, threads: Int) throws {
        // Trips at (30, 21), (50, 20) and everywhere from row 24 on.
        let program = Self.loop { builder, x, y in
            func isAt(_ column: Int32, _ row: Int32) -> ValueID {
                let isColumn = builder.apply(.equalInt, x, builder.constant(column))
                return builder.apply(.logicalAnd, isColumn, builder.apply(.equalInt, y, builder.constant(row)))
            }
            let isBelow = builder.apply(.lessSigned, builder.constant(Int32(23)), y)
            let isFirst = builder.apply(.logicalOr, isAt(30, 21), isAt(50, 20))
            let isTripping = builder.apply(.logicalOr, isBelow, isFirst)
            return builder.select(isTripping, builder.constant(Int32(1000)), builder.constant(Int32(3)))
        }
        #expect(throws: ShaderFailure.loopLimit(x: 50, y: 20)) {
            try Probe.draw(
                program, width: 70, height: 40, options: ExecutionOptions(threads: threads, loopLimit: 20),
                stripWidth: stripWidth)
        }
    }

    /// The neighbour outside the target would never leave; the pixels inside do.
    @Test func helpersDoNotCount() throws {
        let program = Self.loop { builder, x, y in
            let sum = builder.apply(.addInt, x, y)
            let isOutside = builder.apply(.lessSigned, builder.constant(Int32(2)), builder.apply(.maximumSigned, x, y))
            return builder.select(isOutside, builder.constant(Int32.max), sum)
        }
        let pixels = try Probe.draw(program, width: 3, height: 3)
        #expect(pixels.bytes == [UInt8](repeating: 255, count: 36))
    }

    @Test func timeRunsOut() throws {
        let endless = Self.loop { builder, _, _ in builder.constant(Int32.max) }
        let now = ContinuousClock.now
        #expect(throws: ShaderFailure.deadline) {
            try Probe.draw(endless, width: 8, height: 8, options: ExecutionOptions(deadline: now))
        }
        #expect(throws: ShaderFailure.deadline) {
            try Probe.draw(
                endless, width: 8, height: 8,
                options: ExecutionOptions(loopLimit: .max, deadline: now.advanced(by: .milliseconds(30))))
        }
    }

    // MARK: - Division of the work

    @Test(arguments: [SamplePrograms.waves(), SamplePrograms.noise(), SamplePrograms.march()])
    func stripsAndThreadsChangeNothing(_ program: ShaderProgram) throws {
        let (width, height) = (67, 35)
        let uniforms = ShaderUniforms(time: 2.5, resolution: SIMD2(Float(width), Float(height)))
        let first = try Probe.draw(program, width: width, height: height, uniforms: uniforms)
        #expect(Set(first.bytes).count > 40)
        for stripWidth in [2, 4, 16, 320] {
            for threads in [1, 2] {
                let other = try Probe.draw(
                    program, width: width, height: height, uniforms: uniforms,
                    options: ExecutionOptions(threads: threads), stripWidth: stripWidth)
                #expect(other == first)
            }
        }
    }
}

import FrameCore
import ShaderIR
import Testing

@testable import ShaderExecution

/// What programs with branches, loops and exits do, pixel by pixel.
@Suite struct ControlFlowTests {
    /// The pixel's column and row as ints.
    private func position(_ builder: inout ProgramBuilder) -> (ValueID, ValueID) {
        let x = builder.apply(.floatToSigned, builder.input(.positionX))
        let y = builder.apply(.floatToSigned, builder.input(.positionY))
        return (x, y)
    }

    @Test(arguments: [(1, 1), (3, 5), (17, 9), (8192, 1), (64, 3)])
    func positions(width: Int, height: Int) throws {
        let values = try Probe.bytes(width: width, height: height) { builder in
            let (x, y) = position(&builder)
            return builder.apply(.addInt, x, builder.apply(.multiplyInt, y, builder.constant(Int32(10_000))))
        }
        #expect(values == (0..<(width * height)).map { UInt32($0 % width + $0 / width * 10_000) })
    }

    /// Nested loops whose trip counts differ by pixel.
    @Test func nestedLoops() throws {
        let values = try Probe.bytes(width: 33, height: 7) { builder in
            let (x, y) = position(&builder)
            let sum = builder.makeVariable("sum", .int)
            let i = builder.makeVariable("i", .int)
            let j = builder.makeVariable("j", .int)
            builder.scope { builder, outer in
                builder.loop { builder in
                    let isDone = builder.apply(.lessSigned, x, builder.load(i))
                    builder.branch(isDone, then: { $0.exit(outer) }, otherwise: { _ in })
                    builder.store(builder.constant(Int32(0)), to: j)
                    builder.scope { builder, inner in
                        builder.loop { builder in
                            let isOver = builder.apply(.lessEqualSigned, y, builder.load(j))
                            builder.branch(isOver, then: { $0.exit(inner) }, otherwise: { _ in })
                            let product = builder.apply(.multiplyInt, builder.load(i), builder.load(j))
                            builder.store(builder.apply(.addInt, builder.load(sum), product), to: sum)
                            builder.store(
                                builder.apply(.addInt, builder.load(j), builder.constant(Int32(1))), to: j)
                        }
                    }
                    builder.store(builder.apply(.addInt, builder.load(i), builder.constant(Int32(1))), to: i)
                }
            }
            return builder.load(sum)
        }
        let expected = (0..<(33 * 7)).map { pixel -> UInt32 in
            let (x, y) = (pixel % 33, pixel / 33)
            var sum = 0
            for i in 0...x { for j in 0..<y { sum += i * j } }
            return UInt32(sum)
        }
        #expect(values == expected)
    }
}

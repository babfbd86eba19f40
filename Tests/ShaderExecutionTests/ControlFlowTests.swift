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

    /// An exit from the inner scope of two leaves both, one from the outer skips the code between them.
    @Test func exitsThroughTwoScopes() throws {
        let values = try Probe.bytes(width: 12, height: 2) { builder in
            let (x, _) = position(&builder)
            let result = builder.makeVariable("result", .int)
            func isMultiple(_ builder: inout ProgramBuilder, of count: Int32) -> ValueID {
                let rest = builder.apply(.remainderSigned, x, builder.constant(count))
                return builder.apply(.equalInt, rest, builder.constant(Int32(0)))
            }
            func add(_ builder: inout ProgramBuilder, _ amount: Int32) {
                builder.store(builder.apply(.addInt, builder.load(result), builder.constant(amount)), to: result)
            }
            builder.scope { builder, outer in
                builder.scope { builder, inner in
                    let isThird = isMultiple(&builder, of: 3)
                    builder.branch(isThird, then: { $0.exit(outer) }, otherwise: { _ in })
                    add(&builder, 1)
                    let isHalf = isMultiple(&builder, of: 2)
                    builder.branch(isHalf, then: { $0.exit(inner) }, otherwise: { add(&$0, 10) })
                    add(&builder, 100)
                }
                add(&builder, 1000)
            }
            return builder.load(result)
        }
        let row = (0..<12).map { x -> UInt32 in x % 3 == 0 ? 0 : x % 2 == 0 ? 1001 : 1111 }
        #expect(values == row + row)
    }

    /// Array elements are per pixel; indices outside are clamped, for loads, stores and tables.
    @Test func arraysAreClamped() throws {
        let values = try Probe.bytes(width: 9, height: 2) { builder in
            let (x, y) = position(&builder)
            let array = builder.makeArray("array", .int, count: 4)
            let table = builder.makeTable("table", .int, bits: [7, 8, 9])
            let index = builder.apply(.subtractInt, x, builder.constant(Int32(3)))
            builder.store(builder.apply(.addInt, x, builder.constant(Int32(100))), to: array, at: index)
            builder.store(y, to: array, at: builder.constant(Int32(-70_000)))
            let first = builder.element(array, at: builder.constant(Int32.min))
            let last = builder.element(array, at: index)
            let sum = builder.apply(.addInt, builder.apply(.multiplyInt, first, builder.constant(Int32(1000))), last)
            let constant = builder.element(table, at: index)
            return builder.apply(.addInt, sum, builder.apply(.multiplyInt, constant, builder.constant(Int32(100_000))))
        }
        let expected = (0..<18).map { pixel -> UInt32 in
            let (x, y) = (pixel % 9, pixel / 9)
            let index = min(max(x - 3, 0), 3)
            let last = index == 0 ? y : x + 100
            return UInt32(y * 1000 + last + [7, 8, 9][min(max(x - 3, 0), 2)] * 100_000)
        }
        #expect(values == expected)
    }

    /// What a branch stores in one arm is not seen by the pixels of the other.
    @Test func armsKeepApart() throws {
        let values = try Probe.bytes(width: 20, height: 3) { builder in
            let (x, y) = position(&builder)
            let value = builder.makeVariable("value", .int)
            builder.store(y, to: value)
            let isOdd = builder.apply(
                .equalInt, builder.apply(.bitAnd, x, builder.constant(Int32(1))), builder.constant(Int32(1)))
            builder.branch(
                isOdd, then: { $0.store($0.apply(.addInt, $0.load(value), x), to: value) },
                otherwise: { $0.store($0.apply(.multiplyInt, $0.load(value), x), to: value) })
            return builder.load(value)
        }
        let expected = (0..<60).map { pixel -> UInt32 in
            let (x, y) = (pixel % 20, pixel / 20)
            return UInt32(x % 2 == 1 ? y + x : y * x)
        }
        #expect(values == expected)
    }

    /// A truth value of a table decides like any other: in branches, and in which pixels a loop counts.
    @Test func truthsOfTables() throws {
        let values = try Probe.bytes(width: 6, height: 2) { builder in
            let (x, _) = position(&builder)
            let truth = builder.element(builder.makeTable("truths", .bool, bits: [0, 1, 1, 0, 1, 0]), at: x)
            let count = builder.makeVariable("count", .int)
            builder.branch(
                truth,
                then: { builder in
                    builder.scope { builder, end in
                        builder.loop { builder in
                            let isDone = builder.apply(.lessSigned, x, builder.load(count))
                            builder.branch(isDone, then: { $0.exit(end) }, otherwise: { _ in })
                            let next = builder.apply(.addInt, builder.load(count), builder.constant(Int32(1)))
                            builder.store(next, to: count)
                        }
                    }
                }, otherwise: { $0.store($0.constant(Int32(100)), to: count) })
            let sum = builder.apply(.addInt, builder.load(count), builder.apply(.boolToInt, truth))
            return builder.select(builder.apply(.logicalNot, truth), builder.load(count), sum)
        }
        #expect(values == [100, 3, 4, 100, 6, 100, 100, 3, 4, 100, 6, 100])
        #expect(throws: ShaderFailure.loopLimit(x: 1, y: 0)) {
            try Probe.bytes(width: 3, height: 2) { builder in
                let (x, _) = position(&builder)
                let truth = builder.element(builder.makeTable("truths", .bool, bits: [0, 1, 0]), at: x)
                builder.branch(truth, then: { $0.loop { _ in } }, otherwise: { _ in })
                return x
            }
        }
    }
}

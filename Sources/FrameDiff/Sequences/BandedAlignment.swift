/// The cheapest way to lay one stretch of frames beside another, within a band of offsets.
///
/// An alignment with affine gaps (Gotoh 1982): frames are paired at the cost of their difference, 0 to 1, or skipped on
/// one side at the cost of opening a gap and of each frame. To skip a frame on both sides costs more than to pair two
/// that differ, so content that changed stays in place.
struct BandedAlignment {
    /// Offsets to either side of the expected one.
    static let reach = 64
    static let width = 2 * reach + 1

    /// What a gap costs besides 0.5 a frame: between frames, and at the end.
    let opening: Float
    let ending: Float
    private let frame: Float = 0.5

    /// What a cell was reached by; bits of its trace.
    private enum Trace {
        static let pairFromExpectedGap: UInt8 = 1
        static let pairFromActualGap: UInt8 = 2
        static let expectedGapGoesOn: UInt8 = 4
        static let expectedGapFromActualGap: UInt8 = 8
        static let actualGapGoesOn: UInt8 = 16
        static let actualGapFromExpectedGap: UInt8 = 32
    }

    private enum State { case pair, expectedGap, actualGap }

    /// Pairs of places in the stretches, ascending in both.
    ///
    /// `rows` and `columns` are the lengths of the stretches; row `r` may meet columns within `reach` of it. `cost` is
    /// called once for each row in turn to fill the costs of offsets from -reach to +reach. With `isOpen` the stretches
    /// go on: what is left over at the end costs nothing but a changed offset.
    func pairs(
        rows: Int, columns: Int, isOpen: Bool, cost: (_ row: Int, _ costs: inout [Float]) -> Void
    ) -> [(row: Int, column: Int)] {
        let (width, reach) = (Self.width, Self.reach)
        let never = Float.infinity
        var pair = [Float](repeating: never, count: width)
        var expectedGap = pair, actualGap = pair
        var nextPair = pair, nextExpectedGap = pair, nextActualGap = pair
        var costs = [Float](repeating: 1, count: width)
        var traces = [UInt8](repeating: 0, count: max(0, min(rows, columns + reach)) * width)

        pair[reach] = 0
        for index in reach + 1..<width where index - reach <= columns {
            actualGap[index] = opening + frame * Float(index - reach)
        }
        var (end, endCost, endState) = ((row: -1, index: reach), never, State.pair)
        // The end before the first row: nothing of the expected stretch has a partner.
        if !isOpen {
            for index in reach..<width where index - reach <= columns {
                let left = Float(columns - (index - reach))
                let total =
                    min(pair[index], actualGap[index]) + (left > 0 ? ending + frame * left : 0)
                    + (rows > 0 ? ending + frame * Float(rows) : 0)
                if total < endCost { (end, endCost) = ((-1, index), total) }
            }
        }

        // Later rows meet no column.
        for row in 0..<max(0, min(rows, columns + reach)) {
            cost(row, &costs)
            for index in 0..<width {
                let column = row + index - reach
                var trace: UInt8 = 0
                if column >= 0, column < columns {
                    var before = pair[index]
                    if expectedGap[index] < before {
                        before = expectedGap[index]
                        trace = Trace.pairFromExpectedGap
                    }
                    if actualGap[index] < before {
                        before = actualGap[index]
                        trace = Trace.pairFromActualGap
                    }
                    nextPair[index] = before + costs[index]
                } else {
                    nextPair[index] = never
                }
                if column >= -1, column < columns, index + 1 < width {
                    var open = pair[index + 1]
                    var mark: UInt8 = 0
                    if actualGap[index + 1] < open {
                        open = actualGap[index + 1]
                        mark = Trace.expectedGapFromActualGap
                    }
                    if expectedGap[index + 1] <= open + opening {
                        mark = Trace.expectedGapGoesOn
                        nextExpectedGap[index] = expectedGap[index + 1] + frame
                    } else {
                        nextExpectedGap[index] = open + opening + frame
                    }
                    trace |= mark
                } else {
                    nextExpectedGap[index] = never
                }
                if column >= 0, column < columns, index > 0 {
                    var open = nextPair[index - 1]
                    var mark: UInt8 = 0
                    if nextExpectedGap[index - 1] < open {
                        open = nextExpectedGap[index - 1]
                        mark = Trace.actualGapFromExpectedGap
                    }
                    if nextActualGap[index - 1] <= open + opening {
                        mark = Trace.actualGapGoesOn
                        nextActualGap[index] = nextActualGap[index - 1] + frame
                    } else {
                        nextActualGap[index] = open + opening + frame
                    }
                    trace |= mark
                } else {
                    nextActualGap[index] = never
                }
                traces[row * width + index] = trace
            }
            swap(&pair, &nextPair)
            swap(&expectedGap, &nextExpectedGap)
            swap(&actualGap, &nextActualGap)

            for index in 0..<width {
                // The end: one of the stretches is used up.
                let column = row + index - reach
                guard row == rows - 1 || column == columns - 1 else { continue }
                let left = Float(max(rows - 1 - row, columns - 1 - column))
                // An offset at an open end would have to be made up for, if not in this stretch.
                let open = frame * Float(rows - 1 - row + abs(index - reach))
                let charge = isOpen ? open : left > 0 ? ending + frame * left : 0
                let least = min(pair[index], min(expectedGap[index], actualGap[index]))
                // On a tie the offset nearest to the expected one.
                let isNearer = end.row == row && abs(index - reach) < abs(end.index - reach)
                if least + charge < endCost || (isNearer && least + charge == endCost) {
                    (end, endCost) = ((row, index), least + charge)
                    endState =
                        least == pair[index] ? .pair : least == expectedGap[index] ? .expectedGap : .actualGap
                }
            }
        }
        return Self.trace(traces, row: end.row, index: end.index, state: endState)
    }

    /// Follows the marks back to the beginning.
    private static func trace(
        _ traces: [UInt8], row: Int, index: Int, state: State
    ) -> [(row: Int, column: Int)] {
        var (row, index, state) = (row, index, state)
        var pairs: [(row: Int, column: Int)] = []
        while row >= 0, index >= 0, index < width {
            let mark = traces[row * width + index]
            switch state {
            case .pair:
                pairs.append((row, row + index - reach))
                state =
                    mark & Trace.pairFromExpectedGap != 0
                    ? .expectedGap : mark & Trace.pairFromActualGap != 0 ? .actualGap : .pair
                row -= 1
            case .expectedGap:
                if mark & Trace.expectedGapGoesOn == 0 {
                    state = mark & Trace.expectedGapFromActualGap != 0 ? .actualGap : .pair
                }
                (row, index) = (row - 1, index + 1)
            case .actualGap:
                if mark & Trace.actualGapGoesOn == 0 {
                    state = mark & Trace.actualGapFromExpectedGap != 0 ? .expectedGap : .pair
                }
                index -= 1
            }
        }
        return pairs.reversed()
    }
}

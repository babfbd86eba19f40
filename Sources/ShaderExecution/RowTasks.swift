import Dispatch
import Synchronization

/// Shares the rows of a pass among threads, and finds the first pixel that tripped whatever their number.
enum RowTasks {
    /// What became of a task.
    enum Outcome {
        case finished
        /// A pixel was over the loop limit; no pixel before it in row order was.
        case tripped(Trip)
        case overdue
        /// Generated code gave up; never the outcome of a whole task.
        case redo
    }

    /// What the workers share.
    private final class Progress: Sendable {
        let nextTask = Atomic(0)
        /// The first pixel over the limit and whether time is up.
        let outcome = Mutex<(trip: Trip?, isOverdue: Bool)>((nil, false))
    }

    /// Draws all rows, `rowsOfTask` at a time.
    ///
    /// `makeWorker` is called once in each thread, for what it keeps between its tasks.
    static func run(
        _ frame: Frame, rowsOfTask: Int, threads: Int, makeWorker: @Sendable () -> (Range<Int>) -> Outcome
    ) throws(ShaderFailure) {
        let tasks = (frame.height + rowsOfTask - 1) / rowsOfTask
        let workers = min(max(1, threads), tasks)
        let progress = Progress()
        if workers == 1 {
            work(frame, rowsOfTask, makeWorker(), progress)
        } else {
            DispatchQueue.concurrentPerform(iterations: workers) { _ in
                work(frame, rowsOfTask, makeWorker(), progress)
            }
        }
        let outcome = progress.outcome.withLock { $0 }
        // Time that is up ends the run, whatever else happened: with it, which pixels tripped depends on the machine.
        if outcome.isOverdue { throw .deadline }
        if let trip = outcome.trip { throw .loopLimit(x: trip.x, y: trip.y) }
    }

    /// Draws tasks until there is none left.
    ///
    /// After a pixel has tripped, the rows above it are still finished, since the first such pixel is reported.
    private static func work(
        _ frame: Frame, _ rowsOfTask: Int, _ worker: (Range<Int>) -> Outcome, _ progress: Progress
    ) {
        while true {
            let task = progress.nextTask.wrappingAdd(1, ordering: .relaxed).oldValue
            let first = task * rowsOfTask
            if first >= frame.height { return }
            let outcome = progress.outcome.withLock { $0 }
            if let trip = outcome.trip, trip.y < first { return }
            if outcome.isOverdue { return }
            if frame.isOverdue {
                progress.outcome.withLock { $0.isOverdue = true }
                return
            }
            switch worker(first..<min(first + rowsOfTask, frame.height)) {
            case .finished, .redo: continue
            case .tripped(let trip):
                progress.outcome.withLock { if trip.isBefore($0.trip) { $0.trip = trip } }
            case .overdue: progress.outcome.withLock { $0.isOverdue = true }
            }
            return
        }
    }
}

/// Which variables may still be without a value, at one place of a function.
struct AssignmentState {
    /// What is known of one component of a variable.
    enum Status: Equatable {
        /// It has a value, or it cannot be proved that it has none.
        case set
        /// It has none on any path to here.
        case unset
        /// A branch that began in a region left it without one: certain for what runs unconditionally in that region.
        case partly(Int)
    }

    /// The components of those variables that are not set: four of a vector, one of anything larger.
    private(set) var variables: [Int: [Status]] = [:]

    subscript(variable: Int) -> [Status]? { variables[variable] }

    mutating func declare(_ variable: Int, components: Int) {
        variables[variable] = Array(repeating: .unset, count: components)
    }

    mutating func remove(_ variable: Int) { variables[variable] = nil }

    mutating func set(_ variable: Int, _ components: [Int]) {
        guard var statuses = variables[variable] else { return }
        for component in components where statuses.indices.contains(component) { statuses[component] = .set }
        store(statuses, variable)
    }

    /// Changes each component that is not set.
    mutating func map(_ variable: Int, _ change: (Status) -> Status) {
        guard let statuses = variables[variable] else { return }
        store(statuses.map { $0 == .set ? .set : change($0) }, variable)
    }

    /// Drops what only some earlier branch left open: a branch since has left the function or loop, perhaps for that.
    mutating func forgetPartial(of before: AssignmentState) {
        for (variable, statuses) in before.variables where statuses.contains(where: AssignmentState.isPartial) {
            set(variable, statuses.indices.filter { AssignmentState.isPartial(statuses[$0]) })
        }
    }

    private static func isPartial(_ status: Status) -> Bool { if case .partly = status { true } else { false } }

    private mutating func store(_ statuses: [Status], _ variable: Int) {
        variables[variable] = statuses.allSatisfy { $0 == .set } ? nil : statuses
    }

    /// Where several ways come together in a region, of which each began in a region numbered from `first` on.
    static func merged(_ states: [AssignmentState], in region: Int, from first: Int) -> AssignmentState {
        merged(states) { statuses in
            if statuses.allSatisfy({ $0 == .unset }) { return .unset }
            let isCertain = statuses.contains { status in
                switch status {
                case .unset: true
                case .partly(let inner): inner >= first
                case .set: false
                }
            }
            if isCertain { return .partly(region) }
            return statuses.allSatisfy { $0 == statuses.first } ? statuses.first ?? .set : .set
        }
    }

    /// Where ways come together of which it is not known whether each is taken.
    static func mergedLeniently(_ states: [AssignmentState]) -> AssignmentState {
        merged(states) { statuses in statuses.allSatisfy { $0 == statuses.first } ? statuses.first ?? .set : .set }
    }

    private static func merged(_ states: [AssignmentState], _ rule: ([Status]) -> Status) -> AssignmentState {
        guard let first = states.first else { return AssignmentState() }
        if states.count == 1 { return first }
        var result = AssignmentState()
        for variable in Set(states.flatMap(\.variables.keys)) {
            let all = states.map { $0.variables[variable] }
            let count = all.lazy.compactMap { $0?.count }.first ?? 0
            result.store(
                (0..<count).map { component in rule(all.map { $0?[component] ?? .set }) }, variable)
        }
        return result
    }
}

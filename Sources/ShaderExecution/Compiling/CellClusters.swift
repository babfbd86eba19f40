import ShaderIR

/// Computations on whole numbers that neighbouring pixels often share, such as the noise of the cell that a pixel is in.
///
/// The pixels of a tile mostly lie in the same cell of a grid: `floor` of their coordinates is the same, and so is
/// everything that is computed from that alone. Such values are found here. Generated code asks once whether all pixels
/// of the tile agree, and if so computes them for one.
struct CellClusters {
    /// Values of one block that depend on a few rounded numbers and on what is the same for all pixels.
    struct Cluster {
        /// The rounded numbers, and values of the same kind that are computed before the cluster.
        var inputs: [Int] = []
        /// In order.
        var members: [Int] = []
        /// Members that are used by others.
        var results: [Int] = []
    }

    /// By the member that comes first.
    private(set) var starting: [Int: Cluster] = [:]
    private(set) var isMember: [Bool]

    /// The least cost of a cluster, in simple operations for each pixel.
    private static let leastCost = 40
    /// The most rounded numbers that a value may depend on.
    private static let mostKeys = 3

    init(_ draft: Draft, _ uniformity: Uniformity) {
        isMember = [Bool](repeating: false, count: draft.instructions.count)
        let keys = Self.keys(draft, uniformity)
        var users = [[Int]](repeating: [], count: draft.instructions.count)
        var isUsedByStep = isMember
        var blockOf = [Int](repeating: -1, count: draft.instructions.count)
        var positionOf = blockOf
        var blocks: [[Int]] = [[]]
        var open = [0]
        for (position, step) in draft.steps.enumerated() {
            for value in draft.results(of: step) {
                blockOf[value] = open[open.count - 1]
                positionOf[value] = position
            }
            if case .compute(let value) = step {
                for operand in draft.operands(of: value) { users[operand].append(value) }
                blocks[open[open.count - 1]].append(value)
                continue
            }
            for operand in draft.operands(of: step) { isUsedByStep[operand] = true }
            switch step {
            case .branch, .scope, .loop:
                blocks.append([])
                open.append(blocks.count - 1)
            case .otherwise:
                blocks.append([])
                open[open.count - 1] = blocks.count - 1
            case .endBranch, .endScope, .endLoop: open.removeLast()
            default: break
            }
        }
        draft.output.forEach { isUsedByStep[$0] = true }

        for (block, values) in blocks.enumerated() {
            for group in Self.groups(values.filter { !(keys[$0] ?? []).isEmpty && keys[$0] != [$0] }, keys) {
                // Everything starts where the last of the rounded numbers is known.
                let start = group.keys.filter { blockOf[$0] == block }.map { positionOf[$0] }.max() ?? -1
                let late = group.values.filter { positionOf[$0] > start }.sorted { positionOf[$0] < positionOf[$1] }
                guard let first = late.first else { continue }
                var cluster = Cluster()
                var members: Set<Int> = []
                var inputs: Set<Int> = []
                var cost = 0
                for value in late {
                    let isReady = draft.operands(of: value).allSatisfy { operand in
                        if members.contains(operand) { return true }
                        // Known before the cluster starts, and the same for all pixels wherever the keys are.
                        let isEarly = blockOf[operand] != block || positionOf[operand] < positionOf[first]
                        return isEarly && (uniformity.isScalar[operand] || keys[operand] != nil)
                    }
                    guard isReady else { continue }
                    members.insert(value)
                    cluster.members.append(value)
                    cost += draft.cost(of: value)
                    for operand in draft.operands(of: value)
                    where !members.contains(operand) && !uniformity.isScalar[operand] {
                        inputs.insert(operand)
                    }
                }
                guard cost >= Self.leastCost, cluster.members.first == first else { continue }
                cluster.inputs = inputs.sorted()
                cluster.results = cluster.members.filter { value in
                    isUsedByStep[value] || users[value].contains { !members.contains($0) }
                }
                starting[first] = cluster
                for value in members { isMember[value] = true }
            }
        }
    }

    /// The rounded numbers that each value depends on: none for what is the same for all pixels, nil for what depends
    /// on anything else.
    private static func keys(_ draft: Draft, _ uniformity: Uniformity) -> [[Int]?] {
        var keys = [[Int]?](repeating: nil, count: draft.instructions.count)
        func keysOf(_ value: Int) -> [Int]? { uniformity.isScalar[value] ? [] : keys[value] }
        for case .compute(let value) in draft.steps {
            if uniformity.isScalar[value] {
                keys[value] = []
                continue
            }
            switch draft.instructions[value] {
            case .operation(let operation, let a, _, _):
                switch operation {
                case .derivativeX, .derivativeY: continue
                case .floor, .ceiling, .truncate, .roundEven, .floatToSigned, .floatToUnsigned:
                    keys[value] = keysOf(a.index) ?? [value]
                    continue
                default: break
                }
            case .tableElement: break
            default: continue
            }
            var union: Set<Int> = []
            var isKnown = true
            for operand in draft.operands(of: value) {
                guard let own = keysOf(operand) else {
                    isKnown = false
                    break
                }
                union.formUnion(own)
            }
            if isKnown, union.count <= mostKeys { keys[value] = union.sorted() }
        }
        return keys
    }

    /// Values in groups that share rounded numbers.
    private static func groups(_ values: [Int], _ keys: [[Int]?]) -> [(keys: Set<Int>, values: [Int])] {
        var groups: [(keys: Set<Int>, values: [Int])] = []
        // Each value looks at all groups: those beyond a hundred are computed like any other value.
        for value in values where groups.count < 100 {
            let own = Set(keys[value] ?? [])
            var merged = (keys: own, values: [value])
            var rest: [(keys: Set<Int>, values: [Int])] = []
            for group in groups {
                if group.keys.isDisjoint(with: merged.keys) {
                    rest.append(group)
                } else {
                    merged = (group.keys.union(merged.keys), group.values + merged.values)
                }
            }
            groups = rest + [merged]
        }
        return groups.filter { $0.keys.count <= mostKeys }
    }
}

extension ShaderEmitter {
    /// Emits a cluster twice, for tiles whose pixels agree and for others.
    func emit(_ cluster: CellClusters.Cluster) {
        let inputs = cluster.inputs.map { ($0, operand($0, scalar: false)) }
        let integers = code.type(.int, isScalar: false)
        var differs: String?
        for (value, name) in inputs {
            var bits = name
            switch draft.types[value] {
            case .int: break
            case .float: bits = code.emit("bitcast \(code.type(.float, isScalar: false)) \(name) to \(integers)")
            case .bool: bits = code.emit("sext \(code.type(.bool, isScalar: false)) \(name) to \(integers)")
            }
            let first = code.emit(
                "shufflevector \(integers) \(bits), \(integers) poison, <\(code.lanes) x i32> zeroinitializer")
            let difference = code.emit("icmp ne \(integers) \(bits), \(first)")
            differs = differs.map { code.or($0, difference) } ?? difference
        }
        guard let differs else { return }
        let (alike, apart, after) = (code.newLabel("alike"), code.newLabel("apart"), code.newLabel("cell"))
        let isApart = code.any(differs)
        code.branch(isApart, apart, alike)

        code.place(alike)
        for (value, name) in inputs {
            let vector = code.type(draft.types[value], isScalar: false)
            let scalar = code.emit("extractelement \(vector) \(name), i32 0")
            values[value] = Emitted(name: scalar, isScalar: true)
        }
        scalarForNow = Set(cluster.members + cluster.inputs)
        for value in cluster.members { values[value] = computed(value) }
        let shared = cluster.results.map { code.broadcast(operand($0, scalar: true), draft.types[$0]) }
        let alikeEnd = code.label
        code.jump(to: after)

        code.place(apart)
        scalarForNow = []
        for (value, name) in inputs { values[value] = Emitted(name: name, isScalar: false) }
        for value in cluster.members { values[value] = computed(value) }
        let own = cluster.results.map { operand($0, scalar: false) }
        let apartEnd = code.label
        code.jump(to: after)

        code.place(after)
        for (index, value) in cluster.results.enumerated() {
            let type = code.type(draft.types[value], isScalar: false)
            let name = code.emit("phi \(type) [ \(shared[index]), %\(alikeEnd) ], [ \(own[index]), %\(apartEnd) ]")
            values[value] = Emitted(name: name, isScalar: false)
        }
    }
}

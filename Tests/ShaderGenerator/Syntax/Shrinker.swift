/// Makes a program that fails smaller as long as it still fails.
///
/// A smaller program may mean nothing any more (a variable without its declaration); that it still fails in the same
/// way is for the caller to say, who compiles it.
public struct Shrinker {
    private var program: Node
    private var attempts: Int
    private let isFailing: (String) -> Bool

    /// The smallest program that was found and that fails, after at most `attempts` tries.
    public static func shrink(_ program: Node, attempts: Int = 4_000, isFailing: (String) -> Bool) -> Node {
        withoutActuallyEscaping(isFailing) { isFailing in
            var shrinker = Shrinker(program: program, attempts: attempts, isFailing: isFailing)
            shrinker.run()
            return shrinker.program
        }
    }

    private init(program: Node, attempts: Int, isFailing: @escaping (String) -> Bool) {
        self.program = program
        self.attempts = attempts
        self.isFailing = isFailing
    }

    private mutating func run() {
        var size = Int.max
        while program.count < size, attempts > 0 {
            size = program.count
            shortenLists()
            replace { Self.unwrapped($0) }
            replace { Self.simpler($0) }
        }
    }

    /// Keeps a program if it fails.
    private mutating func keeps(_ candidate: Node) -> Bool {
        guard attempts > 0 else { return false }
        attempts -= 1
        guard isFailing(candidate.text) else { return false }
        program = candidate
        return true
    }

    // MARK: - Leaving out

    /// Leaves out runs of statements, long ones first.
    private mutating func shortenLists() {
        var visited = 0
        while attempts > 0 {
            let lists = paths { $0.isList }
            guard visited < lists.count else { return }
            shorten(lists[visited])
            visited += 1
        }
    }

    private mutating func shorten(_ path: [Int]) {
        var length = program[path].children.count
        while length > 0 {
            var start = 0
            while start < program[path].children.count, attempts > 0 {
                var list = program[path]
                list.children.removeSubrange(start..<min(start + length, list.children.count))
                if !keeps(program.replacing(path, with: [list])) { start += length }
            }
            length /= 2
        }
    }

    // MARK: - Replacing

    /// Tries what may stand for each node that is no list, outer ones first.
    private mutating func replace(_ candidates: (Node) -> [[Node]]) {
        var visited = 0
        while attempts > 0 {
            let all = paths { !$0.isList }
            guard visited < all.count else { return }
            let path = all[visited]
            let options = candidates(program[path])
            if !options.contains(where: { keeps(program.replacing(path, with: $0)) }) { visited += 1 }
        }
    }

    /// What stands in the blocks of a statement, or one of its expressions, instead of the statement.
    private static func unwrapped(_ node: Node) -> [[Node]] {
        guard node.role == .statement else { return [] }
        let blocks = node.children.filter { $0.role == .block }.map(\.children)
        guard !blocks.isEmpty else { return [] }
        let expressions = node.children.filter { $0.type != nil }.map { [Node.statement("\($0);")] }
        return [blocks.flatMap { $0 }] + (blocks.count > 1 ? blocks : []) + expressions
    }

    /// A constant, or a part of the same type, instead of an expression.
    private static func simpler(_ node: Node) -> [[Node]] {
        guard case .value(let type) = node.role, !node.children.isEmpty else { return [] }
        var options: [[Node]] = []
        if let plain = Literal.plain(type) { options.append([plain]) }
        return options + node.parts(of: type).prefix(8).map { [$0] }
    }

    private func paths(_ isWanted: (Node) -> Bool) -> [[Int]] {
        var result: [[Int]] = []
        program.collect([], isWanted, &result)
        return result
    }
}

extension Node {
    fileprivate func collect(_ path: [Int], _ isWanted: (Node) -> Bool, _ result: inout [[Int]]) {
        if isWanted(self) { result.append(path) }
        for (index, child) in children.enumerated() { child.collect(path + [index], isWanted, &result) }
    }

    fileprivate subscript(path: [Int]) -> Node { path.reduce(self) { $0.children[$1] } }

    /// The same with other nodes at a path; more or fewer than one only in lists.
    fileprivate func replacing(_ path: [Int], with nodes: [Node]) -> Node {
        guard let first = path.first else { return nodes.first ?? self }
        var copy = self
        if path.count > 1 {
            copy.children[first] = children[first].replacing(Array(path.dropFirst()), with: nodes)
        } else if isList {
            copy.children.replaceSubrange(first...first, with: nodes)
        } else if let node = nodes.first {
            // A statement inside a statement, such as a definition's body, is replaced by one.
            copy.children[first] = nodes.count == 1 ? node : .block(nodes)
        }
        return copy
    }

    /// The expressions of a type inside an expression, nearest first.
    fileprivate func parts(of type: ValueType) -> [Node] {
        var found: [Node] = []
        var level = children
        while !level.isEmpty {
            found += level.filter { $0.type == type }
            level = level.flatMap(\.children)
        }
        return found
    }
}

/// Expressions of any type.
extension ShaderGenerator {
    /// An expression of a type, at most `depth` operators deep.
    mutating func value(_ type: ValueType, _ depth: Int) -> Node {
        work -= 1
        if depth <= 0 || work <= 0 { return leaf(type) }
        switch type {
        case .scalar(let kind): return scalar(kind, depth)
        case .vector(let kind, let width): return vector(kind, width, depth)
        case .matrix(let kind, let columns, let rows): return matrix(kind, columns, rows, depth)
        case .structure(let name): return chance(30) ? structure(name, depth: depth) : general(type, depth)
        case .void, .array: return leaf(type)
        }
    }

    // MARK: - Scalars

    private mutating func scalar(_ kind: ScalarKind, _ depth: Int) -> Node {
        let type = ValueType.scalar(kind)
        switch weighted([26, 28, 24, 9, 13]) {
        case 0: return leaf(type)
        case 1:
            if kind == .bool { return comparison(depth) }
            return kind.isFloating ? floatOperator(kind, depth) : integerOperator(kind, depth)
        case 2: return library(type, depth)
        case 3: return conversion(kind, depth)
        default: return general(type, depth)
        }
    }

    private mutating func floatOperator(_ kind: ScalarKind, _ depth: Int) -> Node {
        let type = ValueType.scalar(kind)
        if chance(12) { return .value(type, "(-\(value(type, depth - 1)))") }
        // A narrower operand is converted by itself.
        var other = kind
        if chance(20) {
            other = kind == .float ? pick([.half, .int, .uint, .short, .bool]) : pick([.int, .uchar, .bool])
        }
        let operands = random.shuffled([value(type, depth - 1), value(.scalar(other), depth - 1)])
        return .value(type, "(\(operands[0]) \(pick("+ + - - * * * /")) \(operands[1]))")
    }

    private mutating func integerOperator(_ kind: ScalarKind, _ depth: Int) -> Node {
        let type = ValueType.scalar(kind)
        if kind.isNarrow {
            return .value(type, "\(kind.rawValue)(\(integerOperator(chance(80) ? .int : .uint, depth)))")
        }
        if chance(14) { return .value(type, "(\(pick("- ~ +"))\(value(type, depth - 1)))") }
        let isShift = chance(18)
        let narrow: [ScalarKind] = [.short, .ushort, .char, .uchar, .bool]
        var other = chance(75) ? kind : pick(kind == .int ? narrow : narrow + [.int])
        if isShift, other == .bool { other = .uchar }
        var operands = [value(type, depth - 1), value(.scalar(other), depth - 1)]
        if isShift { return .value(type, "(\(operands[0]) \(pick("<< >>")) \(operands[1]))") }
        if chance(50) { operands.swapAt(0, 1) }
        return .value(type, "(\(operands[0]) \(pick("+ + - - * * / / % % & | ^ ^")) \(operands[1]))")
    }

    /// A bool from two numbers or two bools.
    private mutating func comparison(_ depth: Int) -> Node {
        switch weighted([50, 25, 15, 10]) {
        case 0:
            let kind = pick([ScalarKind.float, .float, .half, .int, .uint, .short, .uchar])
            let (a, b) = (value(.scalar(kind), depth - 1), value(.scalar(kind), depth - 1))
            return .value(.bool, "(\(a) \(pick("< > <= >= == !=")) \(b))")
        case 1:
            let (a, b) = (value(.bool, depth - 1), value(.bool, depth - 1))
            return .value(.bool, "(\(a) \(pick("&& || == !=")) \(b))")
        case 2: return .value(.bool, "(!\(value(.bool, depth - 1)))")
        default:
            let (a, b) = (value(.bool, depth - 1), value(.bool, depth - 1))
            return .value(.bool, "bool(\(a) \(pick("& | ^")) \(b))")
        }
    }

    private mutating func conversion(_ kind: ScalarKind, _ depth: Int) -> Node {
        let type = ValueType.scalar(kind)
        if kind == .float, chance(25) {
            return .value(type, "as_type<float>(\(value(.scalar(chance(50) ? .int : .uint), depth - 1)))")
        }
        if kind.isWord, chance(30) {
            return .value(
                type,
                "as_type<\(kind.rawValue)>(\(value(chance(75) ? .float : .scalar(kind == .int ? .uint : .int), depth - 1)))"
            )
        }
        let source = value(.scalar(scalarKind()), depth - 1)
        switch below(3) {
        case 0: return .value(type, "((\(kind.rawValue))\(source))")
        case 1: return .value(type, "static_cast<\(kind.rawValue)>(\(source))")
        default: return .value(type, "\(kind.rawValue)(\(source))")
        }
    }

    // MARK: - Vectors and matrices

    private mutating func vector(_ kind: ScalarKind, _ width: Int, _ depth: Int) -> Node {
        let type = ValueType.vector(kind, width)
        switch weighted([18, 24, 24, 10, 8, 16]) {
        case 0: return leaf(type)
        case 1: return kind == .bool ? vectorComparison(width, depth) : vectorOperator(kind, width, depth)
        case 2: return library(type, depth)
        case 3: return constructor(kind, width, depth)
        case 4:
            let other = scalarKind()
            if kind == .float || kind.isWord, chance(30) {
                let source: ScalarKind = kind == .float ? .uint : .float
                return .value(type, "as_type<\(type.name)>(\(value(.vector(source, width), depth - 1)))")
            }
            return .value(type, "\(type.name)(\(value(.vector(other, width), depth - 1)))")
        default: return general(type, depth)
        }
    }

    private mutating func vectorOperator(_ kind: ScalarKind, _ width: Int, _ depth: Int) -> Node {
        let type = ValueType.vector(kind, width)
        if kind.isFloating, chance(15) {
            let scalar: ScalarKind = kind
            let other = 2 + below(3)
            if chance(50) {
                let (m, v) = (
                    value(.matrix(scalar, columns: other, rows: width), depth - 1),
                    value(.vector(kind, other), depth - 1)
                )
                return .value(type, "(\(m) * \(v))")
            }
            let (v, m) = (
                value(.vector(kind, other), depth - 1), value(.matrix(scalar, columns: width, rows: other), depth - 1)
            )
            return .value(type, "(\(v) * \(m))")
        }
        if chance(10) { return .value(type, "(\(kind.isFloating ? "-" : pick("- ~"))\(value(type, depth - 1)))") }
        let operation = kind.isFloating ? pick("+ - * * /") : pick("+ - * / % & | ^ << >>")
        let isShift = operation == "<<" || operation == ">>"
        var operands = [value(type, depth - 1), value(type, depth - 1)]
        if chance(35) {
            // A scalar goes with every component.
            operands[1] = value(.scalar(kind), depth - 1)
            if kind == .half, chance(40) { operands[1] = value(.float, depth - 1) }
            if chance(40), !isShift { operands.swapAt(0, 1) }
        }
        return .value(type, "(\(operands[0]) \(operation) \(operands[1]))")
    }

    private mutating func vectorComparison(_ width: Int, _ depth: Int) -> Node {
        let type = ValueType.vector(.bool, width)
        if chance(20) { return .value(type, "(!\(value(type, depth - 1)))") }
        if chance(40) {
            let (a, b) = (value(type, depth - 1), value(type, depth - 1))
            return .value(type, "(\(a) \(pick("&& || == != & | ^")) \(b))")
        }
        let kind = pick([ScalarKind.float, .half, .int, .uint, .short])
        let (a, b) = (value(.vector(kind, width), depth - 1), value(.make(kind, chance(75) ? width : 1), depth - 1))
        return .value(type, "(\(a) \(pick("< > <= >= == !=")) \(b))")
    }

    /// A vector from scalars and shorter vectors.
    private mutating func constructor(_ kind: ScalarKind, _ width: Int, _ depth: Int) -> Node {
        let type = ValueType.vector(kind, width)
        if chance(20) { return .value(type, "\(type.name)(\(value(.scalar(kind), depth - 1)))") }
        var parts: [Node] = []
        var rest = width
        while rest > 0 {
            let count = min(rest, 1 + below(max(1, min(3, width - 1))))
            let element = chance(80) ? kind : scalarKind()
            parts.append(value(.make(element, count), depth - 1))
            rest -= count
        }
        return .value(type, "\(type.name)(\(list: parts))")
    }

    private mutating func matrix(_ kind: ScalarKind, _ columns: Int, _ rows: Int, _ depth: Int) -> Node {
        let type = ValueType.matrix(kind, columns: columns, rows: rows)
        switch weighted([30, 14, 12, 12, 10, 12, 10]) {
        case 0: return leaf(type)
        case 1:
            var parts: [Node] = []
            for _ in 0..<columns { parts.append(value(.vector(kind, rows), depth - 1)) }
            return .value(type, "\(type.name)(\(list: parts))")
        case 2:
            let (a, b) = (value(type, depth - 1), value(type, depth - 1))
            return .value(type, "(\(a) \(pick("+ -")) \(b))")
        case 3:
            let (a, b) = (value(type, depth - 1), value(.scalar(kind), depth - 1))
            return chance(60) ? .value(type, "(\(a) \(pick("* /")) \(b))") : .value(type, "(\(b) * \(a))")
        case 4:
            let inner = 2 + below(3)
            let a = value(.matrix(kind, columns: inner, rows: rows), depth - 1)
            let b = value(.matrix(kind, columns: columns, rows: inner), depth - 1)
            return .value(type, "(\(a) * \(b))")
        case 5: return library(type, depth)
        default: return general(type, depth)
        }
    }

    mutating func structure(_ name: String, depth: Int) -> Node {
        let type = ValueType.structure(name)
        if chance(10) { return .value(type, "\(name){}") }
        var parts: [Node] = []
        for field in structures[name] ?? [] {
            guard case .array(let element, let count) = field.type else {
                parts.append(value(field.type, depth - 1))
                continue
            }
            var elements: [Node] = []
            for _ in 0..<max(1, count - below(2)) { elements.append(value(element, depth - 1)) }
            parts.append(.place(field.type, "{\(list: elements)}"))
        }
        return .value(type, "\(name){\(list: parts)}")
    }
}

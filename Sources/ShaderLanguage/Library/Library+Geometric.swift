import ShaderIR

extension Library {
    /// Functions of whole vectors.
    static let geometric: [LibraryFunction] = [
        .whole("dot", .floatVectors, [.same, .same], "((x·x′ + y·y′) + z·z′) + w·w′", result: .element) { e, x, _ in
            [e.dot(x[0], x[1])]
        },
        .whole("length", .floatVectors, [.same], "sqrt(dot(x, x))", result: .element) { e, x, _ in
            [e.length(x[0])]
        },
        .whole("length_squared", .floatVectors, [.same], "dot(x, x)", result: .element) { e, x, _ in
            [e.dot(x[0], x[0])]
        },
        .whole("distance", .floatVectors, [.same, .same], "length(x − y)", result: .element) { e, x, _ in
            let difference = zip(x[0], x[1]).map { e.subtract($0, $1) }
            return [e.length(difference)]
        },
        .whole("distance_squared", .floatVectors, [.same, .same], "dot(x − y, x − y)", result: .element) { e, x, _ in
            let difference = zip(x[0], x[1]).map { e.subtract($0, $1) }
            return [e.dot(difference, difference)]
        },
        .whole("normalize", .floatVectors, [.same], "x / length(x); NaN for zero") { e, x, _ in
            let length = e.length(x[0])
            return x[0].map { e.divide($0, length) }
        },
        .whole("cross", .floatVectors3, [.same, .same], "y·z′ − z·y′, and so on") { e, x, _ in
            [(1, 2), (2, 0), (0, 1)].map { first, second in
                let left = e.multiply(x[0][first], x[1][second])
                let right = e.multiply(x[0][second], x[1][first])
                return e.subtract(left, right)
            }
        },
        .whole("reflect", .floatVectors, [.same, .same], "i − (2·dot(n, i))·n for `reflect(i, n)`") { e, x, _ in
            let two = e.float(2)
            let dot = e.dot(x[1], x[0])
            let factor = e.multiply(two, dot)
            return zip(x[0], x[1]).map { incident, normal in
                let part = e.multiply(factor, normal)
                return e.subtract(incident, part)
            }
        },
        .whole(
            "refract", .floatVectors, [.same, .same, .element],
            "k < 0 ? 0 : η·i − (η·d + sqrt(k))·n with d = dot(n, i), k = 1 − (η·η)·(1 − d·d)"
        ) { e, x, _ in
            let eta = x[2][0]
            let one = e.float(1)
            let zero = e.float(0)
            let d = e.dot(x[1], x[0])
            let square = e.multiply(d, d)
            let rest = e.subtract(one, square)
            let etaSquare = e.multiply(eta, eta)
            let product = e.multiply(etaSquare, rest)
            let k = e.subtract(one, product)
            let isTotal = e.apply(.lessFloat, k, zero)
            let root = e.apply(.squareRoot, k)
            let etaDot = e.multiply(eta, d)
            let factor = e.add(etaDot, root)
            return zip(x[0], x[1]).map { incident, normal in
                let first = e.multiply(eta, incident)
                let second = e.multiply(factor, normal)
                let difference = e.subtract(first, second)
                return e.select(isTotal, zero, difference)
            }
        },
        .whole("faceforward", .floatVectors, [.same, .same, .same], "dot(nref, i) < 0 ? n : −n") { e, x, _ in
            let dot = e.dot(x[2], x[1])
            let zero = e.float(0)
            let isFacing = e.apply(.lessFloat, dot, zero)
            return x[0].map { component in
                let opposite = e.apply(.negateFloat, component)
                return e.select(isFacing, component, opposite)
            }
        },
    ]

    /// Functions of matrices.
    static let matrices: [LibraryFunction] = [
        .whole("transpose", .matrices, [.same], "columns become rows", result: .transposed) { _, x, type in
            guard case .matrix(_, let columns, let rows) = type else { return x[0] }
            return (0..<rows).flatMap { row in (0..<columns).map { x[0][$0 * rows + row] } }
        },
        .whole("determinant", .squareMatrices, [.same], "by the first column", result: .element) { e, x, type in
            guard case .matrix(_, let size, _) = type else { return [x[0][0]] }
            return [determinant(&e, x[0], size, Array(0..<size), 0)]
        },
    ]

    /// The determinant of the columns from `first` on, in the rows that are left.
    private static func determinant(
        _ e: inout Emitter, _ values: [ValueID], _ size: Int, _ rows: [Int], _ first: Int
    ) -> ValueID {
        if rows.count == 1 { return values[first * size + rows[0]] }
        var sum: ValueID?
        for (position, row) in rows.enumerated() {
            let minor = determinant(&e, values, size, rows.filter { $0 != row }, first + 1)
            let product = e.multiply(values[first * size + row], minor)
            if let current = sum {
                sum = position % 2 == 0 ? e.add(current, product) : e.subtract(current, product)
            } else {
                sum = product
            }
        }
        return sum ?? values[0]
    }
}

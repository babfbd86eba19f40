import ShaderIR

/// Turns a draft into LLVM's intermediate representation.
///
/// The function draws the rows `y0 ..< y1` of the columns `x0 ..< x1`, in tiles of a few rows: a tile is one vector. The
/// loop over columns is outside, so that what depends on the column alone is computed once for all rows. It returns the
/// column to go on from, which is before `x1` when it has worked for long, and −1 when some tile went round more loops
/// than the limit; then the interpreter finds out which pixel it was, if any.
///
/// Uniform values come in memory, computed once per pass. Control flow runs on masks: `live` are the pixels that take
/// part here, nil for all. Branches that no pixel takes are jumped over. Where all pixels decide alike the code branches
/// like any other.
final class ShaderEmitter {
    let draft: Draft
    let program: ShaderProgram
    let formats: [TexelView.Format]
    let code: IRText
    let uniformity: Uniformity
    let lifetimes: Lifetimes
    let hasDerivatives: Bool
    var values: [Emitted?]
    let clusters: CellClusters
    /// Values that are the same for all pixels of the tile in the code being emitted.
    var scalarForNow: Set<Int> = []
    /// The uniform value's index in memory.
    var uniformIndex: [Int: Int] = [:]
    var vectorOfUniform: [Int: String] = [:]
    var isUsed: [Bool]
    var isColumn: [Bool]
    /// Members of clusters that are computed like any other value.
    var dissolved: Set<Int> = []
    var variablePlace: [String] = []
    var leftPlace: [Int: String] = [:]
    var endLabel: [Int: String] = [:]
    var closings: [String] = []
    /// How many branches and loops are around what is being emitted.
    var conditionalDepth = 0
    var containsLoop: [Bool]
    /// The pixels that take part; nil for all.
    var live: String?
    var discarded: String?
    var dropped: String?
    var iterations = ""
    var real = ""
    var hasHelpers = ""
    var loopLimit = ""
    var stage = PixelStage()
    var arrayOffset: [Int] = []
    var textureFields: [String: String] = [:]

    /// The largest stack frame of generated code in bytes; what would need more is interpreted.
    static let stackLimit = 131_072

    /// An operand of generated code.
    struct Emitted {
        let name: String
        let isScalar: Bool
    }

    /// Prepares; `formats` are by the index in `ShaderProgram.textures`.
    init(_ draft: Draft, _ program: ShaderProgram, formats: [TexelView.Format], target: CodeTarget) {
        self.draft = draft
        self.program = program
        self.formats = formats
        code = IRText(target)
        let guarded = DerivativeReach(program).variables
        uniformity = Uniformity(draft, variableCount: program.variables.count, guarded: guarded)
        lifetimes = Lifetimes(draft, variableCount: program.variables.count, guarded: guarded)
        clusters = CellClusters(draft, uniformity)
        let count = draft.instructions.count
        values = [Emitted?](repeating: nil, count: count)
        isUsed = [Bool](repeating: false, count: count)
        isColumn = [Bool](repeating: false, count: count)
        containsLoop = [Bool](repeating: false, count: draft.regions.count)
        var derivatives = false
        for case .compute(let value) in draft.steps {
            if case .operation(let operation, _, _, _) = draft.instructions[value] {
                derivatives = derivatives || operation == .derivativeX || operation == .derivativeY
            }
        }
        hasDerivatives = derivatives
        prepare()
    }

    private func prepare() {
        for (index, value) in draft.uniformValues.enumerated() { uniformIndex[value] = index }
        var open: [Int] = []
        for step in draft.steps {
            for value in draft.operands(of: step) { isUsed[value] = true }
            switch step {
            case .branch(_, let region), .scope(let region): open.append(region)
            case .loop(let region):
                open.append(region)
                for region in open { containsLoop[region] = true }
            case .endBranch, .endScope, .endLoop: open.removeLast()
            default: break
            }
        }
        draft.output.forEach { isUsed[$0] = true }
        var offset = 0
        for array in program.arrays {
            arrayOffset.append(offset)
            offset += array.count * code.lanes * 4
        }
    }

    var hasLoops: Bool { containsLoop.contains(true) }

    /// Bytes of scratch memory that a call needs.
    var scratchSize: Int { (program.arrays.reduce(0) { $0 + $1.count }) * code.lanes * 4 }

    /// How long the text is, in instructions.
    var size: Int { code.lineCount }

    // MARK: - Operands

    /// A value as one number or as a vector.
    func operand(_ value: Int, scalar: Bool) -> String {
        if case .constant(let type, let bits) = draft.instructions[value] {
            return code.constant(type, bits: bits, isScalar: scalar)
        }
        guard let emitted = emitted(value) else {
            return code.constant(draft.types[value], bits: 0, isScalar: scalar)
        }
        if emitted.isScalar == scalar || scalar { return emitted.name }
        if uniformIndex[value] != nil {
            if let known = vectorOfUniform[value] { return known }
            let vector = code.within(.entry) { code.broadcast(emitted.name, draft.types[value]) }
            vectorOfUniform[value] = vector
            return vector
        }
        return code.broadcast(emitted.name, draft.types[value])
    }

    private func emitted(_ value: Int) -> Emitted? {
        if let known = values[value] { return known }
        guard let index = uniformIndex[value] else { return nil }
        let name = code.within(.entry) {
            let place = code.emit("getelementptr i32, ptr %uniforms, i64 \(index)")
            switch draft.types[value] {
            case .bool: return code.emit("icmp ne i32 \(code.emit("load i32, ptr \(place)")), 0")
            case .int: return code.emit("load i32, ptr \(place)")
            case .float: return code.emit("load float, ptr \(place)")
            }
        }
        values[value] = Emitted(name: name, isScalar: true)
        return values[value]
    }

    func isScalar(_ value: Int) -> Bool { uniformity.isScalar[value] || scalarForNow.contains(value) }

    // MARK: - Steps

    /// Emits steps; false when what follows cannot be reached.
    func emit(_ range: Range<Int>) -> Bool {
        var position = range.lowerBound
        while position < range.upperBound {
            if size > CompiledShader.sizeLimit { return false }
            switch draft.steps[position] {
            case .compute(let value): compute(value)
            case .fetch(let fetch): self.fetch(fetch)
            case .store(let variable, let value): store(value, to: variable, at: position)
            case .storeElement(let array, let index, let value): storeElement(array, index, value)
            case .branch(let condition, let region):
                branch(condition, region)
                position = draft.regions[region].end
            case .scope(let region):
                scope(region)
                position = draft.regions[region].end
            case .loop(let region):
                loop(region)
                return false
            case .exit(let scope):
                exit(scope)
                return false
            case .exitWhere(let condition, let isTrue, let scope): exitWhere(condition, isTrue, scope)
            case .discard:
                guard let discarded else { break }
                let all = live ?? code.splat("true", "i1")
                code.storeMask(code.or(code.loadMask(discarded), all), to: discarded)
            case .count: count()
            case .otherwise, .endBranch, .endScope, .endLoop: break
            }
            position += 1
        }
        return true
    }

    private func compute(_ value: Int) {
        if let cluster = clusters.starting[value], conditionalDepth == 0, cluster.inputs.allSatisfy({ isColumn[$0] }) {
            // Computed once for all rows, which is better still.
            dissolved.formUnion(cluster.members)
        }
        if clusters.isMember[value], !dissolved.contains(value) {
            if let cluster = clusters.starting[value] { emit(cluster) }
            return
        }
        switch draft.instructions[value] {
        case .constant, .input: return
        case .load(let variable):
            let isScalar = uniformity.isScalarVariable[variable.index]
            let type = program.variables[variable.index].type
            let memory = memoryType(type, isScalar: isScalar)
            var name = code.emit("load \(memory), ptr \(variablePlace[variable.index])")
            if type == .bool { name = code.emit("icmp ne \(memory) \(name), \(isScalar ? "0" : "zeroinitializer")") }
            values[value] = Emitted(name: name, isScalar: isScalar)
        default:
            // Outside of branches, what depends on the column alone is computed once for all rows.
            let isColumnOnly =
                conditionalDepth == 0 && isPure(value)
                && draft.operands(of: value).allSatisfy { isColumn[$0] || draft.isUniform[$0] }
            if isColumnOnly {
                isColumn[value] = true
                code.within(.column) { values[value] = computed(value) }
            } else {
                values[value] = computed(value)
            }
        }
    }

    /// Whether an instruction reads nothing but its operands.
    private func isPure(_ value: Int) -> Bool {
        switch draft.instructions[value] {
        case .operation, .tableElement, .textureSize: true
        default: false
        }
    }

    private func fetch(_ index: Int) {
        let fetch = draft.fetches[index]
        let isColumnOnly =
            conditionalDepth == 0
            && [fetch.x.index, fetch.y.index].allSatisfy { isColumn[$0] || draft.isUniform[$0] }
        if isColumnOnly {
            for result in fetch.results { isColumn[result.index] = true }
            code.within(.column) { emit(fetch) }
        } else {
            emit(fetch)
        }
    }

    private func store(_ value: Int, to variable: Int, at position: Int) {
        let isScalar = uniformity.isScalarVariable[variable]
        let type = program.variables[variable].type
        let memory = memoryType(type, isScalar: isScalar)
        let place = variablePlace[variable]
        var name = operand(value, scalar: isScalar)
        if type == .bool {
            name = code.emit("sext \(code.type(.bool, isScalar: isScalar)) \(name) to \(memory)")
        }
        if !isScalar, let live, !lifetimes.isFresh[position] {
            let old = code.emit("load \(memory), ptr \(place)")
            name = code.emit("select <\(code.lanes) x i1> \(live), \(memory) \(name), \(memory) \(old)")
        }
        code.line("store \(memory) \(name), ptr \(place)")
    }
}

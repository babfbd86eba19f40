import ShaderIR

/// Where generated code finds what the caller prepared; see `CompiledShader`.
enum FrameLayout {
    static let bytesPerRow = 0
    static let uvX = 8
    static let uvY = 16
    static let width = 24
    static let height = 28
    static let loopLimit = 32
    static let workLimit = 36
    static let hasBelow = 40
    /// The pixel that lies at the start of the memory for pixels.
    static let firstColumn = 44
    static let firstRow = 48
    static let size = 56
}

/// A texture as generated code sees it.
enum TextureLayout {
    static let texels = 0
    /// What a shader is told: zero when nothing is bound.
    static let width = 8
    static let height = 12
    /// At least 1, so that clamped indices are inside; an empty texture has one texel that is not used.
    static let safeWidth = 16
    static let safeHeight = 20
    static let isEmpty = 24
    static let size = 32
}

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
    private var uniformIndex: [Int: Int] = [:]
    private var vectorOfUniform: [Int: String] = [:]
    var isUsed: [Bool]
    private var isColumn: [Bool]
    /// Members of clusters that are computed like any other value.
    private var dissolved: Set<Int> = []
    private var variablePlace: [String] = []
    private var leftPlace: [Int: String] = [:]
    private var endLabel: [Int: String] = [:]
    private var closings: [String] = []
    /// How many branches and loops are around what is being emitted.
    private var conditionalDepth = 0
    private var containsLoop: [Bool]
    /// The pixels that take part; nil for all.
    var live: String?
    private var discarded: String?
    private var dropped: String?
    private var iterations = ""
    private var real = ""
    private var hasHelpers = ""
    private(set) var stage = PixelStage()
    var arrayOffset: [Int] = []
    var textureFields: [String: String] = [:]

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
        var index = 0
        for step in draft.prologue {
            switch step {
            case .compute(let value):
                uniformIndex[value] = index
                index += 1
            case .fetch(let fetch):
                for result in draft.fetches[fetch].results {
                    uniformIndex[result.index] = index
                    index += 1
                }
            default: break
            }
        }
        var open: [Int] = []
        for step in draft.steps {
            switch step {
            case .compute(let value): draft.operands(of: value).forEach { isUsed[$0] = true }
            case .fetch(let fetch):
                isUsed[draft.fetches[fetch].x.index] = true
                isUsed[draft.fetches[fetch].y.index] = true
            case .store(_, let value): isUsed[value] = true
            case .storeElement(_, let index, let value):
                isUsed[index] = true
                isUsed[value] = true
            case .branch(let condition, let region):
                isUsed[condition] = true
                open.append(region)
            case .exitWhere(let condition, _, _): isUsed[condition] = true
            case .scope(let region): open.append(region)
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

    /// Bytes of scratch memory that a call needs.
    var scratchSize: Int { (program.arrays.reduce(0) { $0 + $1.count }) * code.lanes * 4 }

    /// How long the text is, in instructions.
    var size: Int { code.lineCount }

    // MARK: - The function

    /// The whole module.
    func module() -> String {
        let (columns, vectorOfInts) = (code.columns, "<\(code.lanes) x i32>")
        let total = code.allocate("i32")
        iterations = code.allocate("i32")
        code.line("store i32 0, ptr \(total)")
        let width = field(FrameLayout.width, "i32")
        let height = field(FrameLayout.height, "i32")
        let limits = (field(FrameLayout.loopLimit, "i32"), field(FrameLayout.workLimit, "i32"))
        loopLimit = limits.0
        let bytesPerRow = field(FrameLayout.bytesPerRow, "i64")
        let hasBelow = code.emit("icmp ne i32 \(field(FrameLayout.hasBelow, "i32")), 0")
        let (uvX, uvY) = (field(FrameLayout.uvX, "ptr"), field(FrameLayout.uvY, "ptr"))

        let first = (field(FrameLayout.firstColumn, "i32"), field(FrameLayout.firstRow, "i32"))

        // Once per column of tiles.
        code.section = .column
        columnInputs(uvX)
        let inColumn = code.emit("sub i32 \(width), %x")
        let column = code.emit("sext i32 \(code.emit("sub i32 %x, \(first.0)")) to i64")
        let hasLoops = containsLoop.contains(true)
        let isColumnReal =
            hasLoops
            ? code.emit(
                "icmp slt \(vectorOfInts) \(code.integers { $0 % columns }), \(code.broadcast(inColumn, .int))") : ""

        // Once per tile.
        code.section = .tile
        let row = code.emit("sext i32 \(code.emit("sub i32 %y, \(first.1)")) to i64")
        stage = PixelStage(row: row, column: column, bytesPerRow: bytesPerRow, hasBelow: hasBelow)
        if hasLoops {
            let rowsLeft = code.emit("sub i32 \(height), %y")
            let isRowReal = code.emit(
                "icmp slt \(vectorOfInts) \(code.integers { $0 / columns }), \(code.broadcast(rowsLeft, .int))")
            real = code.and(isColumnReal, isRowReal)
            let isNarrow = code.emit("icmp slt i32 \(inColumn), \(columns)")
            hasHelpers = code.emit("or i1 \(isNarrow), \(code.emit("icmp slt i32 \(rowsLeft), \(code.rows)"))")
        }
        code.line("store i32 0, ptr \(iterations)")
        rowInputs(uvY)
        clearStorage()
        if !emit(0..<draft.steps.count) {
            // After a loop that never ends nothing is reached, but what follows must have a block to stand in.
            code.place(code.newLabel("unreached"))
        }
        storePixels(discarded: discarded.map { code.loadMask($0) })
        let spent = code.emit("load i32, ptr \(iterations)")
        let before = code.emit("load i32, ptr \(total)")
        let sum = code.emit("add i32 \(before), \(spent)")
        code.line("store i32 \(sum), ptr \(total)")
        code.jump(to: "next")

        var text = "target triple = \"x86_64-unknown-linux-gnu\"\n"
        for (index, table) in program.tables.enumerated() {
            let words = table.bits.map { "i32 \(Int32(bitPattern: tableWord($0, table.type)))" }
            text += "@table\(index) = private unnamed_addr constant [\(words.count) x i32] "
            text += "[\(words.joined(separator: ", "))], align 64\n"
        }
        text += code.declarations.sorted().joined(separator: "\n")
        text += """

            define i32 @shader(ptr noalias %out, ptr noalias readonly %below, ptr noalias readonly %uniforms, \
            ptr noalias readonly %textures, ptr noalias %scratch, ptr noalias readonly %frame, i32 %x0, i32 %x1, \
            i32 %y0, i32 %y1) #0 {
            entry:
            \(code.text(of: .entry))  br label %columns
            columns:
              %x = phi i32 [ %x0, %entry ], [ %xNext, %nextColumn ]
              br label %column
            column:
            \(code.text(of: .column))  br label %rows
            rows:
              %y = phi i32 [ %y0, %\(code.within(.column) { code.label }) ], [ %yNext, %next ]
              br label %tile
            tile:
            \(code.text(of: .tile))
            next:
              %yNext = add i32 %y, \(code.rows)
              %isMoreRows = icmp slt i32 %yNext, %y1
              br i1 %isMoreRows, label %rows, label %nextColumn
            nextColumn:
              %xNext = add i32 %x, \(columns)
              %work = load i32, ptr \(total)
              %isMoreColumns = icmp slt i32 %xNext, %x1
              %isFresh = icmp ult i32 %work, \(limits.1)
              %goesOn = and i1 %isMoreColumns, %isFresh
              br i1 %goesOn, label %columns, label %end
            end:
              ret i32 %xNext
            overLimit:
              ret i32 -1
            }
            attributes #0 = { nounwind alignstack=64 "stackrealign" "no-builtins" "prefer-vector-width"="512" "min-legal-vector-width"="512" \
            "warn-stack-size"="\(Self.stackLimit)" "target-cpu"="\(code.target.cpu)" \
            "target-features"="\(code.target.features)" }

            """
        return text
    }

    /// The largest stack frame of generated code in bytes; what would need more is interpreted.
    static let stackLimit = 131_072

    private(set) var loopLimit = ""

    func field(_ offset: Int, _ type: String, of base: String = "%frame") -> String {
        code.within(.entry) {
            let pointer = code.emit("getelementptr i8, ptr \(base), i64 \(offset)")
            return code.emit("load \(type), ptr \(pointer)")
        }
    }

    private func tableWord(_ bits: UInt32, _ type: ScalarType) -> UInt32 {
        type == .bool ? (bits == 0 ? 0 : .max) : bits
    }

    // MARK: - Inputs

    private func columnInputs(_ uvX: String) {
        let (columns, lanes) = (code.columns, code.lanes)
        let both = "<\(lanes) x i32> " + code.integers { $0 % columns }
        for case .compute(let value) in draft.steps {
            guard case .input(let input) = draft.instructions[value] else { continue }
            let row: String
            switch input {
            case .uvX:
                let place = code.emit("getelementptr float, ptr \(uvX), i32 %x")
                row = code.emit("load <\(columns) x float>, ptr \(place), align 4")
            case .positionX:
                row = positions(from: "%x", count: columns)
            default: continue
            }
            let vector = code.emit(
                "shufflevector <\(columns) x float> \(row), <\(columns) x float> poison, \(both)")
            values[value] = Emitted(name: vector, isScalar: false)
            isColumn[value] = true
        }
    }

    /// The centres of pixels from a place on.
    private func positions(from place: String, count: Int) -> String {
        let type = "<\(count) x float>"
        let first = code.emit("sitofp i32 \(place) to float")
        let one = code.emit("insertelement \(type) poison, float \(first), i32 0")
        let all = code.emit(
            "shufflevector \(type) \(one), \(type) poison, <\(count) x i32> zeroinitializer")
        let steps = (0..<count).map { "float 0x" + String((Double($0) + 0.5).bitPattern, radix: 16) }
        return code.emit("fadd \(type) \(all), <\(steps.joined(separator: ", "))>")
    }

    private func rowInputs(_ uvY: String) {
        let lanes = code.lanes
        let lines = "<\(lanes) x i32> " + code.integers { $0 / code.columns }
        for case .compute(let value) in draft.steps {
            guard case .input(let input) = draft.instructions[value] else { continue }
            let column: String
            let rows = code.rows
            switch input {
            case .uvY:
                let place = code.emit("getelementptr float, ptr \(uvY), i32 %y")
                column = code.emit("load <\(rows) x float>, ptr \(place), align 4")
            case .positionY:
                column = positions(from: "%y", count: rows)
            default: continue
            }
            let vector = code.emit("shufflevector <\(rows) x float> \(column), <\(rows) x float> poison, \(lines)")
            values[value] = Emitted(name: vector, isScalar: false)
        }
    }

    /// Makes the variables and arrays, which start as zero.
    private func clearStorage() {
        for (index, variable) in program.variables.enumerated() {
            let isScalar = uniformity.isScalarVariable[index]
            let type = memoryType(variable.type, isScalar: isScalar)
            variablePlace.append(code.allocate(type))
            let zero = isScalar && variable.type == .float ? "0.0" : isScalar ? "0" : "zeroinitializer"
            code.line("store \(type) \(zero), ptr \(variablePlace[index])")
        }
        if draft.steps.contains(where: { if case .discard = $0 { true } else { false } }) {
            discarded = clearedMask()
        }
        if hasDerivatives, containsLoop.contains(true) { dropped = clearedMask() }
        let bytes = scratchSize
        guard bytes > 0 else { return }
        // A loop rather than one store: LLVM would spell that out.
        let (head, end) = (code.newLabel("clear"), code.newLabel("cleared"))
        let before = code.label
        code.place(head)
        let row = "<\(code.lanes) x i32>"
        let index = code.newName()
        let next = code.newName()
        code.line("\(index) = phi i32 [ 0, %\(before) ], [ \(next), %\(head) ]")
        let place = code.emit("getelementptr \(row), ptr %scratch, i32 \(index)")
        code.line("store \(row) zeroinitializer, ptr \(place)")
        code.line("\(next) = add i32 \(index), 1")
        let isDone = code.emit("icmp uge i32 \(next), \(bytes / (code.lanes * 4))")
        code.branch(isDone, end, head)
        code.place(end)
    }

    private func clearedMask() -> String {
        let place = code.allocate(code.maskMemoryType)
        code.line("store \(code.maskMemoryType) zeroinitializer, ptr \(place)")
        return place
    }

    /// Truth values are kept as integers: vectors of single bits are slow where masks have no registers.
    private func memoryType(_ type: ScalarType, isScalar: Bool) -> String {
        code.type(type == .bool ? .int : type, isScalar: isScalar)
    }

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
    private func emit(_ range: Range<Int>) -> Bool {
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

    // MARK: - Control flow

    /// The pixels that take part after a region: those before it, without the ones that have left for good.
    private func liveAfter(_ before: String?, _ region: Int) -> String? {
        var places = uniformity.escapes[region].sorted().compactMap { leftPlace[$0] }
        if let dropped, containsLoop[region] { places.append(dropped) }
        var result = before
        for place in places {
            let staying = code.not(code.loadMask(place))
            result = result.map { code.and($0, staying) } ?? staying
        }
        return result
    }

    private func branch(_ condition: Int, _ region: Int) {
        let span = draft.regions[region]
        let middle = span.middle < 0 ? span.end : span.middle
        let thenPart = span.begin + 1..<middle
        let otherPart = span.middle < 0 ? span.end..<span.end : span.middle + 1..<span.end
        let before = live
        if !uniformity.isVarying[region] {
            let (then, otherwise, end) = (
                code.newLabel("then"), code.newLabel("else"), code.newLabel("end")
            )
            code.branch(operand(condition, scalar: true), then, otherPart.isEmpty ? end : otherwise)
            code.place(then)
            enclosed(thenPart, closing: end)
            code.jump(to: end)
            if !otherPart.isEmpty {
                live = before
                code.place(otherwise)
                enclosed(otherPart, closing: end)
            }
            code.place(end)
            live = liveAfter(before, region)
            return
        }
        let mask = operand(condition, scalar: false)
        let isTrue = before.map { code.and($0, mask) } ?? mask
        let inverse = otherPart.isEmpty ? "" : code.not(mask)
        let isFalse = otherPart.isEmpty ? "" : before.map { code.and($0, inverse) } ?? inverse
        if cost(span.begin + 1..<span.end) <= Self.freeCost {
            // Cheaper than a jump that is often mispredicted.
            conditionalDepth += 1
            live = isTrue
            _ = emit(thenPart)
            if !otherPart.isEmpty {
                live = isFalse
                _ = emit(otherPart)
            }
            conditionalDepth -= 1
            live = before
            return
        }
        let (then, middleLabel) = (code.newLabel("then"), code.newLabel("middle"))
        code.branch(code.any(isTrue), then, middleLabel)
        code.place(then)
        live = isTrue
        enclosed(thenPart, closing: middleLabel)
        code.place(middleLabel)
        if !otherPart.isEmpty {
            let (otherwise, end) = (code.newLabel("else"), code.newLabel("end"))
            code.branch(code.any(isFalse), otherwise, end)
            code.place(otherwise)
            live = isFalse
            enclosed(otherPart, closing: end)
            code.place(end)
        }
        live = liveAfter(before, region)
    }

    /// Emits a block of its own; what has no live pixels left goes on at `closing`.
    private func enclosed(_ range: Range<Int>, closing: String, isConditional: Bool = true) {
        closings.append(closing)
        conditionalDepth += isConditional ? 1 : 0
        _ = emit(range)
        conditionalDepth -= isConditional ? 1 : 0
        closings.removeLast()
    }

    private func scope(_ region: Int) {
        let span = draft.regions[region]
        let before = live
        let end = code.newLabel("scope")
        endLabel[region] = end
        if uniformity.isVarying[region] { leftPlace[region] = clearedMask() }
        enclosed(span.begin + 1..<span.end, closing: end, isConditional: false)
        code.place(end)
        live = liveAfter(before, region)
    }

    private func leave(_ scope: Int, _ pixels: String) {
        guard let place = leftPlace[scope] else { return }
        code.storeMask(code.or(code.loadMask(place), pixels), to: place)
    }

    private func exit(_ scope: Int) {
        if uniformity.isVarying[scope] {
            leave(scope, live ?? code.splat("true", "i1"))
            code.jump(to: closings.last ?? "next")
        } else {
            code.jump(to: endLabel[scope] ?? "next")
        }
    }

    private func exitWhere(_ condition: Int, _ isTrue: Bool, _ scope: Int) {
        let stay = code.newLabel("stay")
        if isScalar(condition) {
            let decision = operand(condition, scalar: true)
            let go = uniformity.isVarying[scope] ? code.newLabel("go") : endLabel[scope] ?? "next"
            code.branch(decision, isTrue ? go : stay, isTrue ? stay : go)
            if uniformity.isVarying[scope] {
                code.place(go)
                leave(scope, live ?? code.splat("true", "i1"))
                code.jump(to: closings.last ?? "next")
            }
            code.place(stay)
            return
        }
        let mask = operand(condition, scalar: false)
        let inverse = code.not(mask)
        let (leaving, staying) = isTrue ? (mask, inverse) : (inverse, mask)
        leave(scope, live.map { code.and($0, leaving) } ?? leaving)
        let rest = live.map { code.and($0, staying) } ?? staying
        live = rest
        code.branch(code.any(rest), stay, closings.last ?? "next")
        code.place(stay)
    }

    private func loop(_ region: Int) {
        let span = draft.regions[region]
        let (head, body, latch, end) = (
            code.newLabel("loop"), code.newLabel("body"), code.newLabel("latch"), code.newLabel("ended")
        )
        // Where all pixels go round together there is no mask to keep.
        let isMasked = live != nil || !uniformity.escapes[region].isEmpty
        var place = ""
        if isMasked {
            place = code.allocate(code.maskMemoryType)
            let all = live ?? code.splat("true", "i1")
            // Nothing outside the target may keep a loop going; helpers count as long as their quad needs them.
            code.storeMask(hasDerivatives ? all : code.and(all, real), to: place)
        }
        code.place(head)
        if isMasked, hasDerivatives { dropLonelyHelpers(place) }
        if isMasked {
            live = code.loadMask(place)
            code.branch(code.any(live ?? ""), body, end)
            code.place(body)
        }
        count()
        let entered = live
        enclosed(span.begin + 1..<span.end, closing: latch)
        code.place(latch)
        if isMasked {
            let rest = liveAfter(entered, region) ?? code.splat("true", "i1")
            code.storeMask(rest, to: place)
        }
        code.jump(to: head)
        code.place(end)
        // A loop is left through scopes around it only.
        code.jump(to: closings.last ?? "next")
    }

    /// Counts one entry into the body of a loop; as long as there are few, no pixel can have more.
    private func count() {
        let count = code.emit("add i32 \(code.emit("load i32, ptr \(iterations)")), 1")
        code.line("store i32 \(count), ptr \(iterations)")
        let within = code.newLabel("within")
        code.branch(code.emit("icmp ugt i32 \(count), \(loopLimit)"), "overLimit", within)
        code.place(within)
    }

    /// Takes helpers out of a loop in which no pixel of their quad is left that is inside the target.
    private func dropLonelyHelpers(_ place: String) {
        guard let dropped else { return }
        let (lonely, after) = (code.newLabel("helpers"), code.newLabel("helped"))
        code.branch(hasHelpers, lonely, after)
        code.place(lonely)
        let now = code.loadMask(place)
        let mask = "<\(code.lanes) x i1>"
        func gather(_ from: String, _ lane: (Int) -> Int) -> String {
            code.emit("shufflevector \(mask) \(from), \(mask) poison, <\(code.lanes) x i32> \(code.integers(lane))")
        }
        let needed = code.and(now, real)
        let rows = code.or(needed, gather(needed) { $0 ^ self.code.columns })
        let quads = code.or(rows, gather(rows) { $0 ^ 1 })
        let gone = code.and(now, code.not(quads))
        code.storeMask(code.or(code.loadMask(dropped), gone), to: dropped)
        code.storeMask(code.and(now, quads), to: place)
        code.place(after)
    }

    // MARK: - Costs

    /// What a branch may cost, in simple operations, to be computed without a jump.
    private static let freeCost = 20

    /// About how many simple operations steps take; a lot for what must not run in vain.
    private func cost(_ range: Range<Int>) -> Int {
        var sum = 0
        for position in range {
            switch draft.steps[position] {
            case .compute(let value): sum += cost(of: value)
            case .store, .otherwise, .endBranch, .count: sum += 1
            case .branch(_, let region): sum += uniformity.isVarying[region] ? 1 : 1000
            case .fetch, .storeElement, .scope, .endScope, .loop, .endLoop, .exit, .exitWhere, .discard: sum += 1000
            }
        }
        return sum
    }

    private func cost(of value: Int) -> Int {
        if clusters.isMember[value] { return 1000 }
        if case .element = draft.instructions[value] { return 1000 }
        return draft.cost(of: value)
    }
}

import ShaderIR

/// The function around the tile, its inputs and its storage.
extension ShaderEmitter {
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

    func columnInputs(_ uvX: String) {
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

    func rowInputs(_ uvY: String) {
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
    func clearStorage() {
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
        if hasDerivatives, hasLoops { dropped = clearedMask() }
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

    func clearedMask() -> String {
        let place = code.allocate(code.maskMemoryType)
        code.line("store \(code.maskMemoryType) zeroinitializer, ptr \(place)")
        return place
    }

    /// Truth values are kept as integers: vectors of single bits are slow where masks have no registers.
    func memoryType(_ type: ScalarType, isScalar: Bool) -> String {
        code.type(type == .bool ? .int : type, isScalar: isScalar)
    }
}

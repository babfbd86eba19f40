import ShaderIR

/// Arrays and tables.
extension ShaderEmitter {
    private func clamped(_ index: EmittedIntegers, count: Int) -> EmittedIntegers {
        let last = Int32(clamping: count - 1)
        return index.intrinsic("smax", [index.splat(0)]).intrinsic("smin", [index.splat(last)])
    }

    /// Where the rows of an array begin.
    private func start(of array: Int) -> String {
        code.within(.entry) { code.emit("getelementptr i8, ptr %scratch, i64 \(arrayOffset[array])") }
    }

    /// A truth value from memory, or what it is there.
    private func fromMemory(_ name: String, _ type: ScalarType, scalar: Bool) -> String {
        switch type {
        case .int: return name
        case .float:
            let (from, to) = (code.type(.int, isScalar: scalar), code.type(.float, isScalar: scalar))
            return code.emit("bitcast \(from) \(name) to \(to)")
        case .bool:
            return code.emit(
                "icmp ne \(code.type(.int, isScalar: scalar)) \(name), \(scalar ? "0" : "zeroinitializer")")
        }
    }

    func element(_ array: Int, _ index: Int) -> Emitted {
        let slot = program.arrays[array]
        let base = start(of: array)
        let vector = code.type(.int, isScalar: false)
        let name: String
        if isScalar(index) {
            let row = clamped(integers(index, scalar: true), count: slot.count)
            let place = code.emit("getelementptr \(vector), ptr \(base), i32 \(row.name)")
            name = code.emit("load \(vector), ptr \(place)")
        } else {
            name = gather(base, laneIndices(index, slot.count).name)
        }
        return Emitted(name: fromMemory(name, slot.type, scalar: false), isScalar: false)
    }

    /// For each lane the index of its own element.
    private func laneIndices(_ index: Int, _ count: Int) -> EmittedIntegers {
        let rows = clamped(integers(index, scalar: false), count: count)
        let lanes = EmittedIntegers(code: code, name: code.integers { $0 }, isScalar: false)
        return (rows &* rows.splat(Int32(clamping: code.lanes))) &+ lanes
    }

    /// Loads 32 bits for each lane, at indices that are inside.
    func gather(_ base: String, _ indices: String) -> String {
        let lanes = code.lanes
        let pointers = code.emit("getelementptr i32, ptr \(base), <\(lanes) x i32> \(indices)")
        let all = code.splat("true", "i1")
        let function = "@llvm.masked.gather.v\(lanes)i32.v\(lanes)p0"
        let types = "<\(lanes) x ptr>, i32, <\(lanes) x i1>, <\(lanes) x i32>"
        code.declare("declare <\(lanes) x i32> \(function)(\(types))")
        return code.emit(
            "call <\(lanes) x i32> \(function)(<\(lanes) x ptr> \(pointers), i32 4, <\(lanes) x i1> \(all), "
                + "<\(lanes) x i32> poison)")
    }

    func storeElement(_ array: Int, _ index: Int, _ value: Int) {
        let slot = program.arrays[array]
        let base = start(of: array)
        let (lanes, vector) = (code.lanes, code.type(.int, isScalar: false))
        var name = operand(value, scalar: false)
        switch slot.type {
        case .int: break
        case .float: name = code.emit("bitcast \(code.type(.float, isScalar: false)) \(name) to \(vector)")
        case .bool: name = code.emit("sext \(code.type(.bool, isScalar: false)) \(name) to \(vector)")
        }
        if isScalar(index) {
            let row = clamped(integers(index, scalar: true), count: slot.count)
            let place = code.emit("getelementptr \(vector), ptr \(base), i32 \(row.name)")
            if let live {
                let old = code.emit("load \(vector), ptr \(place)")
                name = code.emit("select <\(lanes) x i1> \(live), \(vector) \(name), \(vector) \(old)")
            }
            code.line("store \(vector) \(name), ptr \(place)")
            return
        }
        let pointers = code.emit(
            "getelementptr i32, ptr \(base), <\(lanes) x i32> \(laneIndices(index, slot.count).name)")
        let mask = live ?? code.splat("true", "i1")
        let function = "@llvm.masked.scatter.v\(lanes)i32.v\(lanes)p0"
        code.declare("declare void \(function)(<\(lanes) x i32>, <\(lanes) x ptr>, i32, <\(lanes) x i1>)")
        code.line(
            "call void \(function)(\(vector) \(name), <\(lanes) x ptr> \(pointers), i32 4, <\(lanes) x i1> \(mask))")
    }

    func tableElement(_ table: Int, _ index: Int, _ scalar: Bool) -> Emitted {
        let slot = program.tables[table]
        let inside = clamped(integers(index, scalar: scalar), count: slot.bits.count)
        let name: String
        if scalar {
            let place = code.emit("getelementptr i32, ptr @table\(table), i32 \(inside.name)")
            name = code.emit("load i32, ptr \(place)")
        } else {
            name = gather("@table\(table)", inside.name)
        }
        return Emitted(name: fromMemory(name, slot.type, scalar: scalar), isScalar: scalar)
    }
}

/// Structures with mistakes, and who names them.
///
/// A file may declare what only its other stages can use, such as a structure of textures; that is a mistake only where
/// the entry point reaches it.
struct StructureFaults {
    /// The diagnostics about each structure that has any, or that holds such a structure.
    private var diagnostics: [Int: Range<Int>] = [:]
    /// Each such structure with those in it.
    private var contents: [Int: Set<Int>] = [:]
    /// The structures that what is being checked names.
    private var pending: Set<Int> = []
    /// The structures that each function names, and (at -1) variables outside functions.
    private var uses: [Int: Set<Int>] = [:]

    func isFaulty(_ type: Type) -> Bool {
        switch type {
        case .structure(let index): contents[index] != nil
        case .array(let element, _): isFaulty(element)
        case .pointer(let pointee): isFaulty(pointee)
        default: false
        }
    }

    mutating func noteUse(of structure: Int) {
        if let found = contents[structure] { pending.formUnion(found) }
    }

    /// Begins something that is checked by itself; gives what to restore afterwards.
    mutating func begin() -> Set<Int> {
        defer { pending = [] }
        return pending
    }

    /// Ends a structure whose fields were checked, with the diagnostics about them.
    mutating func end(structure: Int, _ range: Range<Int>, restoring outer: Set<Int>) {
        if !range.isEmpty || !pending.isEmpty {
            diagnostics[structure] = range
            contents[structure] = pending.union([structure])
        }
        pending = outer
    }

    /// Ends what names types without using them.
    mutating func end(restoring outer: Set<Int>) { pending = outer }

    /// Ends a function, or (without one) a variable outside functions.
    mutating func end(function: Int?) {
        guard !pending.isEmpty else { return }
        uses[function ?? -1, default: []].formUnion(pending)
        pending = []
    }

    /// The diagnostics about structures that none of some functions names.
    func unused(by functions: Set<Int>) -> [Range<Int>] {
        var used = uses[-1] ?? []
        for function in functions { used.formUnion(uses[function] ?? []) }
        return diagnostics.filter { !used.contains($0.key) }.map(\.value)
    }
}

import ShaderIR

/// Where an operand lies: in chunks of 16 lanes from the start of a machine's memory.
struct Operand {
    var offset: Int32
    /// 1 where each chunk of the strip has its own lanes, 0 for a uniform value.
    var stride: Int32

    static var none: Operand { Operand(offset: 0, stride: 0) }
}

/// One instruction of a plan.
struct Step {
    enum Kind: UInt8 {
        /// `operation` of `a`, `b`, `c`.
        case operation
        /// a · b + c, a · b − c, c − a · b; the product is rounded.
        case multiplyAdd, multiplySubtract, subtractProduct
        /// The bits in `immediate`.
        case constant
        /// The input of raw value `immediate`.
        case input
        case copy
        /// Element `a` of the array of `count` elements at `immediate`.
        case element
        /// Element `a` of the constant table of `count` elements at `immediate`.
        case tableElement
        /// Size of texture slot `immediate` along axis `count`.
        case textureSize
        /// Fetch number `immediate` at (`a`, `b`).
        case fetch

        /// `a` for the live lanes.
        case store
        /// `b` to element `a` of the array of `count` elements at `immediate`.
        case storeElement
        /// Zero in all lanes.
        case clear
        case discard

        /// Goes on at `jump` unless the uniform `a` is true.
        case jumpUnless
        case jump
        /// Keeps the lanes where `a` (inverted when `count` is 1), the others in `target` for `otherwise`.
        case branch
        /// The same without another side: the others wait in `target` for `rejoin`.
        case branchIf
        /// Puts what is live aside in `b`, goes on with `target`.
        case otherwise
        /// Adds `target` to the live lanes.
        case rejoin
        /// No lane has left the scope that `target` collects.
        case scope
        /// All live lanes go to `target`.
        case exit
        /// The live lanes where `a` (inverted when `count` is 1) go to `target`.
        case exitWhere
        /// Counts an iteration.
        case loop
        /// Back to `jump` while any lane is live.
        case endLoop
    }

    var kind: Kind
    var operation: Operation = .addFloat
    var target: Int32 = 0
    var a: Operand = .none
    var b: Operand = .none
    var c: Operand = .none
    var immediate: UInt32 = 0
    var count: Int32 = 0
    var jump: Int32 = 0
}

/// A texture read, resolved.
struct FetchStep {
    var kind: Fetch.Kind
    /// Index in `Plan.textures`.
    var texture: Int
    /// Chunks that receive red, green, blue and alpha; −1 for those that are not needed.
    var targets: [Int32]
}

/// A program made ready for a machine: a flat list of steps over numbered places in memory.
///
/// Memory, in chunks of 16 lanes: the uniform values, then the slots of `chunkCount` chunks each, then the arrays, then
/// the constant tables.
struct Plan: Sendable {
    /// How many chunks a strip has.
    var chunkCount: Int
    /// Columns of a strip; not more than eight times the chunks.
    var stripWidth: Int
    var uniformCount: Int
    var memorySize: Int
    var prologue: [Step] = []
    var steps: [Step] = []
    var fetches: [FetchStep] = []
    /// The binding indices of the textures.
    var textures: [Int]
    /// The bits of all constant tables, at `tableStart`.
    var tables: [UInt32] = []
    var tableStart: Int
    var arrayStart: Int
    var arraySize: Int
    var output: [Operand] = []
    var hasLoops = false
    var hasDiscard = false

    /// The slots that every machine needs: the live lanes, those inside the target, those that were discarded, and how
    /// many iterations each has taken.
    enum Slot: Int, CaseIterable { case live, real, discarded, iterations }

    /// The first chunk of a slot.
    func start(of slot: Slot) -> Int { uniformCount + slot.rawValue * chunkCount }
}

/// How a texture is read at coordinates between and beyond its texels.
public struct Sampler: Hashable, Sendable {
    /// Which texels a coordinate picks.
    public enum Filter: UInt8, Sendable { case nearest, linear }
    /// What lies outside the texture.
    public enum Address: UInt8, Sendable { case clampToEdge, repeats, mirroredRepeat, clampToZero, clampToBorder }
    /// The colour of `clampToBorder`.
    public enum Border: UInt8, Sendable { case transparentBlack, opaqueBlack, opaqueWhite }

    public var magnification: Filter
    public var minification: Filter
    public var addressS: Address
    public var addressT: Address
    /// Coordinates run from 0 to 1 over the texture; else they are texels.
    public var isNormalized: Bool
    public var border: Border

    public init(
        magnification: Filter = .nearest, minification: Filter = .nearest, addressS: Address = .clampToEdge,
        addressT: Address = .clampToEdge, isNormalized: Bool = true, border: Border = .transparentBlack
    ) {
        self.magnification = magnification
        self.minification = minification
        self.addressS = addressS
        self.addressT = addressT
        self.isNormalized = isNormalized
        self.border = border
    }
}

/// One pure instruction; its value is named by its index in `ShaderProgram.instructions`.
public enum Instruction: Hashable, Sendable {
    /// A constant, as the bits of its type (bool: 0 or 1).
    case constant(ScalarType, bits: UInt32)
    case input(Input)
    /// Up to three operands; unused ones repeat the first.
    case operation(Operation, ValueID, ValueID, ValueID)
    /// The present value of a variable.
    case load(VariableID)
    /// An element of an array; the index (signed) is clamped to the array.
    case element(ArrayID, index: ValueID)
    /// An element of a constant table; the index (signed) is clamped to the table.
    case tableElement(TableID, index: ValueID)
    /// Width (0) or height (1) of a bound texture in texels, as int; 0 when nothing is bound.
    case textureSize(texture: Int, axis: Int)
    /// One of the four results of the fetch that names it.
    case fetched
}

/// A texture read, which has four results: red, green, blue, alpha.
public struct Fetch: Hashable, Sendable {
    /// How the texel is chosen.
    public enum Kind: Hashable, Sendable {
        /// At float coordinates, through a sampler; level 0 always. Operands are floats.
        case sample(Sampler)
        /// At whole texels (unsigned); outside the texture all four are 0. Operands are ints.
        case read
    }
    public var kind: Kind
    /// The binding index of the texture.
    public var texture: Int
    public var x: ValueID
    public var y: ValueID
    /// Four `Instruction.fetched` values that receive the texel.
    public var results: [ValueID]

    public init(kind: Kind, texture: Int, x: ValueID, y: ValueID, results: [ValueID]) {
        self.kind = kind
        self.texture = texture
        self.x = x
        self.y = y
        self.results = results
    }
}

/// A statement.
///
/// Effects happen only here, in order, for the pixels that are live.
///
/// Instructions are pure and defined for all operands, so an evaluator may compute them for pixels that are not live;
/// only `store`, `storeElement`, `discard` and `exit` look at which pixels are.
public indirect enum Statement: Hashable, Sendable {
    /// Computes a value, which the rest of this block and the blocks inside may use.
    ///
    /// In a quad with any live pixel it is computed for all four, from the values that their variables hold.
    case evaluate(ValueID)
    case fetch(Fetch)
    case store(VariableID, ValueID)
    /// Stores an array element; an index outside (signed) is clamped to the array.
    case storeElement(ArrayID, index: ValueID, value: ValueID)
    case branch(condition: ValueID, then: [Statement], otherwise: [Statement])
    /// Runs the body once; `exit` of the scope continues after it.
    case scope(ScopeID, [Statement])
    /// Runs the body again and again for the pixels that have not left through an exit of a scope around the loop.
    ///
    /// Each entry into the body counts against the loop limit of each live pixel.
    case loop([Statement])
    /// Leaves a scope around this statement.
    case exit(ScopeID)
    /// Drops the pixel's output (the target keeps transparent black); the code runs on.
    case discard
}

/// A variable or array and its name in the source, for the text form.
public struct Slot: Hashable, Sendable {
    public var name: String
    public var type: ScalarType
    /// Elements; 1 for a variable.
    public var count: Int

    public init(name: String, type: ScalarType, count: Int = 1) {
        self.name = name
        self.type = type
        self.count = count
    }
}

/// A constant array.
public struct Table: Hashable, Sendable {
    public var name: String
    public var type: ScalarType
    /// The bits of each element; never empty.
    public var bits: [UInt32]

    public init(name: String, type: ScalarType, bits: [UInt32]) {
        self.name = name
        self.type = type
        self.bits = bits
    }
}

/// A fragment function with every call inlined: scalars, structured control flow, no pointers.
public struct ShaderProgram: Hashable, Sendable {
    /// The entry point's name.
    public var name: String
    public var instructions: [Instruction] = []
    /// The type of each instruction's value.
    public var types: [ScalarType] = []
    public var variables: [Slot] = []
    public var arrays: [Slot] = []
    public var tables: [Table] = []
    public var scopeCount = 0
    public var body: [Statement] = []
    /// The float variables that hold red, green, blue and alpha when the body ends; straight alpha.
    public var output: [VariableID] = []
    /// The binding indices of the textures that are read or measured, ascending.
    public var textures: [Int] = []

    public init(name: String) {
        self.name = name
    }
}

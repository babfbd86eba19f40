import ShaderIR

/// An expression whose type is known and whose conversions are explicit.
struct TypedExpression: Sendable {
    var kind: TypedExpressionKind
    var type: Type
    var span: Span
    /// It names a place that may be written.
    var isAssignable = false

    static func error(_ span: Span) -> TypedExpression {
        TypedExpression(kind: .zero, type: .error, span: span, isAssignable: true)
    }
}

enum UnaryOperation: Sendable {
    case negate, complement, not
}

indirect enum TypedExpressionKind: Sendable {
    /// A scalar's bits.
    case literal(UInt32)
    /// Zero of any type.
    case zero
    case local(Int)
    case global(Int)
    case field(TypedExpression, Int)
    case swizzle(TypedExpression, [Int])
    /// An element of a vector, matrix, array or pointer.
    case element(TypedExpression, TypedExpression)
    /// To the expression's type: component by component, or a scalar to every component.
    case convert(TypedExpression)
    /// A vector or matrix from the components of its parts, in order.
    case compose([TypedExpression])
    /// A matrix with a scalar on its diagonal.
    case diagonal(TypedExpression)
    /// A structure or array from its parts; those that are missing are zero.
    case aggregate([TypedExpression])
    case unary(UnaryOperation, TypedExpression)
    /// Operands of the same type, or a shift.
    case binary(BinaryOperator, TypedExpression, TypedExpression)
    /// A product in which a matrix takes part.
    case matrixProduct(TypedExpression, TypedExpression)
    /// `&&` and `||` of scalars.
    case logical(isAnd: Bool, TypedExpression, TypedExpression)
    case conditional(TypedExpression, TypedExpression, TypedExpression)
    case assign(TypedExpression, TypedExpression)
    /// `target op= value`: computed in the type of `value` for scalars, then converted back.
    case update(TypedExpression, BinaryOperator, TypedExpression, computed: Type)
    /// `++` and `--`.
    case step(TypedExpression, isIncrement: Bool, isPrefix: Bool)
    case call(Int, [TypedExpression])
    /// A call of a function that returns a reference: the place that it names.
    case referenceCall(Int, [TypedExpression])
    /// A structure that a constructor fills, given the arguments after the structure itself.
    case construction(Int, [TypedExpression])
    /// A pointer some elements further on.
    case offset(TypedExpression, TypedExpression)
    /// A function of the library, taken for a type.
    case library(Int, Type, [TypedExpression])
    /// A texture's sampler, coordinates and offset in texels.
    case sample(TypedExpression, TypedExpression, TypedExpression, offset: TypedExpression?)
    /// One component of the four texels around a coordinate: texture, sampler, coordinates, offset, component.
    case gather(TypedExpression, TypedExpression, TypedExpression, offset: TypedExpression?, component: Int)
    case read(TypedExpression, TypedExpression)
    case textureSize(TypedExpression, axis: Int)
    case sequence(TypedExpression, TypedExpression)
    /// The same bits as another type.
    case bits(TypedExpression)
    case sampler(Sampler)
    case address(TypedExpression)
}

indirect enum TypedStatement: Sendable {
    case block([TypedStatement])
    /// A variable begins, as zero without a value.
    case declare(Int, TypedExpression?)
    case expression(TypedExpression)
    case conditional(TypedExpression, TypedStatement, TypedStatement?)
    case loop(condition: TypedExpression?, increment: TypedExpression?, body: TypedStatement, testsFirst: Bool)
    case selection(TypedExpression, [SwitchSection])
    case breakOut, continueOn
    case result(TypedExpression?)
}

/// The statements of a `switch` from some labels to the next.
struct SwitchSection: Sendable {
    var values: [UInt32] = []
    var isDefault = false
    var body: [TypedStatement] = []
}

/// A parameter or variable of a function.
struct Local: Sendable {
    var name: String
    var type: Type
    var span: Span
    var isConst = false
    /// Another name for the place that its first value names.
    var isReference = false
    /// Something may write to it after its declaration.
    var isMutated = false
    /// Where what it points to or refers to lies.
    var space: AddressSpace?
}

/// A variable of the program scope: constant, and computed before everything else.
struct Global: Sendable {
    var name: String
    var type: Type
    var initial: TypedExpression
    var span: Span
    /// A function constant, which nobody sets.
    var isUnset = false
}

struct TypedFunction: Sendable {
    var name: String
    var result: Type
    /// The first locals.
    var parameterCount = 0
    var defaults: [TypedExpression?] = []
    var locals: [Local] = []
    var body: [TypedStatement]?
    var span: Span
    /// The functions that it calls.
    var calls: Set<Int> = []
    /// Counts the functions that were begun.
    var serial = 0
    /// The same of its forward declarations.
    var earlierSerials: [Int] = []
    /// The same for functions of the same parameters.
    var parameterHash = 0
    /// Where its declaration stands in the token list.
    var tokens: Range<Int> = 0..<0
    /// The first parameter is the structure whose function this is.
    var hasThis = false
    /// The structure whose function this is.
    var owner: Int?
    var isConstexpr = false
    /// It returns a place; not one to be written when that is constant.
    var returnsReference = false
    var returnsConstant = false
    /// `auto`, and no `return` was met yet.
    var deducesResult = false
    /// How many templates are being instantiated around this one.
    var templateDepth = 0
    /// How special the template is that it was made from; nil for an ordinary function.
    var specificity: Int?

    var parameters: ArraySlice<Local> { locals.prefix(parameterCount) }
}

/// What a parameter of the entry point receives.
enum EntryBinding: Sendable, Equatable {
    case stageIn
    case position
    case isFrontFacing
    /// The same whole number everywhere.
    case number(UInt32)
    case buffer(Int)
    case texture(Int)
    case sampler
}

/// A checked program: every name is resolved, every expression has its type.
struct TypedProgram: Sendable {
    var shapes = TypeShapes()
    var globals: [Global] = []
    var functions: [TypedFunction] = []
    /// The function to compile; nil when it was not found or is wrong.
    var entry: Int?
    var entryBindings: [EntryBinding] = []
}

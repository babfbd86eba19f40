/// A name as written, with its qualification: `metal::fast::sin`.
struct QualifiedName: Hashable, Sendable {
    var parts: [String]
    var span: Span

    var last: String { parts.last ?? "" }
    var text: String { parts.joined(separator: "::") }
}

/// The address spaces of pointers, references and program-scope variables.
enum AddressSpace: String, Sendable {
    case constant, device, thread, threadgroup
}

/// A type's name with its template arguments: `texture2d<float, access::sample>`.
struct TypeName: Sendable {
    var name: QualifiedName
    var arguments: [TemplateArgument] = []
    /// The type inside that is meant: `type` of `enable_if<…>::type`.
    var member: String?
    var span: Span
}

/// An argument between `<` and `>`.
enum TemplateArgument: Sendable {
    case type(TypeUse)
    case value(ExpressionSyntax)
}

/// A type as a declaration uses it.
struct TypeUse: Sendable {
    var base: TypeName
    var isConst = false
    var isConstexpr = false
    var space: AddressSpace?
    var pointerDepth = 0
    var isReference = false
    /// Array extents, outermost first; nil where the brackets are empty.
    var extents: [ExpressionSyntax?] = []

    var span: Span { base.span }
}

/// `[[name(arguments)]]`.
struct Attribute: Sendable {
    var name: String
    var arguments: [ExpressionSyntax]
    /// The argument when it is one word: `locn0` of `user(locn0)`.
    var word: String?
    var span: Span
}

/// An expression; its depth bounds the recursion of everything that walks it.
struct ExpressionSyntax: Sendable {
    var kind: ExpressionKind
    var span: Span
    var depth = 1
}

enum UnaryOperator: String, Sendable {
    case plus = "+", minus = "-", not = "!", complement = "~", address = "&", dereference = "*"
    case increment = "++", decrement = "--"
}

enum BinaryOperator: String, Sendable {
    case multiply = "*", divide = "/", remainder = "%", add = "+", subtract = "-"
    case shiftLeft = "<<", shiftRight = ">>"
    case less = "<", greater = ">", lessEqual = "<=", greaterEqual = ">=", equal = "==", notEqual = "!="
    case bitAnd = "&", bitXor = "^", bitOr = "|", and = "&&", or = "||"

    var isComparison: Bool {
        switch self {
        case .less, .greater, .lessEqual, .greaterEqual, .equal, .notEqual: true
        default: false
        }
    }
    /// Only for integers.
    var isBitwise: Bool {
        switch self {
        case .shiftLeft, .shiftRight, .bitAnd, .bitXor, .bitOr: true
        default: false
        }
    }
}

/// One value of a brace list, with the field's name where one is given (`.x = 1`).
struct ListElement: Sendable {
    var field: String?
    var value: ExpressionSyntax
}

indirect enum ExpressionKind: Sendable {
    case number(NumberLiteral)
    case bool(Bool)
    case name(QualifiedName)
    case unary(UnaryOperator, ExpressionSyntax)
    case postfix(UnaryOperator, ExpressionSyntax)
    case binary(BinaryOperator, ExpressionSyntax, ExpressionSyntax)
    /// `target = value`, or `target op= value`.
    case assign(ExpressionSyntax, BinaryOperator?, ExpressionSyntax)
    case conditional(ExpressionSyntax, ExpressionSyntax, ExpressionSyntax)
    case sequence(ExpressionSyntax, ExpressionSyntax)
    case member(ExpressionSyntax, String, isArrow: Bool, nameSpan: Span)
    case subscripted(ExpressionSyntax, ExpressionSyntax)
    case call(QualifiedName, [TemplateArgument], [ExpressionSyntax])
    case memberCall(ExpressionSyntax, String, [ExpressionSyntax], nameSpan: Span)
    /// `object.f<float>(…)`.
    case templateMemberCall(ExpressionSyntax, String, [TemplateArgument], [ExpressionSyntax], nameSpan: Span)
    /// `float3(…)`; with braces, `float3{…}`.
    case construct(TypeUse, [ListElement], isBraced: Bool)
    /// `(float3)x` and `static_cast<float3>(x)`.
    case cast(TypeUse, ExpressionSyntax)
    /// `as_type<uint>(x)`.
    case reinterpret(TypeUse, ExpressionSyntax)
    case list([ListElement])
    case sizeOf(TypeUse)
    case sizeOfValue(ExpressionSyntax)
    case alignmentOf(TypeUse)
    /// A pointer to the object whose function this is.
    case this
    /// A call of what is not just a name: `table[i](x)`.
    case invoke(ExpressionSyntax, [ExpressionSyntax])
    /// `is_same<T, float>::value`.
    case trait(QualifiedName, [TemplateArgument])
    /// `numeric_limits<float>::max()` and members of structures that are written with template arguments.
    case staticMember(TypeUse, QualifiedName, [ExpressionSyntax]?)
}

/// How a variable gets its first value.
enum Initializer: Sendable {
    case value(ExpressionSyntax)
    /// `T x(a, b)`.
    case arguments([ExpressionSyntax])
}

struct VariableDeclaration: Sendable {
    var name: String
    var nameSpan: Span
    var type: TypeUse
    var attributes: [Attribute] = []
    var initializer: Initializer?
}

struct StatementSyntax: Sendable {
    var kind: StatementKind
    var span: Span
}

indirect enum StatementKind: Sendable {
    case block([StatementSyntax])
    case variables([VariableDeclaration])
    case type(Declaration)
    case types([Declaration])
    /// `struct S {…} a, b;`.
    case typeWithVariables(Declaration, [VariableDeclaration])
    case expression(ExpressionSyntax)
    case conditional(StatementSyntax?, ExpressionSyntax, then: StatementSyntax, otherwise: StatementSyntax?)
    /// `if constexpr`: only the branch that is taken has to make sense.
    case constantConditional(ExpressionSyntax, then: StatementSyntax, otherwise: StatementSyntax?)
    case forLoop(StatementSyntax?, ExpressionSyntax?, ExpressionSyntax?, body: StatementSyntax)
    /// `for (T x : range)`.
    case rangeLoop(VariableDeclaration, ExpressionSyntax, body: StatementSyntax)
    case whileLoop(ExpressionSyntax, body: StatementSyntax)
    case doLoop(body: StatementSyntax, ExpressionSyntax)
    case selection(ExpressionSyntax, body: [StatementSyntax])
    /// `case value:` or, without a value, `default:`.
    case label(ExpressionSyntax?)
    case breakOut, continueOn
    case result(ExpressionSyntax?)
    /// `static_assert(condition, "message")`.
    case assertion(ExpressionSyntax, String)
    case empty
}

/// What a function is to the pipeline.
enum Stage: String, Sendable {
    case fragment, vertex, kernel, stitchable, mesh, object, intersection, visible, tile
}

/// A parameter of a template.
struct TemplateParameter: Sendable {
    var name: String
    /// The type of a value; nil for `typename`.
    var type: TypeUse?
    var initial: TemplateArgument?
    var span: Span
}

/// What a constructor gives to a field before its body runs.
struct FieldInitializer: Sendable {
    var name: String
    var span: Span
    var initializer: Initializer
}

struct FunctionDeclaration: Sendable {
    /// What a function is to the structure that it stands in.
    enum Role: Sendable {
        case plain, method, constMethod, constructor, friend
    }

    var name: String
    var nameSpan: Span
    var result: TypeUse
    var parameters: [VariableDeclaration]
    var stage: Stage?
    /// nil for a declaration without a definition.
    var body: [StatementSyntax]?
    /// The parameters of a template; nil for an ordinary function.
    var template: [TemplateParameter]?
    /// `f<float>` in `template<> float f<float>(…)`.
    var specialized: [TemplateArgument]?
    var role = Role.plain
    /// The structure of a function that is defined outside of it: `S` of `float S::f()`.
    var owner: QualifiedName?
    var isConstexpr = false
    /// `const` after the parameters.
    var isConstMethod = false
    /// Where the objects lie for which this function of a structure is.
    var space: AddressSpace?
    var fieldInitializers: [FieldInitializer] = []
    var tokens: Range<Int> = 0..<0
}

struct StructureDeclaration: Sendable {
    var name: String
    var nameSpan: Span
    var fields: [VariableDeclaration]
    var methods: [FunctionDeclaration] = []
    /// `static constexpr constant` values.
    var constants: [VariableDeclaration] = []
    /// Types that are declared inside.
    var types: [Declaration] = []
    var assertions: [(condition: ExpressionSyntax, message: String)] = []
    /// The parameters of a template; nil for an ordinary structure.
    var template: [TemplateParameter]?
    /// `S<float>` in `template<> struct S<float> {…}`.
    var specialized: [TemplateArgument]?
}

struct EnumerationDeclaration: Sendable {
    var name: String
    var span: Span
    var isScoped: Bool
    var base: TypeUse?
    var constants: [(name: String, value: ExpressionSyntax?, span: Span)]
}

indirect enum DeclarationKind: Sendable {
    case variables([VariableDeclaration])
    case function(FunctionDeclaration)
    case structure(StructureDeclaration)
    case enumeration(EnumerationDeclaration)
    /// `typedef T name;` and `using name = T;`
    case alias(String, TypeUse, Span)
    /// `template<typename T> using name = …;`
    case aliasTemplate(String, [TemplateParameter], TypeUse, Span)
    case usingNamespace(QualifiedName)
    /// `namespace a = b::c;`
    case namespaceAlias(String, QualifiedName)
    case assertion(ExpressionSyntax, String)
}

/// A declaration of the program, or a type declared inside a function.
struct Declaration: Sendable {
    var kind: DeclarationKind
    /// The namespaces around it.
    var path: [String] = []
    var span: Span
    /// Its tokens in the token list of the compilation.
    var tokens: Range<Int> = 0..<0
}

/// A function that a pipeline could start.
struct EntryPoint: Sendable {
    var name: String
    var stage: Stage
    var span: Span
}

/// What the parser makes of a shader and the prelude.
struct SyntaxTree: Sendable {
    var declarations: [Declaration] = []
    var entryPoints: [EntryPoint] = []
    var tokens: [Token] = []
    /// Names that stand in declarations which could not be read; complaints about them would only follow from that.
    var brokenNames: Set<String> = []
}

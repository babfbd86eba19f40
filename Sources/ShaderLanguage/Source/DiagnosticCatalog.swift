/// One kind of mistake: its stable code, what it means, and what to do when its place has nothing more particular to say.
struct DiagnosticKind: Sendable {
    /// How much it matters.
    enum Level: String, Sendable {
        case error, warning
        /// An error, but a warning in what the entry point does not reach.
        case stage = "error, unless unused"
        /// An error or a warning, as the place is.
        case either = "error or warning"
    }

    let code: String
    let level: Level
    let meaning: String
    let hint: String
}

/// Every diagnostic that the compiler gives.
///
/// Codes never change their meaning; the page of the language is generated from this table.
enum DiagnosticCatalog {
    static let kinds: [DiagnosticKind] =
        (text + grammar + names + types + otherStages + notMetal + entryPoints + limits + warnings)
        .sorted { $0.code < $1.code }

    /// The hint of a code, without its `msl.` prefix.
    static func hint(for code: String) -> String { hints[code] ?? "Docs/ShaderLanguage.md lists what is understood" }

    /// The codes that are warnings where nothing that the entry point reaches is concerned.
    static let stageCodes: Set<String> = Set(kinds.filter { $0.level == .stage }.map { "msl." + $0.code })

    private static let hints: [String: String] =
        Dictionary(kinds.map { ($0.code, $0.hint) }, uniquingKeysWith: { first, _ in first })

    /// The table as Markdown, for the documentation.
    static var markdown: String {
        let rows = kinds.map { "| `msl.\($0.code)` | \($0.level.rawValue) | \($0.meaning) | \($0.hint) |" }
        return (["| code | severity | what is wrong | what to do |", "|---|---|---|---|"] + rows)
            .joined(separator: "\n") + "\n"
    }

    private static func error(_ code: String, _ meaning: String, _ hint: String) -> DiagnosticKind {
        DiagnosticKind(code: code, level: .error, meaning: meaning, hint: hint)
    }

    private static func stage(_ code: String, _ meaning: String, _ hint: String) -> DiagnosticKind {
        DiagnosticKind(code: code, level: .stage, meaning: meaning, hint: hint)
    }

    private static func warning(_ code: String, _ meaning: String, _ hint: String) -> DiagnosticKind {
        DiagnosticKind(code: code, level: .warning, meaning: meaning, hint: hint)
    }

    // MARK: - The file

    private static let text: [DiagnosticKind] = [
        error("binary", "the file is no text", "the file must be Metal source text in UTF-8"),
        error("character", "a character that the language does not use", "remove it, or put it into a comment"),
        error("empty", "the file is empty", "write a `fragment float4` function into the file"),
        error("encoding", "the file is not valid UTF-8", "save the file as UTF-8"),
        error("include", "a file is included", "copy what the shader needs from it into this file"),
        warning("macro-redefined", "a macro is defined again, differently", "use `#undef` first, or another name"),
        error("metal-library", "the file is a compiled Metal library", "use the `.metal` source it was made from"),
        DiagnosticKind(
            code: "preprocessor", level: .either, meaning: "a directive or macro is wrong, or says so itself",
            hint: "see the line named; directives are `#define`, `#undef`, `#if…`, `#pragma`, `#include`"),
        error("string", "a string or character", "remove it: shaders have no text"),
    ]

    // MARK: - The grammar

    private static let grammar: [DiagnosticKind] = [
        error(
            "break", "`break` or `continue` outside of a loop",
            "`break` belongs in a loop or `switch`, `continue` in a loop"),
        error("call", "something that is no function is called", "only functions can be called"),
        error("case", "a `case` outside of its `switch`", "`case` and `default` stand directly in a `switch`"),
        error(
            "number", "a number that 32 bits do not hold",
            "use a smaller number, and the suffixes `f`, `h` and `u` only"),
        error(
            "switch", "a `switch` over something else, or a label twice",
            "switch over a whole number, with `case` labels directly inside"),
        error("syntax", "the text does not follow the grammar", "check the line for a missing `;`, bracket or operand"),
    ]

    // MARK: - Names

    private static let names: [DiagnosticKind] = [
        error("foreign-name", "a word of GLSL, HLSL or Shadertoy", "write what Metal has for it"),
        error("member", "`.` on a pointer, or `->` on something else", "only structs and vectors have members"),
        error(
            "no-overload", "no function of the name takes these arguments",
            "check the number and the types of the arguments"),
        error("redefinition", "a name is defined twice", "give one of the two another name"),
        error(
            "swizzle", "letters that are no components, or not of this vector",
            "use up to four of `xyzw` or of `rgba`, none twice where it is assigned to"),
        error("undefined-function", "a function without a body is called", "give the function a body in this file"),
        error("unknown-function", "a function that does not exist", "define the function in this file, above its use"),
        error("unknown-member", "a field or component that does not exist", "check the spelling of the member"),
        error("unknown-name", "a name that is not declared", "declare it above its use"),
        error("unknown-type", "a type that does not exist", "use a Metal type, or declare the struct above its use"),
    ]

    // MARK: - Types and values

    private static let types: [DiagnosticKind] = [
        error(
            "address", "`&` or `*` on something else",
            "use `constant` for uniforms and tables, `thread` for what a function changes"),
        error(
            "array-size", "an array without elements, or with too many", "give the array a constant size of at least 1"),
        error("assignment", "something constant is changed", "assign to a variable of your own that is not `const`"),
        error("auto", "`auto` without a value", "give the variable a value, or name its type"),
        error(
            "binding", "a texture, sampler or pointer where a value is needed",
            "bindings belong to the entry point's parameters, such as `[[buffer(0)]]`"),
        error(
            "cast", "a conversion that does not exist",
            "convert between scalars, or build a vector with its constructor"),
        error(
            "condition", "a condition that is not a single truth value",
            "write a comparison, and `any(…)` or `all(…)` around vectors"),
        error(
            "constructor", "a value cannot be made from these parts",
            "give as many components as the type has, or a single scalar"),
        error(
            "field-type", "a field of a type that fields cannot have",
            "use scalars, vectors, matrices, arrays and structs of these"),
        error(
            "index", "an index that is no whole number, or into something else",
            "index arrays, vectors and matrices with a whole number"),
        error("initializer", "values that do not fit what they are for", "give at most one value for each element"),
        error(
            "method", "`this` outside of structures, or a function that the type does not have",
            "call a function with the value as its argument"),
        error(
            "not-constant", "a value that must be known when compiling",
            "use a literal, a `constexpr` or a `constant` at program scope"),
        error(
            "operator", "an operator on types that it does not take",
            "both sides need the same type; convert one with its constructor"),
        error(
            "parameter-type", "a parameter of a type that parameters cannot have",
            "use a value, a `thread` reference, or a texture"),
        error("pointer", "a pointer where there can be none", "use a reference, or an index into an array"),
        DiagnosticKind(
            code: "program-scope", level: .either, meaning: "a variable outside functions that is not `constant`",
            hint: "write `constant` before it and give it a constant value"),
        error("reference", "a reference that refers to nothing", "give the reference a variable of the same type"),
        error("result-type", "a result that functions cannot have", "return a value"),
        error("return", "`return` without a value, or with one in `void`", "return a value of the function's type"),
        error(
            "sampler", "a setting that samplers do not have",
            "write `constexpr sampler s(filter::linear, address::clamp_to_edge);`"),
        error(
            "texture-function", "a function that textures do not have",
            "textures have `sample`, `read`, `get_width` and `get_height`"),
        error(
            "type-mismatch", "a value of one type where another is needed",
            "convert the value with the type's constructor"),
        error(
            "vector-conversion", "a vector where another kind of vector is needed",
            "vectors are not converted by themselves: write the constructor"),
        error("void", "a variable without a type", "a value is needed here: call a function that returns one"),
    ]

    // MARK: - What belongs to other stages, or that the host does not have

    private static let otherStages: [DiagnosticKind] = [
        stage(
            "argument-buffer", "a structure of textures, samplers or pointers",
            "make them parameters of the entry point"),
        stage("atomic", "atomics", "compute the value per pixel: pixels cannot share memory here"),
        stage("barrier", "barriers", "remove it: a fragment shader has no thread groups"),
        stage("depth-texture", "depth textures", "use `texture2d<float>`: the host binds no depth"),
        stage("function-constant", "`[[function_constant]]`", "give the constant a value"),
        stage("imageblock", "image blocks and tile memory", "return the colour instead"),
        stage("mesh", "mesh shaders", "remove it: the host draws one rectangle"),
        stage("multisample-texture", "multisample textures", "use `texture2d<float>`"),
        stage("ray-tracing", "ray tracing", "march the ray in a loop"),
        stage("sample-compare", "`sample_compare`", "use `sample`, and compare the result"),
        stage("simd-group", "functions across threads", "use `dfdx` and `dfdy` for neighbours"),
        error(
            "stitchable", "`[[stitchable]]` functions only, which are not fragment functions",
            "write `fragment float4 fragment_name(VertexOut in [[stage_in]], …)`"),
        stage("swiftui-layer", "`SwiftUI::Layer`", "take `texture2d<float>` and `sample` it"),
        stage("texture-type", "textures that the host cannot bind", "use `texture2d<float>` or `texture2d<half>`"),
        stage("texture-write", "writing to a texture", "return the colour instead: it is written to the layer"),
        stage("threadgroup", "thread group memory", "use a local variable or array"),
    ]

    // MARK: - C++ that the language, or this compiler, leaves out

    private static let notMetal: [DiagnosticKind] = [
        error("anonymous-structure", "a structure without a name inside another", "give the inner structure a name"),
        error("asm", "assembly", "write the expression"),
        error("bit-field", "bit fields", "use whole fields, and masks"),
        error("decltype", "`decltype`", "write the type"),
        error(
            "reference-result", "a reference returned before a function's end",
            "return it at the end only, or return a value"),
        error(
            "static-assert", "an assertion of the shader's does not hold",
            "the shader says itself that it cannot work like this"),
        error("template-limit", "too many instances of templates", "use a loop, or fewer different arguments"),
        error("variadic", "functions or templates of any number of arguments", "write out the arguments"),
        error("class", "destructors and other parts of classes", "use a struct and functions"),
        error("double", "`double`", "use `float`"),
        error("exception", "exceptions", "return a value that says so"),
        error("goto", "`goto`", "use loops, `break` and functions"),
        error("inheritance", "inheritance", "put a field of the other struct into this one"),
        error("lambda", "lambdas", "write a function"),
        error("new", "`new` and `delete`", "use a local variable or array"),
        error("range-for", "`for` over something that is no array", "count an index: `for (int i = 0; i < n; i++)`"),
        error("recursion", "a function that calls itself", "use a loop"),
        error("template", "partial specialisations and templates of variables", "specialise it for each type in full"),
        error("union", "unions", "use `as_type<…>(…)`"),
        error("virtual", "virtual functions", "use `if` or `switch`"),
        error("wide-integer", "integers of 64 bits", "use `int` or `uint`"),
    ]

    // MARK: - The entry point

    private static let entryPoints: [DiagnosticKind] = [
        error(
            "entry-input", "a parameter that the host does not fill",
            "take `VertexOut in [[stage_in]]`, `[[position]]`, buffers or textures"),
        error(
            "entry-point-missing", "no fragment function of the file's name",
            "the name is `fragment_` and the file's name in lower case"),
        error("entry-point-repeated", "two fragment functions of one name", "remove one of the two"),
        error("entry-result", "a result that is no colour", "return `float4` or `half4`"),
    ]

    // MARK: - Limits

    private static let limits: [DiagnosticKind] = [
        error("call-depth", "calls nest too deeply", "call fewer functions from functions"),
        error("internal", "the compiler made a wrong program", "this is a fault of the compiler, not of the shader"),
        error("macro-limit", "macros produce too much", "use functions and loops instead of macros"),
        error("name-length", "a very long name or number", "use a shorter name"),
        error(
            "nesting", "brackets, statements or types nest too deeply",
            "nest less deeply: put parts into variables or functions"),
        error(
            "program-size", "the shader is too large when every call is written out",
            "call fewer functions from functions, and use loops"),
        error("structure-size", "a structure is too large", "use fewer or smaller fields"),
        error("too-large", "the file is too large", "the device reads at most 512 KiB"),
        error("too-many-names", "very many namespaces are open", "name what is needed in full: `space::name`"),
        error("too-many-tokens", "the file has too many words and signs", "split the effect into passes"),
    ]

    // MARK: - What will not look as meant

    private static let warnings: [DiagnosticKind] = [
        warning(
            "ambiguous-call", "the phone refuses this call as ambiguous",
            "give all arguments one type, such as `0.0` for `0`"),
        warning(
            "dead-code", "statements after `return`, `break` or `continue`", "remove them, or the statement before them"
        ),
        warning("index-range", "a constant index outside; it is clamped", "indices count from 0"),
        warning("missing-return", "a function can end without a value; it is zero", "end it with `return`"),
        warning(
            "read-before-set", "a variable is read before it has a value; it is zero",
            "give it a value where it is declared"),
        warning(
            "unbound-buffer", "a buffer that the host does not bind; it reads as zeros",
            "the uniforms are `[[buffer(AmbientShaderUniformBufferIndex)]]`"),
        warning(
            "unbound-input", "a value of `[[stage_in]]` that the host does not give; it is zero",
            "`VertexOut` has `position` and `uv`"),
        warning(
            "unbound-sampler", "a sampler that the host does not bind; it is the default",
            "write `constexpr sampler s(filter::linear);` in the shader"),
        warning(
            "unbound-texture", "a texture that the host never binds; it has size 0",
            "textures are 0 to 3, and a package's own from 4 on"),
    ]
}

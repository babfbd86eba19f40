import Diagnostics
import ShaderIR
import Testing

@testable import ShaderLanguage

/// The stages one by one.
@Suite struct StageTests {
    private func lex(_ text: String) -> (tokens: [String], codes: [String]) {
        let source = SourceText(name: "t", text: text)
        var sink = DiagnosticSink(sources: [source])
        let tokens = Lexer.tokens(of: source, file: 0, sink: &sink)
        return (tokens.map(\.text), sink.diagnostics.map(\.code))
    }

    private func preprocess(_ text: String) -> (text: String, codes: [String]) {
        let source = SourceText(name: "t", text: text)
        var sink = DiagnosticSink(sources: [source])
        let tokens = Lexer.tokens(of: source, file: 0, sink: &sink)
        var preprocessor = Preprocessor(sink: sink)
        let result = preprocessor.process(tokens)
        return (result.map(\.text).joined(separator: " "), preprocessor.sink.diagnostics.map(\.code))
    }

    @Test func tokens() {
        #expect(lex("a+++b<<=c->d::e...").tokens == ["a", "++", "+", "b", "<<=", "c", "->", "d", "::", "e", "..."])
        #expect(
            lex("1.5e-3f .5 1. 0x1p-2 0xe+1 1..x").tokens == ["1.5e-3f", ".5", "1.", "0x1p-2", "0xe", "+", "1", "1..x"])
        #expect(lex("a/*b\n*/c//d\ne\\\nf").tokens == ["a", "c", "ef"])
        #expect(lex("a /* b").codes == ["msl.syntax"])
        #expect(lex("[[a]]").tokens == ["[", "[", "a", "]", "]"])
    }

    @Test(arguments: [
        ("1", NumberLiteral.int(1)), ("0", .int(0)), ("2147483648", .uint(2_147_483_648)), ("4294967295", .uint(.max)),
        ("7u", .uint(7)), ("0xFFul", .uint(255)), ("0x7fffffff", .int(.max)), ("017", .int(15)), ("1.", .float(1)),
        (".5f", .float(0.5)), ("1e-3", .float(0.001)), ("1.e2", .float(100)), ("2.5H", .half(2.5)), ("1h", .half(1)),
        ("0.1h", .half(0.0999755859375)), ("0x1.8p1", .float(3)), ("1e39", .float(.infinity)), ("0.1", .float(0.1)),
        ("16777217.0", .float(16_777_216)), ("1'000", .int(1000)),
    ])
    func numbers(text: String, expected: NumberLiteral) {
        #expect(NumberLiteral.parse(text) == expected)
    }

    @Test(arguments: ["4294967296", "08", "1.2.3", "0x", "1x", "1.0q", "0xp1", "1e"])
    func wrongNumbers(text: String) {
        #expect(NumberLiteral.parse(text) == nil)
    }

    /// Values from the C++ standard's own examples of macro replacement where they apply.
    @Test func macros() {
        #expect(preprocess("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)").text == "2 * 9 * g")
        #expect(
            preprocess("#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\nf(y+1)").text
                == "f ( 2 * ( y + 1 ) )")
        #expect(preprocess("#define A A B\nA").text == "A B")
        #expect(preprocess("#define f(x,...) x(__VA_ARGS__)\nf(a,b,c)").text == "a ( b , c )")
        #expect(preprocess("#define j(a,b) a##b\nj(x,1) j(1,.5)").text == "x1 1.5")
        #expect(preprocess("#define s(a) #a\ns(b c)").text == "\"b c\"")
        #expect(preprocess("#define f() 1\nf() f").text == "1 f")
        #expect(preprocess("#define f(a) [a]\nf\n(\n1)").text == "[ 1 ]")
        #expect(preprocess("#define f(a,b) a\nf(1)").codes == ["msl.preprocessor"])
    }

    @Test func conditions() {
        #expect(preprocess("#if 1\na\n#elif 1\nb\n#else\nc\n#endif").text == "a")
        #expect(preprocess("#if 0\na\n#elif 2 > 1 && !defined(X)\nb\n#else\nc\n#endif").text == "b")
        #expect(preprocess("#if 0\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif").text == "c")
        #expect(preprocess("#define X 0x10\n#if (X << 1) == 32 ? 1 : 0\na\n#endif").text == "a")
        #expect(preprocess("#if 1 / 0\na\n#endif").text == "")
        #expect(preprocess("#if\n#endif").codes == ["msl.preprocessor"])
        #expect(preprocess("#if 1").codes == ["msl.preprocessor"])
        #expect(preprocess("#endif").codes == ["msl.preprocessor"])
        #expect(preprocess("#else").codes == ["msl.preprocessor"])
        #expect(preprocess("#pragma once\n#nonsense\n").codes == ["msl.preprocessor"])
        #expect(preprocess("#ifdef X\n#nonsense\n#error\n#endif\n").codes == [])
    }

    @Test func nearestNames() {
        #expect(Spelling.nearest(to: "smoothStep", among: ["step", "smoothstep"]) == "smoothstep")
        #expect(Spelling.nearest(to: "lenght", among: ["length", "light"]) == "length")
        #expect(Spelling.nearest(to: "x", among: ["position"]) == nil)
    }

    /// Every entry can be called, and gives as many components as its result has.
    @Test func libraryIsComplete() {
        for function in Library.functions {
            for type in function.domain.types {
                var emitter = Emitter(name: "")
                let scalar = type.element ?? .float
                let shapes = TypeShapes()
                let operands = function.parameters.filter { !$0.isOutput }.map { shape in
                    let operand = shape.type(for: type)
                    return (0..<shapes.leafCount(of: operand)).map { _ in
                        emitter.constant(operand.element?.representation ?? scalar.representation, bits: 1)
                    }
                }
                guard case .whole(let code) = function.code else { continue }
                let outputs = function.parameters.filter(\.isOutput).map { shapes.leafCount(of: $0.type(for: type)) }
                let results = code(&emitter, operands, type)
                let expected = shapes.leafCount(of: function.result.type(for: type)) + outputs.reduce(0, +)
                #expect(results.count == expected, "\(function.name)")
            }
        }
    }

    // MARK: - Lowering

    @Test func loweredBranchAndLoop() throws {
        let source = """
            fragment float4 fragment_test(float4 p [[position]], constant AmbientShaderUniforms& u [[buffer(0)]]) {
                float x = 0.0;
                for (int i = 0; i < 3; i++) {
                    if (p.x > u.time * 2.0) { x += sin(p.y) + 2.0 / 4.0; break; }
                }
                return float4(x, 0.0, 0.0, 1.0);
            }
            """
        let text = try #require(compile(source).shader?.program.program.text)
        #expect(
            text == """
                shader fragment_test
                variable v0 out.r: float
                variable v1 out.g: float
                variable v2 out.b: float
                variable v3 out.a: float
                variable v4 x: float
                variable v5 i: int
                %0: float = input positionX
                %1: float = input positionY
                %2: float = 0.0
                %3: float = 1.0
                %4: float = input time
                %5: int = 0
                %6: int = 3
                %7: float = 2.0
                %8: float = 0.5
                %9: int = 1
                store v4, %2
                store v5, %5
                scope s0 {
                    %10: float = multiplyFloat %4, %7
                    %11: bool = lessFloat %10, %0
                    loop {
                        branch %11 {
                            %12: float = sine %1
                            %13: float = addFloat %12, %8
                            %14: float = load v4
                            %15: float = addFloat %14, %13
                            store v4, %15
                            exit s0
                        }
                        %16: int = load v5
                        %17: int = addInt %16, %9
                        store v5, %17
                        %18: bool = lessSigned %17, %6
                        branch %18 {
                        } else {
                            exit s0
                        }
                    }
                }
                %19: float = load v4
                store v0, %19
                store v1, %2
                store v2, %2
                store v3, %3
                output v0, v1, v2, v3

                """)
    }

    /// A small branch over variables becomes a selection, and the variable disappears.
    @Test func selection() throws {
        let source = """
            fragment float4 fragment_test(float4 p [[position]]) {
                float x = p.x;
                if (p.y > 8.0) x = x * 2.0; else if (p.y > 4.0) x = 1.0;
                return float4(x);
            }
            """
        let program = try #require(compile(source).shader?.program.program)
        #expect(program.variables.count == 4)
        #expect(!program.text.contains("branch"))
        #expect(program.text.contains("select"))
    }
}

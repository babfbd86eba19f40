import Testing

@testable import ShaderLanguage

/// Parts of Metal and C++ that are refused: each by its own code, once, at its place.
@Suite struct RejectionTests {
    /// The list of the language survey: "Reject with a clear diagnostic".
    static let survey: [Mistake] = [
        Mistake("recursion", "return f(3);", helpers: "float4 ¦f(int n) { return n > 0 ? f(n - 1) : float4(1); }"),
        Mistake(
            "recursion", "return float4(f(1));",
            helpers: "int g(int n); int ¦f(int n) { return g(n); } int g(int n) { return f(n); }"),
        Mistake("lambda", "auto f = ¦[](float x) { return x; }; return float4(f(1));"),
        Mistake("lambda", "auto f = ¦[&] { return 1.0; }; return float4(f());"),
        Mistake("goto", "¦goto end; end: return float4(1);"),
        Mistake("virtual", "return float4(1);", helpers: "struct A { ¦virtual float f(); float x; };"),
        Mistake("inheritance", "return float4(1);", helpers: "struct A { float x; }; struct B ¦: A { float y; };"),
        Mistake(
            "inheritance", "return float4(1);", helpers: "struct A { float x; }; class B ¦: public A { float y; };"),
        Mistake("new", "thread float* p = ¦new float; return float4(*p);"),
        Mistake("new", "¦delete in; return float4(1);"),
        Mistake("exception", "¦try { } catch (int e) { } return float4(1);"),
        Mistake("exception", "¦throw 1; return float4(1);"),
        Mistake("double", "¦double x = 1.0; return float4(x);"),
        Mistake("double", "¦double3 x = double3(1.0); return float4(x, 1);", hint: "use `float`"),
        Mistake("wide-integer", "¦ulong x = 1; return float4(x);"),
        Mistake("threadgroup", "threadgroup ¦float x[4]; return float4(x[0]);"),
        Mistake("barrier", "¦threadgroup_barrier(mem_flags::mem_threadgroup); return float4(1);"),
        Mistake("barrier", "¦simdgroup_barrier(mem_flags::mem_none); return float4(1);"),
        Mistake("atomic", "¦atomic_fetch_add_explicit(p, 1, memory_order_relaxed); return float4(1);"),
        Mistake("atomic", "return float4(1);", helpers: "constant ¦atomic_int counter = 0;"),
        Mistake("simd-group", "float x = ¦simd_sum(in.uv.x); return float4(x);"),
        Mistake("simd-group", "float x = ¦quad_shuffle_xor(in.uv.x, 1); return float4(x);"),
        Mistake("texture-write", "image.¦write(float4(1), uint2(0)); return float4(1);"),
        Mistake(
            "texture-write",
            file:
                "fragment float4 fragment_test(texture2d<float, ¦access::write> t [[texture(0)]]) { return float4(1); }"
        ),
        Mistake(
            "texture-write",
            file:
                "fragment float4 fragment_test(texture2d<half, ¦access::read_write> t [[texture(0)]]) { return float4(1); }"
        ),
        Mistake(
            "multisample-texture",
            file: "fragment float4 fragment_test(¦texture2d_ms<float> t [[texture(0)]]) { return t.read(uint2(0), 0); }"
        ),
        Mistake(
            "depth-texture",
            file: "fragment float4 fragment_test(¦depth2d<float> t [[texture(0)]]) { return float4(t.read(uint2(0))); }"
        ),
        Mistake(
            "texture-type",
            file: "fragment float4 fragment_test(¦texture2d<int> t [[texture(0)]]) { return float4(1); }"),
        Mistake("sample-compare", "return float4(image.¦sample_compare(sampler(), in.uv, 0.5));"),
        Mistake("function-constant", "return float4(¦on);", helpers: "constant bool on [[function_constant(0)]];"),
        Mistake(
            "argument-buffer", "return float4(1);",
            helpers: "struct Args { float x; texture2d<float> ¦t [[id(0)]]; sampler s [[id(1)]]; };\n"
                + "float4 f(constant Args& a) { return a.t.sample(a.s, float2(0)); }"
        ).unused(),
        Mistake(
            "argument-buffer",
            file: """
                struct Args { texture2d<float> ¦t [[id(0)]]; sampler s [[id(1)]]; };
                fragment float4 fragment_test(constant Args& a [[buffer(1)]]) { return a.t.sample(a.s, float2(0)); }
                """),
        Mistake(
            "ray-tracing", "¦raytracing::ray r; ¦raytracing::intersector<triangle_data> i; return float4(1);"),
        Mistake("ray-tracing", "¦intersector<> i; return float4(1);"),
        Mistake("mesh", "return float4(1);", helpers: "float f(¦mesh_grid_properties p) { return 1.0; }").unused(),
        Mistake(
            "imageblock",
            file:
                "fragment float4 fragment_test(float4 p [[position]], float4 c [[¦imageblock_data]]) { return p + c; }"),
        Mistake("imageblock", "return float4(1);", helpers: "float f(¦imageblock<float> b) { return 1.0; }").unused(),
        Mistake(
            "swiftui-layer", "return f(in.uv, 1);",
            helpers: "#include <SwiftUI/SwiftUI_Metal.h>\nfloat4 f(float2 p, ¦SwiftUI::Layer l) { return float4(1); }"),
        Mistake(
            "stitchable",
            file: "[[stitchable]] half4 ¦glow(float2 position, half4 color, SwiftUI::Layer l) { return color; }",
            hint: "write `fragment float4 fragment_test"),
        Mistake("include", "return float4(noise(in.uv) * SCALE);", helpers: "#include ¦\"noise.h\""),
        Mistake("include", "return float4(1);", helpers: "#import ¦\"metal_noise.h\""),
        Mistake("include", "return float4(1);", helpers: "#include ¦<vector>"),
        Mistake("metal-library", file: "MTLB\u{1}\u{2}"),
        Mistake(
            "entry-point-missing",
            file: "fragment float4 ¦fragment_tset(float4 p [[position]]) { return p; }",
            hint: "rename `fragment_tset` to `fragment_test`"),
        Mistake(
            "vector-conversion", "int3 i = int3(1); float3 f = ¦i; return float4(f, 1);", hint: "write `float3(…)`"),
        Mistake("vector-conversion", "return float4(¦in.uv + in.uv.xxy, 1.0);"),
        Mistake("vector-conversion", "return ¦in.uv.xyx;", hint: "write `float4(…)` with all components"),
        Mistake("vector-conversion", "float3 v = ¦in.uv.x > 0.5 ? in.uv : in.uv.xyx; return float4(v, 1);"),
    ]

    @Test(arguments: survey) func isRefused(_ mistake: Mistake) { mistake.check() }

    /// What else is C++ or Metal, and not here.
    static let others: [Mistake] = [
        Mistake("asm", "¦asm(\"nop\"); return float4(1);"),
        Mistake("class", "return float4(1);", helpers: "struct A { ¦~A() { } float x; };"),
        Mistake("union", "return float4(1);", helpers: "¦union U { float f; uint u; };"),
        Mistake("string", "return float4(¦\"red\");"),
        Mistake("string", "return float4(¦'r');"),
        Mistake("texture-type", "return float4(1);", helpers: "float f(¦texture3d<float> t) { return 1.0; }").unused(),
        Mistake("texture-function", "return image.¦smaple(sampler(), in.uv);", hint: "did you mean `sample`?"),
        Mistake(
            "entry-input",
            file: "fragment float4 fragment_test(float4 p [[position]], uint i [[¦vertex_id]]) { return p; }"
        ),
        Mistake("entry-input", file: "fragment float4 fragment_test(float ¦x) { return float4(x); }"),
        Mistake(
            "entry-input", file: "fragment float4 fragment_test(texture2d<float> ¦t [[texture(128)]]) { return 1; }"),
        Mistake("entry-result", file: "fragment float3 ¦fragment_test(float4 p [[position]]) { return p.xyz; }"),
        Mistake(
            "entry-point-repeated",
            file: """
                fragment float4 fragment_test(float4 p [[position]]) { return p; }
                fragment float4 ¦fragment_test(VertexOut in [[stage_in]]) { return float4(in.uv, 0, 1); }
                """),
        Mistake(
            "entry-point-repeated",
            file: """
                fragment float4 fragment_test(float4 p [[position]]) { return p; }
                fragment float4 fragment_other(float4 p [[position]]) { return p; }
                fragment float4 ¦fragment_other(VertexOut in [[stage_in]]) { return float4(in.uv, 0, 1); }
                """),
        Mistake("entry-point-missing", file: "float4 ¦fragment_test() { return float4(1); }", hint: "`fragment`"),
        Mistake("entry-point-missing", file: "¦vertex float4 v() { return float4(1); }"),
        Mistake(
            "entry-point-missing",
            file: "fragment float4 ¦fragment_a() { return 1; }\nfragment float4 fragment_b() { return 1; }"),
    ]

    @Test(arguments: others) func isRefusedToo(_ mistake: Mistake) { mistake.check() }

    /// A declaration of an entry point before its definition is no second one.
    @Test func entryPointDeclaredBefore() {
        let source = """
            fragment float4 fragment_test(float4 p [[position]]);
            fragment float4 fragment_test(float4 p [[position]]) { return p; }
            """
        #expect(codes(source) == [])
        #expect(compile(source).shader != nil)
    }

    /// What belongs to other stages is a warning in what the entry point does not reach.
    @Test(arguments: [
        "struct Args { texture2d<float> t [[id(0)]]; device float* p; };", "struct A { atomic_int n; float x; };",
        "float f(threadgroup float* p) { threadgroup_barrier(mem_flags::mem_none); return 1.0; }",
        "float f(texture3d<float> t) { return 1.0; }", "float f(depth2d<float> t) { return t.read(uint2(0)); }",
        "struct A { texture3d<float> t; }; struct B { A a[2]; }; float f(B b) { return 1.0; }",
        "float f(texture2d<float> t) { return t.gather(sampler(), float2(0)).x; }",
        "kernel void k(texture2d<float, access::write> t [[texture(0)]], uint2 id [[thread_position_in_grid]]) {}",
        "[[mesh]] void m(mesh<int, int, 3, 1, topology::triangle> m) {} [[object]] void o() {}",
        "vertex VertexOut v(uint id [[vertex_id]]) { double x; goto end; }",
    ])
    func otherStages(helpers: String) {
        let result = compile(shader("return float4(1);", helpers: helpers))
        #expect(result.shader != nil, "\(describe(result))")
        #expect(result.diagnostics.allSatisfy { $0.severity == .warning }, "\(describe(result))")
    }

    /// The same where the entry point reaches it: through a function, a field, an alias, or a variable of the program.
    @Test(arguments: [
        ("float f(A a) { return 1.0; }", "A a; return float4(f(a));"), ("struct B { A a; };", "B b; return float4(1);"),
        ("using C = A;", "C c; return float4(c.x);"), ("", "return float4(A{}.x);"),
        ("float g() { A a; return a.x; } float f() { return g(); }", "return float4(f());"),
        ("constant A table[2] = {};", "return float4(table[0].x);"),
    ])
    func reachedStructure(helpers: String, body: String) {
        let result = compile(shader(body, helpers: "struct A { texture3d<float> t; float x; };\n" + helpers))
        #expect(result.diagnostics.filter { $0.severity == .error }.map(\.code) == ["msl.argument-buffer"])
        #expect(result.shader == nil)
    }

    /// Long lists of entry points are cut short.
    @Test func manyEntryPoints() throws {
        let source = (1...50).map { "fragment float4 fragment_\($0)() { return 1; }" }.joined(separator: "\n")
        let error = try #require(compile(source).diagnostics.first)
        #expect(error.message.hasSuffix("`fragment_8` and 42 more"))
        #expect(compile(source).entryPoints.count == 50)
    }
}

extension Mistake {
    /// The same as a warning, since nothing reaches it.
    func unused() -> Mistake { Mistake(code, file: text, hint: hint, severity: .warning) }
}

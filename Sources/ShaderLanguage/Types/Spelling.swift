import Diagnostics

/// What to write instead of a name that Metal does not have.
enum Spelling {
    /// Names of GLSL, HLSL and Shadertoy, with the Metal way to say the same.
    private static let foreign: [String: String] = {
        var table: [String: String] = [
            "mod": "write `fmod(x, y)`; for negative x GLSL's result is `x - y * floor(x / y)`",
            "inversesqrt": "write `rsqrt(x)`", "dFdx": "write `dfdx(x)`", "dFdy": "write `dfdy(x)`",
            "ddx": "write `dfdx(x)`", "ddy": "write `dfdy(x)`", "lerp": "write `mix(x, y, a)`",
            "frac": "write `fract(x)`", "texture": "write `name.sample(sampler, uv)`",
            "texture2D": "write `name.sample(sampler, uv)`", "texelFetch": "write `name.read(uint2(x, y))`",
            "textureLod": "write `name.sample(sampler, uv, level(0))`", "tex2D": "write `name.sample(sampler, uv)`",
            "textureSize": "write `name.get_width()` and `name.get_height()`",
            "gl_FragCoord": "the entry point's `in.position`, in pixels from the top left",
            "gl_FragColor": "return the colour from the entry point", "fragColor": "return the colour",
            "fragCoord": "the entry point's `in.position`, in pixels from the top left",
            "iTime": "write `uniforms.time`", "iGlobalTime": "write `uniforms.time`",
            "iResolution": "write `uniforms.resolution`", "u_time": "write `uniforms.time`",
            "u_resolution": "write `uniforms.resolution`", "rcp": "write `1.0 / x`", "mul": "write `a * b`",
            "radians": "multiply by `M_PI_F / 180.0`", "degrees": "multiply by `180.0 / M_PI_F`",
            "roundEven": "write `rint(x)`", "atan": "of two arguments it is `atan2(y, x)`",
            "lessThan": "write `a < b`", "lessThanEqual": "write `a <= b`", "greaterThan": "write `a > b`",
            "greaterThanEqual": "write `a >= b`", "equal": "write `a == b`", "notEqual": "write `a != b`",
            "not": "write `!a`", "matrixCompMult": "multiply the columns one by one",
            "inverse": "Metal has no `inverse`; write it for the matrix at hand", "clip": "write `discard_fragment()`",
            "discard": "write `discard_fragment()`", "highp": "leave it out", "mediump": "leave it out",
            "lowp": "leave it out", "precision": "remove the line", "uniform": "use the parameter `uniforms`",
            "varying": "use the parameter `in`", "floatBitsToInt": "write `as_type<int>(x)`",
            "floatBitsToUint": "write `as_type<uint>(x)`", "intBitsToFloat": "write `as_type<float>(x)`",
            "uintBitsToFloat": "write `as_type<float>(x)`", "asuint": "write `as_type<uint>(x)`",
            "asint": "write `as_type<int>(x)`", "asfloat": "write `as_type<float>(x)`",
            "bitCount": "write `popcount(x)`", "bitfieldReverse": "write `reverse_bits(x)`",
            "findLSB": "write `ctz(x)`", "findMSB": "write `31 - clz(x)`",
            "outerProduct": "write the columns one by one",
            "dFdxFine": "write `dfdx(x)`", "dFdyFine": "write `dfdy(x)`", "dFdxCoarse": "write `dfdx(x)`",
            "dFdyCoarse": "write `dfdy(x)`", "ddx_fine": "write `dfdx(x)`", "ddy_fine": "write `dfdy(x)`",
            "texture2DLod": "write `name.sample(sampler, uv, level(0))`",
            "tex2Dlod": "write `name.sample(sampler, uv)`",
            "textureGrad": "write `name.sample(sampler, uv, gradient2d(dx, dy))`",
            "texture1D": "write `name.sample(sampler, x)`", "textureCube": "the host binds no cubes",
            "gl_Position": "belongs to the vertex stage, which the host has",
            "gl_PointCoord": "the host draws no points; use `in.uv`",
            "gl_FragData": "return the colour from the entry point",
            "gl_FragDepth": "a layer has no depth; return the colour only",
            "gl_FrontFacing": "the layer is one rectangle, which faces the viewer",
            "mainImage": "write `fragment float4 fragment_name(VertexOut in [[stage_in]])`",
            "iMouse": "the host has no mouse; use `uniforms.params`", "iFrame": "write `uniforms.time`",
            "iTimeDelta": "the host gives `uniforms.time` only", "iDate": "the host gives `uniforms.time` only",
            "iChannel0": "take `texture2d<float> name [[texture(n)]]`",
            "iChannel1": "take `texture2d<float> name [[texture(n)]]`",
            "iChannel2": "take `texture2d<float> name [[texture(n)]]`",
            "iChannel3": "take `texture2d<float> name [[texture(n)]]`",
            "iChannelResolution": "write `name.get_width()` and `name.get_height()`",
            "sampler2D": "take `texture2d<float> name [[texture(n)]]`",
            "samplerCube": "the host binds no cubes", "sampler1D": "take `texture1d<float> name [[texture(n)]]`",
            "sampler3D": "the host binds only `texture2d` and `texture1d`",
            "Texture2D": "take `texture2d<float> name [[texture(n)]]`",
            "SamplerState": "write `constexpr sampler s(filter::linear);`",
            "fixed": "write `half`", "fixed2": "write `half2`", "fixed3": "write `half3`", "fixed4": "write `half4`",
            "min16float2": "write `half2`", "min16float3": "write `half3`", "min16float4": "write `half4`",
            "mad": "write `fma(a, b, c)`", "countbits": "write `popcount(x)`", "reversebits": "write `reverse_bits(x)`",
            "firstbitlow": "write `ctz(x)`", "firstbithigh": "write `31 - clz(x)`",
            "SV_Position": "the entry point's `in.position`", "SV_Target": "return `float4`",
            "saturatef": "write `saturate(x)`", "NULL": "there are no null pointers", "min16float": "write `half`",
            "PI": "write `M_PI_F`", "M_PI": "write `M_PI_F`", "TAU": "write `2.0 * M_PI_F`",
            "in": "leave `in` out", "out": "write `thread float& name`", "inout": "write `thread float& name`",
            "layout": "bindings are attributes of the entry point's parameters, such as `[[texture(0)]]`",
            "attribute": "use the parameter `in`", "smooth": "use the parameter `in`", "shared": "use a local variable",
            "flat": "use the parameter `in`", "invariant": "leave it out",
            "cbuffer": "use the parameter `uniforms`", "tbuffer": "use the parameter `uniforms`",
        ]
        for width in 2...4 {
            table["vec\(width)"] = "write `float\(width)`"
            table["ivec\(width)"] = "write `int\(width)`"
            table["uvec\(width)"] = "write `uint\(width)`"
            table["bvec\(width)"] = "write `bool\(width)`"
            table["dvec\(width)"] = "write `float\(width)`"
            table["mat\(width)"] = "write `float\(width)x\(width)`"
            for rows in 2...4 { table["mat\(width)x\(rows)"] = "write `float\(width)x\(rows)`" }
        }
        return table
    }()

    /// Names of HLSL's functions of textures.
    private static let members: [String: String] = [
        "Sample": "write `name.sample(sampler, uv)`", "SampleLevel": "write `name.sample(sampler, uv, level(0))`",
        "SampleBias": "write `name.sample(sampler, uv, bias(b))`",
        "SampleGrad": "write `name.sample(sampler, uv, gradient2d(dx, dy))`", "Load": "write `name.read(uint2(x, y))`",
        "GetDimensions": "write `name.get_width()` and `name.get_height()`",
    ]

    /// The hint for a member of another language's textures; nil when it is none.
    static func memberHint(for name: String) -> String? { members[name] }

    /// What to write instead of a semantic of HLSL, such as `SV_Position`.
    static func semanticHint(for name: String) -> String {
        let upper = name.uppercased()
        if upper.hasPrefix("SV_TARGET") || upper.hasPrefix("COLOR") { return "leave it out: the result is the colour" }
        if upper.hasPrefix("SV_POSITION") || upper == "VPOS" { return "write `[[position]]`" }
        if upper.hasPrefix("TEXCOORD") { return "`VertexOut` has `uv`" }
        if upper == "REGISTER" { return "write `[[buffer(n)]]` or `[[texture(n)]]` at the entry point's parameter" }
        return "write an attribute of Metal, such as `[[position]]`"
    }

    /// The hint for a name of another language; nil when it is none.
    static func hint(for name: String) -> String? { foreign[name] }

    /// The candidate that is most like a name; nil when none is near.
    ///
    /// In alphabetical order, since the first of several equally near ones wins and tables have none.
    static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        Wording.nearest(to: name, among: candidates.sorted())
    }
}

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
            "bitCount": "write `popcount(x)`",
            "saturatef": "write `saturate(x)`", "NULL": "there are no null pointers", "min16float": "write `half`",
            "PI": "write `M_PI_F`", "M_PI": "write `M_PI_F`", "TAU": "write `2.0 * M_PI_F`",
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

    /// The hint for a name of another language; nil when it is none.
    static func hint(for name: String) -> String? { foreign[name] }

    /// The candidate that is most like a name; nil when none is near.
    ///
    /// In alphabetical order, since the first of several equally near ones wins and tables have none.
    static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        Wording.nearest(to: name, among: candidates.sorted())
    }
}

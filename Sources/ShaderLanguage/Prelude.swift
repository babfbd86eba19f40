import Diagnostics

/// The texts that stand before every shader.
enum Prelude {
    /// What the host puts before a package's shader: the uniforms, the vertex stage's output, the binding indices.
    static let text = """
        #include <metal_stdlib>
        using namespace metal;

        struct AmbientShaderUniforms {
            float time;
            float2 resolution;
            float4 params;
            float sensitivity;
        };

        struct VertexOut {
            float4 position [[position]];
            float2 uv;
        };

        #define AmbientShaderUniformBufferIndex 0
        #define AmbientShaderTexturePreviousIndex 0
        #define AmbientShaderTextureOriginalIndex 1
        #define AmbientShaderTextureAudioLevelsIndex 2
        #define AmbientShaderTextureSourceVideoIndex 3
        #define AmbientShaderTexturePackageBaseIndex 4

        static float3 ambient_hsv2rgb(float3 hsv) {
            float3 p = clamp(abs(fmod(hsv.x * 6.0 + float3(0.0, 4.0, 2.0), 6.0) - 3.0) - 1.0, 0.0, 1.0);
            p = p * p * (3.0 - 2.0 * p);
            return hsv.z * mix(float3(1.0), p, hsv.y);
        }

        """

    /// The macros of the Metal standard library.
    static let standardLibrary = """
        #define __METAL__ 1
        #define __METAL_VERSION__ 240
        #define __METAL_IOS__ 1
        #define __cplusplus 201402L
        #define METAL_FUNC inline
        #define M_E_F 2.71828182845904523536028747135266250f
        #define M_LOG2E_F 1.44269504088896340735992468100189214f
        #define M_LOG10E_F 0.434294481903251827651128918916605082f
        #define M_LN2_F 0.693147180559945309417232121458176568f
        #define M_LN10_F 2.30258509299404568401799145468436421f
        #define M_PI_F 3.14159265358979323846264338327950288f
        #define M_PI_2_F 1.57079632679489661923132169163975144f
        #define M_PI_4_F 0.785398163397448309615660845819875721f
        #define M_1_PI_F 0.318309886183790671537767526745028724f
        #define M_2_PI_F 0.636619772367581343075535053490057448f
        #define M_2_SQRTPI_F 1.12837916709551257389615890312154517f
        #define M_SQRT2_F 1.41421356237309504880168872420969808f
        #define M_SQRT1_2_F 0.707106781186547524400844362104849039f
        #define M_E_H 2.71828182845904523536028747135266250h
        #define M_LOG2E_H 1.44269504088896340735992468100189214h
        #define M_LOG10E_H 0.434294481903251827651128918916605082h
        #define M_LN2_H 0.693147180559945309417232121458176568h
        #define M_LN10_H 2.30258509299404568401799145468436421h
        #define M_PI_H 3.14159265358979323846264338327950288h
        #define M_PI_2_H 1.57079632679489661923132169163975144h
        #define M_PI_4_H 0.785398163397448309615660845819875721h
        #define M_1_PI_H 0.318309886183790671537767526745028724h
        #define M_2_PI_H 0.636619772367581343075535053490057448h
        #define M_2_SQRTPI_H 1.12837916709551257389615890312154517h
        #define M_SQRT2_H 1.41421356237309504880168872420969808h
        #define M_SQRT1_2_H 0.707106781186547524400844362104849039h
        #define MAXFLOAT 3.40282346638528859811704183484516925e+38f
        #define FLT_MAX 3.40282346638528859811704183484516925e+38f
        #define FLT_MIN 1.17549435082228750796873653722224568e-38f
        #define FLT_EPSILON 1.1920928955078125e-7f
        #define FLT_DIG 6
        #define FLT_MANT_DIG 24
        #define MAXHALF 65504.0h
        #define HALF_MAX 65504.0h
        #define HALF_MIN 6.103515625e-5h
        #define HALF_EPSILON 9.765625e-4h
        #define INFINITY as_type<float>(0x7f800000)
        #define HUGE_VALF as_type<float>(0x7f800000)
        #define HUGE_VALH half(as_type<float>(0x7f800000))
        #define NAN as_type<float>(0x7fc00000)
        #define CHAR_BIT 8
        #define CHAR_MIN (-128)
        #define CHAR_MAX 127
        #define SCHAR_MIN (-128)
        #define SCHAR_MAX 127
        #define UCHAR_MAX 255
        #define SHRT_MIN (-32768)
        #define SHRT_MAX 32767
        #define USHRT_MAX 65535
        #define INT_MIN (-2147483647 - 1)
        #define INT_MAX 2147483647
        #define UINT_MAX 4294967295u
        """

    /// What both texts leave: tokens for the parser and macros for the author's file.
    struct Processed: Sendable {
        var sources: [SourceText]
        var tokens: [Token]
        var macros: [String: Macro]
    }

    /// The texts before a shader, read once a process.
    static let processed: Processed = {
        let sources = [
            SourceText(name: "metal_stdlib", text: standardLibrary), SourceText(name: "prelude.metal", text: text),
        ]
        var sink = DiagnosticSink(sources: sources)
        var tokens: [Token] = []
        var preprocessor = Preprocessor(sink: sink)
        for (index, source) in sources.enumerated() {
            let lexed = Lexer.tokens(of: source, file: Int32(index), sink: &sink)
            tokens += preprocessor.process(lexed)
        }
        return Processed(sources: sources, tokens: tokens, macros: preprocessor.macros)
    }()
}

import FrameCore
import ShaderIR

/// A texture's texels in memory that outlives the pass.
struct TexelView: @unchecked Sendable {
    enum Format { case bgra8, red32Float }

    var format: Format
    var width: Int
    var height: Int
    /// `width * height` texels.
    var texels: UnsafeRawPointer?

    /// The most texels of a texture of numbers; larger ones count as unbound.
    private static let largestCount = 1 << 28

    var isEmpty: Bool { texels == nil || width == 0 || height == 0 }

    /// Whether twice a side and the number of texels fit 32 bits, as generated code needs.
    var isAddressable: Bool {
        width < 1 << 29 && height < 1 << 29 && width.multipliedReportingOverflow(by: height).partialValue < 1 << 31
    }

    /// Nothing is bound.
    static var none: TexelView { TexelView(format: .bgra8, width: 0, height: 0, texels: nil) }

    /// Calls `body` with views of the textures at the bindings.
    static func withViews<R, E: Error>(
        of textures: [Int: Texture], bindings: ArraySlice<Int>, _ views: [TexelView] = [],
        _ body: ([TexelView]) throws(E) -> R
    ) throws(E) -> R {
        guard let binding = bindings.first else { return try body(views) }
        let rest = bindings.dropFirst()
        switch textures[binding]?.contents {
        case nil: return try withViews(of: textures, bindings: rest, views + [.none], body)
        case .bgra8(let pixels):
            return try pixels.withBytes { (bytes) throws(E) in
                let view = TexelView(
                    format: .bgra8, width: pixels.width, height: pixels.height, texels: bytes.baseAddress)
                return try withViews(of: textures, bindings: rest, views + [view], body)
            }
        case .red32Float(let numbers, let width, let height):
            let count = max(0, width).multipliedReportingOverflow(by: max(0, height))
            guard !count.overflow, count.partialValue <= largestCount else {
                return try withViews(of: textures, bindings: rest, views + [.none], body)
            }
            let missing = max(0, count.partialValue - numbers.count)
            let padded = missing == 0 ? numbers : numbers + [Float](repeating: 0, count: missing)
            return try padded.withUnsafeBufferPointer { (pointer) throws(E) in
                let view = TexelView(
                    format: .red32Float, width: max(0, width), height: max(0, height),
                    texels: UnsafeRawPointer(pointer.baseAddress))
                return try withViews(of: textures, bindings: rest, views + [view], body)
            }
        }
    }
}

import Diagnostics
public import StructuredText

/// An image file under `Theme/` that a pass asks for by its path.
public struct PackageTexture: Sendable {
    /// The path in the manifest, relative to `Theme/`.
    public let name: String
    /// The absolute path of a regular file inside `Theme/`, links resolved; nil when the manifest names none that can be
    /// used, which the package's diagnostics say.
    public let file: String?
    /// Where the manifest names it.
    public let place: DocumentPlace

    /// The largest file, in bytes.
    public static let largestFile = 10_000_000
    /// The binding index of a pass's first texture.
    public static let firstIndex = 4
    /// How many textures a pass can bind: indices end at 127.
    public static let mostOfPass = 124
}

extension PackageTexture {
    /// The bytes of `file`; throws, in words, what keeps them from being read.
    public func read() throws(PackageFileFailure) -> [UInt8] {
        guard let file else { throw PackageFileFailure(description: "there is no such file") }
        // It had no links in it when the manifest was read.
        guard FileSystem.resolved(file).map({ $0 == file }) ?? true else {
            throw PackageFileFailure(description: "a link stands in its place now")
        }
        do {
            return try FileSystem.read(file, limit: Self.largestFile)
        } catch {
            throw PackageFileFailure(description: error.reason)
        }
    }
}

/// Why a file of a package that was there cannot be read now.
public struct PackageFileFailure: Error, Sendable, CustomStringConvertible {
    public let description: String
}

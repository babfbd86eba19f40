/// Something installed: its id, and which package of that id it is, since an import may replace one by another.
public struct PackageEdition: Hashable, Sendable {
    public let id: String
    /// 0 is what was installed at the launch; every package that an import brings has a number of its own.
    public let number: Int

    public init(_ id: String, _ number: Int = 0) {
        self.id = id
        self.number = number
    }
}

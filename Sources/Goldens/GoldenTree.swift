/// The files under `Frames` of a goldens folder.
public struct GoldenTree: Sendable {
    /// Paths relative to `Frames`, sorted.
    public let files: [String]
    /// Names of folders that hold a `case.json`, sorted.
    public let caseNames: [String]

    /// Sorts files that are given by their paths relative to `Frames`; hidden ones do not count.
    public init(files: [String]) {
        self.files = files.filter { path in !path.split(separator: "/").contains { $0.hasPrefix(".") } }.sorted()
        let suffix = "/" + GoldenFile.description
        caseNames = self.files.filter { $0.hasSuffix(suffix) && $0.split(separator: "/").count == 2 }.map {
            String($0.dropLast(suffix.count))
        }
    }

    /// Files that no case uses; a folder without a case is one entry, with a slash at the end.
    ///
    /// `cases` are those that could be read; nothing is said of the files of others.
    public func obsolete(cases: [GoldenCase]) -> [String] {
        let known = Set(caseNames)
        var used: [String: Set<String>] = [:]
        for golden in cases {
            var names: Set = [GoldenFile.description, GoldenFile.hashes, GoldenFile.facts]
            names.formUnion(golden.pictureFrames.map(GoldenFile.picture))
            for mask in golden.masks {
                if case .picture(let name) = mask.value { names.insert(name) }
            }
            used[golden.name] = names
        }
        var found: [String] = []
        for file in files {
            guard let slash = file.firstIndex(of: "/") else {
                found.append(file)
                continue
            }
            let folder = String(file[..<slash])
            if !known.contains(folder) {
                if found.last != folder + "/" { found.append(folder + "/") }
            } else if let names = used[folder], !names.contains(String(file[file.index(after: slash)...])) {
                found.append(file)
            }
        }
        return found
    }
}

import CLLVM

/// What the cache keeps of the compiler: its objects, and what it says about the processor, so that libLLVM is not
/// loaded when it has nothing new to do.
extension Compiler {
    /// The processor that this process runs on, remembered from another run if possible.
    static func host(_ cache: ObjectCache?) -> Result<CodeTarget, BackendUnavailable> {
        if let refusal { return .failure(refusal) }
        guard let cache else { return host }
        if let key = hostKey(library), let kept = cache.value(for: key), let target = CodeTarget(kept: kept) {
            return .success(target)
        }
        let result = host
        if case .success(let target) = result, let key = hostKey(library) { cache.store(target.kept, for: key) }
        return result
    }

    /// What a module became in this or another run.
    static func kept(_ text: String, for target: CodeTarget, in cache: ObjectCache) -> Outcome? {
        guard let key = key(text, target, library), let kept = cache.value(for: key) else { return nil }
        switch kept.first {
        case 0: return .object(Array(kept.dropFirst()))
        case 1: return .tooMuchStack
        default: return nil
        }
    }

    /// Keeps what a module became.
    static func keep(_ outcome: Outcome, of text: String, for target: CodeTarget, in cache: ObjectCache) {
        guard let key = key(text, target, library) else { return }
        switch outcome {
        case .object(let bytes): cache.store([0] + bytes, for: key)
        case .tooMuchStack: cache.store([1], for: key)
        case .failure: break
        }
    }

    // MARK: - Keys

    /// The library that is loaded or would be.
    private static var library: FileIdentity? { FileIdentity.loadedLibrary() ?? FileIdentity.likelyLibrary() }

    /// Changes when objects of before must not be used any more although no text has changed.
    private static let emitterVersion = "1"

    /// The program that writes the text and calls the code: only it knows what the arguments mean.
    private static let engine = emitterVersion + " " + (FileIdentity.program?.description ?? "")

    /// The kind of processor, told without libLLVM.
    private static let processor: String = {
        var words = [UInt32](repeating: 0, count: 16)
        ambient_cpu_identity(&words)
        return words.map { String($0, radix: 16) }.joined(separator: " ")
    }()

    private static func hostKey(_ library: FileIdentity?) -> ObjectCache.Key? {
        library.flatMap { ObjectCache.Key(["host", engine, processor, $0.description]) }
    }

    private static func key(_ text: String, _ target: CodeTarget, _ library: FileIdentity?) -> ObjectCache.Key? {
        library.flatMap {
            ObjectCache.Key([
                "object", engine, processor, $0.description, passes, target.cpu, target.features, text,
            ])
        }
    }
}

extension CodeTarget {
    /// As it is kept.
    var kept: [UInt8] { Array("\(cpu)\n\(features)\n\(llvmMajor)".utf8) }

    /// What was kept; nil if a processor cannot be called that.
    init?(kept: [UInt8]) {
        let lines = String(decoding: kept, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        // They go into a text, between quotes.
        let isPlain = kept.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            default: "0123456789.,+-_\n".utf8.contains(byte)
            }
        }
        guard isPlain, lines.count == 3, let major = Int(lines[2]), major > 0 else { return nil }
        self.init(
            cpu: String(lines[0]), features: String(lines[1]), lanes: CodeTarget.standardLanes, llvmMajor: major)
    }
}

extension Checker {
    /// Binding indices beyond this do not exist.
    static let textureLimit = 128
    /// The host's own textures and the most that a package can add.
    static let boundTextureCount = 32

    /// What entry points may ask for that is the same number everywhere here, and whether that needs no word.
    private static let numbers: [String: (value: UInt32, isSilent: Bool)] = [
        "sample_id": (0, true), "sample_mask": (1, true), "render_target_array_index": (0, true),
        "viewport_array_index": (0, true), "amplification_id": (0, true), "amplification_count": (1, true),
        "primitive_id": (0, false), "point_coord": (0, false), "barycentric_coord": (0, false),
        "thread_index_in_simdgroup": (0, false), "threads_per_simdgroup": (1, false),
        "thread_index_in_quadgroup": (0, false), "simdgroup_index_in_threadgroup": (0, false),
    ]

    mutating func declareEntryParameter(_ syntax: VariableDeclaration) {
        let type = resolve(syntax.type)
        var local = Local(name: syntax.name, type: type, span: syntax.nameSpan)
        local.isReference = syntax.type.isReference
        local.isConst = syntax.type.isReference || type.isOpaque
        var binding: EntryBinding?
        for attribute in syntax.attributes {
            switch attribute.name {
            case "stage_in": binding = .stageIn
            case "position": binding = .position
            case "front_facing": binding = .isFrontFacing
            case let name where Checker.numbers[name] != nil:
                let number = Checker.numbers[name] ?? (0, true)
                binding = .number(number.value)
                if !number.isSilent {
                    sink.warning(
                        "unbound-input", "the host gives no `[[\(name)]]`; it reads as \(number.value)",
                        at: attribute.span)
                }
            case "color":
                binding = .number(0)
                sink.warning(
                    "unbound-input", "a shader cannot read what it draws over; `[[color]]` reads as zeros",
                    at: attribute.span, hint: "take the texture `AmbientShaderTextureOriginalIndex`")
            case "buffer": binding = .buffer(index(of: attribute) ?? 0)
            case "texture": binding = .texture(index(of: attribute) ?? 0)
            case "sampler": binding = .sampler
            case _ where RefusedNames.attribute(attribute.name) != nil:
                guard let refused = RefusedNames.attribute(attribute.name) else { continue }
                sink.error(refused.code, refused.message, at: attribute.span)
                binding = .isFrontFacing
                local.type = .error
            // Interpolation and what only compilers read.
            default: break
            }
        }
        if syntax.type.space == .device, !syntax.type.isConst, binding == nil {
            binding = .buffer(0)
        }
        let chosen = binding ?? automaticBinding(&local)
        program.entryBindings.append(chosen)
        function.defaults.append(nil)
        check(chosen, &local)
        declare(local)
    }

    /// What a parameter without an attribute receives: the next free index of its kind.
    private mutating func automaticBinding(_ local: inout Local) -> EntryBinding {
        switch local.type {
        case .texture:
            let used = program.entryBindings.compactMap { if case .texture(let index) = $0 { index } else { nil } }
            return .texture((0..<Checker.textureLimit).first { !used.contains($0) } ?? 0)
        case .sampler: return .sampler
        case .pointer: return .buffer(nextBuffer)
        default:
            if local.isReference { return .buffer(nextBuffer) }
            if !local.type.isError {
                sink.error(
                    "entry-input", "the parameter `\(local.name)` has no attribute that says what it receives",
                    at: local.span, hint: "`[[stage_in]]`, `[[position]]`, `[[buffer(n)]]` or `[[texture(n)]]`")
                local.type = .error
            }
            return .isFrontFacing
        }
    }

    private var nextBuffer: Int {
        let used = program.entryBindings.compactMap { if case .buffer(let index) = $0 { index } else { nil } }
        return (0..<32).first { !used.contains($0) } ?? 0
    }

    /// Reports a parameter whose type does not go with what it receives.
    private mutating func check(_ binding: EntryBinding, _ local: inout Local) {
        if local.type.isError { return }
        var isRight: Bool
        switch binding {
        case .stageIn:
            isRight = false
            if case .structure(let index) = local.type {
                isRight = true
                checkStageIn(shapes.structures[index], at: local.span)
            }
        case .position: isRight = local.type == .float4
        case .isFrontFacing: isRight = local.type == .bool
        case .number: isRight = local.type.width != nil
        case .buffer(let index):
            isRight = local.isReference || { if case .pointer = local.type { true } else { false } }()
            if index != 0, brokenFields(in: local.type.pointee ?? local.type).isEmpty {
                sink.warning("unbound-buffer", "the host binds no buffer \(index); it reads as zeros", at: local.span)
            }
        case .texture(let index):
            isRight = { if case .texture = local.type { true } else { false } }()
            if isRight, index < 0 || index >= Checker.textureLimit {
                sink.error("entry-input", "there is no texture \(index)", at: local.span)
                local.type = .error
            } else if isRight, index >= Checker.boundTextureCount {
                sink.warning(
                    "unbound-texture", "the host never binds texture \(index); it has no size and reads as zeros",
                    at: local.span)
            }
        case .sampler:
            isRight = local.type == .sampler
            if isRight {
                sink.warning(
                    "unbound-sampler", "the host binds no samplers; this one is the default (nearest, clamp to edge)",
                    at: local.span)
            }
        }
        if !isRight {
            sink.error(
                "entry-input", "the parameter `\(local.name)` cannot be of type `\(name(of: local.type))`",
                at: local.span)
            local.type = .error
        }
    }

    private mutating func checkStageIn(_ structure: Structure, at span: Span) {
        for field in structure.fields where Checker.input(of: field, in: structure) == nil {
            sink.warning("unbound-input", "the host gives no `\(field.name)`; it reads as zero", at: span)
        }
    }

    /// What the host gives to a field of the structure that an entry point receives.
    enum StageInput {
        case position, uv
    }

    /// The position for `[[position]]`, and `uv` for what is called so, or is the first thing that a translator passes on.
    static func input(of field: Field, in structure: Structure) -> StageInput? {
        if field.attributes["position"] != nil, field.type.value == .float4 { return .position }
        guard field.type.width == 2, field.type.element?.isFloating ?? false else { return nil }
        if (field.userName ?? field.name) == "uv" || field.name == "uv" { return .uv }
        return field.userName == "locn0" && !structure.fields.contains { $0.name == "uv" } ? .uv : nil
    }

    // MARK: - The whole program

    mutating func finish(_ tree: SyntaxTree, entryPoint: String) {
        let end = Span(file: SourceFile.user, start: 0, end: 0)
        guard let entry = program.entry else {
            // What could not be read may be the entry point.
            if !tree.entryPoints.contains(where: { $0.name == entryPoint && $0.stage == .fragment }),
                !tree.brokenNames.contains(entryPoint)
            {
                reportMissingEntry(tree, entryPoint, at: end)
            } else if !sink.hasErrors {
                // A declaration without a body, or a template.
                let place = tree.entryPoints.first { $0.name == entryPoint }?.span ?? end
                sink.error(
                    "entry-point-missing", "`\(entryPoint)` has no body that can be compiled", at: place,
                    hint: "define it, and not as a template")
            }
            return
        }
        checkResult(program.functions[entry])
        let reached = reach(from: entry)
        // What the phone could run in a function that nobody calls is no reason to refuse the shader.
        var unused: Set<Int> = []
        for (index, function) in program.functions.enumerated() where !reached.contains(index) {
            unused.insert(function.serial)
            unused.formUnion(function.earlierSerials)
        }
        sink.demote(in: unused) { DiagnosticCatalog.stageCodes.contains($0.code) }
        warnAboutReads()
    }

    private mutating func reportMissingEntry(_ tree: SyntaxTree, _ entryPoint: String, at span: Span) {
        let fragments = tree.entryPoints.filter { $0.stage == .fragment }
        if let known = functions[entryPoint]?.first
            ?? tree.entryPoints.first(where: { $0.name == entryPoint }).map({ _ in -1 })
        {
            let place =
                known >= 0 ? program.functions[known].span : tree.entryPoints.first { $0.name == entryPoint }?.span
            sink.error(
                "entry-point-missing", "`\(entryPoint)` is not a fragment function", at: place ?? span,
                hint: "begin its declaration with `fragment`")
            return
        }
        let place = fragments.first?.span ?? span
        if fragments.isEmpty {
            let stitchable = tree.entryPoints.first { $0.stage == .stitchable }
            sink.error(
                stitchable == nil ? "entry-point-missing" : "stitchable",
                stitchable == nil
                    ? "the file has no fragment function; `\(entryPoint)` is expected"
                    : "the file has only `[[stitchable]]` functions, which are not fragment functions",
                at: stitchable?.span ?? place,
                hint: "write `fragment float4 \(entryPoint)(VertexOut in [[stage_in]], …)`")
        } else {
            let shown = 8
            var names = fragments.prefix(shown).map { "`\($0.name)`" }.joined(separator: ", ")
            if fragments.count > shown { names += " and \(fragments.count - shown) more" }
            let near = Spelling.nearest(to: entryPoint, among: fragments.map(\.name)) ?? fragments[0].name
            sink.error(
                "entry-point-missing", "the file has no fragment function `\(entryPoint)`, only \(names)", at: place,
                hint: "rename `\(near)` to `\(entryPoint)`: the name is `fragment_` and the file's name in lower case")
        }
    }

    private mutating func checkResult(_ entry: TypedFunction) {
        switch entry.result {
        case .vector(let scalar, 4) where scalar.isFloating: return
        case .error: return
        case .structure(let index):
            if let output = Checker.output(of: shapes.structures[index]),
                case .vector(let scalar, 4) = output.type, scalar.isFloating
            {
                return
            }
        default: break
        }
        sink.error(
            "entry-result", "a fragment function returns `float4` or `half4`, not `\(name(of: entry.result))`",
            at: entry.span)
    }

    /// The field of a returned structure that is the colour: `[[color(0)]]`, else the first.
    static func output(of structure: Structure) -> Field? {
        structure.fields.first { $0.attributes["color"] == 0 } ?? structure.fields.first
    }

    /// The functions that the entry point needs; reports recursion and functions without a body.
    private mutating func reach(from entry: Int) -> Set<Int> {
        // 1: on the way, 2: done.
        var marks: [Int: Int] = [:]
        var stack: [(index: Int, rest: [Int])] = [(entry, program.functions[entry].calls.sorted())]
        marks[entry] = 1
        while let top = stack.last {
            guard let next = top.rest.last else {
                marks[top.index] = 2
                stack.removeLast()
                continue
            }
            stack[stack.count - 1].rest.removeLast()
            if marks[next] == 1 {
                sink.error(
                    "recursion",
                    "`\(program.functions[next].name)` calls itself; recursion is not part of the language",
                    at: program.functions[next].span, hint: "use a loop")
            } else if marks[next] == nil {
                marks[next] = 1
                if program.functions[next].body == nil {
                    sink.error(
                        "undefined-function", "`\(program.functions[next].name)` is declared but not defined",
                        at: program.functions[next].span)
                }
                stack.append((next, program.functions[next].calls.sorted()))
            }
        }
        return Set(marks.keys)
    }
}

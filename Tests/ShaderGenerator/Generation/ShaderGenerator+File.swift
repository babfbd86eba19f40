/// The definitions of a file.
extension ShaderGenerator {
    mutating func file() -> Node {
        var parts: [Node] = [
            .statement("static void fold(thread uint &h, uint x) { h = (h ^ x) * 16777619u; h ^= h >> 15u; }"),
            .statement("static void fold(thread uint &h, int x) { fold(h, uint(x)); }"),
            .statement("static void fold(thread uint &h, float x) { fold(h, as_type<uint>(x)); }"),
            .statement("static void fold(thread uint &h, half x) { fold(h, as_type<uint>(float(x))); }"),
            .statement("static void fold(thread uint &h, bool x) { fold(h, x ? 1u : 0u); }"),
            .statement(
                "static float3 hashed(uint h) { return float3(uint3(h, h >> 8u, h >> 16u) & 255u) / 255.0; }"),
        ]
        for _ in 0..<below(isSmall ? 2 : 3) { parts.append(structureDefinition()) }
        for _ in 0..<below(isSmall ? 2 : 3) { parts.append(constant()) }
        for _ in 0..<2 { parts.append(sampler()) }
        for _ in 0..<below(isSmall ? 2 : 5) { parts.append(helper()) }
        parts.append(entry())
        return Node(list: .file, parts)
    }

    private mutating func structureDefinition() -> Node {
        let type = name("S")
        var fields: [(name: String, type: ValueType)] = []
        for _ in 0..<(1 + below(4)) {
            var field = valueType()
            if chance(15) { field = .array(.scalar(scalarKind()), 2 + below(3)) }
            fields.append((name("f"), field))
        }
        structures[type] = fields
        let lines = fields.map { Node.statement("\($0.type.name) \($0.name)\($0.type.extents);") }
        return .statement("struct \(type) \(Node.block(lines));")
    }

    private mutating func constant() -> Node {
        let name = name("k")
        let kind = scalarKind()
        if chance(25) {
            let type = ValueType.make(kind, 1 + below(4))
            defer { declare(name, type, isMutable: false) }
            return .statement("constant \(type.name) \(name) = \(leaf(type));")
        }
        let element = ValueType.make(kind, chance(70) ? 1 : 2 + below(3))
        let count = 2 + below(7)
        var parts: [Node] = []
        for _ in 0..<count { parts.append(leaf(element)) }
        declare(name, .array(element, count), isMutable: false)
        return .statement("constant \(element.name) \(name)[\(count)] = {\(list: parts)};")
    }

    /// Samplers go round with the seeds, so that 150 seeds in a row have all of them.
    private mutating func sampler() -> Node {
        let name = name("s")
        samplers.append(name)
        let modes = ["clamp_to_edge", "repeat", "mirrored_repeat", "clamp_to_zero", "clamp_to_border"]
        let borders = ["transparent_black", "opaque_black", "opaque_white"]
        var number = Int(seed % 150) * 2 + samplers.count - 1
        func next(_ count: Int) -> Int {
            defer { number /= count }
            return number % count
        }
        let filter = ["nearest", "linear"][next(2)]
        let coordinates = ["normalized", "pixel"][next(2)]
        let (s, t) = (modes[next(5)], modes[next(5)])
        return .statement(
            "constexpr sampler \(name)(filter::\(filter), coord::\(coordinates), s_address::\(s), t_address::\(t), border_color::\(borders[next(3)]));"
        )
    }

    // MARK: - Functions

    private mutating func helper() -> Node {
        let name = name("helper")
        var parameters: [Helper.Parameter] = []
        var texts: [String] = ["thread uint &h"]
        let outside = (scopes, textures, samplers, work)
        textures = []
        scopes.append([])
        for position in 0..<(1 + below(4)) {
            let type = position == 0 ? .make(.float, 1 + below(3)) : valueType()
            let parameter = self.name("p")
            switch position == 0 ? 0 : weighted([50, 25, 10, 10, 5]) {
            case 0:
                parameters.append(.value(type))
                texts.append("\(type.name) \(parameter)")
                declare(parameter, type)
            case 1:
                parameters.append(.reference(type))
                texts.append("thread \(type.name) &\(parameter)")
                declare(parameter, type)
            case 2:
                parameters.append(.pointer(.float))
                texts.append("thread float *\(parameter)")
                declare(parameter, .array(.float, 3), isMutable: true)
            case 3:
                parameters.append(.texture)
                texts.append("texture2d<float> \(parameter)")
                textures.append(TextureName(name: parameter, element: .float, dimensions: 2))
            default:
                parameters.append(.sampler)
                texts.append("sampler \(parameter)")
                samplers.append(parameter)
            }
        }
        result = chance(15) ? .void : valueType()
        statements = isSmall ? 1 + below(3) : 3 + below(8)
        work = 1_500
        let type = result
        var body = block(9, depth: 1)
        if type != .void { body.children.append(.statement("return \(returned());")) }
        let cost = 1_500 - work
        (scopes, textures, samplers, work) = outside
        helpers.append(Helper(name: name, result: type, parameters: parameters, cost: cost))
        return .statement("static \(type.name) \(name)(\(texts.joined(separator: ", "))) \(body)")
    }

    /// What the present function returns.
    mutating func returned() -> Node {
        switch result {
        case .vector(.float, 4) where isEntry: return colour()
        default: return value(result, 2)
        }
    }

    private mutating func colour() -> Node {
        let type = ValueType.vector(.float, 4)
        switch weighted([84, 8, 8]) {
        case 0: return .value(type, "float4(hashed(h), 1.0)")
        case 1: return .value(type, "float4(hashed(h), float(h >> 24u) / 255.0)")
        // What lies outside of 0 to 1 is for the store to deal with.
        default: return .value(type, "\(value(type, 2))")
        }
    }

    private mutating func entry() -> Node {
        isEntry = true
        result = .vector(.float, 4)
        scopes.append([
            Variable(name: "in.uv", type: .vector(.float, 2), isMutable: false),
            Variable(name: "in.position", type: .vector(.float, 4), isMutable: false),
            Variable(name: "uniforms.time", type: .float, isMutable: false),
            Variable(name: "uniforms.resolution", type: .vector(.float, 2), isMutable: false),
            Variable(name: "uniforms.params", type: .vector(.float, 4), isMutable: false),
            Variable(name: "uniforms.sensitivity", type: .float, isMutable: false),
            Variable(name: "uv", type: .vector(.float, 2)), Variable(name: "pixel", type: .vector(.int, 2)),
            Variable(name: "x", type: .uint), Variable(name: "wave", type: .float),
            Variable(name: "soft", type: .scalar(.half)),
        ])
        var parameters = [
            "VertexOut in [[stage_in]]", "constant AmbientShaderUniforms &uniforms [[buffer(0)]]",
        ]
        for index in 0..<5 where index == 0 || chance(60) {
            let dimensions = index == 2 && chance(20) ? 1 : 2
            let element: ScalarKind = index == 0 || chance(70) ? .float : .half
            parameters.append("texture\(dimensions)d<\(element.rawValue)> t\(index) [[texture(\(index))]]")
            textures.append(TextureName(name: "t\(index)", element: element, dimensions: dimensions))
        }
        statements = isSmall ? 1 + below(4) : 14 + below(30)
        var start: [Node] = [
            .statement("uint h = 2166136261u;"), .statement("float2 uv = in.uv;"),
            .statement("int2 pixel = int2(in.position.xy);"), .statement("uint x = uint(pixel.x * 7 + pixel.y * 3);"),
            .statement("float wave = sin(uv.x * 9.0 + uv.y * 5.0 + uniforms.time);"),
            .statement("half soft = half(uv.x - uv.y);"),
        ]
        for sampler in samplers.prefix(2) {
            let place = pick(["in.uv * 3.0 - 1.0", "in.position.xy * 0.7 - 3.0", "float2(wave, uv.x) * 4.0"])
            let texel = name("texel")
            start.append(.statement("float4 \(texel) = t0.sample(\(sampler), \(place));"))
            scopes[scopes.count - 1].append(Variable(name: texel, type: .vector(.float, 4)))
        }
        var body = block(40, depth: 0, first: start)
        for variable in scopes[scopes.count - 1].suffix(7) { body.children += fold(variable) }
        body.children.append(.statement("return \(returned());"))
        return .statement(
            "fragment float4 \(GeneratedShader.entryPoint)(\(parameters.joined(separator: ", "))) \(body)")
    }
}

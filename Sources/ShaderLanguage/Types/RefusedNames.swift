/// Names that exist on the phone, or in C++, and not here: the code and sentence of the error.
enum RefusedNames {
    typealias Refusal = (code: String, message: String)

    /// Types whose names are so particular that they are known as types everywhere.
    static let types: [String: Refusal] = {
        var table: [String: Refusal] = [:]
        func refuse(_ code: String, _ reason: String, _ names: [String]) {
            for name in names { table[name] = (code, "`\(name)`: \(reason)") }
        }
        for width in ["", "2", "3", "4"] {
            table["double" + width] = ("double", "`double\(width)` is not part of the language; there is `float`")
            refuse("wide-integer", "integers of 64 bits are not supported", ["long" + width, "ulong" + width])
        }
        refuse("wide-integer", "integers of 64 bits are not supported", ["int64_t", "uint64_t"])
        refuse(
            "atomic", "atomics are not supported in a fragment shader here",
            ["atomic_int", "atomic_uint", "atomic_bool", "atomic_float", "atomic_ulong", "atomic"])
        refuse(
            "multisample-texture", "the host binds no multisample textures",
            ["texture2d_ms", "texture2d_ms_array", "depth2d_ms", "depth2d_ms_array"])
        refuse(
            "depth-texture", "the host binds no depth textures",
            ["depth2d", "depth2d_array", "depthcube", "depthcube_array"])
        refuse(
            "texture-type", "the host binds only `texture2d` and `texture1d`",
            [
                "texture1d_array", "texture2d_array", "texture3d", "texturecube", "texturecube_array",
                "texture_buffer",
            ])
        refuse("imageblock", "a fragment shader has no image block here", ["imageblock", "imageblock_slice"])
        refuse(
            "ray-tracing", "ray tracing is not supported",
            [
                "intersector", "intersection_params", "intersection_query", "acceleration_structure",
                "instance_acceleration_structure", "primitive_acceleration_structure", "visible_function_table",
                "intersection_function_table", "triangle_data",
            ])
        refuse(
            "mesh", "mesh and tessellation shaders are not supported", ["mesh_grid_properties", "patch_control_point"])
        return table
    }()

    /// Types with ordinary names, which a shader's own things may have as well.
    private static let ordinaryTypes: [String: Refusal] = [
        "mesh": ("mesh", "`mesh`: mesh shaders are not supported"),
        "ray": ("ray-tracing", "`ray`: ray tracing is not supported"),
        "intersection_result": ("ray-tracing", "`intersection_result`: ray tracing is not supported"),
        "render_grid": ("mesh", "`render_grid`: mesh shaders are not supported"),
    ]

    /// Why a type that is not declared is refused; nil when it is just unknown.
    static func type(_ name: QualifiedName) -> Refusal? {
        switch name.parts.first {
        case "SwiftUI": ("swiftui-layer", "`\(name.text)` belongs to SwiftUI's own effects")
        case "raytracing": ("ray-tracing", "`\(name.text)`: ray tracing is not supported")
        default: types[name.last] ?? ordinaryTypes[name.last]
        }
    }

    /// Whether a qualified name can only be a type that is refused.
    static func isTypeQualifier(_ name: String) -> Bool { name == "SwiftUI" || name == "raytracing" }

    /// Whether a name takes `<…>` although its type is refused.
    static func isTemplate(_ name: String) -> Bool { types[name] != nil || ordinaryTypes[name] != nil }

    /// Why a function that is not declared is refused; nil when it is just unknown.
    static func function(_ name: String) -> Refusal? {
        if name == "threadgroup_barrier" || name == "simdgroup_barrier" {
            return ("barrier", "`\(name)`: a fragment shader has no thread groups")
        }
        if name.hasPrefix("atomic_") { return ("atomic", "`\(name)`: atomics are not supported") }
        if name.hasPrefix("simd_") || name.hasPrefix("quad_") || name.hasPrefix("simdgroup_") {
            return ("simd-group", "`\(name)`: functions across threads are not supported")
        }
        return nil
    }

    /// Why a function of textures is refused; nil when it is just unknown.
    static func textureFunction(_ name: String) -> Refusal? {
        switch name {
        case "write", "fence", "atomic_load", "atomic_store", "atomic_fetch_add":
            ("texture-write", "a fragment shader cannot write to a texture here")
        case "sample_compare", "sample_compare_level", "gather_compare":
            ("sample-compare", "`\(name)` is not supported")
        default: nil
        }
    }

    /// Why the host does not fill a parameter with an attribute; nil when the attribute asks for nothing.
    static func attribute(_ name: String) -> Refusal? {
        switch name {
        case "imageblock_data": ("imageblock", "`[[\(name)]]`: a fragment shader has no image block here")
        case "payload": ("mesh", "`[[\(name)]]`: mesh shaders are not supported")
        case "id": ("argument-buffer", "`[[id(…)]]`: the host fills no argument buffers")
        case "vertex_id", "instance_id", "base_vertex", "base_instance", "thread_position_in_grid",
            "thread_position_in_threadgroup", "threadgroup_position_in_grid", "patch", "attribute", "user":
            ("entry-input", "the host has no `[[\(name)]]` for a fragment shader")
        // Interpolation and what only compilers read.
        default: nil
        }
    }
}

/// A JSON value to be written; objects keep the order of their keys.
public indirect enum JSONText: Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    /// A finite number, printed in the shortest form that reads back the same; others are written as null.
    case number(Double)
    case string(String)
    case array([JSONText])
    case object([(String, JSONText)])

    /// The value on one line, with a space after colons and commas.
    public var text: String {
        var output = ""
        write(to: &output)
        return output
    }

    private func write(to output: inout String) {
        switch self {
        case .null: output += "null"
        case .bool(let value): output += value ? "true" : "false"
        case .integer(let value): output += String(value)
        case .number(let value):
            if !value.isFinite {
                output += "null"
            } else if let whole = Int(exactly: value), whole.magnitude < 1 << 53 {
                output += String(whole)
            } else {
                output += "\(value)"
            }
        case .string(let value): JSONText.write(value, to: &output)
        case .array(let values):
            output += "["
            for (index, value) in values.enumerated() {
                if index > 0 { output += ", " }
                value.write(to: &output)
            }
            output += "]"
        case .object(let members):
            output += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { output += ", " }
                JSONText.write(member.0, to: &output)
                output += ": "
                member.1.write(to: &output)
            }
            output += "}"
        }
    }

    private static func write(_ value: String, to output: inout String) {
        output += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            default:
                if scalar.value < 0x20 || scalar.value == 0x7F {
                    let digits = String(scalar.value, radix: 16)
                    output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    output.unicodeScalars.append(scalar)
                }
            }
        }
        output += "\""
    }
}

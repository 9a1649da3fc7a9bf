import Foundation

/// Any JSON, with whole numbers kept whole.
enum JSONValue: Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    init(parsing data: Data) throws { self = try JSONDecoder().decode(JSONValue.self, from: data) }

    subscript(key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    var list: [JSONValue] { if case .list(let values) = self { values } else { [] } }
    var members: [String: JSONValue] { if case .object(let members) = self { members } else { [:] } }
}

extension JSONValue: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let values = try? container.decode([JSONValue].self) {
            self = .list(values)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// On one line, its keys sorted.
    var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .text(let text): Self.quoted(text)
        case .list(let values): "[" + values.map(\.description).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.sorted { $0.key < $1.key }.map { "\(Self.quoted($0)): \($1)" }.joined(separator: ", ") + "}"
        }
    }

    private static let width = 110

    /// JSON in lines of limited width: one element of a long list a line, and members side by side as far as they fit.
    func wrapped(indent: String = "") -> String {
        let line = description
        guard indent.count + line.count > Self.width else { return line }
        switch self {
        case .list(let values):
            let inner = indent + "  "
            return "[\n" + values.map { inner + $0.wrapped(indent: inner) }.joined(separator: ",\n") + "]"
        case .object(let members):
            let inner = indent + " "
            var lines: [String] = []
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                let member = "\(Self.quoted(key)): \(value.wrapped(indent: inner))"
                let joined = lines.last.map { "\($0), \(member)" } ?? member
                if !lines.isEmpty, inner.count + joined.count < Self.width, !joined.contains("\n") {
                    lines[lines.count - 1] = joined
                } else {
                    lines.append(member)
                }
            }
            return "{" + lines.joined(separator: ",\n" + inner) + "}"
        default: return line
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

import Foundation

/// Any JSON.
package enum JSONValue: Decodable, Equatable, Sendable {
    case null
    case truth(Bool)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    package init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes)) }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .truth(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// The names of its members.
    package var keys: Set<String> { Set(members.keys) }

    package var members: [String: JSONValue] {
        if case .object(let members) = self { members } else { [:] }
    }

    package var elements: [JSONValue] {
        if case .list(let elements) = self { elements } else { [] }
    }

    package var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    package subscript(_ keys: String...) -> JSONValue? { self[keys] }
    package subscript(_ keys: [String]) -> JSONValue? { keys.reduce(self as JSONValue?) { $0?.members[$1] } }
}

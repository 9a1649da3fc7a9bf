import Foundation

/// The part of JSON Schema that `samples/schemas.json` uses. Keys that it does not name are faults: they are undocumented.
struct JSONSchema {
    private let definitions: [String: Any]

    init() throws {
        let data = try Data(contentsOf: Workplace.packageRoot.appending(path: "samples/schemas.json"))
        let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        definitions = root?["$defs"] as? [String: Any] ?? [:]
    }

    /// The names of all definitions.
    var names: Set<String> { Set(definitions.keys) }

    /// The places at which a document differs from a definition.
    func faults(of text: String, as name: String) throws -> [String] {
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        return faults(value, ["$ref": "#/$defs/\(name)"], name)
    }

    private func faults(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
        if let reference = schema["$ref"] as? String {
            guard let name = reference.split(separator: "/").last,
                let definition = definitions[String(name)] as? [String: Any]
            else { return ["\(place): \(reference) is not defined"] }
            return faults(value, definition, place)
        }
        if let values = schema["enum"] as? [String], !values.contains(value as? String ?? "") {
            return ["\(place): \(value)"]
        }
        let types = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
        guard types.isEmpty || types.contains(where: { Self.is(value, $0) }) else { return ["\(place): \(value)"] }
        if let object = value as? [String: Any] { return members(of: object, schema, place) }
        guard let elements = value as? [Any], let items = schema["items"] as? [String: Any] else { return [] }
        return elements.flatMap { faults($0, items, place + "[]") }
    }

    private func members(of object: [String: Any], _ schema: [String: Any], _ place: String) -> [String] {
        let required = schema["required"] as? [String] ?? []
        let missing = required.filter { object[$0] == nil }.map { "\(place).\($0) is missing" }
        guard schema["properties"] != nil || schema["additionalProperties"] != nil else { return missing }
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        return missing
            + object.flatMap { key, value in
                let other = schema["additionalProperties"] as? [String: Any]
                guard let property = properties[key] ?? other else { return ["\(place).\(key) is not documented"] }
                return faults(value, property, "\(place).\(key)")
            }
    }

    private static func `is`(_ value: Any, _ type: String) -> Bool {
        let number = value as? NSNumber
        return switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "null": value is NSNull
        case "boolean": value is Bool
        case "integer": number.map { $0.doubleValue == $0.doubleValue.rounded() } ?? false
        case "number": number != nil
        default: false
        }
    }
}

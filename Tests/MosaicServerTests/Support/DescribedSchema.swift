import MosaicFixtures

/// A schema of `openapi.json`, as far as the answers in it use the language.
struct DescribedSchema {
    private let schema: JSONValue
    private let document: JSONValue

    private init(_ schema: JSONValue, in document: JSONValue) {
        self.schema = schema
        self.document = document
    }

    /// The schema of the JSON that an operation answers with; nil where none is described.
    init?(of operation: String, _ path: String, _ status: String, in document: JSONValue) {
        let body = ["paths", path, operation, "responses", status, "content", "application/json", "schema"]
        guard let schema = document[body] else { return nil }
        self.init(schema, in: document)
    }

    /// Parts of a value that the schema forbids or does not describe, each with its place.
    func faults(of value: JSONValue, at place: String = "$") -> [String] {
        let parts = parts
        var faults = parts.filter { !$0.takes(value) }.map { "\(place) is not \($0)" }
        for (index, element) in value.elements.enumerated() {
            for part in parts {
                guard let items = part["items"] else { continue }
                faults += DescribedSchema(items, in: document).faults(of: element, at: "\(place)[\(index)]")
            }
        }
        guard case .object(let members) = value else { return faults }
        let properties: [String: JSONValue] = parts.reduce(into: [:]) { all, part in
            all.merge(part["properties"]?.members ?? [:]) { $1 }
        }
        let others = parts.compactMap { $0["additionalProperties"] }.first
        for key in parts.flatMap({ $0["required"]?.elements ?? [] }).compactMap(\.text) where members[key] == nil {
            faults.append("\(place).\(key) is missing")
        }
        for (key, member) in members {
            guard let property = properties[key] ?? others else {
                faults.append("\(place).\(key) is not described")
                continue
            }
            faults += DescribedSchema(property, in: document).faults(of: member, at: "\(place).\(key)")
        }
        return faults
    }

    /// Parts of this schema, with references resolved.
    private var parts: [JSONValue] {
        if let reference = schema["$ref"]?.text {
            let target = document[reference.dropFirst(2).split(separator: "/").map(String.init)]
            return target.map { DescribedSchema($0, in: document).parts } ?? []
        }
        guard let all = schema["allOf"] else { return [schema] }
        return all.elements.flatMap { DescribedSchema($0, in: document).parts }
    }
}

extension JSONValue {
    /// Whether a schema without references allows the value, its members and elements aside.
    fileprivate func takes(_ value: JSONValue) -> Bool {
        if let constant = self["const"], constant != value { return false }
        if let values = self["enum"], !values.elements.contains(value) { return false }
        guard let type = self["type"] else { return true }
        let types = type.text.map { [$0] } ?? type.elements.compactMap(\.text)
        return types.contains { type in
            switch (type, value) {
            case ("null", .null), ("boolean", .truth), ("string", .text), ("array", .list), ("object", .object),
                ("number", .number):
                true
            case ("integer", .number(let number)): number == number.rounded()
            default: false
            }
        }
    }
}

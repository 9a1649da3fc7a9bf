import Foundation

/// Machine-readable descriptions of a server: metrics and OpenAPI, without sentences.
enum DescribedServer {
    /// Metrics with their names, types and labels, sorted; without the one that depends on the machine's memory.
    static func metrics(_ text: String) -> [String] {
        var types: [String: String] = [:]
        var labels: [String: Set<String>] = [:]
        for line in text.split(separator: "\n") where !line.contains("mosaic_memory_purges_total") {
            let words = line.split(separator: " ")
            if line.hasPrefix("# TYPE "), words.count == 4 { types[String(words[2])] = String(words[3]) }
            guard !line.hasPrefix("#"), let sample = words.first else { continue }
            let name = String(sample.prefix { $0 != "{" })
            labels[name, default: []].formUnion(sample.matches(of: /(\w+)="/).map { String($0.1) })
        }
        return types.sorted { $0.key < $1.key }.map { "type \($0) \($1)" }
            + labels.sorted { $0.key < $1.key }.map { "sample \($0){\($1.sorted().joined(separator: ","))}" }
    }

    /// Paths, methods, parameters, bodies and answers, and properties of schemas, sorted.
    static func description(_ document: JSONValue) -> [String] {
        var lines: [String] = []
        for (path, item) in document["paths"]?.members.sorted(by: { $0.key < $1.key }) ?? [] {
            for (method, operation) in item.members.sorted(by: { $0.key < $1.key }) where method != "parameters" {
                lines.append("\(method.uppercased()) \(path)")
                let parameters = (item["parameters"]?.list ?? []) + (operation["parameters"]?.list ?? [])
                for parameter in parameters.map(Self.parameter).sorted() { lines.append("  takes \(parameter)") }
                for type in operation["requestBody"]?["content"]?.members.keys.sorted() ?? [] {
                    lines.append("  takes a body \(type)")
                }
                for (status, answer) in operation["responses"]?.members.sorted(by: { $0.key < $1.key }) ?? [] {
                    lines.append("  answers \(status)" + Self.content(answer))
                }
            }
        }
        let components = document["components"]
        for (name, value) in components?["parameters"]?.members.sorted(by: { $0.key < $1.key }) ?? [] {
            lines.append("parameter \(name): \(parameter(value))")
        }
        for (name, answer) in components?["responses"]?.members.sorted(by: { $0.key < $1.key }) ?? [] {
            lines.append("response \(name)" + content(answer))
        }
        for (name, schema) in components?["schemas"]?.members.sorted(by: { $0.key < $1.key }) ?? [] {
            lines.append("schema \(name): \(type(of: schema))")
            lines += properties(of: schema).map { "  " + $0 }
        }
        return lines
    }

    private static func parameter(_ parameter: JSONValue) -> String {
        parameter["$ref"]?.text ?? "\(parameter["in"]?.text ?? "") \(parameter["name"]?.text ?? "")"
            + (parameter["required"] == .bool(true) ? ", required" : "")
    }

    private static func content(_ answer: JSONValue) -> String {
        if let reference = answer["$ref"]?.text { return " \(reference)" }
        return answer["content"]?.members.sorted { $0.key < $1.key }
            .map { " \($0) " + type(of: $1["schema"] ?? .null) }.joined() ?? ""
    }

    /// Type of a schema: its name, types, values, or parts.
    private static func type(of schema: JSONValue) -> String {
        if let reference = schema["$ref"]?.text { return reference }
        if let constant = schema["const"] { return "\(constant)" }
        if case .list(let values)? = schema["enum"] {
            return values.map(\.description).sorted().joined(separator: " | ")
        }
        for (word, sign) in [("allOf", " & "), ("oneOf", " | "), ("anyOf", " | ")] {
            if case .list(let parts)? = schema[word] { return parts.map(type).joined(separator: sign) }
        }
        guard let items = schema["items"] else { return schema["type"].map { $0.text ?? "\($0)" } ?? "any" }
        return "array of \(type(of: items))"
    }

    /// Properties with their types and with an asterisk where they are required, those of parts indented below.
    private static func properties(of schema: JSONValue) -> [String] {
        var lines: [String] = []
        let required = Set(schema["required"]?.list.compactMap(\.text) ?? [])
        for (name, property) in schema["properties"]?.members.sorted(by: { $0.key < $1.key }) ?? [] {
            lines.append("\(name)\(required.contains(name) ? "*" : ""): \(type(of: property))")
            lines += properties(of: property).map { "  " + $0 }
        }
        for word in ["allOf", "oneOf", "anyOf"] {
            for part in schema[word]?.list ?? [] { lines += properties(of: part) }
        }
        if let items = schema["items"] { lines += properties(of: items).map { "  " + $0 } }
        return lines
    }
}

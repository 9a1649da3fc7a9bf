import Foundation

/// A JSON object that the tool printed.
struct JSONReport {
    let object: [String: Any]

    init(_ text: String) throws {
        object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }

    var keys: Set<String> { Set(object.keys) }

    subscript(key: String) -> Any? { object[key] }
    func number(_ key: String) -> Int? { object[key] as? Int }
    func text(_ key: String) -> String? { object[key] as? String }
    func texts(_ key: String) -> [String] { object[key] as? [String] ?? [] }
    func objects(_ key: String) -> [[String: Any]] { object[key] as? [[String: Any]] ?? [] }
}

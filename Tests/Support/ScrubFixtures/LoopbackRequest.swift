/// A request as it arrived.
package struct LoopbackRequest: Sendable {
    /// Path without the query.
    package let path: String
    /// The query, without the question mark; `nil` without one.
    package let query: String?
    private let headers: [String: String]

    init?(parsing bytes: [UInt8]) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
        guard let words = lines.first?.split(separator: " "), words.count == 3 else { return nil }
        let target = words[1].split(separator: "?", maxSplits: 1)
        path = String(target.first ?? "/")
        query = target.count > 1 ? String(target[1]) : nil
        headers = Dictionary(
            lines.dropFirst().compactMap { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                guard parts.count == 2 else { return nil }
                return (parts[0].lowercased(), String(parts[1].drop { $0 == " " }))
            }
        ) { first, _ in first }
    }

    /// The value of a header field.
    package subscript(_ name: String) -> String? { headers[name.lowercased()] }
}

import Foundation

/// One answer of a server.
struct ServeAnswer {
    let status: Int
    /// Fields by their names in lower case; of those that come twice the last.
    let fields: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    var json: [String: Any]? { (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] }

    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body))
    }

    /// Reads an answer at the start of what came, and where it ends; nil where there is more to come.
    static func parse(_ bytes: [UInt8], hasBody: Bool) -> (answer: ServeAnswer, end: Int)? {
        guard let head = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let status = lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingPrefix(" ").description
        }
        if status == 100 {
            return parse(Array(bytes[head.upperBound...]), hasBody: hasBody).map {
                ($0.answer, $0.end + head.upperBound)
            }
        }
        let length = hasBody && status != 304 && status != 204 ? fields["content-length"].flatMap { Int($0) } ?? 0 : 0
        guard bytes.count >= head.upperBound + length else { return nil }
        let body = Array(bytes[head.upperBound..<head.upperBound + length])
        return (ServeAnswer(status: status, fields: fields, body: body), head.upperBound + length)
    }
}

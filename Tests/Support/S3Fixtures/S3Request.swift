import Foundation
import NIOHTTP1

/// A request to an ``S3Server``, path-style.
package struct S3Request: Sendable {
    /// Kind of a request.
    package enum Kind: Hashable, Sendable, CaseIterable {
        case list, head, get, put, other
    }

    package let kind: Kind
    /// The first part of the path.
    package let bucket: String
    /// The rest of the path, decoded; may be empty.
    package let key: String
    /// The query's names and values, decoded.
    package let query: [String: String]
    private let headers: HTTPHeaders
    /// The target as it was sent.
    package let target: String

    /// Reads the head of a request; nil where an escape is wrong.
    init?(_ head: HTTPRequestHead) {
        let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first?.removingPercentEncoding, path.utf8.first == UInt8(ascii: "/") else { return nil }
        let names = path.unicodeScalars.dropFirst().split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        bucket = names.first.map { String($0) } ?? ""
        key = names.count > 1 ? String(names[1]) : ""
        var query: [String: String] = [:]
        for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.replacing("+", with: " ").removingPercentEncoding
            }
            guard let name = sides[0] else { return nil }
            guard sides.count > 1 else {
                query[name] = ""
                continue
            }
            guard let value = sides[1] else { return nil }
            query[name] = value
        }
        self.query = query
        headers = head.headers
        target = head.uri
        kind =
            switch head.method {
            case .GET where key.isEmpty && query["list-type"] == "2": .list
            case .GET where !key.isEmpty: .get
            case .HEAD where !key.isEmpty: .head
            case .PUT where !key.isEmpty: .put
            default: .other
            }
    }

    /// The first value of a header field, whose name may be written in any case.
    package func header(_ name: String) -> String? { headers.first(name: name) }

    /// Header fields.
    package var fields: [(name: String, value: String)] { Array(headers) }
}

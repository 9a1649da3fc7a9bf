public import Foundation

/// Sends the requests of a fetcher, which checks hosts, follows redirects and limits the time of each exchange itself.
public protocol FetchTransport: Sendable {
    /// Sends one GET request and reads the response. It follows no redirect and stores neither cookies nor files.
    ///
    /// - Throws: `FetchError`; any other error counts as an interrupted connection. It returns soon once the task is
    ///   cancelled.
    func response(to request: FetchRequest) async throws -> FetchResponse
}

/// A GET request for one file.
public struct FetchRequest: Sendable {
    /// The address: `http` or `https`.
    public let url: URL
    /// The header fields.
    public let headers: [String: String]
    /// Maximum length of the body in bytes, with its content encoding undone. A longer one is an error.
    public let byteLimit: Int
    /// Maximum time without a byte.
    public let idle: Duration
}

/// The response to a ``FetchRequest``.
public struct FetchResponse: Sendable {
    /// The status, 100...599.
    public let status: Int
    package let headers: HTTPHeaders
    /// The body with its content encoding undone.
    public let body: [UInt8]

    /// Creates a response; names of header fields are in any case.
    public init(status: Int, headers: [String: String], body: [UInt8]) {
        self.status = status
        self.headers = HTTPHeaders(headers)
        self.body = body
    }
}

/// The header fields of a response; names compare without case.
package struct HTTPHeaders: Hashable, Sendable {
    /// The values by their names in lower case.
    package let fields: [String: String]

    /// Takes names and values as they came.
    package init(_ fields: [String: String]) {
        self.fields = Dictionary(fields.map { ($0.lowercased(), $1) }) { first, _ in first }
    }

    /// The value of a field; nil where the answer does not have it.
    package subscript(_ name: String) -> String? { fields[name.lowercased()] }

    /// Whether the body is packed in a way that may make it any number of times longer.
    ///
    /// Deflate gains a factor of about 1000, so that 64 KiB of it are at most 64 MiB; other codings have no such bound.
    package var mayUnpackWithoutEnd: Bool {
        guard let coding = self["Content-Encoding"]?.lowercased(), !["", "identity"].contains(coding) else {
            return false
        }
        guard ["gzip", "x-gzip", "deflate"].contains(coding), let length = self["Content-Length"].flatMap(Int.init)
        else { return true }
        return !(0...(64 << 10)).contains(length)
    }
}

public import Foundation

/// Sends the requests of a fetcher. The fetcher itself checks hosts, follows redirects and limits the time of each
/// exchange.
public protocol FetchTransport: Sendable {
    /// Sends one GET request and reads the response. Follows no redirect, and stores neither cookies nor files.
    ///
    /// - Throws: `FetchError`; any other error counts as an interrupted connection. Throws soon after the task is
    ///   cancelled.
    func response(to request: FetchRequest) async throws -> FetchResponse
}

/// A GET request for one file.
public struct FetchRequest: Sendable {
    /// The URL, with the scheme `http` or `https`.
    public let url: URL
    /// The header fields.
    public let headers: [String: String]
    /// Maximum length of the decoded body in bytes. A longer body of a response with status 200 is an error.
    public let byteLimit: Int
    /// Maximum time without receiving a byte.
    public let idle: Duration
}

/// The response to a ``FetchRequest``.
public struct FetchResponse: Sendable {
    /// The status code, 100...599.
    public let status: Int
    package let headers: HTTPHeaders
    /// The body after decoding its content encoding.
    public let body: [UInt8]

    /// Creates a response. Names of header fields may have upper-case letters.
    public init(status: Int, headers: [String: String], body: [UInt8]) {
        self.status = status
        self.headers = HTTPHeaders(headers)
        self.body = body
    }
}

/// The header fields of a response. Names are compared without case.
package struct HTTPHeaders: Hashable, Sendable {
    /// Values by field name in lower case.
    package let fields: [String: String]

    /// Creates the fields from names in any case. Of names that differ only in case, an arbitrary one is kept.
    package init(_ fields: [String: String]) {
        self.fields = Dictionary(fields.map { ($0.lowercased(), $1) }) { first, _ in first }
    }

    /// The value of a field; `nil` if the response does not have the field.
    package subscript(_ name: String) -> String? { fields[name.lowercased()] }

    /// Whether decoding the body may take more memory than 64 MiB.
    ///
    /// Deflate enlarges data by a factor of at most about 1000, so 64 KiB decode to at most about 64 MiB. Other
    /// encodings have no such bound.
    package var mayUnpackWithoutEnd: Bool {
        guard let coding = self["Content-Encoding"]?.lowercased(), !["", "identity"].contains(coding) else {
            return false
        }
        guard ["gzip", "x-gzip", "deflate"].contains(coding), let length = self["Content-Length"].flatMap(Int.init)
        else { return true }
        return !(0...(64 << 10)).contains(length)
    }
}

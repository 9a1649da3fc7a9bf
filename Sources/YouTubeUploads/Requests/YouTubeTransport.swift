/// Sends requests; an app implements it with `URLSession`, the tools with AsyncHTTPClient.
public protocol YouTubeTransport: Sendable {
    /// Sends a request and reads the whole answer, without following redirects.
    ///
    /// - Throws: ``YouTubeError``; any other error counts as one that may pass.
    func answer(to request: YouTubeRequest) async throws -> YouTubeAnswer
}

/// A GET request; its description leaves out header fields, because one of them has the token.
public struct YouTubeRequest: Sendable, CustomStringConvertible, CustomReflectable {
    /// The largest answer that is read, in bytes: a page of 50 descriptions of the greatest length takes a tenth.
    public static let longestAnswer = 8 << 20

    /// The address with all parameters.
    public let url: String
    /// All header fields, `Authorization` among them.
    public let headers: [(name: String, value: String)]

    /// The address.
    public var description: String { url }
    /// The address.
    public var customMirror: Mirror { Mirror(self, children: ["url": url]) }
}

/// An answer with its whole body.
public struct YouTubeAnswer: Sendable {
    /// The status, 100...599.
    public let status: Int
    /// The bytes.
    public let body: [UInt8]
    private let fields: [String: String]

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - status: The status, 100...599.
    ///   - headers: Values of header fields by name; case does not matter.
    ///   - body: The bytes.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.body = body
        fields = Dictionary(headers.map { ($0.lowercased(), $1) }) { first, _ in first }
    }

    /// The value of a header field whose name is given in lower case.
    func field(_ name: String) -> String? { fields[name] }
}

package import Foundation
import WebOrigins

/// Downloads files over HTTP and follows redirects itself, so that the same rules apply to every hop.
///
/// The host check resolves a name, and the transport resolves the name again when it connects. A name server that
/// answers differently the second time (DNS rebinding) passes the check. To exclude that, restrict the machine's
/// network to public addresses. An HTTP proxy of the process also resolves names again.
package struct HTTPFetcher: Sendable {
    package static let maximumRedirects = 5

    private let transport: any FetchTransport
    private let credentials: OriginCredentials?
    private let allowsPrivateHosts: Bool
    private let idle: Duration
    private let total: Duration

    /// Creates a fetcher for a track and the files that the track names.
    ///
    /// - Parameters:
    ///   - trackURL: The track's URL. Only its origin receives `headers` and `token`.
    ///   - transport: Sends the requests.
    ///   - headers: Header fields, such as `Authorization`.
    ///   - token: Sent as the query item `token`, unless the URL already has one.
    ///   - allowsPrivateHosts: Whether a host may have a private address.
    ///   - idle: Maximum time without receiving a byte.
    ///   - total: Maximum time for one exchange, including redirects.
    package init(
        trackURL: URL, transport: any FetchTransport, headers: [String: String] = [:], token: String? = nil,
        allowsPrivateHosts: Bool = true, idle: Duration, total: Duration
    ) {
        self.transport = transport
        credentials = OriginCredentials(headers: headers, token: token, for: trackURL)
        self.allowsPrivateHosts = allowsPrivateHosts
        self.idle = idle
        self.total = total
    }

    /// Sends one GET request and follows redirects until a response of any other status.
    ///
    /// - Parameters:
    ///   - headers: Header fields for every hop. They must not be secret.
    ///   - limit: Maximum length of the decoded body in bytes.
    /// - Throws: `FetchError`: `refused`; `limitExceeded` for a body that is too long or too many redirects;
    ///   `malformed` for a redirect without a valid target; `timedOut`; `notFound` for an unknown host; `unavailable`
    ///   if the connection failed. `CancellationError`.
    package func exchange(_ url: URL, headers: [String: String] = [:], limit: Int) async throws -> HTTPExchange {
        try await Deadline.run(within: total, subject: url.subjectName) {
            try await follow(url, headers: headers, limit: limit)
        }
    }

    private func follow(_ url: URL, headers: [String: String], limit: Int) async throws -> HTTPExchange {
        var hops: [HTTPExchange.Hop] = []
        var current = url
        while true {
            try await check(current)
            let answer = try await response(from: current, headers: headers, limit: limit, subject: url.subjectName)
            guard let next = try redirect(answer, from: current) else {
                return HTTPExchange(
                    requestedURL: url, hops: hops, finalURL: current, status: answer.status, headers: answer.headers,
                    body: answer.status == 200 ? answer.body : [])
            }
            hops.append(.init(url: current, status: answer.status, headers: answer.headers, location: next))
            guard hops.count <= Self.maximumRedirects else {
                throw FetchError(
                    .limitExceeded, url.subjectName, "There are more than \(Self.maximumRedirects) redirects.")
            }
            current = next
        }
    }

    private func response(
        from url: URL, headers: [String: String], limit: Int, subject: String
    ) async throws -> FetchResponse {
        let signed = credentials?.signed(url, headers) ?? (url, headers)
        let response: FetchResponse
        do {
            response = try await transport.response(
                to: FetchRequest(url: signed.0, headers: signed.1, byteLimit: limit, idle: idle))
        } catch let error as FetchError {
            throw FetchError(error.code, subject, error.reason, connection: error.connection)
        } catch {
            try Task.checkCancellation()
            throw FetchError(.unavailable, subject, "The connection failed.", connection: .interrupted)
        }
        guard response.status != 200 || response.body.count <= limit else {
            throw FetchError(.limitExceeded, subject, "The server sends more bytes than the limit of \(limit).")
        }
        return response
    }

    /// The target of a redirect; `nil` if the response is not a redirect.
    private func redirect(_ answer: FetchResponse, from url: URL) throws -> URL? {
        guard [301, 302, 303, 307, 308].contains(answer.status) else { return nil }
        guard let location = answer.headers["Location"],
            let next = URL(string: location, relativeTo: url)?.absoluteURL
        else {
            throw FetchError(
                .malformed, url.subjectName, "A redirect with status \(answer.status) does not say where to.")
        }
        return next
    }

    /// Checks scheme and host of a URL. The fetcher checks every hop, including the first one.
    private func check(_ url: URL) async throws {
        guard Origin(url) != nil, let host = url.host(percentEncoded: false) else {
            throw FetchError(.refused, url.subjectName, url.originFault)
        }
        guard !allowsPrivateHosts else { return }
        let addresses = try await HostLookup.addresses(of: host)
        guard !addresses.isEmpty else {
            throw FetchError(.notFound, host, "The host has no address.")
        }
        guard addresses.allSatisfy(\.isPublic) else {
            throw FetchError(.refused, host, "The host has an address that is not public.")
        }
    }
}

/// A request, its redirects and the final response.
package struct HTTPExchange: Sendable {
    /// One redirect.
    package struct Hop: Sendable {
        /// The URL that was redirected.
        package let url: URL
        /// The status code: 301, 302, 303, 307 or 308.
        package let status: Int
        /// The header fields of the response.
        package let headers: HTTPHeaders
        /// The target of the redirect.
        package let location: URL
    }

    /// The URL of the first request.
    package let requestedURL: URL
    /// The redirects in order, at most ``HTTPFetcher/maximumRedirects``.
    package let hops: [Hop]
    /// The URL of the final response, without the added token.
    package let finalURL: URL
    /// The status code of the final response, 100...599.
    package let status: Int
    /// The header fields of the final response.
    package let headers: HTTPHeaders
    /// The body after decoding its content encoding; empty if the status is not 200, and in ``withoutBody``.
    package private(set) var body: [UInt8]

    /// A copy without the body, to free its memory.
    package var withoutBody: HTTPExchange {
        var exchange = self
        exchange.body = []
        return exchange
    }
}

package import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Gets files over HTTP and follows redirects itself, hop by hop, so that every hop is held to the same rules.
///
/// The host check asks the system for a name's addresses, and the session asks again when it connects. A name server
/// that answers differently the second time (DNS rebinding) gets past the check; whoever has to exclude that lets the
/// machine reach public addresses only. A proxy set for the process resolves names on its own, too.
package struct HTTPFetcher: Sendable {
    /// How many times a request may be sent on.
    package static let maximumRedirects = 5

    private let transport = HTTPTransport()
    private let credentials: OriginCredentials?
    private let allowsPrivateHosts: Bool
    private let timeouts: Timeouts

    /// Makes a fetcher for a track and everything that it names.
    ///
    /// - Parameters:
    ///   - trackURL: Its origin is the only one that the credentials go to.
    ///   - allowsPrivateHosts: Whether a host may have an address that is not one of the public internet.
    package init(
        trackURL: URL, credentials: Credentials = Credentials(), allowsPrivateHosts: Bool = true,
        timeouts: Timeouts = Timeouts()
    ) {
        self.credentials = OriginCredentials(credentials, forTrackAt: trackURL)
        self.allowsPrivateHosts = allowsPrivateHosts
        self.timeouts = timeouts
    }

    /// Sends one GET request and follows it to its end, whatever the status there.
    ///
    /// - Parameters:
    ///   - headers: Header fields for every hop, so nothing secret.
    ///   - limit: The most bytes that the body may have, content encoding undone.
    /// - Throws: `refused`, `limitExceeded` for a body too long or too many redirects, `malformed` for a redirect
    ///   that leads nowhere, `timedOut`, `notFound` for an unknown host, `URLError` where the way to the server
    ///   failed, `CancellationError`.
    package func exchange(_ url: URL, headers: [String: String] = [:], limit: Int) async throws -> HTTPExchange {
        try await timeouts.limit(url.subjectName) {
            try await follow(url, headers: headers, limit: limit)
        }
    }

    private func follow(_ url: URL, headers: [String: String], limit: Int) async throws -> HTTPExchange {
        var hops: [HTTPExchange.Hop] = []
        var current = url
        while true {
            try await check(current)
            var request = URLRequest(url: current)
            for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
            credentials?.sign(&request)
            let answer = try await transport.send(
                request, limit: limit, idle: timeouts.idle, subject: url.subjectName)
            guard let next = try redirect(answer, from: current) else {
                return HTTPExchange(
                    requestedURL: url, hops: hops, finalURL: current, status: answer.status, headers: answer.headers,
                    body: answer.body)
            }
            hops.append(.init(url: current, status: answer.status, headers: answer.headers, location: next))
            guard hops.count <= Self.maximumRedirects else {
                throw ScrubPreviewError(
                    .limitExceeded, url.subjectName, "There are more than \(Self.maximumRedirects) redirects.")
            }
            current = next
        }
    }

    /// Where an answer sends the request; nil when it is the final one.
    private func redirect(_ answer: Transfer.Answer, from url: URL) throws -> URL? {
        guard [301, 302, 303, 307, 308].contains(answer.status) else { return nil }
        guard let location = answer.headers["Location"],
            let next = URL(string: location, relativeTo: url)?.absoluteURL
        else {
            throw ScrubPreviewError(
                .malformed, url.subjectName, "A redirect with status \(answer.status) does not say where to.")
        }
        return next
    }

    /// Every hop has to pass, the first one included.
    private func check(_ url: URL) async throws {
        guard Origin(url) != nil, let host = url.host(percentEncoded: false) else {
            throw ScrubPreviewError(
                .refused, url.subjectName, "Only http and https are fetched, not \(url.scheme ?? "a relative address")."
            )
        }
        guard !allowsPrivateHosts else { return }
        let addresses = try await HostLookup.addresses(of: host)
        guard !addresses.isEmpty else {
            throw ScrubPreviewError(.notFound, host, "The host has no address.")
        }
        guard addresses.allSatisfy(\.isPublic) else {
            throw ScrubPreviewError(.refused, host, "The host has an address that is not public.")
        }
    }
}

package import Foundation

/// A request and all its redirects: the URLs, and the last response.
package struct HTTPExchange: Sendable {
    /// One answer that sent the request on to another address.
    package struct Hop: Sendable {
        /// The address that answered.
        package let url: URL
        /// Its status, 301, 302, 303, 307 or 308.
        package let status: Int
        /// Its header fields.
        package let headers: HTTPHeaders
        /// Where it sent the request.
        package let location: URL
    }

    /// The address that was asked for.
    package let requestedURL: URL
    /// The redirects in order, at most `HTTPFetcher.maximumRedirects`.
    package let hops: [Hop]
    /// The address that answered in the end; no token was added to it.
    package let finalURL: URL
    /// The status of the final answer, 100...599.
    package let status: Int
    /// The header fields of the final answer.
    package let headers: HTTPHeaders
    /// The body with its content encoding undone; empty unless the status is 200.
    package private(set) var body: [UInt8]

    /// The same without the memory that the body takes.
    package var withoutBody: HTTPExchange {
        var exchange = self
        exchange.body = []
        return exchange
    }
}

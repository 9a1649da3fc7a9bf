import AsyncHTTPClient
import Foundation
import HTTPFetching
import Mosaic
import NIOCore
import NIOHTTP1
import NIOSSL
package import WebOrigins

/// Sends requests to a URL of the operator, and only to addresses that were checked.
///
/// The client resolves the host, checks all addresses, and connects to one of them. So a host name that resolves to
/// another address later cannot redirect the connection. Redirects are not followed.
package struct CallbackClient: Sendable {
    /// Resolves a host to its addresses.
    package typealias Resolver = @Sendable (_ host: String) async throws -> [IPAddress]

    private let resolve: Resolver
    private let certificates: String?
    private let timeout: Duration

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - certificates: PEM file with trusted certificates; nil trusts the system's certificates.
    ///   - timeout: Maximum time of a request.
    ///   - resolver: Resolves a host to its addresses; by default with the system's resolver.
    package init(
        certificates: String? = nil, timeout: Duration = .seconds(15),
        resolver: @escaping Resolver = { try await HostLookup.addresses(of: $0) }
    ) {
        self.certificates = certificates
        self.timeout = timeout
        resolve = resolver
    }

    /// Sends a POST request.
    ///
    /// - Parameters:
    ///   - allowingPrivate: Whether connections to private addresses are allowed.
    ///   - attempt: Number of the attempt, from 0; selects one of several addresses.
    /// - Returns: The status code of the response. The body is not read.
    /// - Throws: `refused` if an address is not public and private ones are not allowed, `invalidSettings` for a URL
    ///   without a host, `unavailable`; errors of the resolver, and of reading the certificates.
    package func post(
        _ body: [UInt8], to url: String, fields: [(name: String, value: String)], allowingPrivate: Bool = false,
        attempt: Int = 0
    ) async throws -> Int {
        guard let host = URL(string: url)?.host, !host.isEmpty else {
            throw MosaicError(.invalidSettings, "callback", "The URL has no host.")
        }
        let addresses = try await resolve(host)
        guard !addresses.isEmpty else { throw MosaicError(.unavailable, host, "The name has no address.") }
        if !allowingPrivate, let address = addresses.first(where: { !$0.isPublic }) {
            throw MosaicError(.refused, host, "It leads to \(address), which is not public.")
        }
        let client = try client(for: host, at: addresses[attempt % addresses.count])
        var message = HTTPClientRequest(url: url)
        message.method = .POST
        message.headers = HTTPHeaders(fields.map { ($0.name, $0.value) })
        message.headers.replaceOrAdd(name: "Connection", value: "close")
        message.body = .bytes(ByteBuffer(bytes: body))
        let status: Int
        do {
            status = Int(try await client.execute(message, timeout: TimeAmount(timeout)).status.code)
        } catch {
            try? await client.shutdown()
            throw MosaicError(.unavailable, host, "It cannot be reached: \(Self.sentence(for: error)).")
        }
        try? await client.shutdown()
        return status
    }

    /// Creates a client for one request, in which the host is bound to the checked address.
    private func client(for host: String, at address: IPAddress) throws -> HTTPClient {
        let second = TimeAmount.seconds(1)
        let limit = max(second, min(.seconds(5), TimeAmount(timeout)))
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: limit, read: TimeAmount(timeout), write: limit),
            decompression: .disabled)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = .http1Only
        configuration.dnsOverride = [host: address.description]
        if let certificates {
            var security = TLSConfiguration.makeClientConfiguration()
            security.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(certificates))
            configuration.tlsConfiguration = security
        }
        return HTTPClient(configuration: configuration)
    }

    /// The kind of an error without its description, which may contain secrets.
    private static func sentence(for error: any Error) -> String {
        (error as? HTTPClientError).map { $0.shortDescription } ?? "\(type(of: error))"
    }
}

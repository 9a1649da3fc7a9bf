import AsyncHTTPClient
import Foundation
import HTTPFetching
import Mosaic
import NIOCore
import NIOHTTP1
import NIOSSL
package import WebOrigins

/// Sends requests to a URL that an operator has set, and to no address that was not checked.
///
/// The host is resolved here, all of its addresses are checked, and the connection goes to one of these: a name that is
/// resolved differently a moment later leads nowhere else. Redirects are not followed.
package struct CallbackClient: Sendable {
    /// Finds the addresses of a host.
    package typealias Resolver = @Sendable (_ host: String) async throws -> [IPAddress]

    private let resolve: Resolver
    private let certificates: String?
    private let timeout: Duration

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - certificates: PEM file with the certificates that are trusted; nil trusts those of the system.
    ///   - timeout: For a whole request.
    ///   - resolver: Finds the addresses of a host; by default the system does.
    package init(
        certificates: String? = nil, timeout: Duration = .seconds(15),
        resolver: @escaping Resolver = { try await HostLookup.addresses(of: $0) }
    ) {
        self.certificates = certificates
        self.timeout = timeout
        resolve = resolver
    }

    /// Sends a POST.
    ///
    /// - Parameters:
    ///   - allowingPrivate: Whether private addresses may be connected to.
    ///   - attempt: Number of the attempt, which chooses one of several addresses.
    /// - Returns: The status of the response, whose body is not read.
    /// - Throws: `refused` if one of the addresses is private, `invalidSettings` for an invalid URL, `unavailable`.
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

    /// A separate client for each request: the name is bound to the address that was checked for it.
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

    /// The kind of an error alone: its description may hold secrets.
    private static func sentence(for error: any Error) -> String {
        (error as? HTTPClientError).map { $0.shortDescription } ?? "\(type(of: error))"
    }
}

import Foundation
import HTTPFetching

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension FetchError {
    /// A connection that failed.
    init(_ error: URLError, of subject: String) {
        let code: Code =
            switch error.code {
            case .timedOut: .timedOut
            case .cannotFindHost, .dnsLookupFailed: .notFound
            default: .unavailable
            }
        let connection: Connection =
            switch error.code {
            case .cannotFindHost: .hostUnknown
            // On Linux a connection that breaks off is an unknown error.
            case .unknown, .networkConnectionLost, .cannotConnectToHost, .notConnectedToInternet, .dnsLookupFailed:
                .interrupted
            default: .failed
            }
        self.init(code, subject, error.sentence, connection: connection)
    }
}

extension URLError {
    /// The system's own words are not passed on: they may hold the whole address.
    var sentence: String {
        switch code {
        // On Linux this is all there is to TLS but those words, which come from curl and OpenSSL.
        case .unknown where localizedDescription.contains("certificate"): Self.untrusted
        case .unknown where localizedDescription.contains("SSL"): Self.insecure
        case .timedOut: "The server fell silent."
        case .cannotFindHost, .dnsLookupFailed: "The host is unknown."
        case .cannotConnectToHost: "The host takes no connections on this port."
        case .networkConnectionLost: "The connection broke off."
        case .notConnectedToInternet: "There is no network."
        case .secureConnectionFailed: Self.insecure
        case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot, .serverCertificateHasBadDate,
            .serverCertificateNotYetValid:
            Self.untrusted
        default: "The connection failed with URL error \(code.rawValue)."
        }
    }

    private static let insecure = "No secure connection (TLS) comes about."
    private static let untrusted = "The server's certificate is not to be trusted."
}

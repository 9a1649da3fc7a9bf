import Foundation
import HTTPFetching
import Testing

@testable import ScrubPreview

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct FetchErrorURLErrorTests {
    @Test(
        arguments: [
            (.timedOut, .timedOut, "silent"), (.cannotFindHost, .notFound, "host is unknown"),
            (.cannotConnectToHost, .unavailable, "no connections"),
            (.networkConnectionLost, .unavailable, "broke off"), (.notConnectedToInternet, .unavailable, "no network"),
            (.secureConnectionFailed, .unavailable, "TLS"), (.serverCertificateUntrusted, .unavailable, "certificate"),
            (.badServerResponse, .unavailable, "URL error -1011"),
        ] as [(URLError.Code, FetchError.Code, String)])
    func `frequent errors are described in words, other errors by a number`(
        system: URLError.Code, code: FetchError.Code, words: String
    ) {
        let error = FetchError(URLError(system), of: "t.vtt")
        #expect(error.code == code && error.subject == "t.vtt" && error.reason.contains(words))
    }

    @Test(
        arguments: [
            ("SSL certificate problem: self-signed certificate", "The server's certificate is not to be trusted."),
            ("OpenSSL/3: SSL routines::wrong version number", "No secure connection (TLS) comes about."),
            ("https://a.example/t?token=1", "The connection failed with URL error -1."),
        ])
    func `a system error with only a description is recognized and described anew`(words: String, sentence: String) {
        #expect(URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: words]).sentence == sentence)
    }

    @Test func `an error states whether a retry may succeed`() {
        func connection(_ code: URLError.Code) -> FetchError.Connection {
            FetchError(URLError(code), of: "t").connection
        }
        #expect(connection(.networkConnectionLost) == .interrupted && connection(.unknown) == .interrupted)
        #expect(connection(.cannotFindHost) == .hostUnknown)
        #expect(connection(.serverCertificateUntrusted) == .failed)
    }
}

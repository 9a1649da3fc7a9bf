import Foundation
import Testing

@testable import ScrubPreview

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct URLErrorDescriptionTests {
    @Test(
        arguments: [
            (.timedOut, .timedOut, "silent"), (.cannotFindHost, .notFound, "host is unknown"),
            (.cannotConnectToHost, .unavailable, "no connections"),
            (.networkConnectionLost, .unavailable, "broke off"), (.notConnectedToInternet, .unavailable, "no network"),
            (.secureConnectionFailed, .unavailable, "TLS"), (.serverCertificateUntrusted, .unavailable, "certificate"),
            (.badServerResponse, .unavailable, "URL error -1011"),
        ] as [(URLError.Code, ScrubPreviewError.Code, String)])
    func `what fails often is said in words, and the rest as a number`(
        system: URLError.Code, code: ScrubPreviewError.Code, words: String
    ) {
        let error = URLError(system).described("t.vtt")
        #expect(error.code == code && error.subject == "t.vtt" && error.reason.contains(words))
    }

    @Test(
        arguments: [
            ("SSL certificate problem: self-signed certificate", "The server's certificate is not to be trusted."),
            ("OpenSSL/3: SSL routines::wrong version number", "No secure connection (TLS) comes about."),
            ("https://a.example/t?token=1", "The connection failed with URL error -1."),
        ])
    func `where the system only has words, they are understood and not passed on`(words: String, sentence: String) {
        #expect(URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: words]).sentence == sentence)
    }

    @Test func `a port where nobody listens is said in words by reader and doctor`() async throws {
        // Not a port that was just given back: a test beside this one may get it next.
        let url = try #require(URL(string: "http://127.0.0.1:1/t.vtt"))
        let reader = ResourceReader(trackURL: url, options: .forTests())
        let read = try #require(await failure { _ = try await reader.read(url, limit: 9) })
        let examined = try #require(await failure { _ = try await Checkup(of: url) })
        #expect(read == examined && read.description == "t.vtt: The host takes no connections on this port.")
    }
}

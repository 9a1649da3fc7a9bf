import Foundation
import ScrubFixtures
import Testing

@testable import HTTPFetching
@testable import ScrubPreview

@Suite struct HTTPFetcherTests {
    private let home: ServedFiles
    private let foreign: ServedFiles

    init() throws {
        let away = try ServedFiles(["/end": LoopbackAnswer("far"), "/back": LoopbackAnswer("x")])
        foreign = away
        home = try ServedFiles([
            "/here": LoopbackAnswer("near"),
            "/away": .redirect(to: away.server.address("/end")),
            "/relative": .redirect(to: "here?a=b", status: 307),
            "/loop": .redirect(to: "/loop"),
            "/file": .redirect(to: "file:///etc/passwd"),
            "/nowhere": LoopbackAnswer(status: 302),
            "/other": LoopbackAnswer([1, 2, 3], status: 304),
        ])
    }

    private func fetcher(
        headers: [String: String] = [:], token: String? = nil, allowsPrivateHosts: Bool = true
    ) throws -> HTTPFetcher {
        HTTPFetcher(
            trackURL: try home.url("/track.vtt"), transport: SessionTransport(), headers: headers, token: token,
            allowsPrivateHosts: allowsPrivateHosts, idle: .seconds(60), total: .seconds(60))
    }

    /// The error that an operation ends with; nil where it ends well or otherwise.
    private func failure(of operation: () async throws -> Void) async -> FetchError? {
        do {
            try await operation()
            return nil
        } catch {
            return error as? FetchError
        }
    }

    @Test func `an exchange tells status, headers, body and every hop`() async throws {
        let exchange = try await fetcher().exchange(home.url("/away"), limit: 100)
        #expect(exchange.status == 200)
        #expect(exchange.body == Array("far".utf8))
        #expect(exchange.headers["content-length"] == "3")
        #expect(exchange.requestedURL == (try home.url("/away")))
        #expect(exchange.finalURL == (try foreign.url("/end")))
        #expect(exchange.hops.map(\.status) == [302])
        #expect(exchange.hops.first?.location == exchange.finalURL)
        #expect(exchange.hops.first?.headers["Location"] == exchange.finalURL.absoluteString)
    }

    @Test func `a relative redirect resolves against the hop it comes from`() async throws {
        let exchange = try await fetcher().exchange(home.url("/relative"), limit: 100)
        #expect(exchange.finalURL == (try home.url("/here?a=b")))
        #expect(exchange.body == Array("near".utf8))
    }

    @Test func `returns an unsuccessful status without throwing`() async throws {
        let exchange = try await fetcher().exchange(home.url("/other"), limit: 100)
        #expect(exchange.status == 304)
        #expect(exchange.body.isEmpty)
    }

    @Test func `the sixth redirect is one too many`() async throws {
        let failure = await failure { _ = try await fetcher().exchange(home.url("/loop"), limit: 100) }
        #expect(failure?.code == .limitExceeded)
        #expect(home.count(of: "/loop") == HTTPFetcher.maximumRedirects + 1)
    }

    @Test func `a redirect to a file or to nowhere is refused`() async throws {
        #expect(await failure { _ = try await fetcher().exchange(home.url("/file"), limit: 9999) }?.code == .refused)
        #expect(await failure { _ = try await fetcher().exchange(home.url("/nowhere"), limit: 9) }?.code == .malformed)
    }

    @Test func `headers and token go to the track's own origin and no further`() async throws {
        let fetcher = try fetcher(headers: ["Authorization": "Bearer s3cret"], token: "a+b/c=&d")
        let exchange = try await fetcher.exchange(home.url("/away?q=1"), limit: 100)
        let own = try #require(home.server.requests.first)
        #expect(own["authorization"] == "Bearer s3cret")
        #expect(own.query == "q=1&token=a%2Bb%2Fc%3D%26d")
        let other = try #require(foreign.server.requests.first)
        #expect(other["authorization"] == nil)
        #expect(other.query == nil)
        #expect(!exchange.finalURL.absoluteString.contains("token"))
    }

    @Test func `credentials come back when a redirect does`() async throws {
        let back = try home.url("/here").absoluteString
        let via = try ServedFiles(["/via": .redirect(to: back)])
        let start = try ServedFiles(["/start": .redirect(to: via.server.address("/via"))])
        // The track's origin is `home`; the detour begins and turns elsewhere.
        _ = try await fetcher(token: "t").exchange(start.url("/start"), limit: 100)
        #expect(start.server.requests.first?.query == nil)
        #expect(via.server.requests.first?.query == nil)
        #expect(home.server.requests.first?.query == "token=t")
    }

    @Test func `a token that the address has stays`() async throws {
        _ = try await fetcher(token: "mine").exchange(home.url("/here?token=theirs"), limit: 100)
        #expect(home.server.requests.first?.query == "token=theirs")
    }

    @Test func `private hosts are refused before anything is sent`() async throws {
        for host in ["127.0.0.1", "localhost", "[::1]", "2130706433", "10.0.0.1", "[::ffff:169.254.169.254]"] {
            let url = try #require(URL(string: home.server.address("/here", host: host)))
            let failure = await failure { _ = try await fetcher(allowsPrivateHosts: false).exchange(url, limit: 9) }
            #expect(failure?.code == .refused, "\(host)")
        }
        #expect(home.server.requests.isEmpty)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "data:,x", "http:///x"])
    func `only http and https are fetched`(text: String) async throws {
        let url = try #require(URL(string: text))
        #expect(await failure { _ = try await fetcher().exchange(url, limit: 9) }?.code == .refused)
    }
}

import CryptoOracle
import HTTPTypes
import Hummingbird
import Mosaic
import Testing

@testable import MosaicServer

/// A server that takes signed tokens.
struct JWTAccessTests {
    /// 2100-01-01.
    private static func token(_ scope: String, exp: Int = 4_102_444_800) -> String {
        ForgedToken.hs256(#"{"exp":\#(exp),"scope":"\#(scope)"}"#)
    }

    private static func settings(_ change: (inout ServerSettings) -> Void = { _ in }) -> ServerSettings {
        var settings = ServerSettings()
        settings.jwtKey = .secret(ForgedToken.secret)
        settings.reading = .token
        change(&settings)
        return settings
    }

    private static func server(_ change: (inout ServerSettings) -> Void = { _ in }) throws -> DirectServer {
        try DirectServer(settings(change)) { routes in
            for (path, access) in [
                ("/report", .report), ("/screenshot", .published(.screenshot)), ("/document", .published(.document)),
                ("/storyboards/:id/sheet", .published(.sheet)),
            ] as [(String, RouteAccess)] {
                routes.read(path, access) { _, _ in
                    BufferedResponse([], type: .json, entityTag: nil, caching: .unstored)
                }
            }
            routes.on([.put], "/write", .write) { _, _ in Response(status: .noContent) }
        }
    }

    private func bearer(_ token: String) -> HTTPFields { [.authorization: "Bearer \(token)"] }

    @Test func `scope read reads, and scope write does everything`() async throws {
        let server = try Self.server()
        for path in ["/report", "/screenshot", "/document"] {
            #expect(try await server.answer(.get, path).status == .unauthorized)
            #expect(try await server.answer(.get, path, bearer(Self.token("read"))).status == .ok)
            #expect(try await server.answer(.get, path, bearer(Self.token("write"))).status == .ok)
        }
        #expect(try await server.answer(.put, "/write").status == .unauthorized)
        #expect(try await server.answer(.put, "/write", bearer(Self.token("write"))).status == .noContent)
    }

    @Test func `RFC 6750, 3.1: a scope that does not reach so far is 403 and says which does`() async throws {
        let server = try Self.server()
        let write = try await server.answer(.put, "/write", bearer(Self.token("read")))
        #expect(write.status == .forbidden)
        #expect(
            write.fields[.wwwAuthenticate] == #"Bearer realm="mosaic", error="insufficient_scope", scope="write""#)
        let read = try await server.answer(.get, "/report", bearer(Self.token("openid")))
        #expect(read.status == .forbidden)
        #expect(read.fields[.wwwAuthenticate]?.hasSuffix(#"scope="read""#) == true)
    }

    @Test func `a rejected token gets a 401 with the reason and without the token`() async throws {
        let server = try Self.server()
        let old = Self.token("write", exp: 1_000_000)
        for (token, words) in [
            (old, "The token has expired."), ("x.y.z", "not good"), ("secret", "not good"),
            (ForgedToken.hs256(#"{"exp":4102444800}"#, header: #"{"alg":"none"}"#), "not good"),
        ] {
            let answer = try await server.answer(.put, "/write", bearer(token))
            #expect(answer.status == .unauthorized)
            #expect(answer.fields[.wwwAuthenticate] == #"Bearer realm="mosaic", error="invalid_token""#)
            let body = String(decoding: answer.body, as: UTF8.self)
            #expect(body.contains(words) && !body.contains(token))
        }
        #expect(try await server.answer(.put, "/write").fields[.wwwAuthenticate] == #"Bearer realm="mosaic""#)
        for (fields, words) in [
            ([:], "A token is missing; "),
            ([.authorization: old], "The field Authorization has no token of the type Bearer; "),
        ] as [(HTTPFields, String)] {
            let answer = try await server.answer(.put, "/write", fields)
            #expect(String(decoding: answer.body, as: UTF8.self).contains(words))
        }
    }

    @Test func `a token in the query opens what players load by URL alone`() async throws {
        let server = try Self.server()
        let token = Self.token("write")
        #expect(try await server.answer(.get, "/document?token=\(token)").status == .ok)
        for path in ["/report", "/screenshot"] {
            #expect(try await server.answer(.get, "\(path)?token=\(token)").status == .unauthorized)
        }
        #expect(try await server.answer(.put, "/write?token=\(token)").status == .unauthorized)
        #expect(!LoggedTarget("/document?token=\(token)").description.contains(token))
    }

    @Test func `both kinds of token are taken beside each other`() async throws {
        let server = try Self.server { $0.token = "secret" }
        #expect(try await server.answer(.put, "/write", bearer("secret")).status == .noContent)
        #expect(try await server.answer(.put, "/write", bearer(Self.token("write"))).status == .noContent)
        #expect(try await server.answer(.put, "/write", bearer("Secret")).status == .unauthorized)
        let plain = try DirectServer(Self.settings { ($0.jwtKey, $0.token) = (nil, "secret") }) {
            $0.on([.put], "/write", .write) { _, _ in Response(status: .noContent) }
        }
        #expect(try await plain.answer(.put, "/write", bearer(Self.token("write"))).status == .unauthorized)
    }

    @Test func `a key for tokens protects a server as a token does`() async throws {
        let rules = try ServerRules(Self.settings { ($0.host, $0.reading) = ("0.0.0.0", .public) })
        #expect(rules.hosts == nil)
        #expect(try await Self.server().answer(.get, "/report", host: "films.example").status == .unauthorized)
        var settings = ServerSettings()
        settings.jwtIssuer = "joe"
        #expect(throws: (any Error).self) { try ServerRules(settings) }
        (settings.jwtIssuer, settings.jwtAudience) = (nil, "mosaic")
        #expect(throws: (any Error).self) { try ServerRules(settings) }
    }

    @Test func `links are signed with nothing that a caller has`() async throws {
        let pem = ForgedToken.rsa.publicPEM
        let token = ForgedToken.rs256(#"{"exp":4102444800,"scope":"write"}"#)
        let own = Array("the key that links are signed with".utf8)
        let server = try Self.server { ($0.jwtKey, $0.linkKey) = (.publicKey(pem: pem), own) }
        for (key, status) in [
            (own, HTTPResponse.Status.ok), (Array(pem.utf8), .unauthorized), (Array(token.utf8), .unauthorized),
            (ForgedToken.rsa.publicDER, .unauthorized),
        ] {
            let signer = try #require(LinkSigner(key: key))
            let link = signer.link(to: "film", expires: LinkSigner.expiry(now: .now, lifetime: .seconds(60)))
            #expect(try await server.answer(.get, "/storyboards/film/sheet?\(link.query)").status == status)
        }
        // Without one of its own a server makes one up, another at each start.
        let start = { try ServerRules(Self.settings { $0.jwtKey = .publicKey(pem: pem) }).access }
        let id = StoryboardID(naming: "film")
        let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        let link = { try start().links(to: id, for: request, now: .now)?.toStoryboard }
        #expect(try link() != link())
    }
}

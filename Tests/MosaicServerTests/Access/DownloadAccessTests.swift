import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Mosaic
import MosaicLibrary
import Testing

@testable import MosaicServer

/// Permissions to list, load and change videos and downloads.
struct DownloadAccessTests {
    private static func server(_ change: (inout ServerSettings) -> Void = { _ in }) throws -> DirectServer {
        var settings = ServerSettings()
        change(&settings)
        return try DirectServer(settings) { routes in
            for (path, inQuery) in [("/list", false), ("/video", true)] {
                routes.read(path, .download(takesTokenInQuery: inQuery)) { _, _ in
                    BufferedResponse([], type: .json, entityTag: nil, caching: .unstored)
                }
            }
            routes.on([.post], "/change", .downloadWrite) { _, _ in Response(status: .noContent) }
        }
    }

    private func bearer(_ token: String) -> HTTPFields { [.authorization: "Bearer \(token)"] }

    @Test func `a server without a token refuses them on its own machine, too, and says how to set one`() async throws {
        let server = try Self.server()
        for (method, path) in [(.get, "/list"), (.head, "/video"), (.get, "/video?token=x"), (.post, "/change")]
            as [(HTTPRequest.Method, String)]
        {
            let answer = try await server.answer(method, path)
            #expect(answer.status == .unauthorized, "\(path)")
            #expect(answer.fields[.wwwAuthenticate] == #"Bearer realm="mosaic""#)
        }
        let body = String(decoding: try await server.answer(.get, "/list").body, as: UTF8.self)
        #expect(body.contains("MOSAIC_AUTH_TOKEN") && body.contains("--open-downloads"))
        let change = String(decoding: try await server.answer(.post, "/change").body, as: UTF8.self)
        #expect(change.contains("--open-downloads. URLs are fetched only with --downloader, too."))
    }

    @Test func `a server that opens them needs no token where it has none`() async throws {
        let server = try Self.server { $0.opensDownloads = true }
        for path in ["/list", "/video"] { #expect(try await server.answer(.get, path).status == .ok) }
        #expect(try await server.answer(.post, "/change").status == .noContent)
        let foreign = try await server.answer(.post, "/change", [.origin: "https://evil.example"])
        #expect(foreign.status == .forbidden)
        #expect(String(decoding: foreign.body, as: UTF8.self).contains("allows origins by --allow-write-origin."))
        #expect(try await server.answer(.get, "/video", host: "evil.example").status == .misdirectedRequest)
    }

    @Test func `with a token nothing is open, and only a video takes it in the query`() async throws {
        for isOpen in [false, true] {
            let server = try Self.server {
                $0.token = "secret"
                $0.opensDownloads = isOpen
            }
            for (path, fields, status) in [
                ("/list", [:], .unauthorized), ("/list", bearer("secret"), .ok),
                ("/list", bearer("other"), .unauthorized),
                ("/list?token=secret", [:], .unauthorized), ("/video", [:], .unauthorized),
                ("/video?token=secret", [:], .ok), ("/video?token=other", [:], .unauthorized),
                ("/video?token=secret&token=secret", [:], .unauthorized), ("/video", bearer("secret"), .ok),
                ("/video?token=secret", bearer("other"), .unauthorized),
            ] as [(String, HTTPFields, HTTPResponse.Status)] {
                #expect(try await server.answer(.get, path, fields).status == status, "\(path) \(isOpen)")
            }
            #expect(try await server.answer(.post, "/change?token=secret").status == .unauthorized)
            #expect(try await server.answer(.post, "/change", bearer("secret")).status == .noContent)
        }
    }

    @Test func `a signed token needs the scope read, and write to change them`() async throws {
        let server = try Self.server { $0.jwtKey = .secret(ForgedToken.secret) }
        func token(_ scope: String) -> String { ForgedToken.hs256(#"{"exp":4102444800,"scope":"\#(scope)"}"#) }
        #expect(try await server.answer(.get, "/video?token=\(token("read"))").status == .ok)
        #expect(try await server.answer(.get, "/video?token=\(token("openid"))").status == .forbidden)
        #expect(try await server.answer(.post, "/change", bearer(token("read"))).status == .forbidden)
        #expect(try await server.answer(.post, "/change", bearer(token("write"))).status == .noContent)
    }

    @Test func `a server that only reads lets videos be loaded and changes nothing`() async throws {
        let server = try Self.server {
            $0.token = "secret"
            $0.isReadOnly = true
        }
        #expect(try await server.answer(.get, "/video", bearer("secret")).status == .ok)
        #expect(try await server.answer(.post, "/change", bearer("secret")).status == .forbidden)
    }

    @Test func `the subject is that of a good signed token alone`() throws {
        var settings = ServerSettings()
        settings.token = "secret"
        settings.jwtKey = .secret(ForgedToken.secret)
        let rule = try ServerRules(settings).access
        func subject(_ token: String, exp: Int = 4_102_444_800, sub: String = #""ann""#) -> String? {
            let token = token.isEmpty ? ForgedToken.hs256(#"{"exp":\#(exp),"sub":\#(sub)}"#) : token
            let head = HTTPRequest(
                method: .get, scheme: "http", authority: "localhost", path: "/", headerFields: bearer(token))
            return rule.subject(of: Request(head: head, body: RequestBody(buffer: .init())), now: .now)
        }
        #expect(subject("") == "ann")
        #expect(subject("", exp: 1) == nil)
        #expect(subject("", sub: "[]") == nil)
        #expect(subject("secret") == nil)
    }

    @Test func `the owner of jobs is the subject, the key of a token without one, or the server's own token`() throws {
        var settings = ServerSettings()
        settings.token = "secret"
        settings.jwtKey = .secret(ForgedToken.secret)
        let rule = try ServerRules(settings).access
        func owner(_ fields: HTTPFields, _ query: String = "") -> String {
            let head = HTTPRequest(
                method: .get, scheme: "http", authority: "localhost", path: "/" + query, headerFields: fields)
            return rule.owner(of: Request(head: head, body: RequestBody(buffer: .init())), now: .now).rawValue
        }
        func token(_ subject: String, exp: Int = 4_102_444_800) -> String {
            ForgedToken.hs256(#"{"exp":\#(exp)\#(subject)}"#)
        }
        let ann = token(#","sub":"ann""#)
        #expect(owner(bearer(ann)) == "sub:ann")
        #expect(owner([.authorization: ann]) == "sub:ann")
        #expect(owner([:], "?token=\(ann)") == "sub:ann")
        #expect(owner(bearer(token(""))) == "key:")
        #expect(owner(bearer("secret")) == "token")
        #expect(owner(bearer(token(#","sub":"ann""#, exp: 1))) == "anonymous")
        #expect(owner([:]) == "anonymous")
        let long = owner(bearer(token(#","sub":"\#(String(repeating: "a", count: 300))""#)))
        #expect(long.hasPrefix("sub-sha256:") && long.utf8.count == 75)
    }

    @Test func `every route below downloads takes a token on a server that has none`() async throws {
        let work = try ServedWork()
        var settings = ServerSettings()
        settings.work.isEnabled = true
        let routes = try routedServer(work.library, settings, logger: .silent).router.routes.map { route in
            let path = "\(route.path)".replacing("**", with: "a/b/c.mp4").replacing("{id}", with: "1")
            return (method: route.method, path: path.replacing(":id", with: "1"))
        }.filter { $0.path.hasPrefix("/api/v1/download") }
        #expect(routes.count >= 8)
        try await work.ask(works: false) { client async throws in
            for (method, path) in routes {
                let answer = try await client.execute(uri: path, method: method) { $0 }
                #expect(answer.status == .unauthorized, "\(method) \(path)")
            }
        }
    }
}

import HTTPTypes
import Hummingbird
import HummingbirdTesting
import MosaicFixtures
import Testing

@testable import MosaicServer

struct KnownPathsTests {
    @Test func `paths are found as the router finds them`() {
        let paths = KnownPaths()
        for (path, methods, access) in [
            ("/list", [.get], .report), ("/list", [.post], .write), ("/films/:id", [.get], .published(.document)),
            ("/films/:id/tile", [.get], .published(.lookup)), ("/films/:id/:entry", [.put], .write),
            ("/films/new/:entry", [.delete], .write), ("/files/**", [.get], .open),
        ] as [(String, [HTTPRequest.Method], RouteAccess)] {
            paths.add(RouterPath(path), methods, access)
        }
        for (path, methods) in [
            ("/list", [.get, .post]), ("list/", [.get, .post]), ("/films/a", [.get]), ("/films/a/tile", [.get]),
            ("/films/a/other", [.put]), ("/films/new/tile", [.delete]), ("/films/new", [.get]), ("/files/a", [.get]),
            ("/files/a/b/c", [.get]),
        ] as [(String, [HTTPRequest.Method])] {
            #expect(paths.methods(of: path) == methods, "\(path)")
        }
        for path in ["/", "", "/films", "/films/a/b/c", "/files", "/{id}", "/list/a"] {
            #expect(paths.methods(of: path) == nil, "\(path)")
        }
        #expect(paths.isPublished("/films/a") && paths.isPublished("/films/a/tile"))
        #expect(!paths.isPublished("/list") && !paths.isPublished("/films/a/other") && !paths.isPublished("/none"))
    }

    /// Methods that no route accepts, including an unknown one.
    private static let strange: [HTTPRequest.Method] = ["PATCH", "TRACE", "OPTIONS", "BREW"].compactMap {
        HTTPRequest.Method($0)
    }

    @Test func `each route refuses the methods that it does not take, and names those that it takes`() async throws {
        let work = try ServedWork()
        var settings = ServerSettings()
        settings.work.isEnabled = true
        // Taken from the router itself, so that a route that is not known of is found out.
        let routes = try routedServer(work.library, settings, logger: .silent).router.routes
        let methods = Dictionary(grouping: routes, by: { "\($0.path)" }).mapValues {
            $0.map(\.method.rawValue).sorted()
        }
        #expect(methods.count > 20)
        try await work.ask(works: false) { client async throws in
            for (path, methods) in methods {
                let uri = path.replacing("{id}", with: "film").replacing("{number}", with: "1")
                    .replacing("{name}", with: "ch1_4s.jpg").replacing(/{(entry|second|third|fourth|tile)}/, with: "x")
                let others = Self.strange + [.put, .post, .delete].filter { !methods.contains($0.rawValue) }
                for method in others {
                    let answer = try await client.execute(uri: uri, method: method) { $0 }
                    #expect(answer.status == .methodNotAllowed, "\(method) \(uri)")
                    #expect(answer.headers[.allow] == methods.joined(separator: ", "), "\(method) \(uri)")
                    #expect(answer.errorCode == "method_not_allowed", "\(method) \(uri)")
                }
            }
        }
    }

    @Test func `an unknown path is not found, for every method`() async throws {
        try await ServedWork().ask(works: false) { client async throws in
            for path in ["/nothing", "/storyboards/film/a/b/c/d/e", "/jobs/1/2", "/a/", "/storyboard"] {
                for method in Self.strange + [.get, .put] {
                    let answer = try await client.execute(uri: path, method: method) { $0 }
                    #expect(answer.status == .notFound && answer.headers[.allow] == nil, "\(method) \(path)")
                }
            }
        }
    }

    @Test func `a path that is spelled out goes before one with a parameter`() async throws {
        let server = try DirectServer { routes in
            routes.on([.put], "/a/:name", .open) { _, _ in Response(status: .ok) }
            routes.on([.get], "/a/b", .open) { _, _ in Response(status: .ok) }
            routes.on([.delete], "/a/b", .open) { _, _ in Response(status: .ok) }
        }
        #expect(try await server.answer(.put, "/a/b").fields[.allow] == "DELETE, GET")
        #expect(try await server.answer(.get, "/a/c").fields[.allow] == "PUT")
        #expect(try await server.answer(.put, "/a/c").status == .ok)
    }

    @Test func `behind a gateway's path nothing else is known but whether the process lives`() async throws {
        try await ServedWork().ask(works: false) {
            $0.urlPrefix = "/mosaic"
        } _: { client async throws in
            let answer = try await client.execute(uri: "/mosaic/health", method: .put) { $0 }
            #expect(answer.status == .methodNotAllowed && answer.headers[.allow] == "GET, HEAD")
            #expect(try await client.execute(uri: "/ready", method: .put) { $0 }.status == .notFound)
            #expect(try await client.execute(uri: "/health", method: .put) { $0 }.status == .methodNotAllowed)
        }
    }
}

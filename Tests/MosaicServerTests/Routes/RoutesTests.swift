import HTTPCases
import HTTPTypes
import Hummingbird
import Mosaic
import Testing

@testable import MosaicServer

struct RoutesTests {
    private static let samples = try? DirectServer { routes in
        routes.read("/samples/:name", .published(.document)) { _, context in
            guard let sample = context.part("name").flatMap(ServedSample.init(rawValue:)) else {
                throw RequestError(.notFound, "There is no such sample.")
            }
            return BufferedResponse(sample.representation, ByteBuffer(bytes: sample.body))
        }
    }

    @Test(arguments: AnswerCase.conditions + AnswerCase.ranges)
    func `conditions and ranges work on every route`(answerCase: AnswerCase) async throws {
        let server = try #require(Self.samples)
        let answer = try await server.answer(
            answerCase.method, "/samples/\(answerCase.sample)", answerCase.request)
        answerCase.check(status: answer.status, fields: answer.fields, body: answer.body)
        #expect(answer.fields[.accessControlAllowOrigin] == "*")
        #expect(answer.fields[.requestID]?.count == 16)
    }

    // White space around a field's value is not part of it: HTTP's own code takes it away.
    @Test(arguments: HostCase.all.filter { $0.field?.hasSuffix("\t") != true })
    func `a server without a token answers to its own names alone`(hostCase: HostCase) async throws {
        var settings = ServerSettings()
        settings.hostNames = HostCase.configured
        let server = try DirectServer(settings) { HealthlikeRoute.add(to: $0) }
        let answer = try await server.answer(.get, "/", host: hostCase.field)
        #expect(answer.status == (hostCase.isAllowed ? .ok : .misdirectedRequest))
        settings.token = "secret"
        let protected = try DirectServer(settings) { HealthlikeRoute.add(to: $0) }
        #expect(try await protected.answer(.get, "/", host: hostCase.field).status == .ok)
    }

    @Test(arguments: OriginCase.all)
    func `a write from a foreign page is refused`(originCase: OriginCase) async throws {
        var settings = ServerSettings()
        settings.writingOrigins = [OriginCase.trusted]
        settings.token = "secret"
        if originCase.overTLS { (settings.certificatePath, settings.privateKeyPath) = ("c", "k") }
        let server = try DirectServer(settings) { HealthlikeRoute.add(to: $0) }
        var fields = originCase.request
        fields[.authorization] = "Bearer secret"
        let answer = try await server.answer(.put, "/", fields, host: originCase.host)
        #expect(answer.status == (originCase.isAllowed ? .noContent : .forbidden))
        #expect(try await server.answer(.get, "/", fields, host: originCase.host).status == .ok)
    }

    @Test func `preflights are answered before anything else is asked`() async throws {
        var settings = ServerSettings()
        settings.token = "secret"
        settings.reading = .token
        let server = try DirectServer(settings) { routes in
            HealthlikeRoute.add(to: routes)
            routes.read("/storyboards/:id/thumbnails.vtt", .published(.document)) { _, _ in
                throw RequestError.noStoryboard
            }
        }
        let fields: HTTPFields = [.origin: "https://a.example", .accessControlRequestMethod: "GET"]
        let answer = try await server.answer(.options, "/storyboards/film/thumbnails.vtt", fields)
        #expect(answer.status == .noContent && answer.fields[.accessControlAllowOrigin] == "*")
        let refused = try await server.answer(.options, "/", [:])
        #expect(refused.status == .methodNotAllowed)
        #expect(
            String(decoding: refused.body, as: UTF8.self).contains(
                "This path takes \(refused.fields[.allow] ?? ""), not OPTIONS. The server only reads."))
    }

    @Test func `errors allow other origins on published routes, and name the request`() async throws {
        let server = try DirectServer { routes in
            routes.read("/storyboards/:id/thumbnails.vtt", .published(.document)) { _, _ in
                throw RequestError.noStoryboard
            }
        }
        let missing = try await server.answer(.get, "/storyboards/film/thumbnails.vtt")
        #expect(missing.status == .notFound && missing.fields[.accessControlAllowOrigin] == "*")
        #expect(
            String(decoding: missing.body, as: UTF8.self).contains(
                "There is no storyboard film; GET /storyboards lists all."))
        let similar = try await server.answer(.get, "/storyboard/film/thumbnails.vtt")
        #expect(String(decoding: similar.body, as: UTF8.self).contains("did you mean storyboards?"))
        let answer = try await server.answer(.get, "/nothing")
        #expect(answer.status == .notFound)
        #expect(answer.fields[.accessControlAllowOrigin] == nil && answer.fields[.requestID]?.count == 16)
        #expect(answer.fields[.contentType] == "application/json")
        #expect(
            String(decoding: answer.body, as: UTF8.self)
                == #"{"error":{"code":"not_found","message":"There is nothing at this path; openapi.json lists the routes."}}"#
        )
    }

    @Test func `a read-only server refuses writes`() async throws {
        var settings = ServerSettings()
        settings.isReadOnly = true
        let server = try DirectServer(settings) { HealthlikeRoute.add(to: $0) }
        #expect(try await server.answer(.put, "/").status == .forbidden)
        #expect(try await server.answer(.get, "/").status == .ok)
    }
}

/// A route that reads and writes nothing.
private enum HealthlikeRoute {
    static func add(to routes: Routes) {
        routes.read("/", .open) { _, _ in
            BufferedResponse([], type: .json, entityTag: nil, caching: .unstored)
        }
        routes.on([.put], "/", .write) { _, _ in Response(status: .noContent) }
    }
}

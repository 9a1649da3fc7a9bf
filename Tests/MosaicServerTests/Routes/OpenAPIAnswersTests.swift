import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import NIOCore
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

/// Answers beside what `openapi.json` says of them.
struct OpenAPIAnswersTests {
    /// One request, and the operation that describes its answer.
    private struct Call {
        let method: String
        let template: String
        /// The status that is expected, and the one that came.
        let status: (expected: Int, actual: Int)
        let answer: JSONValue
    }

    /// An answer of each operation whose body is JSON.
    private func answers() async throws -> (document: JSONValue, calls: [Call]) {
        let work = try ServedWork()
        let event = try await ServedWork().ask(
            works: false, { $0.work.screenshots = BucketAddress("s3://chapter-screenshots/") }
        ) { client in try await client.notify(#"{"Records": []}"#) }
        try work.folder.makeFolder("videos/john/site")
        try work.folder.write([1], to: "videos/john/site/here.mp4")
        return try await work.ask {
            $0.opensDownloads = true
            $0.work.videoRoots = [work.folder.path("videos")]
        } _: { client async throws -> (document: JSONValue, calls: [Call]) in
            var calls: [Call] = []
            func note(_ method: String, _ template: String, _ status: Int, _ answer: TestResponse) throws {
                calls.append(
                    Call(
                        method: method, template: template, status: (status, answer.status.code),
                        answer: try JSONValue(answer.bytes)))
            }
            func get(_ template: String, _ query: String = "") async throws {
                let path = template.replacing("{id}", with: "film").replacing("{number}", with: "1")
                try note("get", template, 200, await client.get(path + query))
            }
            try note(
                "put", "/storyboards/{id}", 202,
                await client.submit("film", #"{"chapters": 2, "title": "Film", "duration_ms": 90000}"#))
            let upload = "/storyboards/{id}/screenshots/{name}"
            for number in 1...2 {
                let answer = try await client.upload("ch\(number)_\(30 * number)s.jpg", ServedWork.picture(number))
                try note("put", upload, 201, answer)
            }
            try note(
                "post", upload, 200, await client.upload("ch1_30s.jpg", ServedWork.picture(1), method: .post))
            #expect(
                try await work.comes {
                    try await work.library.catalog.job(of: StoryboardID(naming: "film"))?.state == .completed
                })
            _ = try await client.submit("broken", #"{"chapters": 1, "arrival_timeout_s": 0}"#)
            #expect(
                try await work.comes {
                    try await work.library.catalog.job(of: StoryboardID(naming: "broken"))?.state == .failed
                })
            for path in ["/", "/jobs", "/jobs/{number}", "/storyboards", "/health", "/ready"] { try await get(path) }
            try await get("/storyboards/{id}/tile", "?t=31")
            for name in ["vidstack", "jellyfin"] { try await get("/storyboards/{id}/\(name).json") }
            for path in ["/geo/chapters/{id}/thumbnails", "/geo/data/screenshot-status/{id}", "/api/v1/health"] {
                try await get(path)
            }
            for path in ["/auth/geo/data/screenshot-status/{id}", "/api/v1/status/{id}", "/api/v1/downloads/queue"] {
                try await get(path)
            }
            for path in ["/api/v1/downloads/videos", "/api/v1/downloads/structure"] { try await get(path) }
            try note("post", "/events/s3", 200, event)
            let imported = try await client.execute(
                uri: "/events/files", method: .post, headers: [.contentType: "application/json"],
                body: ByteBuffer(string: #"{"eventType": "Test"}"#)
            ) { $0 }
            try note("post", "/events/files", 200, imported)
            try note("post", "/admin/purge", 200, await client.execute(uri: "/admin/purge", method: .post) { $0 })
            let retry = try await client.execute(uri: "/jobs/2/retry", method: .post) { $0 }
            try note("post", "/jobs/{number}/retry", 202, retry)
            let again = try await client.execute(uri: "/api/v1/downloads/retry/broken", method: .post) { $0 }
            try note("post", "/api/v1/downloads/retry/{id}", 200, again)
            _ = try await client.submit("waiting", #"{"chapters": 9}"#)
            let cancelled = try await client.execute(uri: "/jobs/3/cancel", method: .post) { $0 }
            try note("post", "/jobs/{number}/cancel", 200, cancelled)
            let here = #"{"path": "john/site/here.mp4"}"#
            try note("post", "/api/v1/download", 202, await client.askForDownload(here))
            let taken = try await client.execute(uri: "/api/v1/downloads/waiting", method: .delete) { $0 }
            try note("delete", "/api/v1/downloads/{id}", 200, taken)
            for template in [upload, "/storyboards/{id}"] {
                let path = template.replacing("{id}", with: "film").replacing("{name}", with: "ch2_60s.jpg")
                let purged = try await client.execute(uri: path + "?now=true", method: .delete) { $0 }
                try note("delete", template, 200, purged)
            }
            return (try JSONValue(await client.get("/openapi.json").bytes), calls)
        }
    }

    /// Whether players, older clients or probes define the format of a path's answers.
    private static func isForeign(_ template: String) -> Bool {
        ["/geo/", "/auth/geo/", "/api/v1/"].contains { template.hasPrefix($0) }
            || ["/health", "/ready", "/storyboards/{id}/vidstack.json", "/storyboards/{id}/jellyfin.json"].contains(
                template)
    }

    @Test func `answers have the members that are described, and no others`() async throws {
        let (document, calls) = try await answers()
        for call in calls {
            let name = "\(call.method) \(call.template)"
            #expect(call.status.actual == call.status.expected, "\(name)")
            let schema = try #require(
                DescribedSchema(of: call.method, call.template, "\(call.status.expected)", in: document), "\(name)")
            #expect(schema.faults(of: call.answer) == [], "\(name)")
        }
        // Whoever adds a route with a JSON answer adds a call here.
        let asked = Set(calls.map { "\($0.method) \($0.template)" })
        let described = (document["paths"]?.members ?? [:]).flatMap { path, operations in
            operations.members.filter { _, operation in
                (operation["responses"]?.members ?? [:]).contains { status, answer in
                    status.hasPrefix("2") && answer["content", "application/json"] != nil
                }
            }.map { "\($0.key) \(path)" }
        }
        let others: Set = [
            "get /openapi.json", "get /storyboards/{id}/mosaic.json", "get /api/v1/downloads/stream/{path}",
        ]
        #expect(Set(described).subtracting(others).subtracting(asked) == [])
    }

    @Test func `documents have a version, and formats that others define have none`() async throws {
        for call in try await answers().calls {
            let version: JSONValue? = Self.isForeign(call.template) ? nil : .number(1)
            #expect(call.answer["version"] == version, "\(call.method) \(call.template)")
            #expect(call.answer["job", "version"] == nil && call.answer["data", "version"] == nil)
        }
    }
}

import Foundation
import HTTPFetching
import ScrubFixtures
import Testing

@testable import ScrubPreview

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A new `URLCache` in the same folder stands for the next start of an app.
@Suite struct ResourceCacheTests {
    private static let hashed = "/0.40aa625e90bc8b57f8775b1e8507a0ac.jpg"

    private let folder = temporaryFolder()

    private func options() -> ThumbnailTrack.Options {
        .forTests { $0.cache = .forSheets(in: folder) }
    }

    /// Loads the track with a new cache and shows its first tile.
    private func start(_ url: URL) async throws -> [UInt8] {
        let track = try await ThumbnailTrack.load(from: url, options: options())
        return try await track.picture(for: #require(track.tile(numbered: 0))).bytes
    }

    /// A server whose track has an entity tag, and that knows the condition.
    private func server(
        tag: String? = "\"1\"", sheet: @escaping @Sendable () -> LoopbackAnswer
    ) throws -> LoopbackServer {
        let track = writtenTrack([Self.hashed.dropFirst() + "#xywh=0,0,64,48"])
        return try LoopbackServer { request in
            guard request.path == "/t.vtt" else { return sheet() }
            if let tag, request["If-None-Match"] == tag { return LoopbackAnswer(status: 304) }
            return LoopbackAnswer(track, headers: tag.map { ["ETag": $0] } ?? [:])
        }
    }

    private func url(_ server: LoopbackServer) throws -> URL {
        try #require(URL(string: server.address("/t.vtt")))
    }

    @Test func `a sheet that never changes is downloaded once, and the track is validated at each start`()
        async throws
    {
        defer { try? FileManager.default.removeItem(at: folder) }
        let sheet = try ServedFilm.sheet(0)
        let server = try server { LoopbackAnswer(sheet) }
        for _ in 0..<3 { #expect(try await start(url(server)) == DrawnSheet.picture(seed: 0)) }
        #expect(server.count(of: Self.hashed) == 1)
        let conditions = server.requests.filter { $0.path == "/t.vtt" }.map { $0["If-None-Match"] }
        #expect(conditions == [nil, "\"1\"", "\"1\""])
    }

    @Test func `a track without an entity tag is downloaded each time`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let sheet = try ServedFilm.sheet(0)
        let server = try server(tag: nil) { LoopbackAnswer(sheet) }
        for _ in 0..<2 { _ = try await start(url(server)) }
        #expect(server.requests.filter { $0["If-None-Match"] != nil }.isEmpty)
        #expect(server.count(of: "/t.vtt") == 2)
    }

    @Test func `a sheet that may change takes no space in the cache`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let sheet = try ServedFilm.sheet(0)
        let server = try LoopbackServer { request in
            request.path == "/t.vtt"
                ? LoopbackAnswer(writtenTrack(["sheet.jpg#xywh=0,0,64,48"]))
                : LoopbackAnswer(sheet, headers: ["ETag": "\"1\""])
        }
        let cache = URLCache.forSheets(in: folder)
        let track = try await ThumbnailTrack.load(from: url(server), options: .forTests { $0.cache = cache })
        _ = try await track.picture(for: #require(track.tile(numbered: 0)))
        let stored = try #require(URL(string: server.address("/sheet.jpg")))
        #expect(cache.cachedResponse(for: URLRequest(url: stored)) == nil)
    }

    @Test func `a page in place of a sheet, and a sheet that forbids it, are not kept`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let sheet = try ServedFilm.sheet(0)
        let answers = Locked([
            LoopbackAnswer("<html>Sign in to this network</html>"),
            LoopbackAnswer(sheet, headers: ["Cache-Control": "private, no-store"]), LoopbackAnswer(sheet),
        ])
        let server = try server { answers.withLock { $0.removeFirst() } }
        await #expect(throws: ScrubPreviewError.self) { _ = try await start(url(server)) }
        for _ in 0..<3 { #expect(try await start(url(server)) == DrawnSheet.picture(seed: 0)) }
        #expect(server.count(of: Self.hashed) == 3)
    }

    @Test func `addresses that differ in their query do not answer for each other`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try LoopbackServer { request in
            LoopbackAnswer(writtenTrack([request.query ?? ""]), headers: ["ETag": "\"\(request.query ?? "")\""])
        }
        for query in ["a", "b", "a"] {
            let url = try #require(URL(string: server.address("/t.vtt?\(query)")))
            let track = try await ThumbnailTrack.load(from: url, options: options())
            #expect(track.tile(numbered: 0)?.sheet.lastPathComponent == query)
        }
    }

    @Test func `responses are not stored on disk unless the app gives a cache`() async throws {
        let sheet = try ServedFilm.sheet(0)
        let server = try server { LoopbackAnswer(sheet) }
        for _ in 0..<2 { _ = try await ThumbnailTrack.load(from: url(server), options: .forTests()) }
        #expect(server.requests.allSatisfy { $0["If-None-Match"] == nil })
    }
}

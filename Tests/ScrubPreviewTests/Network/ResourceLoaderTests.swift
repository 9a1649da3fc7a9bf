import Foundation
import ScrubFixtures
import Testing
import WebVTT

@testable import ScrubPreview

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct ResourceLoaderTests {
    private static let track = "https://films.example/film/t.vtt"
    private static let hashed = "sheet-0.40aa625e90bc8b57f8775b1e8507a0ac.jpg"

    private func options(_ loader: some ResourceLoader) -> ThumbnailTrack.Options {
        .forTests { $0.loader = loader }
    }

    private func failure(_ loader: some ResourceLoader) async throws -> ScrubPreviewError? {
        let url = try #require(URL(string: Self.track))
        return await ScrubPreviewTests.failure {
            _ = try await ThumbnailTrack.load(from: url, options: options(loader))
        }
    }

    @Test func `a track needs no network where a loader has its files`() async throws {
        let loader = MemoryLoader([
            "/film/t.vtt": Array(writtenTrack(["\(Self.hashed)#xywh=64,0,64,48"]).utf8),
            "/film/\(Self.hashed)": try ServedFilm.sheet(0),
        ])
        let url = try #require(URL(string: Self.track))
        let track = try await ThumbnailTrack.load(from: url, options: options(loader))
        let tile = try #require(track.tile(at: .zero))
        #expect(try await track.jpeg(for: tile) == DrawnSheet.picture(seed: 1))
        #expect(loader.requests.map(\.kind) == [.track, .sheet])
        #expect(loader.requests.map(\.isImmutable) == [false, true])
        #expect(loader.requests.map(\.byteLimit) == [8 << 20, 32 << 20])
    }

    @Test func `a request sets the cache policy of the session`() throws {
        func policy(_ name: String, _ kind: ResourceRequest.Kind) throws -> URLRequest.CachePolicy {
            let url = try #require(URL(string: "https://films.example/\(name)"))
            let request = ResourceRequest(
                url: url, kind: kind, byteLimit: 1, timeouts: Timeouts(idle: .seconds(7)), entityTag: "\"a\"")
            #expect(request.urlRequest.timeoutInterval == 7)
            #expect(request.urlRequest.value(forHTTPHeaderField: "If-None-Match") == "\"a\"")
            return request.urlRequest.cachePolicy
        }
        #expect(try policy(Self.hashed, .sheet) == .returnCacheDataElseLoad)
        #expect(try policy(Self.hashed + "?token=a", .sheet) == .returnCacheDataElseLoad)
        #expect(try policy("t.vtt", .track) == .reloadRevalidatingCacheData)
        // A document is no sheet, a name without a hash says nothing, and neither do 31 digits or capitals.
        #expect(try policy(Self.hashed, .track) == .reloadRevalidatingCacheData)
        for name in [
            "0.jpg", "a.\(String(repeating: "a", count: 31)).jpg", "a.\(String(repeating: "A", count: 32)).jpg",
        ] {
            #expect(try policy(name, .sheet) == .useProtocolCachePolicy, "\(name)")
        }
    }

    @Test func `a loader's status, length and broken connection count like a server's`() async throws {
        #expect(try await failure(MemoryLoader())?.code == .notFound)
        let long = MemoryLoader(["/film/t.vtt": [UInt8](repeating: 10, count: 8 << 20 | 1)])
        #expect(try await failure(long)?.code == .limitExceeded)
        let broken = MemoryLoader(failing: URLError(.networkConnectionLost))
        #expect(try await failure(broken)?.code == .unavailable)
        #expect(broken.requests.count == 3)
    }

    @Test func `a loader's own error reaches the caller after one try`() async throws {
        struct SignedOut: Error {}
        let loader = MemoryLoader(failing: SignedOut())
        let url = try #require(URL(string: Self.track))
        await #expect(throws: SignedOut.self) {
            _ = try await ThumbnailTrack.load(from: url, options: options(loader))
        }
        #expect(loader.requests.count == 1)
    }

    @Test func `a loader that takes too long is cancelled`() async throws {
        struct Slow: ResourceLoader {
            func load(_ request: ResourceRequest) async throws -> ResourceAnswer {
                try await Task.sleep(for: .seconds(600))
                return ResourceAnswer(url: request.url, bytes: [])
            }
        }
        let url = try #require(URL(string: Self.track))
        var options = options(Slow())
        options.timeouts.total = .milliseconds(20)
        let failure = await ScrubPreviewTests.failure {
            _ = try await ThumbnailTrack.load(from: url, options: options)
        }
        #expect(failure?.code == .timedOut)
    }

    @Test func `the result of a session becomes an answer`() throws {
        let url = try #require(URL(string: Self.track))
        let request = ResourceRequest(url: url, kind: .track, byteLimit: 9, timeouts: Timeouts(), entityTag: nil)
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 203, httpVersion: nil, headerFields: ["ETag": "x"]))
        let answer = ResourceAnswer(Data([1, 2]), response, to: request)
        #expect((answer.url, answer.status, answer.bytes) == (url, 203, [1, 2]))
        #expect(answer.headers["ETag"] ?? answer.headers["Etag"] == "x")
    }
}

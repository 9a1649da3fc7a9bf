import Foundation
import ScrubFixtures
import Testing

@testable import ScrubPreview

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct SessionLoaderTests {
    private func loader(headers: [String: String] = [:]) -> SessionLoader {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = headers
        return SessionLoader(configuration)
    }

    private func options(_ loader: SessionLoader) -> ThumbnailTrack.Options {
        .forTests { $0.loader = loader }
    }

    @Test func `an app's session loads track and sheets with its own header fields`() async throws {
        let film = try ServedFilm()
        let track = try await ThumbnailTrack.load(
            from: film.url, options: options(loader(headers: ["Authorization": "Bearer abc"])))
        let tile = try #require(track.tile(numbered: 5))
        #expect(try await track.jpeg(for: tile) == DrawnSheet.picture(seed: 5))
        #expect(film.files.server.requests.map { $0["Authorization"] } == ["Bearer abc", "Bearer abc"])
    }

    @Test func `redirects of the session lead to the address that relative ones resolve against`() async throws {
        let film = try ServedFilm()
        let moved = try ServedFiles(["/t.vtt": .redirect(to: film.url.absoluteString)])
        let track = try await ThumbnailTrack.load(from: moved.url("/t.vtt"), options: options(loader()))
        #expect(track.report?.finalURL == film.url)
        #expect(track.tile(numbered: 0)?.sheet.port == film.url.port)
    }

    @Test func `a session that exists becomes a loader by its results`() async throws {
        struct Existing: ResourceLoader {
            let session: URLSession

            func load(_ request: ResourceRequest) async throws -> ResourceAnswer {
                let (data, response) = try await session.data(for: request.urlRequest)
                return ResourceAnswer(data, response, to: request)
            }
        }
        let film = try ServedFilm()
        let existing = Existing(session: URLSession(configuration: .ephemeral))
        let track = try await ThumbnailTrack.load(from: film.url, options: .forTests { $0.loader = existing })
        let tile = try #require(track.tile(numbered: 2))
        #expect(try await track.jpeg(for: tile) == DrawnSheet.picture(seed: 2))
    }

    @Test func `a body without an end is broken off at the limit`() async throws {
        let endless = LoopbackAnswer([UInt8](repeating: 7, count: 5000), manner: .endless)
        let files = try ServedFiles(["/t.vtt": endless])
        let failure = await failure {
            _ = try await ThumbnailTrack.load(from: files.url("/t.vtt"), options: options(loader()))
        }
        #expect(failure?.code == .limitExceeded)
    }
}

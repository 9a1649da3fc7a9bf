import FilmFixtures
import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

/// The storyboards of videos.
struct VideoStoryboardTests {
    private let work: ServedWork

    init() throws {
        work = try ServedWork()
        try work.folder.makeFolder("videos/john/tiktok")
    }

    private func ask(
        works: Bool, _ test: @escaping @Sendable (any TestClientProtocol, [String: Any]) async throws -> Void
    ) async throws {
        let work = work
        try await work.ask(works: works) {
            $0.work.videoRoots = [work.folder.path("videos")]
            $0.opensDownloads = true
            $0.work.firstCompositionWait = works ? 120 : 0.1
        } _: { client async throws in
            let isIndexed = try await work.comes {
                try await work.library.videos?.videos(VideoQuery()).total == 1
            }
            #expect(isIndexed)
            let videos = try await client.get("/api/v1/downloads/videos").json?["videos"] as? [[String: Any]]
            try await test(client, try #require(videos?.first))
        }
    }

    @Test func `the first request for a video's poster submits a job for its film`() async throws {
        try work.folder.write([1], to: "videos/john/tiktok/film.mp4", modified: 1)
        try work.folder.write(
            Array(#"{"title": "Video Title", "duration": 30, "platform": "tiktok"}"#.utf8),
            to: "videos/john/tiktok/film.json", modified: 1)
        try await ask(works: false) { client, video async throws in
            let answer = try await client.get(try #require(video["poster_url"] as? String))
            #expect(answer.status == .serviceUnavailable && answer.errorCode == "not_yet")
        }
        let job = try #require(try await work.library.catalog.job(JobNumber(rawValue: 1)))
        let request = try job.request()
        #expect(job.storyboard == VideoPath(rawValue: "john/tiktok/film.mp4")?.storyboard)
        #expect(request.source.filmPath == work.folder.path("videos/john/tiktok/film.mp4"))
        #expect(request.title == "Video Title" && request.settle == 0)
    }

    @Test func `a video may be named as the source of another storyboard`() async throws {
        try work.folder.write([1], to: "videos/john/tiktok/film.mp4", modified: 1)
        try await ask(works: false) { client, _ async throws in
            let answer = try await client.submit("other", #"{"source": "john/tiktok/film.mp4"}"#)
            #expect(answer.status == .accepted)
        }
    }

    @Test func `audio and unknown names have no storyboard`() async throws {
        try work.folder.write([1], to: "videos/john/tiktok/sound.mp3", modified: 1)
        try await ask(works: false) { client, video async throws in
            #expect(video["storyboard"] == nil)
            let id = StoryboardID(naming: "john/tiktok/sound")
            #expect(try await client.get("/storyboards/\(id)/thumbnails.vtt").status == .notFound)
        }
        #expect(try await work.library.catalog.jobs(JobQuery()).isEmpty)
    }

    @Test(.enabled(if: FramesTool.isReady, "\(FramesTool.missing)"))
    func `track, tile, preview and poster of a video follow from its file`() async throws {
        FilmProgram.find { FramesTool.path.map(FilmProgram.init(path:)) }
        let film = try Array(Data(contentsOf: URL(filePath: Film.partlyBlack.path())))
        try work.folder.write(film, to: "videos/john/tiktok/film.mp4", modified: 1)
        try await ask(works: true) { client, video async throws in
            let poster = try await client.get(try #require(video["poster_url"] as? String))
            #expect(poster.status == .ok && poster.bytes.starts(with: [0xFF, 0xD8]))
            let track = try await client.get(try #require(video["track_url"] as? String))
            #expect(track.status == .ok && track.bytes.starts(with: "WEBVTT".utf8))
            let tile = try #require(video["tile_url"] as? String)
            #expect(try await client.get(tile + "?t=11").status == .ok)
            #expect(try await client.get(try #require(video["preview_url"] as? String)).status == .ok)
        }
    }
}

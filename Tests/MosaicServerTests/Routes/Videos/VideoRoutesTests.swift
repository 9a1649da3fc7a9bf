import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

struct VideoRoutesTests {
    private struct Page: Decodable {
        let videos: [Video]
        let total: Int
        let has_more: Bool
    }

    private let work: ServedWork

    init() throws {
        work = try ServedWork()
        for (path, bytes, modified) in [
            ("john/tiktok/video_1.mp4", 10_240, 1_702_742_400.0), ("john/tiktok/video_2.MKV", 3, 1_702_742_500.5),
            ("john/tiktok/sound.mp3", 2, 1_600_000_000), ("jane/web/film 1?.webm", 1, 1_500_000_000),
        ] {
            try work.folder.makeFolder("videos/" + path.split(separator: "/").dropLast().joined(separator: "/"))
            try work.folder.write(Array(repeating: 0, count: bytes), to: "videos/" + path, modified: modified)
        }
    }

    /// Asks a server once its index has all videos.
    private func ask<Value: Sendable>(
        _ change: (inout ServerSettings) -> Void = { _ in },
        _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        let work = work
        return try await work.ask(works: false) {
            $0.work.videoRoots = [work.folder.path("videos")]
            $0.opensDownloads = true
            change(&$0)
        } _: { client async throws in
            let isIndexed = try await work.comes {
                try await work.library.videos?.videos(VideoQuery()).total == 4
            }
            #expect(isIndexed)
            return try await test(client)
        }
    }

    @Test func `a page of videos is what the models of apps decode, with more about films`() async throws {
        try await ask { client async throws in
            let answer = try await client.get("/api/v1/downloads/videos?sort=newest&limit=50")
            #expect(answer.status == .ok && answer.headers[.contentType] == "application/json")
            let page = try answer.decoded(Page.self)
            #expect(page.total == 4 && !page.has_more)
            #expect(
                page.videos.map(\.path) == [
                    "john/tiktok/video_2.MKV", "john/tiktok/video_1.mp4", "john/tiktok/sound.mp3",
                    "jane/web/film 1?.webm",
                ])
            let video = try #require(page.videos.dropFirst().first)
            #expect(video.id == "john/tiktok/video_1.mp4" && video.filename == "video_1.mp4")
            #expect(video.username == "john" && video.genre == "tiktok" && video.extension == ".mp4")
            #expect(video.sizeBytes == 10_240 && video.sizeFormatted == "10.0 KB")
            #expect(video.modifiedAt == 1_702_742_400 && video.modifiedFormatted.hasSuffix(" ago"))
            #expect(page.videos.first?.extension == ".MKV" && page.videos.first?.modifiedAt == 1_702_742_500)
            let all = try #require(answer.json?["videos"] as? [[String: Any]])
            let id = StoryboardID(naming: "john/tiktok/video_1")
            let base = "/storyboards/\(id)/"
            #expect(all[1]["storyboard"] as? String == id.rawValue)
            #expect(all[1]["track_url"] as? String == base + "thumbnails.vtt")
            #expect(all[1]["tile_url"] as? String == base + "tile")
            #expect(all[1]["preview_url"] as? String == base + "preview")
            #expect(all[1]["poster_url"] as? String == base + "poster.jpg?t=1&width=640")
            #expect(all[2]["storyboard"] == nil && all[2]["poster_url"] == nil)
            let document = try JSONValue(await client.get("/openapi.json").bytes)
            let schema = try #require(
                DescribedSchema(of: "get", "/api/v1/downloads/videos", "200", in: document))
            #expect(schema.faults(of: try JSONValue(answer.bytes)) == [])
        }
    }

    @Test func `filters, orders and pages are those of the query`() async throws {
        try await ask { client async throws in
            func files(_ query: String) async throws -> [String] {
                try await client.get("/api/v1/downloads/videos" + query).decoded(Page.self).videos.map(\.filename)
            }
            #expect(try await files("?username=john&sort=name") == ["sound.mp3", "video_1.mp4", "video_2.MKV"])
            #expect(try await files("?genre=web") == ["film 1?.webm"])
            #expect(try await files("?username=jane&genre=tiktok") == [])
            #expect(try await files("?search=VIDEO_&sort=size&username=") == ["video_1.mp4", "video_2.MKV"])
            #expect(try await files("?search=1%3F") == ["film 1?.webm"])
            #expect(try await files("?sort=oldest&limit=1") == ["film 1?.webm"])
            let page = try await client.get("/api/v1/downloads/videos?limit=2&offset=1").decoded(Page.self)
            #expect(page.videos.map(\.filename) == ["video_1.mp4", "sound.mp3"])
            #expect(page.total == 4 && page.has_more)
            let head = try await client.execute(uri: "/api/v1/downloads/videos", method: .head) { $0 }
            #expect(head.status == .ok && head.bytes.isEmpty)
        }
    }

    @Test(arguments: [
        "sort=best", "sort=id", "limit=0", "limit=1001", "limit=x", "offset=-1", "user=john", "token=abc",
        "sort=name&sort=size", "Sort=name",
    ])
    func `a parameter that makes no sense is refused by name`(query: String) async throws {
        try await ask { client async throws in
            let answer = try await client.get("/api/v1/downloads/videos?" + query)
            #expect(answer.status == .badRequest && answer.errorCode == "invalid_request")
            #expect(answer.text.contains(query.prefix { $0 != "=" } + " "), "\(answer.text)")
        }
    }

    @Test func `the structure counts the videos of each user and genre`() async throws {
        try await ask { client async throws in
            let answer = try await client.get("/api/v1/downloads/structure")
            let expected = """
                {"total_size_formatted":"10 KB","total_videos":4,"users":[\
                {"genres":{"web":{"count":1,"size_formatted":"1 B"}},"total_size_formatted":"1 B","total_videos":1,\
                "username":"jane"},\
                {"genres":{"tiktok":{"count":3,"size_formatted":"10 KB"}},"total_size_formatted":"10 KB",\
                "total_videos":3,"username":"john"}]}
                """
            #expect(answer.text == expected)
            let document = try JSONValue(await client.get("/openapi.json").bytes)
            let schema = try #require(
                DescribedSchema(of: "get", "/api/v1/downloads/structure", "200", in: document))
            #expect(schema.faults(of: try JSONValue(answer.bytes)) == [])
            #expect(try await client.get("/api/v1/downloads/structure?x=1").status == .badRequest)
        }
    }

    @Test func `the lists follow the files while the server runs`() async throws {
        try await ask { client async throws in
            try work.folder.write([1], to: "videos/john/tiktok/new.mp4")
            try work.folder.remove("videos/jane/web/film 1?.webm")
            let isCurrent = try await work.comes {
                let page = try await client.get("/api/v1/downloads/videos?sort=name").decoded(Page.self)
                return page.videos.map(\.filename) == ["new.mp4", "sound.mp3", "video_1.mp4", "video_2.MKV"]
            }
            #expect(isCurrent)
        }
    }

    @Test func `URLs are absolute where the server knows its own, and lists are empty without roots`() async throws {
        try await ask {
            $0.publicURL = "https://films.example"
        } _: { client async throws in
            let answer = try await client.get("/api/v1/downloads/videos?limit=1")
            let video = (answer.json?["videos"] as? [[String: Any]])?.first
            #expect((video?["track_url"] as? String)?.hasPrefix("https://films.example/storyboards/") == true)
        }
        try await work.ask(works: false) {
            $0.opensDownloads = true
        } _: { client async throws in
            let page = try await client.get("/api/v1/downloads/videos").decoded(Page.self)
            #expect(page.videos.isEmpty && page.total == 0 && !page.has_more)
        }
    }

    @Test func `signs the URLs of storyboards if reading requires a token`() async throws {
        try await ask {
            ($0.token, $0.reading) = ("secret", .token)
        } _: { client async throws in
            let answer = try await client.get("/api/v1/downloads/videos?limit=1", [.authorization: "Bearer secret"])
            let video = try #require((answer.json?["videos"] as? [[String: Any]])?.first)
            let poster = try #require(video["poster_url"] as? String)
            #expect(poster.contains("/poster.jpg?t=1&width=640&exp="))
            #expect((video["tile_url"] as? String)?.hasSuffix("/tile") == true, "Clients add ?t= and a time.")
            for name in ["track_url", "preview_url"] {
                #expect((video[name] as? String)?.contains("?exp=") == true, "\(name)")
            }
            #expect(try await client.get(poster).status != .unauthorized)
        }
    }

    @Test func `a root that is not there is refused when the server starts`() throws {
        let error = #expect(throws: MosaicError.self) {
            _ = try work.application { $0.work.videoRoots = ["/nowhere/at/all"] }
        }
        #expect(error?.code == .invalidSettings && error?.reason == "There is no folder /nowhere/at/all.")
    }
}

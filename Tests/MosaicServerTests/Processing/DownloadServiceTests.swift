import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import NIOCore
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

/// Videos of URLs, fetched by a program of the tests.
struct DownloadServiceTests {
    let work: ServedWork
    let program: ScriptedDownloader

    init() throws {
        work = try ServedWork()
        program = try ScriptedDownloader(in: work.folder)
        try work.folder.makeFolder("videos")
    }

    /// Asks a server that fetches, and composes nothing.
    func ask<Value: Sendable>(
        _ change: (inout ServerSettings) -> Void = { _ in },
        _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        try await work.ask(works: false) {
            $0.opensDownloads = true
            $0.work.videoRoots = [work.folder.path("videos")]
            $0.work.downloads.command = Secret(program.command)
            $0.work.downloads.firstDelay = 0.02
            change(&$0)
        } _: {
            try await test($0)
        }
    }

    private func state(_ id: String) async throws -> DownloadState? {
        try await work.library.downloads?.download(#require(DownloadID(rawValue: id)))?.state
    }

    private func comes(_ id: String, to state: DownloadState) async throws -> Bool {
        try await work.comes { try await self.state(id) == state }
    }

    @Test func `a URL becomes a video, its companion and a job`() async throws {
        try await ask { client async throws in
            let answer = try await client.download("https://films.example/slow")
            let id = try #require(answer.json?["id"] as? String)
            #expect(answer.status == .accepted && answer.json?["status"] as? String == "pending")
            #expect(answer.headers[.location] == "/api/v1/status/\(id)")
            #expect(
                try await work.comes {
                    try await client.get("/api/v1/status/\(id)").json?["progress"] as? Int == 37
                })
            let queue = try await client.get("/api/v1/downloads/queue").json
            #expect((queue?["downloading"] as? [[String: Any]])?.map { $0["id"] as? String } == [id])
            #expect((queue?["counts"] as? [String: Int]) == ["downloading": 1, "pending": 0, "failed": 0, "total": 1])
            try program.letGo()
            #expect(try await comes(id, to: .completed))
            let status = try #require(try await client.get("/api/v1/status/\(id)").json)
            #expect(status["path"] as? String == "default/site/A film.mp4" && status["progress"] as? Int == 100)
            #expect(status["title"] as? String == "A film: \"one\"" && status["error"] == nil)
            let storyboard = try #require(status["storyboard"] as? String)
            let job = try #require(try await work.library.catalog.job(of: StoryboardID(naming: storyboard)))
            let request = try job.request()
            #expect(request.title == "A film: \"one\"" && request.settle == 0)
            #expect(request.source.folder.hasSuffix("/videos/default/site/A film.mp4"))
            #expect(try await client.get("/api/v1/status/\(storyboard)").json?["status"] as? String == "pending")
            #expect(try work.folder.names(in: "videos/default/site") == ["A film.json", "A film.mp4"])
            #expect(!program.environment.contains { $0.hasPrefix("MOSAIC") } && program.runs == 1)
        }
    }

    @Test func `a server whose folder of downloads is a link starts without the downloader`() async throws {
        try work.folder.makeFolder("private")
        try work.folder.write([1], to: "private/0a-1-2-3", modified: 1)
        try FileManager.default.createSymbolicLink(
            atPath: work.folder.path("videos/.mosaic-downloads"), withDestinationPath: work.folder.path("private"))
        try await ask { client async throws in
            let answer = try await client.download("https://films.example/ok")
            #expect(answer.errorCode == "not_configured" && program.runs == 0)
            #expect(try await client.get("/health").status == .ok)
            #expect(try work.folder.names(in: "private") == ["0a-1-2-3"])
        }
    }

    @Test func `apps find the video in the list, and decode its metadata`() async throws {
        try await ask { client async throws in
            let id = try #require(try await client.download("https://films.example/ok").json?["id"] as? String)
            #expect(try await comes(id, to: .completed))
            let list = "/api/v1/downloads/videos"
            #expect(try await work.comes { try await client.get(list).json?["total"] as? Int == 1 })
            let video = try #require((try await client.get(list).json?["videos"] as? [[String: Any]])?.first)
            #expect(video["path"] as? String == "default/site/A film.mp4" && video["genre"] as? String == "site")
            let companion = try await client.get("/api/v1/downloads/stream/default/site/A%20film.json")
            let metadata = try companion.decoded(VideoMetadata.self)
            #expect(metadata.id == "x1" && metadata.platform == "site" && metadata.duration == 30)
            #expect(metadata.durationFormatted == "0:30" && metadata.uploadDateFormatted == "2024-12-15")
            #expect(metadata.viewCount == 12_345 && metadata.likeCount == 500 && metadata.uploader == "@someone")
            #expect(metadata.thumbnail == "https://pictures.example/x1.jpg")
            #expect(metadata.downloadedAt?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) != nil)
            let film = try await client.get("/api/v1/downloads/stream/default/site/A%20film.mp4")
            #expect(film.bytes == [UInt8](repeating: 7, count: 5_000))
        }
    }

    private static func token(_ subject: String) -> String {
        ForgedToken.hs256(#"{"exp":4102444800,"scope":"write","sub":"\#(subject)"}"#)
    }

    @Test func `a signed token's subject is the folder`() async throws {
        try await ask {
            $0.jwtKey = .secret(ForgedToken.secret)
            $0.token = "secret"
        } _: { client async throws in
            for (bearer, name) in [
                (Self.token("john"), "john"), (Self.token("../x"), PathPart.naming("../x", or: "default")),
                ("secret", "default"),
            ] {
                let answer = try await client.download("https://films.example/ok?\(name)", token: bearer)
                #expect(answer.json?["username"] as? String == name)
                let id = try #require(answer.json?["id"] as? String)
                #expect(try await comes(id, to: .completed))
                #expect(try work.folder.names(in: "videos/\(name)/site") == ["A film.json", "A film.mp4"])
            }
            let read = ForgedToken.hs256(#"{"exp":4102444800,"scope":"read","sub":"john"}"#)
            #expect(try await client.download("https://films.example/ok", token: read).status == .forbidden)
            #expect(try await client.download("https://films.example/ok").status == .unauthorized)
        }
    }

    @Test func `retries a failed download, at most three attempts`() async throws {
        try await ask { client async throws in
            let twice = try #require(try await client.download("https://films.example/twice").json?["id"] as? String)
            #expect(try await comes(twice, to: .completed))
            #expect(program.runs == 3)
            let never = try #require(try await client.download("https://films.example/never").json?["id"] as? String)
            #expect(try await comes(never, to: .failed))
            #expect(program.runs == 6)
            let status = try #require(try await client.get("/api/v1/status/\(never)").json)
            #expect(status["error"] as? String == "ERROR: Video unavailable It was tried 3 times.")
            #expect(status["failures"] as? Int == 3 && status["status"] as? String == "failed")
            let again = try await client.execute(uri: "/api/v1/downloads/retry/\(never)", method: .post) { $0 }
            #expect(again.status == .ok && again.json?["status"] as? String == "pending")
            #expect(again.json?["failures"] as? Int == 0 && again.json?["success"] as? Bool == true)
            #expect(try await work.comes { program.runs == 9 })
            #expect(try await comes(never, to: .failed))
            let done = try await client.execute(uri: "/api/v1/downloads/retry/\(twice)", method: .post) { $0 }
            #expect(done.status == .conflict)
            #expect(try await client.cancel(never).status == .conflict)
        }
    }

    @Test func `a URL loses its query at the end, and is requested anew instead of tried again`() async throws {
        try await ask { client async throws in
            let url = "https://films.example/none?token=s3cr3t-value"
            let begun = try await client.download(url).json
            let id = try #require(begun?["id"] as? String)
            #expect(begun?["url"] as? String == url)
            #expect(try await comes(id, to: .failed))
            let status = try await client.get("/api/v1/status/\(id)").json
            #expect(status?["url"] as? String == "https://films.example/none")
            let retry = try await client.execute(uri: "/api/v1/downloads/retry/\(id)", method: .post) { $0 }
            #expect(retry.status == .conflict && retry.text.contains("query"))
            let again = try await client.download(url)
            #expect(again.status == .accepted && again.json?["id"] as? String != id)
        }
    }

    @Test func `reports an exceeded limit without a retry`() async throws {
        try await ask {
            $0.work.downloads.bytes = 1 << 20
        } _: { client async throws in
            let id = try #require(try await client.download("https://films.example/huge").json?["id"] as? String)
            #expect(try await comes(id, to: .failed))
            #expect(program.runs == 1)
            #expect(try work.folder.names(in: "videos/.mosaic-downloads") == [])
        }
    }

    @Test(arguments: ["slow", "hangs", "stubborn"])
    func `one that is cancelled ends with its program, and begins anew by hand`(mode: String) async throws {
        try await ask { client async throws in
            let id = try #require(try await client.download("https://films.example/\(mode)").json?["id"] as? String)
            #expect(try await comes(id, to: .downloading))
            #expect(try await work.comes { !program.processes.isEmpty })
            let answer = try await client.cancel(id)
            #expect(answer.status == .ok && answer.json?["status"] as? String == "cancelled")
            for process in program.processes {
                #expect(try await work.comes { ScriptedDownloader.hasEnded(process) })
            }
            #expect(try await work.comes { try work.folder.names(in: "videos/.mosaic-downloads") == [] })
            #expect(try await client.cancel(id).status == .ok, "It is cancelled already.")
            #expect(try await state(id) == .cancelled)
            guard mode == "slow" else { return }
            try program.letGo()
            _ = try await client.execute(uri: "/api/v1/downloads/retry/\(id)", method: .post) { $0 }
            #expect(try await comes(id, to: .completed))
        }
    }

    @Test func `a stopping server releases its downloads, and the next one resumes them`() async throws {
        let id = try await ask { client async throws in
            let id = try #require(try await client.download("https://films.example/slow").json?["id"] as? String)
            #expect(try await work.comes { !program.processes.isEmpty })
            return id
        }
        #expect(try await state(id) == .pending)
        for process in program.processes { #expect(try await work.comes { ScriptedDownloader.hasEnded(process) }) }
        #expect(try work.folder.names(in: "videos/.mosaic-downloads") == [])
        try program.letGo()
        let isDone = try await ask { _ in try await comes(id, to: .completed) }
        #expect(isDone)
    }

    @Test func `one is fetched at a time, and the same one once`() async throws {
        try await ask { client async throws in
            let first = try #require(try await client.download("https://films.example/slow").json?["id"] as? String)
            #expect(try await comes(first, to: .downloading))
            let second = try #require(try await client.download("https://films.example/ok").json?["id"] as? String)
            #expect(try await client.download("https://films.example/slow").json?["id"] as? String == first)
            #expect(try await work.comes { program.runs == 1 })
            #expect(try await state(second) == .pending)
            try program.letGo()
            #expect(try await comes(first, to: .completed))
            #expect(try await comes(second, to: .completed))
        }
    }

    @Test func `a film that is here becomes a job, by its path below a root`() async throws {
        try work.folder.makeFolder("videos/john/tiktok")
        try work.folder.makeFolder("sources/deep")
        for path in ["videos/john/tiktok/video_123.mp4", "videos/john/tiktok/song.mp3", "sources/deep/film.MKV"] {
            try work.folder.write([1], to: path)
        }
        try await ask {
            $0.work.sourceRoots = [work.folder.path("sources")]
            $0.work.downloads.command = nil
        } _: { client async throws in
            for (path, title) in [
                ("john/tiktok/video_123.mp4", "john/tiktok/video_123"), ("deep/film.MKV", "deep/film"),
            ] {
                let answer = try await client.askForDownload(#"{"path": "\#(path)"}"#)
                let id = SourceNaming.path.id(of: title)
                #expect(answer.status == .accepted && answer.json?["id"] as? String == id.rawValue)
                #expect(answer.json?["completed_chapters"] as? Int == 0 && answer.json?["url"] == nil)
                let request = try await work.library.catalog.job(of: id)?.request()
                #expect(request?.title == title && request?.source.filmPath != nil)
                #expect(try await client.cancel(id.rawValue).json?["status"] as? String == "cancelled")
            }
            for path in [
                "john/tiktok/none.mp4", "john/tiktok/song.mp3", "../videos/john/tiktok/video_123.mp4", "deep", "",
                "/etc/passwd",
            ] {
                #expect(try await client.askForDownload(#"{"path": "\#(path)"}"#).status == .notFound, "\(path)")
            }
        }
    }

}

extension TestClientProtocol {
    /// Asks for a video.
    func download(_ url: String, token: String? = nil) async throws -> TestResponse {
        try await askForDownload(#"{"url": "\#(url)"}"#, token: token)
    }

    /// Sends the body of a download.
    func askForDownload(_ json: String, token: String? = nil) async throws -> TestResponse {
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[.authorization] = token.map { "Bearer \($0)" }
        return try await execute(
            uri: "/api/v1/download", method: .post, headers: headers, body: ByteBuffer(string: json)
        ) { $0 }
    }

    func cancel(_ id: String) async throws -> TestResponse {
        try await execute(uri: "/api/v1/downloads/\(id)", method: .delete) { $0 }
    }
}

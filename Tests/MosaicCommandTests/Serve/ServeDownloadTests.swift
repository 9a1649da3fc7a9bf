import Foundation
import MosaicFixtures
import Testing
import TestSupport

/// A server as a process that fetches videos by a program of the tests.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeDownloadTests {
    private struct Status: Decodable {
        let id: String
        let status: String
        let progress: Int?
        let path: String?
    }

    private let folder = TemporaryFolder()
    private let program: ScriptedDownloader

    init() throws {
        program = try ScriptedDownloader(in: folder)
        try folder.makeFolder("videos")
    }

    private func serve() async throws -> ServeProcess {
        try await ServeProcess(
            [
                "--library", folder.path("library"), "--video-root", folder.path("videos"), "--jobs", "0",
                "--downloader", program.command,
            ], in: folder, environment: ["MOSAIC_AUTH_TOKEN": "a-secret-token-of-this-test"])
    }

    private func ask(_ server: ServeProcess, _ method: String, _ path: String, _ json: String? = nil) throws -> Status {
        let fields = ["Authorization: Bearer a-secret-token-of-this-test", "Content-Type: application/json"]
        let answer = try ServeClient(port: server.port).ask(method, path, fields, json.map { Array($0.utf8) })
        return try JSONDecoder().decode(Status.self, from: Data(answer.body))
    }

    @Test func `a server ends the downloader that a killed one left, and downloads the video`() async throws {
        var server = try await serve()
        let id = try ask(server, "POST", "/api/v1/download", #"{"url": "https://films.example/slow"}"#).id
        #expect(try await eventually { try ask(server, "GET", "/api/v1/status/\(id)").progress == 37 })
        let left = program.processes
        #expect(left.count == 1 && !left.contains(where: ScriptedDownloader.hasEnded))
        server.kill()
        server = try await serve()
        for process in left { #expect(try await eventually { ScriptedDownloader.hasEnded(process) }) }
        #expect(try await eventually { program.runs == 2 })
        try program.letGo()
        #expect(try await eventually { try ask(server, "GET", "/api/v1/status/\(id)").status == "completed" })
        #expect(try ask(server, "GET", "/api/v1/status/\(id)").path == "default/site/A film.mp4")
        #expect(try folder.names(in: "videos/default/site") == ["A film.json", "A film.mp4"])
        #expect(try folder.names(in: "videos/.mosaic-downloads") == [])
        #expect(!program.environment.contains { $0.contains("MOSAIC") || $0.contains("a-secret-token") })
        #expect(program.environment.contains { $0.hasPrefix("PATH=") })
        #expect(server.stop() == 0)
    }

    @Test func `a server that stops ends the program, and does not wait for it`() async throws {
        let server = try await serve()
        let id = try ask(server, "POST", "/api/v1/download", #"{"url": "https://films.example/stubborn"}"#).id
        #expect(try await eventually { program.processes.count == 2 })
        #expect(try ask(server, "GET", "/api/v1/status/\(id)").status == "downloading")
        #expect(server.stop() == 0)
        for process in program.processes { #expect(try await eventually { ScriptedDownloader.hasEnded(process) }) }
        #expect(try folder.names(in: "videos/.mosaic-downloads") == [])
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/exe"), "there is no /proc"))
    func `a process of the downloader that left its group is ended with it`() async throws {
        let server = try await serve()
        let id = try ask(server, "POST", "/api/v1/download", #"{"url": "https://films.example/daemon"}"#).id
        #expect(try await eventually { try ask(server, "GET", "/api/v1/status/\(id)").status == "completed" })
        #expect(program.processes.count == 2)
        for process in program.processes { #expect(ScriptedDownloader.hasEnded(process)) }
        #expect(server.stop() == 0)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/exe"), "there is no /proc"))
    func `no process of the downloader outlives a server that is killed`() async throws {
        let server = try await serve()
        _ = try ask(server, "POST", "/api/v1/download", #"{"url": "https://films.example/daemon-hangs"}"#)
        #expect(try await eventually { program.processes.count == 2 })
        #expect(!program.processes.contains(where: ScriptedDownloader.hasEnded))
        server.kill()
        for process in program.processes { #expect(try await eventually { ScriptedDownloader.hasEnded(process) }) }
    }

    @Test func `refuses an invalid downloader at startup`() throws {
        for (command, root) in [
            ("yt-dlp {url}", true), (program.command, false), (#"["/none", "{url}", "{path}"]"#, true),
        ] {
            let outcome = try BuiltTool.run(
                ["serve", "--library", folder.path("library"), "--port", "0", "--downloader", command]
                    + (root ? ["--video-root", folder.path("videos")] : []), in: folder)
            #expect(outcome.status != 0 && outcome.errors.contains("downloader"), "\(outcome.errors)")
        }
    }
}

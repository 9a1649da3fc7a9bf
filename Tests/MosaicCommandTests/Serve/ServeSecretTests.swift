import Foundation
import MosaicFixtures
import Testing

/// The secrets of a server's settings and requests, and its log.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeSecretTests {
    private static let mark = "marked"
    private static let secret = "marked-0123456789abcdef0123456789abcdef"
    private static let variables = [
        "AUTH_TOKEN", "JWT_SECRET", "LINK_KEY", "SHEET_URL_SECRET", "ON_COMPLETE_SECRET",
    ]

    @Test(arguments: ["debug", "info", "warning", "error"])
    func `a server writes none of its secrets at any log level`(level: String) async throws {
        let folder = TemporaryFolder()
        let program = try ScriptedDownloader(in: folder)
        try folder.makeFolder("videos")
        let command = String(program.command.dropLast()) + #", "--password=\#(Self.secret)"]"#
        let environment = Self.variables.map { ("MOSAIC_\($0)", Self.secret) }
        let server = try await ServeProcess(
            [
                "--library", folder.path("library"), "--video-root", folder.path("videos"), "--log-level", level,
                "--read", "token", "--sheet-url", "https://cdn.example/{path}?{signature}",
                "--on-complete", "http://127.0.0.1:9/", "--on-complete-private", "--downloader", command,
            ], in: folder, environment: Dictionary(uniqueKeysWithValues: environment))
        let client = ServeClient(port: server.port)
        func ask(_ method: String, _ path: String, token: String = Self.secret, _ json: String? = nil) throws -> Int {
            let fields = ["Authorization: Bearer \(token)", "Content-Type: application/json"]
            return try client.ask(method, path, fields, json.map { Array($0.utf8) }).status
        }
        #expect(try ask("GET", "/jobs") == 200)
        #expect(try ask("GET", "/jobs", token: "marked-but-wrong") == 401)
        #expect(try ask("GET", "/storyboards/film/thumbnails.vtt?token=\(Self.secret)&sig=\(Self.secret)") == 404)
        let url = #"{"url": "https://films.example/never?key=\#(Self.secret)"}"#
        #expect(try ask("POST", "/api/v1/download", url) == 202)
        while program.runs == 0 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(server.stop() == 0)
        let lines = server.said.split(separator: "\n").filter { $0.contains(Self.mark) }
        #expect(lines.isEmpty, "\(lines.first ?? "")")
    }
}

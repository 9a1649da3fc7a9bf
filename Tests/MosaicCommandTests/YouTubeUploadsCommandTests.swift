import Foundation
import MosaicFixtures
import S3Fixtures
import Testing

/// `mosaic youtube uploads` as a process, with a server that plays YouTube.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct YouTubeUploadsCommandTests {
    private static let videos = (0..<7).map { number in
        YouTubeVideo(
            id: "-video\(number)", title: "Walk “\(number)” \\ /",
            description: number == 1 ? "A walk\n0:00 Start\n1:23 - The beach 🏖\n1:02:03 مقدمة" : "No list 0:00")
    }

    private let place = Workplace()
    private let server: YouTubeServer

    init() async throws {
        server = try await YouTubeServer.start(videos: Self.videos)
    }

    private func run(_ arguments: String..., token: String = YouTubeServer.token) throws -> BuiltTool.Outcome {
        let run = try BuiltTool.run(
            ["youtube", "uploads"] + arguments, in: place.folder,
            environment: ["MOSAIC_YOUTUBE_TOKEN": token, "MOSAIC_YOUTUBE_ENDPOINT": server.url])
        #expect(!run.output.contains(YouTubeServer.token) && !run.errors.contains(YouTubeServer.token))
        return run
    }

    private func ids(_ output: String) throws -> [String] {
        try output.split(separator: "\n").map { try JSONReport(String($0)).text("id") ?? "" }
    }

    @Test func `a pipe gets lines of a manifest, with the chapters of descriptions`() throws {
        let run = try run()
        #expect(run.status == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 7 && lines[0] == #"{"id":"-video0","title":"Walk “0” \\ /"}"#)
        let chapters = try JSONReport(String(lines[1])).objects("chapters")
        #expect(chapters.map { $0["time_ms"] as? Int } == [0, 83_000, 3_723_000])
        #expect(chapters.map { $0["title"] as? String } == ["Start", "The beach 🏖", "مقدمة"])
        #expect(run.errors == "mosaic: 7 uploads of Adventures; 2 units of the daily quota used.\n")
    }

    @Test func `a table is for people`() throws {
        let run = try run("--table", "--limit", "2")
        #expect(
            run.output == """
                VIDEO    PUBLISHED   CHAPTERS  TITLE
                -video0  2024-05-01         -  Walk “0” \\ /
                -video1  2024-05-01         3  Walk “1” \\ /

                """)
        #expect(run.errors.contains("There are more: --page-token EAAaB2\n"))
    }

    @Test func `a page has a size and a token, and JSON is YouTube's resource`() throws {
        let run = try run("--json", "--limit", "3", "--page-size", "2", "--page-token", "EAAaB2")
        let page = try JSONReport(run.output)
        #expect(page.text("kind") == "youtube#playlistItemListResponse" && page.text("version") == nil)
        #expect(page.text("nextPageToken") == "EAAaB5" && page.text("prevPageToken") == "EAAaB0")
        #expect(page.objects("items").map { $0["id"] as? String } == ["VVU-video2", "VVU-video3", "VVU-video4"])
        #expect(try JSONSchema().faults(of: run.output, as: "youtube-uploads") == [])
        #expect(run.errors.contains("3 units"))
        #expect(server.requests.compactMap { $0.query["maxResults"] } == ["2", "1"])
    }

    @Test func `the token may come from standard input`() throws {
        let tool = try PipedTool(
            ["youtube", "uploads", "--token-stdin", "--endpoint", server.url, "--limit", "1"], in: place.folder)
        try tool.write(YouTubeServer.token + "\n")
        // The input is still open.
        #expect(tool.line()?.contains("-video0") == true)
        let end = try tool.finish()
        #expect(end.status == 0 && end.lines.isEmpty, "\(end.errors)")
    }

    @Test(.enabled(if: Terminal.isAvailable, "no terminal can be made here"))
    func `a terminal gets the table`() throws {
        let shown = try Terminal.run(
            ["youtube", "uploads", "--token-stdin", "--endpoint", server.url], in: place.folder,
            typing: YouTubeServer.token + "\n")
        #expect(shown.contains("VIDEO    PUBLISHED   CHAPTERS  TITLE"), "\(shown)")
    }

    @Test func `500 uploads are 10 pages, whose lines come as the pages do`() async throws {
        let many = (0..<500).map { YouTubeVideo(id: "v\($0)", title: "\($0)", description: "0:00 A\n0:10 B\n0:20 C") }
        let server = try await YouTubeServer.start(videos: many)
        var half = YouTubeReply(200, String(repeating: " ", count: 100))
        half.pace = .half
        let held = half
        server.answer { number, _ in number == 2 ? held : nil }
        let tool = try PipedTool(["youtube", "uploads", "--token-stdin", "--endpoint", server.url], in: place.folder)
        try tool.write(YouTubeServer.token + "\n")
        for number in 0..<50 { #expect(tool.line()?.contains(#""v\#(number)""#) == true) }
        tool.signal(SIGKILL)
        server.answer { _, _ in nil }
        let run = try BuiltTool.run(
            ["youtube", "uploads", "--limit", "500"], in: place.folder,
            environment: ["MOSAIC_YOUTUBE_TOKEN": YouTubeServer.token, "MOSAIC_YOUTUBE_ENDPOINT": server.url])
        #expect(try ids(run.output) == many.map(\.id))
        #expect(run.errors == "mosaic: 500 uploads of Adventures; 11 units of the daily quota used.\n")
    }

    @Test(arguments: [
        (["--limit", "0"], 64, "--limit"), (["--page-size", "51"], 64, "--page-size"),
        (["--page-size", "0"], 64, "--page-size"),
        (["--channel", "a b"], 64, "--channel"), (["--json", "--table"], 64, "--table"),
        (["--endpoint", "http://example.com"], 64, "https://"), (["--channel", "UCnobody"], 66, "no such channel"),
        (["--page-token", "wrong"], 64, "token of the page"),
    ])
    func `reports wrong arguments by name`(arguments: [String], status: Int32, says: String) throws {
        let run = try BuiltTool.run(
            ["youtube", "uploads"] + arguments, in: place.folder,
            environment: ["MOSAIC_YOUTUBE_TOKEN": YouTubeServer.token, "MOSAIC_YOUTUBE_ENDPOINT": server.url])
        #expect(run.status == status && run.errors.contains(says) && run.output.isEmpty, "\(run.errors)")
    }

    @Test func `reports a missing, malformed or expired token without printing it`() throws {
        let missing = try run(token: "")
        #expect(missing.status == 64 && missing.errors.contains("https://www.googleapis.com/auth/youtube.readonly"))
        let wrong = try run(token: "my secret")
        #expect(wrong.status == 64 && !wrong.errors.contains("secret"))
        let expired = try run(token: "old-secret")
        #expect(expired.status == 1 && expired.errors.contains("has expired") && !expired.errors.contains("secret"))
        #expect(expired.errors.contains("1 unit of the daily quota used."))
    }

    @Test func `an exceeded quota ends the output after the printed videos`() throws {
        server.answer { number, _ in number == 2 ? .error(403, "quotaExceeded", domain: "youtube.quota") : nil }
        let run = try run("--page-size", "3")
        #expect(run.status == 1 && run.errors.contains("quota of the day is used up") && run.errors.contains("3 units"))
        #expect(try ids(run.output) == ["-video0", "-video1", "-video2"])
    }

    @Test func `it stops at the first upload that a library has`() throws {
        #expect(try ids(run("--since-known", "library").output).count == 7, "a library that is not there knows none")
        try place.draw(1...2)
        let line = #"{"id": "-video3", "source": "shots"}"# + "\n"
        let batch = try PipedTool(["batch", "-", "-o", "library"], in: place.folder)
        try batch.write(line)
        #expect(try batch.finish().status == 0)
        let run = try run("--since-known", "library", "--page-size", "2")
        #expect(try ids(run.output) == ["-video0", "-video1", "-video2"])
        #expect(run.errors.contains("Stopped at -video3, which the library has."))
    }

    @Test func `a file keeps answers for their owner alone, and no token`() throws {
        for _ in 0..<2 { #expect(try run("--cache", "answers.json").status == 0) }
        #expect(server.requests.map { $0.ifNoneMatch != nil } == [false, false, true, true])
        let path = place.folder.path("answers.json")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try !place.text(of: "answers.json").contains("secret"))
        try place.folder.write(Array("spoiled".utf8), to: "answers.json")
        #expect(try ids(run("--cache", "answers.json").output).count == 7)
    }

    @Test func `help names the variable of the token and the scope`() throws {
        let help = try place.run("youtube", "uploads", "--help")
        #expect(help.status == 0 && help.output.contains("MOSAIC_YOUTUBE_TOKEN"))
        #expect(help.output.contains("youtube.readonly") && !help.output.contains("--endpoint"))
    }
}

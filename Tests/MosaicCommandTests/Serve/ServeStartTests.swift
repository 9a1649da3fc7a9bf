import Foundation
import MosaicFixtures
import Testing

/// Checks of the program before it serves, and their messages.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeStartTests {
    private let folder = TemporaryFolder()

    private func refusal(_ arguments: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(["serve", "--library", "library", "--log-level", "error"] + arguments, in: folder)
    }

    @Test func `a port that is in use is named, and so is an address that cannot be listened on`() async throws {
        let server = try await ServeProcess(["--library", folder.path("other")], in: folder)
        let taken = try refusal("--port", "\(server.port)")
        #expect(taken.status == 1)
        #expect(
            taken.errors == "mosaic: 127.0.0.1:\(server.port): It is in use by another program; "
                + "choose another port with --port.\n")
        // Reserved for documentation (RFC 5737), so no machine has it.
        let foreign = try refusal("--port", "0", "--host", "192.0.2.1", "--read-only")
        #expect(foreign.status == 64 && foreign.errors.hasPrefix("mosaic: 192.0.2.1:0: The address does not belong"))
        let unknown = try refusal("--port", "0", "--host", "no-such-name.invalid", "--read-only")
        #expect(unknown.status == 64 && unknown.errors.hasPrefix("mosaic: no-such-name.invalid: "))
        #expect(server.stop() == 0)
    }

    @Test func `the address that it tells has the prefix as it is served`() async throws {
        let server = try await ServeProcess(["--library", "library", "--url-prefix", "mosaic/"], in: folder)
        #expect(server.said.contains("mosaic: Serving http://127.0.0.1:\(server.port)/mosaic after "))
        #expect(try ServeClient(port: server.port).get("/mosaic/health").status == 200)
        #expect(server.stop() == 0)
    }

    @Test(arguments: ["text", "json"])
    func `beginning and end are lines of the log in the format that is chosen, however little it tells`(
        format: String
    ) async throws {
        let server = try await ServeProcess(["--library", "library", "--log-format", format], in: folder)
        #expect(server.stop() == 0)
        let lines = server.said.split(separator: "\n")
        try #require(lines.count == 3, "\(server.said)")
        let tracks = "Tracks: http://127.0.0.1:\(server.port)/storyboards/ID/thumbnails.vtt"
        let beginning = "Serving http://127.0.0.1:\(server.port) after "
        if format == "text" {
            #expect(lines[0].contains(" info mosaic: \(beginning)") && lines[1].hasSuffix(" info mosaic: \(tracks)"))
            #expect(lines[2].hasSuffix(" info mosaic: Stopped."))
        } else {
            let events = try lines.map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: String])
            }
            #expect(events.allSatisfy { $0["level"] == "info" } && events[0]["message"]?.hasPrefix(beginning) == true)
            #expect(events.dropFirst().map { $0["message"] } == [tracks, "Stopped."])
        }
    }

    @Test func `refuses a source root that is not a folder, for a library and a single folder`() throws {
        try folder.write([], to: "file")
        let composed = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../samples/composed").standardizedFileURL.path
        for served in [["--library", "library"], [composed]] {
            for root in ["missing", "file"] {
                let run = try BuiltTool.run(
                    ["serve", "--log-level", "error", "--source-root", root] + served, in: folder)
                let beginning = "mosaic: --source-root \(root): There is no folder \(root)."
                #expect(run.status == 64 && run.errors.hasPrefix(beginning), "\(run.errors)")
            }
        }
    }

    @Test func `one storyboard is served to other machines without a token, because it is only read`() async throws {
        let composed = Workplace.packageRoot.appending(path: "samples/composed").path
        let server = try await ServeProcess([composed, "--host", "0.0.0.0"], in: folder)
        #expect(server.stop() == 0)
        let track = try #require(server.said.firstMatch(of: /Track: http:\/\/0.0.0.0:[0-9]+(\S+)/)?.1)
        #expect(track.wholeMatch(of: /\/storyboards\/[^\/]+\/thumbnails.vtt/) != nil && !track.contains("/ID/"))
        let shown = try BuiltTool.run(["serve", "library", "--print-config"], in: folder).output
        #expect(shown.contains(/library +library +argument\n/), "\(shown)")
    }

    @Test(arguments: [("90", 90), ("90s", 90), ("24h", 86_400)])
    func `a time to keep has a unit or is seconds`(text: String, seconds: Int) throws {
        let run = try BuiltTool.run(["serve", "--print-config", "--keep-old", text], in: folder)
        #expect(run.output.contains(try Regex("keep_old +\(seconds) +--keep-old")), "\(run.output)")
        #expect(try BuiltTool.run(["serve", "--print-config", "--keep-old", "1w"], in: folder).status == 64)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/limits"), "the system has no /proc"))
    func `it opens as many files as it may, and says where that is too little`() async throws {
        try folder.makeFolder("library/film/screenshots")
        try folder.write(ServedLibrary.picture(1), to: "library/film/screenshots/ch1_4s.jpg")
        let tool = try #require(BuiltTool.path)
        let script = "ulimit -n 80; ulimit -Sn 60; exec '\(tool)' serve --library library --port 0 2>errors"
        let server = Process()
        server.executableURL = URL(filePath: "/bin/sh")
        server.arguments = ["-c", script]
        server.currentDirectoryURL = URL(filePath: folder.path)
        try server.run()
        defer { server.terminate() }
        var port: Int?
        while server.isRunning, port == nil {
            try await Task.sleep(for: .milliseconds(20))
            let said = (try? folder.read("errors")).map { String(decoding: $0, as: UTF8.self) } ?? ""
            port = said.firstMatch(of: /Serving http:\/\/127.0.0.1:(\d+)/).flatMap { Int($0.1) }
        }
        let limits = try String(contentsOfFile: "/proc/\(server.processIdentifier)/limits", encoding: .utf8)
        #expect(limits.contains(#/Max open files +80 +80 /#))
        let said = String(decoding: try folder.read("errors"), as: UTF8.self)
        #expect(said.contains("warning mosaic: ") && said.contains("connections=10000 limit=80"), "\(said)")

        // Connections that find no descriptor wait, and those that are open are answered: by 503 where a screenshot that is
        // there cannot be opened, never by 404.
        let first = try ServeConnection(port: try #require(port))
        let request = "GET /storyboards/film/screenshots/ch1_4s.jpg HTTP/1.1\r\nHost: localhost\r\n\r\n"
        first.send(request)
        #expect(try first.answer()?.status == 200)
        var crowd = try (0..<100).map { _ in try ServeConnection(port: try #require(port)) }
        for _ in 0..<20 {
            first.send(request)
            let status = try first.answer()?.status
            #expect(status == 200 || status == 503)
            try await Task.sleep(for: .milliseconds(50))
        }
        crowd = []
        #expect(crowd.isEmpty)
    }
}

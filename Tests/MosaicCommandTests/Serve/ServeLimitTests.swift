import Foundation
import MosaicFixtures
import Testing
import TiledJPEG

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// More than a server takes: it says so, keeps nothing of it, and goes on.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeLimitTests {
    private let workplace = Workplace()
    private var folder: TemporaryFolder { workplace.folder }

    private func serve(_ options: String...) async throws -> ServeProcess {
        try await ServeProcess(["--library", folder.path("library")] + options, in: folder)
    }

    private var uploads: [String] { (try? folder.names(in: "library/film/screenshots")) ?? [] }
    private var incoming: [String] { (try? folder.names(in: "library/.mosaic-incoming")) ?? [] }

    @Test func `a head that is too large ends its connection alone`() async throws {
        let server = try await serve()
        let long = String(repeating: "a", count: 20_000)
        for head in [
            "GET /health HTTP/1.1\r\nHost: localhost\r\nX-Long: \(long)\r\n\r\n",
            "GET /health?\(long) HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /\(long) HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "\(long) /health HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /health HTTP/1.1\r\nHost: localhost\r\n"
                + (0..<400).map { "X-\($0): a\r\n" }.joined() + "\r\n",
            "GET /health HTTP/1.1\r\nHost: localhost\r\n"
                + (0..<40).map { "X-\($0): \(long.prefix(1_000))\r\n" }.joined()
                + "\r\n",
        ] {
            let connection = try ServeConnection(port: server.port)
            connection.send(head)
            connection.finish()
            let said = String(decoding: try connection.rest(), as: UTF8.self)
            #expect(said.isEmpty || said.hasPrefix("HTTP/1.1 4"), "\(head.prefix(40)): \(said.prefix(100))")
        }
        // What nearly fills the limit is read.
        let fitting = try ServeClient(port: server.port).get("/health", ["X-Long: \(long.prefix(12_000))"])
        #expect(fitting.status == 200)
        #expect(server.stop() == 0)
    }

    @Test func `a body that never ends is refused at the limit`() async throws {
        let server = try await serve("--upload-size", "1")
        let path = "/storyboards/film/screenshots/ch1_4s.jpg"
        let connection = try ServeConnection(port: server.port)
        connection.send(
            "PUT \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n")
        let picture = ServedLibrary.picture(1)
        connection.send(Array("\(String(picture.count, radix: 16))\r\n".utf8) + picture + Array("\r\n".utf8))
        let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0, count: 65_536) + Array("\r\n".utf8)
        var sent = 0
        while sent < 1_000, connection.send(chunk) { sent += 1 }
        // The server did not read 64 MB to say so.
        #expect(sent < 1_000)
        #expect(uploads.isEmpty)
        try workplace.wait { incoming.isEmpty }

        let declared = try ServeConnection(port: server.port)
        declared.send(
            "PUT \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\nContent-Length: 1048577\r\n\r\n")
        #expect(try declared.answer()?.status == 413)
        let json = try ServeClient(port: server.port).submit(
            "film", #"{"title": ""# + String(repeating: "a", count: 8_500_000) + #""}"#)
        #expect((400..<500).contains(json.status))
        #expect(server.stop() == 0)
        #expect(try folder.names(in: "library").allSatisfy { $0.hasPrefix(".") })
    }

    @Test func `pictures that unfold to too much take no memory`() async throws {
        let server = try await serve()
        let client = ServeClient(port: server.port)
        #expect(try client.upload("ch1_4s.jpg", of: "film", ServedLibrary.picture(1)).status == 201)
        var jpeg = ServedLibrary.picture(2)
        let frame = try #require(jpeg.firstRange(of: [0xFF, 0xC0])).lowerBound
        jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
        var png = DrawnScreenshot(number: 2, kind: .png).encoded
        png.replaceSubrange(16..<24, with: [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30])
        for bomb in [jpeg, png] {
            let answer = try client.upload("ch2_9s.jpg", of: "film", bomb)
            #expect(answer.status == 413 && answer.text.contains("too_large"), "\(answer)")
        }
        #expect(uploads == ["ch1_4s.jpg"] && incoming.isEmpty)

        // Within the limit by its header, and nothing behind it: a chapter that cannot be decoded, and nothing worse.
        jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0x17, 0x70, 0x17, 0x70])
        #expect(try client.upload("ch2_9s.jpg", of: "film", jpeg).status == 201)
        #expect(try client.submit("film", #"{"chapters": 2, "arrival_timeout_s": 1}"#).status == 202)
        try workplace.wait {
            ["COMPLETED", "FAILED"].contains(
                try client.get("/geo/data/screenshot-status/film").json?["status"] as? String ?? "")
        }
        if let resident = server.residentBytes { #expect(resident < 300 << 20, "\(resident >> 20) MiB") }
        #expect(try client.get("/storyboards/film/thumbnails.vtt").status == 200)
        #expect(server.stop() == 0)
    }

    @Test func `a thousand concurrent requests for a new storyboard share one composition`() async throws {
        let library = folder
        try library.makeFolder("library/film/screenshots")
        for chapter in 1...3 {
            try library.write(
                ServedLibrary.picture(chapter), to: "library/film/screenshots/ch\(chapter)_\(chapter)s.jpg", modified: 1
            )
        }
        try #require(OpenFiles.allow(2_500))
        let server = try await serve("--first-composition", "120", "--idle", "120")
        let crowd = try (0..<1_000).map { _ in try ServeConnection(port: server.port, timeout: 120) }
        for (number, one) in crowd.enumerated() {
            let name = number.isMultiple(of: 2) ? "thumbnails.vtt" : "mosaic.json"
            one.send("GET /storyboards/film/\(name) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        }
        var statuses: [Int: Int] = [:]
        for one in crowd { statuses[try one.answer()?.status ?? 0, default: 0] += 1 }
        #expect(statuses == [200: 1_000])
        let client = ServeClient(port: server.port)
        #expect(try client.get("/metrics").text.contains("mosaic_compose_duration_seconds_count 1\n"))
        #expect(try client.get("/jobs").json?["total"] as? Int == 1)
        #expect(server.stop() == 0)
    }
}

/// The limit on open files, which programs that are started inherit.
private enum OpenFiles {
    /// Raises the limit where it is lower; false where the system allows no more.
    static func allow(_ count: UInt) -> Bool {
        #if canImport(Darwin)
            let resource = RLIMIT_NOFILE
        #else
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return false }
        guard limit.rlim_cur < count else { return true }
        limit.rlim_cur = rlim_t(min(count, UInt(limit.rlim_max)))
        return setrlimit(resource, &limit) == 0 && limit.rlim_cur >= count
    }
}

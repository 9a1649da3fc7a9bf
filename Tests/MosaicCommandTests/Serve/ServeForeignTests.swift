import Foundation
import MosaicFixtures
import Testing

/// Pages of other origins, and names that were made to lead here: neither changes anything.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeForeignTests {
    private static let writes: [(method: String, path: String, type: String, body: [UInt8])] = [
        ("PUT", "/storyboards/new", "application/json", Array("{}".utf8)),
        ("DELETE", "/storyboards/film", "application/json", []),
        ("PUT", "/storyboards/film/screenshots/ch13_130s.jpg", "image/jpeg", ServedLibrary.picture(13)),
        ("POST", "/storyboards/film/screenshots/ch13_130s.jpg", "image/jpeg", ServedLibrary.picture(13)),
        ("DELETE", "/storyboards/film/screenshots/ch1_10s.jpg", "application/json", []),
        ("POST", "/jobs/1/retry", "application/json", []), ("POST", "/admin/purge", "application/json", []),
        ("POST", "/api/v1/downloads/retry/film", "application/json", []),
    ]

    @Test func `no write is taken from elsewhere, and no read under another name`() async throws {
        let library = try ServedLibrary(width: 96)
        let server = try await library.serve("--jobs", "0", "--open-downloads")
        let own = "Host: 127.0.0.1:\(server.port)"
        let before = try library.folder.names(in: "library/film")
        for write in Self.writes {
            let length = "Content-Length: \(write.body.count)"
            func status(_ fields: [String]) throws -> Int {
                let connection = try ServeConnection(port: server.port)
                let head = ["\(write.method) \(write.path) HTTP/1.1"] + fields + [length]
                connection.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + write.body)
                return try connection.answer()?.status ?? 0
            }
            let type = "Content-Type: \(write.type)"
            for origin in [
                "http://evil.example", "null", "http://127.0.0.1.evil.example",
                "http://127.0.0.1:\(server.port + 1)", "http://127.0.0.1:\(server.port)@evil.example", "file://",
            ] {
                #expect(try status([own, type, "Origin: \(origin)"]) == 403, "\(write.method) \(write.path) \(origin)")
            }
            for host in ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:\(server.port)"] {
                #expect(try status(["Host: \(host)", type]) == 421, "\(write.method) \(write.path) \(host)")
            }
            // What a page may send without asking first.
            if write.method != "DELETE", !write.body.isEmpty {
                for simple in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a"] {
                    #expect(try status([own, "Content-Type: \(simple)"]) == 415, "\(write.path) \(simple)")
                }
            }
        }
        let client = ServeClient(port: server.port)
        for path in ["/storyboards", "/storyboards/film/thumbnails.vtt", "/jobs", "/metrics", "/openapi.json"] {
            let connection = try ServeConnection(port: server.port)
            connection.send("GET \(path) HTTP/1.1\r\nHost: evil.example\r\n\r\n")
            #expect(try connection.answer()?.status == 421, "\(path)")
            #expect(try client.get(path).status == 200, "\(path)")
        }
        #expect(server.stop() == 0)
        #expect(try library.folder.names(in: "library/film") == before)
        #expect(!library.folder.holds("library/new"))
    }
}

import Foundation
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicServer

/// The server as a client sees it. Without curl the suite is skipped.
@Suite(.enabled(if: InstalledTool.curl.path != nil, "curl is not installed"))
struct LiveServerTests {
    private static let path = "/storyboards/film/thumbnails.vtt"

    @Test func `one connection serves several requests`() async throws {
        let served = try await ServedLibrary()
        try await LiveServer.run(served) { port in
            let url = "http://127.0.0.1:\(port)\(Self.path)"
            let outcome = try await LiveServer.curl([
                "-w", "%{http_version} %{num_connects}\n", "-o", "/dev/null", url, "-o", "/dev/null", url,
                "-o", "/dev/null", "http://127.0.0.1:\(port)/nothing",
            ])
            #expect(outcome.lines == ["1.1 1", "1.1 0", "1.1 0"])
        }
    }

    @Test func `HTTP 2 is spoken on the same port`() async throws {
        let served = try await ServedLibrary()
        let track = try served.folder.read("library/film/thumbnails.vtt")
        try await LiveServer.run(served) { port in
            let url = "http://127.0.0.1:\(port)\(Self.path)"
            let version = try await LiveServer.curl([
                "--http2-prior-knowledge", "-w", "%{http_version} %{http_code}", "-o", "/dev/null", url,
            ])
            #expect(version.text == "2 200")
            #expect(try await LiveServer.curl(["--http2-prior-knowledge", url]).output == track)
            #expect(try await LiveServer.curl(["--http2", url]).output == track)
            #expect(try await LiveServer.curl([url]).output == track)
        }
    }

    @Test(arguments: ["--http1.1", "--http2-prior-knowledge"])
    func `ranges, conditions and HEAD arrive as they were decided`(version: String) async throws {
        let served = try await ServedLibrary()
        let track = try served.folder.read("library/film/thumbnails.vtt")
        try await LiveServer.run(served) { port in
            let url = "http://127.0.0.1:\(port)\(Self.path)"
            #expect(try await LiveServer.curl([version, "-r", "3-9", url]).output == Array(track[3...9]))
            #expect(try await LiveServer.curl([version, "-r", "-3", url]).output == Array(track.suffix(3)))
            let past = try await LiveServer.curl([version, "-i", "-r", "\(track.count)-", url])
            #expect(past.lines.first?.contains("416") == true)
            #expect(past.lines.contains { $0.lowercased() == "content-range: bytes */\(track.count)" })
            let head = try await LiveServer.curl([version, "-I", url])
            #expect(head.lines.contains { $0.lowercased() == "content-length: \(track.count)" })
            let tag = try #require(head.lines.first { $0.lowercased().hasPrefix("etag: ") }).dropFirst(6)
            let same = try await LiveServer.curl([version, "-i", "-H", "If-None-Match: \(tag)", url])
            #expect(same.lines.first?.contains("304") == true)
            #expect(!same.lines.contains { $0.lowercased().hasPrefix("content-length") })
        }
    }

    @Test func `after an answer without its body the connection goes on`() async throws {
        try await LiveServer.run(ServedLibrary()) { port in
            let url = "http://127.0.0.1:\(port)\(Self.path)"
            let both = try await LiveServer.curl([
                "-I", "-w", "%{http_code} %{num_connects}\n", "-o", "/dev/null", url, "-o", "/dev/null", url,
                "--next", "-s", "-w", "%{http_code} %{num_connects}\n", "-H", "If-None-Match: *", url,
                "--next", "-s", "-w", "%{http_code} %{num_connects}\n", "-o", "/dev/null", url,
            ])
            #expect(both.lines == ["200 1", "200 0", "304 0", "200 0"])
        }
    }

    @Test(.enabled(if: InstalledTool.openssl.path != nil, "openssl, which makes a certificate, is not installed"))
    func `with a certificate both protocols are spoken over TLS`() async throws {
        let served = try await ServedLibrary()
        let (key, certificate) = (served.folder.path("key.pem"), served.folder.path("certificate.pem"))
        try InstalledTool.makeCertificate(certificate, key: key)
        try await LiveServer.run(served) {
            $0.certificatePath = certificate
            $0.privateKeyPath = key
        } _: { port in
            let url = "https://localhost:\(port)\(Self.path)"
            for (option, version) in [("--http1.1", "1.1"), ("--http2", "2")] {
                let outcome = try await LiveServer.curl([
                    option, "--cacert", certificate, "-w", "%{http_version} %{http_code} %{num_connects}\n", "-o",
                    "/dev/null", url, "-o", "/dev/null", url,
                ])
                #expect(outcome.lines == ["\(version) 200 1", "\(version) 200 0"])
            }
        }
    }

    @Test func `a certificate without its key is refused`() {
        var settings = ServerSettings()
        settings.certificatePath = "/nowhere/certificate.pem"
        #expect(throws: MosaicError.self) {
            try settings.protocols(
                inFlight: InFlightBudget(capacity: 1 << 20), log: RequestLog(.silent))
        }
        settings.privateKeyPath = "/nowhere/key.pem"
        let error = #expect(throws: MosaicError.self) {
            try settings.protocols(
                inFlight: InFlightBudget(capacity: 1 << 20), log: RequestLog(.silent))
        }
        #expect(error?.code == .invalidSettings && error?.reason.contains("/") == false)
    }

    @Test func `no path leads out of the library`() async throws {
        let served = try await ServedLibrary()
        try served.folder.write(Array("secret".utf8), to: "thumbnails.vtt")
        try await LiveServer.run(served) { port in
            for path in [
                "/storyboards/../../thumbnails.vtt", "/storyboards/%2e%2e/thumbnails.vtt",
                "/storyboards/..%2f/thumbnails.vtt", "/storyboards/film/..%2f..%2fthumbnails.vtt",
                "/storyboards/film/../../thumbnails.vtt", "/storyboards/film%00/thumbnails.vtt",
                "//thumbnails.vtt", "/..//thumbnails.vtt", "/%5c..%5cthumbnails.vtt",
                "/storyboards/film/tiles/..%2f..%2fthumbnails.vtt", "/storyboards/%c0%ae%c0%ae/thumbnails.vtt",
            ] {
                let outcome = try await LiveServer.curl(["-w", "\n%{http_code}", "http://127.0.0.1:\(port)\(path)"])
                #expect(!outcome.text.contains("secret"), "\(path)")
                #expect(["404", "400"].contains(outcome.lines.last.map(String.init)), "\(path)")
            }
        }
    }

    @Test func `fields beyond the limit end the connection, and the server lives on`() async throws {
        let served = try await ServedLibrary()
        try await LiveServer.run(served) { port in
            let url = "http://127.0.0.1:\(port)\(Self.path)"
            let long = String(repeating: "a", count: 20_000)
            for arguments in [
                ["-H", "X-Long: \(long)"], ["\(url)?\(long)"], (0..<300).flatMap { ["-H", "X-\($0): a"] },
            ] {
                let outcome = try await LiveServer.curl(["-w", "%{http_code}", "-o", "/dev/null"] + arguments + [url])
                let code = String(outcome.text.prefix(3))
                #expect(["000", "400", "414", "431"].contains(code), "\(code)")
            }
            #expect(try await LiveServer.curl(["-w", "%{http_code}", "-o", "/dev/null", url]).text == "200")
        }
    }

    @Test func `a request of two lengths is not answered as if it had one`() async throws {
        let served = try await ServedLibrary()
        try await LiveServer.run(served) { port in
            let url = "http://127.0.0.1:\(port)\(Self.path)"
            let outcome = try await LiveServer.curl([
                "-X", "GET", "-H", "Transfer-Encoding: chunked", "-H", "Content-Length: 4", "--data-binary",
                "0\r\n\r\nGET /health HTTP/1.1\r\nHost: localhost\r\n\r\n", "-w", "\n%{http_code}", url,
            ])
            #expect(!outcome.text.contains("\"status\":\"ok\""))
        }
    }

    @Test func `a foreign name in Host is answered with nothing`() async throws {
        try await LiveServer.run(ServedLibrary()) { port in
            let url = "http://127.0.0.1:\(port)\(Self.path)"
            for (host, code) in [("evil.example", "421"), ("localhost:\(port)", "200"), ("127.0.0.1", "200")] {
                let outcome = try await LiveServer.curl([
                    "-H", "Host: \(host)", "-w", "%{http_code}", "-o", "/dev/null", url,
                ])
                #expect(outcome.text == code)
            }
        }
    }

    @Test func `a client that says nothing is sent away`() async throws {
        try await LiveServer.run(ServedLibrary()) {
            $0.idleTimeout = 1
        } _: { port in
            // curl sends the words of telnet as they are, and ends when the server closes.
            for words in ["", "PRI * HT", "GET /health HTTP/1.1\r\nHost: lo"] {
                let outcome = try await LiveServer.curl([
                    "--max-time", "20", "telnet://127.0.0.1:\(port)", "-T", try words.asFile(),
                ])
                #expect(outcome.status != 28, "\(words)")
            }
        }
    }
}

extension String {
    /// The path of a temporary file with this text.
    fileprivate func asFile() throws -> String {
        let url = FileManager.default.temporaryDirectory.appending(path: "mosaic-words-\(UUID().uuidString)")
        try Data(utf8).write(to: url)
        return url.path
    }
}
